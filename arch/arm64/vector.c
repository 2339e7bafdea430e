// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: a call of our own in the kernel's vector code. The vector of exceptions of the
 * kernel saves the registers and calls el1h_64_sync_handler(); that bl is replaced by
 * another, which leads to us (vector_entry.S). Both may be executed while one replaces
 * the other (Arm Architecture Reference Manual, B2.2.5). The ways of brk_entry.c stay
 * where they are, for all that is handed on.
 *
 * An erratum has the kernel step one instruction of its own at system calls
 * (cortex_a76_erratum_1463225_debug_handler()). No probe can be there, and steps are
 * handed on.
 */
#include <linux/bitops.h>
#include <linux/moduleparam.h>
#include <linux/string.h>
#include <asm/byteorder.h>

#include <arch/contract.h>
#include <hit/own_entry.h>
#include <kernel/ksyms.h>
#include <kp_arch_types.h>
#include <text/exec_mem.h>
#include <text/text.h>

#include "brk_entry.h"
#include "vector.h"

#define VECTOR		"el1h_64_sync"
#define HANDLER		"el1h_64_sync_handler"

#define INSN_SIZE	4
#define LDR_X16_LITERAL(distance) (0x58000010 | (distance) / 4 << 5)
#define BR_X16		0xd61f0200
#define BL		0x94000000
#define BL_MASK		0xfc000000

static bool wanted = true;
module_param_named(vector_call, wanted, bool, 0444);
MODULE_PARM_DESC(vector_call, "Take breakpoints by a call of our own in the kernel's vector code, where that is possible");

/**
 * struct veneer - kprobes.ko may be out of the bl's reach
 * @code: jumps to @to
 * @to: kp_arm64_vector()
 */
struct veneer {
	__le32 code[2];
	unsigned long to;
};

static struct veneer *veneer;
/* Where the bl is; what was there, and what we have written. */
static unsigned long home;
static __le32 original, ours;
static const char *why_not = "vector_call=0";

static u32 bl_to(unsigned long from, unsigned long to)
{
	return BL | (((to - from) / INSN_SIZE) & ~BL_MASK);
}

/* The only bl of the vector that leads there, or 0. */
static unsigned long find_bl(unsigned long vector, unsigned long to)
{
	unsigned long size, offset, at, found = 0;

	if (!kp_ksyms.kallsyms_lookup_size_offset(vector, &size, &offset) ||
	    offset)
		return 0;
	for (at = vector; at < vector + size; at += INSN_SIZE) {
		if (le32_to_cpu(*(const __le32 *)at) != bl_to(at, to))
			continue;
		if (found)
			return 0;
		found = at;
	}
	return found;
}

static int build(void)
{
	struct veneer code = {
		.code = {
			cpu_to_le32(LDR_X16_LITERAL(offsetof(struct veneer,
							     to))),
			cpu_to_le32(BR_X16),
		},
		.to = (unsigned long)kp_arm64_vector,
	};
	unsigned long to = (unsigned long)veneer;

	if (to - home != sign_extend64(to - home, 27))
		return -ERANGE;
	memcpy(veneer, &code, sizeof(code));
	return kp_exec_seal(veneer, PAGE_SIZE);
}

/* NULL if the bl leads to us, or why it does not. */
static const char *take_vector(void)
{
	unsigned long vector = kp_ksyms_lookup(VECTOR);
	unsigned long to = kp_ksyms_lookup(HANDLER);
	const char *why = kp_own_entry_why();

	if (why)
		return why;
	if (!vector || !to)
		return "the kernel's vector is not known";
	home = find_bl(vector, to);
	if (!home)
		return "the call in the kernel's vector is not known";
	/* we go on there by an indirect jump */
	if (IS_ENABLED(CONFIG_ARM64_BTI_KERNEL) &&
	    !kp_arm64_is_landing_pad((const u8 *)to))
		return "the kernel's function is no landing pad";
	veneer = kp_exec_alloc(PAGE_SIZE, home);
	if (!veneer)
		return "no memory within reach";
	kp_arm64_vector_kernel = to;
	original = *(const __le32 *)home;
	ours = cpu_to_le32(bl_to(home, (unsigned long)veneer));
	if (!build() && !kp_text_replace(home, &original, &ours, INSN_SIZE))
		return NULL;
	kp_exec_free(veneer, PAGE_SIZE);
	return "text cannot be written";
}

/**
 * kp_arm64_vector_init() - take breakpoints straight from the vector, if we may
 *
 * If not, they come by the ways of brk_entry.c, as without it.
 *
 * Context: process context, module init.
 */
void kp_arm64_vector_init(void)
{
	if (wanted)
		why_not = take_vector();
}

/**
 * kp_arm64_vector_exit() - take them no more
 *
 * When it returns no CPU is in vector_entry.S, and none comes there: all are stopped for
 * each write, and interrupts are off from the bl to where we are left again.
 *
 * Context: process context, module exit.
 */
void kp_arm64_vector_exit(void)
{
	__le32 past;

	if (why_not)
		return;
	if (!kp_text_replace(home, &ours, &original, INSN_SIZE)) {
		kp_exec_free(veneer, PAGE_SIZE);
		return;
	}
	/* whoever has the bl to it now is led to the kernel's function */
	kp_arch_jump((u8 *)&past, (unsigned long)veneer, kp_arm64_vector_kernel);
	pr_warn("somebody else has written over the call in the kernel's vector: it stays so, and leads past us\n");
	if (kp_text_replace((unsigned long)veneer, &veneer->code[0], &past,
			    INSN_SIZE))
		pr_emerg("the kernel's vector leads into what is unloaded\n");
}

/**
 * kp_arm64_vector_why() - for `stats`
 *
 * Return: why breakpoints are not taken straight from the vector; NULL if they are.
 */
const char *kp_arm64_vector_why(void)
{
	return why_not;
}
