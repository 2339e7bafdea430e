// SPDX-License-Identifier: GPL-2.0
/*
 * powerpc: a call of our own in the kernel's code for program checks. That saves the
 * registers and calls program_check_exception(); its bl is replaced by another, which leads
 * to us (vector_entry.S). The notifier of trap.c stays where it is, for all that is
 * handed on.
 */
#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/moduleparam.h>
#include <linux/ptrace.h>
#include <linux/string.h>

#include <arch/contract.h>
#include <compat/stack_frame.h>
#include <hit/own_entry.h>
#include <kernel/ksyms.h>
#include <kp_arch_hit.h>
#include <text/exec_mem.h>
#include <text/text.h>

#include "vector.h"

#define HANDLER		"program_check_exception"
#define FAST_RETURN	"fast_interrupt_return_srr"
#define RETURN		"interrupt_return_srr"

#define LK		1
#define BL		0x48000001
#define BL_MASK		0xfc000003
#define BL_TARGET	0x03fffffc
#define ADDI_R3_R1(n)	(0x38610000 | (n))
#define LD(r, offset)	(0xe8010000 | (r) << 21 | (offset))	/* (r1) */

/* Registers that C functions leave as they are. */
#define FIRST_NVGPR	14
#define BEHIND_NVGPRS	32

/* The smallest segment: the kernel's are always in the SLB. */
#define SEGMENT_SHIFT	28

#define MAX_WORDS	128

static bool wanted = true;
module_param_named(vector_call, wanted, bool, 0444);
MODULE_PARM_DESC(vector_call, "Take breakpoints by a call of our own in the kernel's vector code, where that is possible");

static void *veneer;
/* Where the bl is; what was there, what we have written, and where it led to. */
static unsigned long home;
static u32 original, ours;
static unsigned long kernels;
static const char *why_not = "vector_call=0";

/* What follows the call: registers are loaded, or the way out does that; and the way out. */
static bool is_returning(const u32 *word)
{
	unsigned long target = 0;
	int r, offset;

	for (r = FIRST_NVGPR; r < BEHIND_NVGPRS; r++) {
		offset = STACK_FRAME_OVERHEAD + offsetof(struct pt_regs, gpr[r]);
		if (*word != LD(r, offset))
			break;
		word++;
	}
	if (r != FIRST_NVGPR && r != BEHIND_NVGPRS)
		return false;
	kp_arch_branch_target((unsigned long)word, sizeof(*word), &target);
	return target && target == kp_ksyms_lookup(RETURN);
}

/* The only bl of the kernel's assembly that leads there, or 0. */
static unsigned long find_bl(unsigned long to)
{
	unsigned long at = kp_ksyms_lookup("_stext");
	unsigned long end = kp_ksyms_lookup("__end_soft_masked"), found = 0;
	unsigned long local, target;
	bool on_entry;

	if (!at || !to)
		return 0;
	local = kp_arch_adjust_entry(to, 0, &on_entry);
	for (; at < end; at += sizeof(u32)) {
		u32 word = *(const u32 *)at;

		if ((word & BL_MASK) != BL)
			continue;
		target = at + sign_extend64(word & BL_TARGET, 25);
		if (target != to && target != local)
			continue;
		if (found)
			return 0;
		found = at;
		kernels = target;
	}
	return found;
}

static bool is_as_known(const u32 *bl)
{
	return bl[-1] == ADDI_R3_R1(STACK_FRAME_OVERHEAD) && is_returning(bl + 1);
}

/* b at one word of the copy. */
static void put_branch(u32 *code, const u32 *at, unsigned long to)
{
	unsigned long i = at - kp_ppc_veneer;

	kp_arch_jump((u8 *)&code[i], (unsigned long)veneer + i * sizeof(u32), to);
}

static kp_ppc_vector_fn on_trap;

