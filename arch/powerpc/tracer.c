// SPDX-License-Identifier: GPL-2.0
/*
 * powerpc: the function tracer's calls, which come behind the first instruction
 * of a function.
 *
 * To take the call away from a function of a module, the kernel's
 * ftrace_make_nop() makes sure until 6.5 that the instruction before it is one
 * of two. If that is a breakpoint or a branch of ours, the function tracer is off
 * until the next boot. So we do it, for modules whose calls the kernel has seen
 * before.
 */
#include <linux/errno.h>
#include <linux/ftrace.h>
#include <linux/pgtable.h>
#include <asm/inst.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>
#include <kp_arch_hit.h>

#define NOP		0x60000000
#define IS_BL(word)	(((word) & 0xfc000003) == 0x48000001)

/**
 * kp_arch_on_tracer() - see arch/contract.h
 * @regs: of ftrace_make_nop(struct module *mod, struct dyn_ftrace *rec, ...)
 */
bool kp_arch_on_tracer(struct pt_regs *regs)
{
	const struct dyn_ftrace *rec = (const void *)kp_arch_argument(regs, 1);
	int ret;

	/* with a module, it is the first time, and no probe is there yet */
	if (kp_arch_argument(regs, 0) || rec->ip < VMALLOC_START ||
	    !IS_BL(READ_ONCE(*(u32 *)rec->ip)))
		return false;
	/* as it would itself; kp_arch_poke() may sleep */
	ret = kp_ksyms.patch_instruction((u32 *)rec->ip, ppc_inst(NOP));
	kp_arch_return_from_function(regs, ret ? -EPERM : 0);
	return true;
}
