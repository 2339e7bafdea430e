/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Watchpoint probes for clients of kprobes.ko: a handler is called when an
 * address of the kernel is written, accessed or executed, by whatever CPU.
 *
 * The manual is Documentation/kprobes.rst, "Watchpoints".
 */
#ifndef _LINUX_KWATCH_H
#define _LINUX_KWATCH_H

#include <linux/types.h>

struct kp_watch;
struct kwatch;
struct pt_regs;

/* What is watched for. */
#define KWATCH_EXECUTE	0	/* the instruction is about to run */
#define KWATCH_WRITE	1	/* memory was written */
#define KWATCH_READ	2	/* memory was read; not on x86 */
#define KWATCH_RW	3	/* memory was read or written */

/* Only call the handlers when the value has changed. */
#define KWATCH_CHANGED	1

typedef void (*kwatch_handler_t)(struct kwatch *, struct pt_regs *,
				 int debugreg);
typedef void (*kwatch_value_handler_t)(struct kwatch *, struct pt_regs *,
				       u64 old_value, u64 new_value);

/**
 * struct kwatch - a watchpoint probe
 * @addr: what to watch; or 0, and @symbol_name says it. Set by registering and
 *	by moving; unregistering puts back what it was
 * @symbol_name: variable or function to watch, or NULL
 * @offset: bytes from @symbol_name or @addr
 * @length: bytes to watch: 1, 2, 4 or 8; 1 for KWATCH_EXECUTE
 * @type: KWATCH_*
 * @flags: 0 or KWATCH_CHANGED
 * @handler: called at every hit, or NULL
 * @value_handler: called at every hit with what was there at the hit before,
 *	and what is there now, or NULL; not for KWATCH_EXECUTE
 * @user: the handlers'
 * @own: kprobes.ko's
 *
 * Handlers of KWATCH_EXECUTE are called before the instruction, others after the
 * access. They are called as if in an NMI: they
 * take no locks that others hold with interrupts on, and must not sleep. Nothing
 * that they access themselves is a hit.
 */
struct kwatch {
	unsigned long addr;
	const char *symbol_name;
	unsigned int offset;
	u8 length;
	u8 type;
	unsigned int flags;
	kwatch_handler_t handler;
	kwatch_value_handler_t value_handler;
	void *user;
	struct kp_watch *own;
};

int register_kwatch_probe(struct kwatch *kw);
int kwatch_refusal(const struct kwatch *kw, char *why, size_t size);
void unregister_kwatch_probe(struct kwatch *kw);
int move_kwatch_probe(struct kwatch *kw, unsigned long addr);
int register_kwatch(unsigned long addr, u8 length, u8 type,
		    kwatch_handler_t handler);
void unregister_kwatch(int debugreg);

#endif /* _LINUX_KWATCH_H */