static int write_veneer(unsigned long leave)
{
	unsigned long num = kp_ppc_veneer_end - kp_ppc_veneer;
	unsigned long to = (unsigned long)on_trap;
	u32 code[MAX_WORDS], *load;
	struct kp_code copy = {
		.addr = (unsigned long)veneer,
		.len = num * sizeof(u32),
		.bytes = (const u8 *)code,
	};

	if (num > ARRAY_SIZE(code))
		return -E2BIG;
	memcpy(code, kp_ppc_veneer, copy.len);
	load = &code[kp_ppc_veneer_load - kp_ppc_veneer];
	load[0] |= to >> 48;
	load[1] |= to >> 32 & 0xffff;
	load[3] |= to >> 16 & 0xffff;
	load[4] |= to & 0xffff;
	put_branch(code, kp_ppc_veneer_leave, leave);
	put_branch(code, kp_ppc_veneer_kernel, kernels);
	return kp_text_write_slots(&copy, 1);
}

static bool is_near(unsigned long leave)
{
	unsigned long at = (unsigned long)veneer;

	return kp_arch_exec_is_sealed(veneer) && kp_arch_reaches(at, home) &&
	       kp_arch_reaches(at, kernels) && kp_arch_reaches(at, leave) &&
	       at >> SEGMENT_SHIFT == home >> SEGMENT_SHIFT;
}

static int take_bl(unsigned long leave)
{
	int ret = write_veneer(leave);

	if (ret)
		return ret;
	original = *(const u32 *)home;
	kp_arch_jump((u8 *)&ours, home, (unsigned long)veneer);
	ours |= LK;
	return kp_text_replace(home, &original, &ours, sizeof(ours));
}

/* NULL if the bl leads to us, or why it does not. */
static const char *take_vector(void)
{
	unsigned long leave = kp_ksyms_lookup(FAST_RETURN);
	const char *why = kp_own_entry_why();

	if (why)
		return why;
	/* what is done at exceptions is elsewhere then */
	if (IS_ENABLED(CONFIG_GENERIC_IRQ_ENTRY))
		return "the kernel's generic entry is told of exceptions";
	home = find_bl(kp_ksyms_lookup(HANDLER));
	if (!home || !is_as_known((const u32 *)home))
		return "the call in the kernel's vector is not known";
	if (!leave)
		return "the kernel's way out is not known";
	veneer = kp_exec_alloc(PAGE_SIZE, home);
	why = "no memory within reach";
	if (veneer && is_near(leave)) {
		if (!take_bl(leave))
			return NULL;
		why = "text cannot be written";
	}
	kp_exec_free(veneer, PAGE_SIZE);
	return why;
}

/**
 * kp_ppc_vector_init() - take breakpoints straight from the vector, if we may
 * @trap: what is called there
 *
 * If not, they come by the notifier, as without it.
 *
 * Context: process context, module init.
 */
void kp_ppc_vector_init(kp_ppc_vector_fn trap)
{
	on_trap = trap;
	if (wanted)
		why_not = take_vector();
}

/**
 * kp_ppc_vector_exit() - take them no more
 *
 * When it returns no CPU is in vector_entry.S, and none comes there: all are interrupted
 * after each write, and interrupts are off from the bl to where we are left again.
 *
 * Context: process context, module exit.
 */
void kp_ppc_vector_exit(void)
{
	u32 past;

	if (why_not)
		return;
	if (!kp_text_replace(home, &ours, &original, sizeof(ours))) {
		kp_exec_free(veneer, PAGE_SIZE);
		return;
	}
	/* whoever has the bl to it now is led to the kernel's function */
	kp_arch_jump((u8 *)&past, (unsigned long)veneer, kernels);
	pr_warn("somebody else has written over the call in the kernel's vector: it stays so, and leads past us\n");
	if (kp_text_replace((unsigned long)veneer, kp_ppc_veneer, &past, sizeof(past)))
		pr_emerg("the kernel's vector leads into what is unloaded\n");
}

/**
 * kp_ppc_vector_why() - for `stats`
 *
 * Return: why breakpoints are not taken straight from the vector; NULL if they are.
 */
const char *kp_ppc_vector_why(void)
{
	return why_not;
}
