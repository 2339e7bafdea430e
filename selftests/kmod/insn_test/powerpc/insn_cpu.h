/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: what running cases in the kernel takes. Included once. */
#ifndef INSN_CPU_H
#define INSN_CPU_H

/* Post_handlers keep a probe from being a branch. */
#define INSN_MOST_POST	0

#include <linux/irqflags.h>
#include <linux/string.h>
#include <asm/cputable.h>
#include <asm/switch_to.h>

static unsigned long irq_flags;

static void percpu_begin(void)
{
	local_irq_save(irq_flags);
	if (!(insn_in.flags & INSN_FLAG_I))
		local_irq_enable();
}

static void percpu_end(void)
{
	local_irq_restore(irq_flags);
}

static unsigned int simd_kind(void)
{
	return 1;
}

#define simd_begin	enable_kernel_vsx
#define simd_end	disable_kernel_vsx

static bool is_breakpoint(const struct insn_reject *r)
{
	return !strcmp(r->rule, "TRAP");
}

static unsigned int cpu_features(void)
{
	return cpu_has_feature(CPU_FTR_ARCH_300) ? CPU_ISA_3_0 : 0;
}

static const struct table tables[] = {
	{ insn_cases, insn_cases_end },
};

static bool is_jump_at(const unsigned char *text)
{
	return *(const unsigned int *)text >> 26 == 18;
}

#endif /* INSN_CPU_H */
