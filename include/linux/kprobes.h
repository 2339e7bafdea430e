/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kprobes API for clients of kprobes.ko.
 *
 * With this folder ahead of the kernel's headers the sources written for the
 * kernel's own kprobes build unchanged. client.mk sees to that, and to the
 * module's symbols: README.md, "A client".
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
#include <linux/ftrace.h>
#include <linux/refcount.h>
#include <linux/ptrace.h>
#include <asm/kprobes.h>

/*
 * On a kernel that has kprobes of its own, the names are taken: there our
 * functions go by others, and both can be used in one boot.
 */
#if defined(CONFIG_KPROBES) && !defined(KP_FORCED)
#define register_kprobe		kpm_register_kprobe
#define unregister_kprobe	kpm_unregister_kprobe
#define register_kprobes	kpm_register_kprobes
#define unregister_kprobes	kpm_unregister_kprobes
#define enable_kprobe		kpm_enable_kprobe
#define disable_kprobe		kpm_disable_kprobe
#define get_kprobe		kpm_get_kprobe
#define kprobe_running		kpm_kprobe_running
#define dump_kprobe		kpm_dump_kprobe
#define register_kretprobe	kpm_register_kretprobe
#define unregister_kretprobe	kpm_unregister_kretprobe
#define register_kretprobes	kpm_register_kretprobes
#define unregister_kretprobes	kpm_unregister_kretprobes
#define kretprobe_find_ret_addr	kpm_kretprobe_find_ret_addr
#define is_kretprobe_trampoline	kpm_is_kretprobe_trampoline
#define wait_for_kprobe_optimizer kpm_wait_for_kprobe_optimizer
#endif

struct kprobe;
struct uprobe;

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
 * @user: where in user space it is, for register_kprobe_user(); else ignored
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
	struct uprobe *user;
	kprobe_opcode_t opcode;
	struct arch_specific_insn ainsn;
	u32 flags;
};

#define KPROBE_FLAG_GONE		1	/* its text was unloaded */
#define KPROBE_FLAG_DISABLED		2	/* handlers are not called */
#define KPROBE_FLAG_OPTIMIZED		4	/* never set: see `list` */
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

/* Never: whether it is a jump changes at any time, `list` says it. */
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
int enable_kprobes(struct kprobe **kps, int num);
int disable_kprobes(struct kprobe **kps, int num);
int kprobe_check(struct kprobe *p, char *why, size_t size);
int kprobe_refusal(const struct kprobe *p, char *why, size_t size);
unsigned long kprobe_symbol_address(const char *name);
int kprobe_each_function(int (*fn)(const char *name, unsigned long addr,
				   void *data), void *data);
unsigned int kprobe_count_functions(const char *name);
struct kprobe *get_kprobe(void *addr);
struct kprobe *kprobe_running(void);
void dump_kprobe(struct kprobe *p);
void wait_for_kprobe_optimizer(void);

struct kp_return;
struct kretprobe;
struct kretprobe_instance;
struct llist_node;
struct task_struct;

typedef int (*kretprobe_handler_t)(struct kretprobe_instance *,
				   struct pt_regs *);

/* The most that &kretprobe.data_size may be, in bytes. */
#define KRETPROBE_MAX_DATA_SIZE	4096

/**
 * struct kretprobe - a return probe
 * @kp: says which function, by symbol or address; its pre_handler and
 *	post_handler are kprobes.ko's. fault_handler is for faults in the
 *	handlers
 * @handler: called when the function returns, or NULL; its result is ignored.
 *	It may change the value returned, in its registers
 * @entry_handler: called at the function's entry, or NULL; with a result other
 *	than 0 this call is left alone
 * @maxactive: how many calls may be under way at once; further ones are
 *	missed. 0 or less: as many as there are; registering then sets it to
 *	the default that the kernel documents, and registering the struct once
 *	more means the same
 * @nmissed: calls that were missed for want of an instance; reset by
 *	registering
 * @data_size: bytes of &kretprobe_instance.data, at most
 *	KRETPROBE_MAX_DATA_SIZE
 * @default_maxactive: kprobes.ko's: what registering has set @maxactive to
 *
 * Handlers run with preemption disabled and must not sleep.
 *
 * Source: Documentation/trace/kprobes.rst, "Return Probes",
 * "register_kretprobe".
 */
