// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: the code in an out-of-line slot. No register is free there, so what
 * does not reach by a branch does not get one: KP_SLOT_BOOST is then refused,
 * and a breakpoint leads back.
 */
#include <linux/bitfield.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/moduleparam.h>
#include <linux/string.h>
#include <asm/byteorder.h>

#include <arch/contract.h>
#include <kp_arch_hit.h>

#include "detour_code.h"

#define X16		16
#define X30		30

#define B		0x14000000
#define BR_X(n)		(0xd61f0000 | (n) << 5)
#define LDR_LITERAL_X	0x58000000
#define PUSH_X16	0xf81f0ff0	/* str x16, [sp, #-16]! */
#define POP_X16		0xf84107f0	/* ldr x16, [sp], #16 */

/* Loads from [Xn], by opc and V of the load of a literal. */
static const u32 loads[] = {
	0xb9400000, 0xf9400000, 0xb9800000, 0,
	0xbd400000, 0xfd400000, 0x3dc00000, 0,
};

static bool no_reach;
module_param(no_reach, bool, 0400);
MODULE_PARM_DESC(no_reach, "for tests: as if no branch reached from slots");

/**
 * struct code - code that is being written
 * @words: the slot's
 * @num: words so far
 * @addr: where it will run
 * @literal: the word that loads the literal
 * @error: 0, or -ERANGE
 */
struct code {
	__le32 words[KP_ARCH_SLOT_CODE_SIZE / sizeof(__le32)];
	unsigned int num;
	unsigned long addr;
	unsigned int literal;
	int error;
};

static void put(struct code *code, u32 word)
{
	code->words[code->num++] = cpu_to_le32(word);
}

static void put_branch(struct code *code, unsigned long target)
{
	long distance = target - (code->addr + code->num * sizeof(u32));

	if (no_reach || distance != sign_extend64(distance, 27))
		code->error = -ERANGE;
	put(code, B | ((distance >> 2) & GENMASK(25, 0)));
}

/* ldr Xreg of a literal that end_code() puts behind the code. */
static void put_load_literal(struct code *code, unsigned int reg)
{
	code->literal = code->num;
	put(code, LDR_LITERAL_X | reg);
}

/* The last thing: the literal, at an address that is a multiple of 8. */
static void end_code(struct code *code, unsigned long literal)
{
	unsigned int at = ALIGN(code->num, 2);

	code->words[code->literal] |=
		cpu_to_le32((at - code->literal) << 5);
	memcpy(&code->words[at], &literal, sizeof(literal));
}

/* What follows the instruction: the way back. */
static void put_end(struct code *code, enum kp_slot_kind kind,
		    unsigned long next, u8 *trap_offset)
{
	*trap_offset = code->num * sizeof(u32);
	if (kind == KP_SLOT_BOOST)
		put_branch(code, next);
	else if (kind == KP_SLOT_POST)
		put_branch(code, code->addr + KP_ARM64_POST_HEAD);
	else
		put(code, KP_ARM64_BRK);
}

/* The branch itself, over the way on, to the way to its target. */
static void put_conditional(struct code *code, const struct kp_arch_insn *insn,
			    u32 word, unsigned long next)
{
	u32 offset = 2 << 5;

	if (insn->emulation == KP_ARM64_TBZ)
		put(code, (word & ~GENMASK(18, 5)) | offset);
	else
		put(code, (word & ~GENMASK(23, 5)) | offset);
	put_branch(code, next);
	put_branch(code, insn->target);
}

/*
 * A call by another instruction than a call: what it leads to may insist on a
 * landing pad for calls.
 */
static bool can_call_by_branch(void)
{
	return !IS_ENABLED(CONFIG_ARM64_BTI_KERNEL);
}

static void put_emulated(struct code *code, const struct kp_arch_insn *insn,
			 u32 word, enum kp_slot_kind kind, unsigned long next,
			 u8 *trap_offset)
{
	switch (insn->emulation) {
	case KP_ARM64_NOP:
		put_end(code, kind, next, trap_offset);
		return;
	case KP_ARM64_ADR:
		put_load_literal(code, insn->reg);
		put_end(code, kind, next, trap_offset);
		end_code(code, insn->target);
		return;
	case KP_ARM64_BL:
		put_load_literal(code, X30);
		put_branch(code, insn->target);
		end_code(code, next);
		return;
	case KP_ARM64_BLR:
		if (insn->reg == X30 || !can_call_by_branch())
			code->error = -ERANGE;
		put_load_literal(code, X30);
		put(code, BR_X(insn->reg));
		end_code(code, next);
		return;
	case KP_ARM64_BR:
		put(code, word);
		return;
	default:
		put_conditional(code, insn, word, next);
	}
}

/* By x16 where the register itself cannot hold the address. */
static void put_literal(struct code *code, const struct kp_arch_insn *insn,
			u32 word, enum kp_slot_kind kind, unsigned long next,
			u8 *trap_offset)
{
	bool is_simd = word & BIT(26);
	unsigned int base = insn->reg;

	if (is_simd || insn->reg == 31)
		base = X16;
	if (base != insn->reg)
		put(code, PUSH_X16);
	put_load_literal(code, base);
	put(code, loads[is_simd << 2 | word >> 30] | base << 5 | insn->reg);
	if (base != insn->reg)
		put(code, POP_X16);
	put_end(code, kind, next, trap_offset);
	end_code(code, insn->target);
}

