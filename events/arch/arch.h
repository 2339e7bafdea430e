/* SPDX-License-Identifier: GPL-2.0 */
/* What events ask of an architecture. */
#ifndef KPE_ARCH_H
#define KPE_ARCH_H

#include <linux/types.h>

struct pt_regs;

/* RCU ignores a CPU in the task that suspends the machine: cpu_suspend(), from 6.12 on. */
#define KPE_ARCH_IGNORED_IN_SUSPEND	IS_ENABLED(CONFIG_ARM64)

/**
 * struct kpe_register - a register that can be named
 * @name: without the %
 * @offset: in struct pt_regs
 * @size: bytes there
 */
struct kpe_register {
	const char *name;
	unsigned short offset;
	unsigned short size;
};

/* Up to one without a name. */
extern const struct kpe_register kpe_registers[];

/* $arg1 to this one can be read at the entry of a function. */
extern const unsigned int kpe_arch_max_args;

/* Where in struct pt_regs the argument is that has number @n, from 0 on; or -1. */
int kpe_arch_arg_offset(unsigned int n);
unsigned long kpe_arch_arg(const struct pt_regs *regs, unsigned int n);
unsigned int kpe_arch_stack(const struct pt_regs *regs, bool is_entry,
			    unsigned long *entries, unsigned int max);

/* Whether a function of the kernel can be called by the address of its code. */
bool kpe_arch_may_call(unsigned long addr);

#endif /* KPE_ARCH_H */
