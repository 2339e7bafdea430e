/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kprobes API for clients of kprobes.ko.
 *
 * Put this folder ahead of the kernel's headers and the sources written for
 * the kernel's own kprobes build unchanged:
 *
 *	NOSTDINC_FLAGS += -I<here>/include
 *	KBUILD_EXTRA_SYMBOLS := <here>/Module.symvers
 *
 * The manual is Documentation/kprobes.rst.
 */
#ifndef _LINUX_KPROBES_H
#define _LINUX_KPROBES_H

#include <linux/compiler.h>
#include <linux/linkage.h>
#include <linux/list.h>
#include <linux/notifier.h>
#include <linux/smp.h>
#include <linux/bug.h>
#include <linux/percpu.h>
#include <linux/spinlock.h>
#include <linux/rcupdate.h>
#include <linux/mutex.h>
#include <linux/ptrace.h>
#include <asm/kprobes.h>

/*
 * On a kernel that has kprobes of its own, the names are taken: there our
 * functions go by others, and both can be used in one boot.
 */
#ifdef CONFIG_KPROBES
#define register_kprobe		kpm_register_kprobe
#define unregister_kprobe	kpm_unregister_kprobe
#define register_kprobes	kpm_register_kprobes
#define unregister_kprobes	kpm_unregister_kprobes
#define enable_kprobe		kpm_enable_kprobe
#define disable_kprobe		kpm_disable_kprobe
#define get_kprobe		kpm_get_kprobe
#define kprobe_running		kpm_kprobe_running
#define dump_kprobe		kpm_dump_kprobe
#endif

struct kprobe;

typedef int (*kprobe_pre_handler_t)(struct kprobe *, struct pt_regs *);
typedef void (*kprobe_post_handler_t)(struct kprobe *, struct pt_regs *,
				      unsigned long flags);
typedef int (*kprobe_fault_handler_t)(struct kprobe *, struct pt_regs *,
				      int trapnr);
typedef int (*kprobe_break_handler_t)(struct kprobe *, struct pt_regs *);

/**
 * struct kprobe - a probe
 * @hlist: kprobes.ko's
 * @list: kprobes.ko's
 * @nmissed: hits at which the handlers could not be called because a handler
 *	was running on the CPU; reset by registering
 * @addr: where to probe; or NULL, and @symbol_name says it. Set by registering
 * @symbol_name: function to probe, "module:name" for one in a module; or NULL
 * @offset: bytes from @symbol_name or @addr
 * @pre_handler: called before the instruction. Returns 0, or non-zero after
 *	having set the instruction pointer in its registers: then neither the
 *	instruction nor a post_handler runs
 * @post_handler: called after the instruction; set before registering
 * @fault_handler: called when one of the handlers, or the probed instruction,
 *	faults and the kernel is about to look for a fixup. Returns 1 if it
 *	has mended things
 * @break_handler: kept so that old sources build; never called
 * @opcode: what the breakpoint replaced
 * @ainsn: kprobes.ko's
 * @flags: KPROBE_FLAG_*; only KPROBE_FLAG_DISABLED may be set by the caller,
 *	before registering
 *
 * Handlers run with preemption disabled and must not sleep.
 *
 * Source: Documentation/trace/kprobes.rst, "API Reference"; fault_handler and
 * break_handler: Documentation/kprobes.txt of Linux 2.6.
 */
struct kprobe {
	struct hlist_node hlist;
	struct list_head list;
	unsigned long nmissed;
	kprobe_opcode_t *addr;
	const char *symbol_name;
	unsigned int offset;
	kprobe_pre_handler_t pre_handler;
	kprobe_post_handler_t post_handler;
	kprobe_fault_handler_t fault_handler;
	kprobe_break_handler_t break_handler;
	kprobe_opcode_t opcode;
	struct arch_specific_insn ainsn;
	u32 flags;
};

#define KPROBE_FLAG_GONE		1	/* its text was unloaded */
#define KPROBE_FLAG_DISABLED		2	/* handlers are not called */
#define KPROBE_FLAG_OPTIMIZED		4	/* a jump, not a breakpoint */
#define KPROBE_FLAG_FTRACE		8	/* through the function tracer */
#define KPROBE_FLAG_ON_FUNC_ENTRY	16	/* at a function's entry */

/* Whether the text that @p probed was unloaded. */
static inline bool kprobe_gone(struct kprobe *p)
{
	return p->flags & KPROBE_FLAG_GONE;
}

/* Whether the handlers of @p are not called, for whatever reason. */
static inline bool kprobe_disabled(struct kprobe *p)
{
	return p->flags & (KPROBE_FLAG_DISABLED | KPROBE_FLAG_GONE);
}

/* Whether @p is a jump instead of a breakpoint. */
static inline bool kprobe_optimized(struct kprobe *p)
{
	return p->flags & KPROBE_FLAG_OPTIMIZED;
}

/* Whether @p goes through the function tracer. */
static inline bool kprobe_ftrace(struct kprobe *p)
{
	return p->flags & KPROBE_FLAG_FTRACE;
}

int register_kprobe(struct kprobe *p);
void unregister_kprobe(struct kprobe *p);
int register_kprobes(struct kprobe **kps, int num);
void unregister_kprobes(struct kprobe **kps, int num);
int enable_kprobe(struct kprobe *p);
int disable_kprobe(struct kprobe *p);
struct kprobe *get_kprobe(void *addr);
struct kprobe *kprobe_running(void);
void dump_kprobe(struct kprobe *p);

/*
 * What headers of the kernel ask of this one; the kernel's own kprobes have
 * answered for themselves when the kernel was built.
 */
static inline bool is_kprobe_insn_slot(unsigned long addr)
{
	return false;
}

static inline bool is_kprobe_optinsn_slot(unsigned long addr)
{
	return false;
}

#endif /* _LINUX_KPROBES_H */