static void put_auth_call(struct code *code, u32 word, unsigned long next)
{
	unsigned int modifier = word & BIT(24) ? word & 31 : 31;

	if (((word >> 5) & 31) == X30 || modifier == X30 ||
	    !can_call_by_branch())
		code->error = -ERANGE;
	put_load_literal(code, X30);
	/* blraa to braa */
	put(code, word & ~BIT(21));
	end_code(code, next);
}

static void put_insn(struct code *code, const struct kp_arch_insn *insn,
		     u32 word, enum kp_slot_kind kind, unsigned long next,
		     u8 *trap_offset)
{
	if (insn->emulation && kind == KP_SLOT_STEP) {
		/* emulated behind the breakpoint */
		put_end(code, kind, next, trap_offset);
		return;
	}
	if (insn->emulation) {
		put_emulated(code, insn, word, kind, next, trap_offset);
		return;
	}
	switch (insn->form) {
	case KP_ARM64_LITERAL:
		put_literal(code, insn, word, kind, next, trap_offset);
		return;
	case KP_ARM64_AUTH_BRANCH:
	case KP_ARM64_AUTH_CALL:
		/* nothing stops it behind */
		if (kind == KP_SLOT_STEP)
			code->error = -ERANGE;
		if (insn->form == KP_ARM64_AUTH_CALL)
			put_auth_call(code, word, next);
		else
			put(code, word);
		return;
	}
	put(code, word);
	put_end(code, kind, next, trap_offset);
}

unsigned long kp_arch_resume(const struct kp_arch_insn *insn,
			     unsigned long addr)
{
	if (insn->emulation == KP_ARM64_NOP)
		return addr + insn->len;
	if (insn->emulation == KP_ARM64_B)
		return insn->target;
	return 0;
}

/**
 * struct post - what KP_ARM64_POST_HEAD is the offset of
 * @call: calls @common
 * @next: branches home
 * @common: kp_arm64_post_common(), or what does the same
 * @pp: the probepoint, which is added later
 */
struct post {
	struct kp_arm64_call call;
	__le32 next[2];
	unsigned long common;
	const struct probepoint *pp;
};

static int build_post(unsigned long slot, unsigned long next, u8 *buf)
{
	struct code code = {
		.addr = slot + KP_ARM64_POST_HEAD + offsetof(struct post, next),
	};
	struct post post = {
		.call = kp_arm64_build_call(offsetof(struct post, common)),
		.common = kp_arm64_pick_common(kp_arm64_post_plain,
					       kp_arm64_post_dit,
					       kp_arm64_post_common),
	};

	BUILD_BUG_ON(KP_ARM64_POST_HEAD + offsetof(struct post, call.back) !=
		     KP_ARM64_POST_BACK);
	BUILD_BUG_ON(KP_ARM64_POST_HEAD + offsetof(struct post, common) !=
		     KP_ARM64_POST_COMMON);
	BUILD_BUG_ON(KP_ARM64_POST_HEAD + offsetof(struct post, pp) !=
		     KP_ARCH_POST_OWNER);
	BUILD_BUG_ON(KP_ARM64_POST_HEAD + sizeof(post) > KP_ARCH_DETOUR_SIZE);

	put_branch(&code, next);
	post.next[0] = code.words[0];
	memset(buf + KP_ARCH_SLOT_CODE_SIZE, 0,
	       KP_ARCH_DETOUR_SIZE - KP_ARCH_SLOT_CODE_SIZE);
	memcpy(buf + KP_ARM64_POST_HEAD, &post, sizeof(post));
	return code.error;
}

int kp_arch_build_slot(const struct kp_arch_insn *insn, const u8 *bytes,
		       unsigned long addr, unsigned long slot,
		       enum kp_slot_kind kind, u8 *buf, u8 *trap_offset,
		       const char **why)
{
	/* zero is an instruction that is undefined for ever */
	struct code code = { .addr = slot };
	__le32 word;

	BUILD_BUG_ON(sizeof(code.words) != KP_ARCH_SLOT_CODE_SIZE);
	memcpy(&word, bytes, sizeof(word));
	put_insn(&code, insn, le32_to_cpu(word), kind, addr + insn->len,
		 trap_offset);
	memcpy(buf, code.words, sizeof(code.words));
	if (kind == KP_SLOT_POST && build_post(slot, addr + insn->len, buf))
		code.error = -ERANGE;
	if (code.error)
		*why = kind != KP_SLOT_STEP ?
		       "a branch does not reach from the slot" :
		       "a branch that cannot have a post_handler";
	return code.error;
}

/**
 * kp_arm64_relocate() - an instruction for elsewhere, with the way back
 * @insn: result of kp_arch_decode()
 * @bytes: its original bytes
 * @addr: its home
 * @to: where it will run, a multiple of 8
 * @buf: KP_ARCH_SLOT_CODE_SIZE bytes, filled completely
 *
 * Return: 0; -ERANGE if something does not reach from @to, or cannot.
 */
int kp_arm64_relocate(const struct kp_arch_insn *insn, const u8 *bytes,
		      unsigned long addr, unsigned long to, u8 *buf)
{
	unsigned long resume = kp_arch_resume(insn, addr);
	struct code code = { .addr = to };
	const char *why;
	u8 unused;

	if (!resume)
		return kp_arch_build_slot(insn, bytes, addr, to, KP_SLOT_BOOST,
					  buf, &unused, &why);
	put_branch(&code, resume);
	memcpy(buf, code.words, sizeof(code.words));
	return code.error;
}