struct kretprobe {
	struct kprobe kp;
	kretprobe_handler_t handler;
	kretprobe_handler_t entry_handler;
	int maxactive;
	int nmissed;
	size_t data_size;
	int default_maxactive;
};

/**
 * struct kretprobe_instance - one call of a function with a return probe
 * @rp: the return probe
 * @ret_addr: where the function returns to, always the real address
 * @task: the task that called it
 * @next: kprobes.ko's
 * @own: kprobes.ko's
 * @home: kprobes.ko's
 * @stub: kprobes.ko's
 * @data: the handlers', &kretprobe.data_size bytes; not cleared
 *
 * Source: Documentation/trace/kprobes.rst, "register_kretprobe".
 */
struct kretprobe_instance {
	struct kretprobe *rp;
	kprobe_opcode_t *ret_addr;
	struct task_struct *task;
	struct kretprobe_instance *next;
	struct kp_return *own;
	unsigned long home;
	unsigned long stub;
	char data[] __aligned(sizeof(long));
};

/* The return probe of @ri. In its handlers only. */
static inline struct kretprobe *get_kretprobe(struct kretprobe_instance *ri)
{
	return ri->rp;
}

/* Where the function returns to. */
static inline unsigned long
get_kretprobe_retaddr(struct kretprobe_instance *ri)
{
	return (unsigned long)ri->ret_addr;
}

int register_kretprobe(struct kretprobe *rp);
void unregister_kretprobe(struct kretprobe *rp);
int register_kretprobes(struct kretprobe **rps, int num);
void unregister_kretprobes(struct kretprobe **rps, int num);
bool is_kretprobe_trampoline(unsigned long addr);
unsigned long kretprobe_find_ret_addr(struct task_struct *task, void *frame,
				      struct llist_node **cur);

/* As disable_kprobe(). Calls under way still have their handler called. */
static inline int disable_kretprobe(struct kretprobe *rp)
{
	return disable_kprobe(&rp->kp);
}

/* As enable_kprobe(). */
static inline int enable_kretprobe(struct kretprobe *rp)
{
	return enable_kprobe(&rp->kp);
}

/**
 * struct jprobe - a handler that is called as the probed function would be
 * @kp: says which function, by symbol or address; its pre_handler and
 *	post_handler are kprobes.ko's. fault_handler is for faults in @entry
 * @entry: a function with the prototype of the probed one; ends by calling
 *	jprobe_return()
 *
 * @entry runs with preemption disabled and must not sleep.
 *
 * Source: Documentation/kprobes.txt of Linux 2.6 to 4.14, "Jprobe".
 */
struct jprobe {
	struct kprobe kp;
	void *entry;
};

/* For &jprobe.entry: the address of @handler, on every architecture. */
#define JPROBE_ENTRY(handler)	((void *)(handler))

int register_jprobe(struct jprobe *jp);
void unregister_jprobe(struct jprobe *jp);
int register_jprobes(struct jprobe **jps, int num);
void unregister_jprobes(struct jprobe **jps, int num);
void jprobe_return(void);

/* As disable_kprobe(). */
static inline int disable_jprobe(struct jprobe *jp)
{
	return disable_kprobe(&jp->kp);
}

/* As enable_kprobe(). */
static inline int enable_jprobe(struct jprobe *jp)
{
	return enable_kprobe(&jp->kp);
}

/* Of 5.10: whether there are kprobes. */
static inline int kprobes_built_in(void)
{
	return 1;
}

#include <linux/user_probes.h>
#include <linux/kprobes_refused.h>

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
