/* SPDX-License-Identifier: GPL-2.0 */
/* x86: what running cases in the kernel takes. Included once. */
#ifndef INSN_CPU_H
#define INSN_CPU_H

/* Of a hundred forms, so many can be a jump with a post_handler. */
#define INSN_MOST_POST	75

#include <linux/percpu.h>
#include <linux/string.h>
#include <asm/cpufeature.h>
#include <asm/fpu/api.h>

#define PERCPU_WORDS	4

/* The cases' own per-CPU memory; also kept at the end of insn_mem. */
DECLARE_PER_CPU(unsigned long[PERCPU_WORDS], insn_percpu);
DEFINE_PER_CPU(unsigned long[PERCPU_WORDS], insn_percpu);

/* It is at the end of insn_mem. */
static void percpu_begin(void)
{
	memcpy(this_cpu_ptr(insn_percpu),
	       insn_mem + INSN_MEM_SIZE - sizeof(insn_percpu),
	       sizeof(insn_percpu));
}

static void percpu_end(void)
{
	memcpy(insn_mem + INSN_MEM_SIZE - sizeof(insn_percpu),
	       this_cpu_ptr(insn_percpu), sizeof(insn_percpu));
}

static unsigned int simd_kind(void)
{
	return boot_cpu_has(X86_FEATURE_AVX) ? 2 : 1;
}

#define simd_begin	kernel_fpu_begin
#define simd_end	kernel_fpu_end

static bool is_breakpoint(const struct insn_reject *r)
{
	return !strcmp(r->rule, "INT3") || !strcmp(r->rule, "UD");
}

static unsigned int cpu_features(void)
{
	static const struct {
		unsigned int feature, have;
	} table[] = {
		{ X86_FEATURE_MOVBE, CPU_MOVBE },
		{ X86_FEATURE_POPCNT, CPU_POPCNT },
		{ X86_FEATURE_ABM, CPU_LZCNT },
		{ X86_FEATURE_BMI1, CPU_BMI1 },
		{ X86_FEATURE_BMI2, CPU_BMI2 },
		{ X86_FEATURE_ADX, CPU_ADX },
		{ X86_FEATURE_SSSE3, CPU_SSSE3 },
		{ X86_FEATURE_XMM4_1, CPU_SSE41 },
		{ X86_FEATURE_XMM4_2, CPU_SSE42 },
		{ X86_FEATURE_AVX, CPU_AVX },
		{ X86_FEATURE_AVX2, CPU_AVX2 },
		{ X86_FEATURE_FMA, CPU_FMA },
		{ X86_FEATURE_AVX512VL, CPU_AVX512VL },
		{ X86_FEATURE_CX16, CPU_CX16 },
		{ X86_FEATURE_AES, CPU_AES },
		{ X86_FEATURE_SHA_NI, CPU_SHA },
		{ X86_FEATURE_SMAP, CPU_SMAP },
		{ X86_FEATURE_CLWB, CPU_CLWB },
		{ X86_FEATURE_OSXSAVE, CPU_XSAVE },
	};
	unsigned int found = 0;
	int i;

	for (i = 0; i < ARRAY_SIZE(table); i++)
		if (boot_cpu_has(table[i].feature))
			found |= table[i].have;
	return found;
}

extern const struct insn_case insn_shift1[], insn_shift1_end[], insn_shift2[],
	insn_shift2_end[], insn_shift3[], insn_shift3_end[], insn_shift4[],
	insn_shift4_end[];

static const struct table tables[5] = {
	{ insn_cases, insn_cases_end }, { insn_shift1, insn_shift1_end },
	{ insn_shift2, insn_shift2_end }, { insn_shift3, insn_shift3_end },
	{ insn_shift4, insn_shift4_end },
};

static bool is_jump_at(const unsigned char *text)
{
	return *text == 0xe9;
}

#endif /* INSN_CPU_H */
