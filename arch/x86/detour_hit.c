// SPDX-License-Identifier: GPL-2.0
/* x86: detours on the hit path: where in one something is, and what it is of. */
#include <linux/ptrace.h>

#include <kp_arch_hit.h>
#include <kp_x86_detour.h>

bool kp_arch_detour_fault_home(unsigned long addr, unsigned long detour,
			       struct pt_regs *regs)
{
	const struct kp_x86_mark *mark = (const void *)(detour + KP_X86_DETOUR_MARKS);
	const struct kp_x86_mark *found = NULL;
	int i;

	for (i = 0; i < KP_X86_NUM_MARKS && mark[i].code; i++)
		if (detour + mark[i].code <= regs->ip)
			found = &mark[i];
	if (!found)
		return false;
	if (found->home & KP_X86_IS_PUSHED)
		regs->sp += sizeof(long);
	regs->ip = addr + (found->home & ~KP_X86_IS_PUSHED);
	return regs->ip == addr;
}

unsigned long kp_arch_detour_at(unsigned long detour, unsigned int offset)
{
	const struct kp_x86_mark *mark = (const void *)(detour + KP_X86_DETOUR_MARKS);
	int i;

	for (i = 0; i < KP_X86_NUM_MARKS && mark[i].code; i++)
		if (mark[i].home == offset)
			return detour + mark[i].code;
	return 0;
}
