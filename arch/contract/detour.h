/* SPDX-License-Identifier: GPL-2.0 */
/* The arch contract (arch/contract.h): jumps instead of breakpoints. */
#ifndef KP_ARCH_CONTRACT_DETOUR_H
#define KP_ARCH_CONTRACT_DETOUR_H

#include <arch/contract/types.h>

/* detour.c: a jump instead of a breakpoint, and where it leads. */

/**
 * kp_arch_jump_region() - find what a jump would cover
 * @bytes: original bytes from the probed instruction on
 * @avail: how many, to the end of the function at most
 * @addr: where it lives
 * @region: result
 * @why: on refusal, a static string for people
 *
 * Context: process context.
 * Return: 0; -EILSEQ if some instruction cannot be displaced; -ERANGE if the
 * function ends too soon.
 */
int __must_check kp_arch_jump_region(const u8 *bytes, size_t avail,
				     unsigned long addr,
				     struct kp_arch_region *region,
				     const char **why);

/**
 * kp_arch_build_detour() - the code of a detour
 * @region: what kp_arch_jump_region() found
 * @bytes: as it was given
 * @addr: as it was given
 * @detour: where it will run
 * @pp: passed to kp_hit_detour() and the like
 * @buf: KP_ARCH_DETOUR_SIZE bytes, filled completely
 * @why: on refusal, a static string for people
 *
 * Return: 0; -ERANGE if something does not reach from @detour; -ENOSPC if the
 * instructions are too long.
 */
int __must_check kp_arch_build_detour(const struct kp_arch_region *region,
				      const u8 *bytes, unsigned long addr,
				      unsigned long detour,
				      const struct probepoint *pp, u8 *buf,
				      const char **why);

/**
 * kp_arch_jump() - the bytes of a jump to a detour
 * @buf: KP_ARCH_JUMP_SIZE bytes
 * @addr: where the jump is
 * @detour: where it leads, within reach
 */
void kp_arch_jump(u8 *buf, unsigned long addr, unsigned long detour);

/**
 * kp_arch_run_return() - what a detour calls for a return probe
 * @kp: one of our own
 * @regs: registers at the probepoint
 * @pp: the probepoint
 *
 * Only where KP_ARCH_RUN_RETURN says so, as detours pass no more than that there: it
 * goes on to kp_run_return().
 *
 * Context: as a handler.
 * Return: 0.
 */
int kp_arch_run_return(struct kprobe *kp, struct pt_regs *regs,
		       struct probepoint *pp);

#endif /* KP_ARCH_CONTRACT_DETOUR_H */
