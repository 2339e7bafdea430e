// SPDX-License-Identifier: GPL-2.0
/* powerpc: there are no jumps instead of breakpoints yet. */
#include <linux/errno.h>

#include <internal/arch.h>
#include <kp_arch_hit.h>

int kp_arch_scan(const u8 *bytes, unsigned long addr, unsigned long *names)
{
	return 0;
}

int kp_arch_jump_region(const u8 *bytes, size_t avail, unsigned long addr,
			struct kp_arch_region *region, const char **why)
{
	*why = "no jumps on this architecture";
	return -EILSEQ;
}

int kp_arch_build_detour(const struct kp_arch_region *region, const u8 *bytes,
			 unsigned long addr, unsigned long detour,
			 const struct probepoint *pp, u8 *buf,
			 unsigned int *copy, const char **why)
{
	*why = "no jumps on this architecture";
	return -ERANGE;
}

void kp_arch_jump(u8 *buf, unsigned long addr, unsigned long detour)
{
}

bool kp_arch_detour_fault_home(unsigned long addr, unsigned long detour,
			       struct pt_regs *regs)
{
	return false;
}

unsigned long kp_arch_detour_at(unsigned long detour, unsigned int offset)
{
	return 0;
}
