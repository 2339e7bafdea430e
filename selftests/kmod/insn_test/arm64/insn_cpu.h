/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: what running cases in the kernel takes. Included once. */
#ifndef INSN_CPU_H
#define INSN_CPU_H

/* Post_handlers keep a probe from being a branch. */
#define INSN_MOST_POST	0

#include <linux/string.h>
#include <asm/cpufeature.h>
#include <asm/hwcap.h>
#include <asm/neon.h>

static void percpu_begin(void)
{
}

static void percpu_end(void)
{
}

static unsigned int simd_kind(void)
{
	return 1;
}

/* Since 6.19 its user has the registers' place; this test is one task. */
#ifdef KP_OFFERS_NEON_STATE
static struct user_fpsimd_state simd_state;

#define simd_begin()	kernel_neon_begin(&simd_state)
#define simd_end()	kernel_neon_end(&simd_state)
#else
#define simd_begin	kernel_neon_begin
#define simd_end	kernel_neon_end
#endif

static bool is_breakpoint(const struct insn_reject *r)
{
	return !strcmp(r->rule, "BREAKPOINT");
}

static unsigned int cpu_features(void)
{
	unsigned int found = 0;

	if (cpu_have_named_feature(ATOMICS))
		found |= CPU_LSE;
	if (cpu_have_named_feature(CRC32))
		found |= CPU_CRC32;
	if (cpu_have_named_feature(LRCPC))
		found |= CPU_LRCPC;
	if (cpu_have_named_feature(AES))
		found |= CPU_AES;
	if (cpu_have_named_feature(SHA2))
		found |= CPU_SHA;
	if (cpu_have_named_feature(PACA))
		found |= CPU_PAUTH;
	if (cpu_have_named_feature(FLAGM))
		found |= CPU_FLAGM;
	if (cpu_have_named_feature(ASIMDDP))
		found |= CPU_DOTPROD;
	if (cpu_have_named_feature(DIT))
		found |= CPU_DIT;
	if (cpu_have_named_feature(SB))
		found |= CPU_SB;
	if (cpus_have_final_cap(ARM64_HAS_PAN))
		found |= CPU_PAN;
	return found;
}

static const struct table tables[] = {
	{ insn_cases, insn_cases_end },
};

static bool is_jump_at(const unsigned char *text)
{
	return text[3] >> 2 == 0x14 >> 2;
}

#endif /* INSN_CPU_H */
