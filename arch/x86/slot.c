// SPDX-License-Identifier: GPL-2.0
/* x86: instructions that run elsewhere, and the code in an out-of-line slot. */
#include <linux/bug.h>
#include <linux/cache.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/string.h>
#include <asm/segment.h>
#include <asm/text-patching.h>

#include <arch/contract.h>

#include <kp_arch_hit.h>
#include <kp_x86_relocate.h>

#define PUSH_IMM32	0x68
#define PUSH_IMM32_SIZE	5
#define JCC32_OPCODE	0x80
#define JCC32_SIZE	6

/* ModRM of the instructions that share opcode 0xff, by what they do. */
enum group5 {
	GROUP5_JMP = 4,
	GROUP5_PUSH = 6,
};

static void set_group5(const struct kp_arch_insn *insn, u8 *code,
		       enum group5 what)
{
	u8 *modrm = code + insn->opcode_offset + 1;

	*modrm = (*modrm & ~(7 << 3)) | what << 3;
}

/* Put @value where four bytes at @to are read as a signed number. */
static int put_s32(u8 *to, long value)
{
	s32 truncated = value;

	if (truncated != value)
		return -ERANGE;
	memcpy(to, &truncated, sizeof(truncated));
	return 0;
}

/* A jump at @at, with its displacement at @to. */
static int put_jump(u8 *to, unsigned long at, unsigned long target)
{
	*to = JMP32_INSN_OPCODE;
	return put_s32(to + 1, target - (at + JMP32_INSN_SIZE));
}

/* Copy the instruction to @to, to run at @at, with its displacement mended. */
static int put_copy(const struct kp_arch_insn *insn, const u8 *bytes,
		    unsigned long addr, u8 *to, unsigned long at)
{
	s32 disp;

	memcpy(to, bytes, insn->len);
	if (!insn->disp_offset)
		return 0;
	memcpy(&disp, bytes + insn->disp_offset, sizeof(disp));
	return put_s32(to + insn->disp_offset, disp + (long)(addr - at));
}

/*
 * jmp \*mem, as at home, after a push has moved rsp: a displacement from rsp
 * grows, and is always given four bytes. Returns the length.
 */
static int put_sp_jump(const struct kp_arch_insn *insn, const u8 *bytes, u8 *to)
{
	unsigned int modrm = insn->opcode_offset + 1, disp = modrm + 2;
	unsigned int mod = bytes[modrm] >> 6;
	s32 offset = 0;

	if (disp + sizeof(offset) > KP_ARCH_MAX_INSN_SIZE)
		return -ERANGE;
	if (mod == 1)
		offset = (s8)bytes[disp];
	else if (mod == 2)
		memcpy(&offset, bytes + disp, sizeof(offset));
	memcpy(to, bytes, disp);
	to[modrm] = (to[modrm] & 0x3f) | 2 << 6;
	set_group5(insn, to, GROUP5_JMP);
	if (put_s32(to + disp, (long)offset + (long)sizeof(long)))
		return -ERANGE;
	return disp + sizeof(offset);
}

/* Push the return address at home, jump where a call through memory goes. */
static int put_call_mem(const struct kp_arch_insn *insn, const u8 *bytes,
			unsigned long addr, u8 *to, unsigned long at)
{
	int ret;

	/* the push moves rsp */
	if (insn->emulation == KP_X86_CALL_REG &&
	    insn->reg == offsetof(struct pt_regs, sp))
		return -ERANGE;
	*to = PUSH_IMM32;
	ret = put_s32(to + 1, addr + insn->len);
	if (ret)
		return ret;
	to += PUSH_IMM32_SIZE;
	if (insn->is_sp_based) {
		ret = put_sp_jump(insn, bytes, to);
	} else {
		ret = put_copy(insn, bytes, addr, to, at + PUSH_IMM32_SIZE) ?:
		      insn->len;
		set_group5(insn, to, GROUP5_JMP);
	}
	return ret < 0 ? ret : PUSH_IMM32_SIZE + ret;
}

/* Push the return address at home, jump. */
static int put_call(const struct kp_arch_insn *insn, unsigned long addr,
		    u8 *to, unsigned long at)
{
	*to = PUSH_IMM32;
	return put_s32(to + 1, addr + insn->len) ?:
	       put_jump(to + PUSH_IMM32_SIZE, at + PUSH_IMM32_SIZE,
			addr + insn->imm) ?:
	       PUSH_IMM32_SIZE + JMP32_INSN_SIZE;
}

/* Loops have short displacements only: over a jump, to a jump. */
static int put_loop(const struct kp_arch_insn *insn, const u8 *bytes,
		    unsigned long addr, u8 *to, unsigned long at)
{
	unsigned int len = insn->len + JMP8_INSN_SIZE;

	memcpy(to, bytes, insn->len);
	to[insn->len - 1] = JMP8_INSN_SIZE;
	to[insn->len] = JMP8_INSN_OPCODE;
	to[insn->len + 1] = JMP32_INSN_SIZE;
	return put_jump(to + len, at + len, addr + insn->imm) ?:
	       len + JMP32_INSN_SIZE;
}

static int put_jcc(const struct kp_arch_insn *insn, unsigned long addr, u8 *to,
		   unsigned long at)
{
	to[0] = 0x0f;
	to[1] = JCC32_OPCODE | insn->cc;
	return put_s32(to + 2, addr + insn->imm - (at + JCC32_SIZE)) ?:
	       JCC32_SIZE;
}

/**
 * kp_x86_relocate() - make an instruction run elsewhere
 * @insn: what kp_arch_decode() learnt
 * @bytes: its bytes
 * @addr: its home
 * @to: KP_X86_RELOCATED_MAX bytes for the code
 * @at: where that will run
 *
 * What is conditional goes on behind the code if it is not taken; see
 * kp_x86_goes_on().
 *
 * Return: bytes of code; -ERANGE if a displacement cannot reach from there.
 */
int kp_x86_relocate(const struct kp_arch_insn *insn, const u8 *bytes,
		    unsigned long addr, u8 *to, unsigned long at)
{
	BUILD_BUG_ON(PUSH_IMM32_SIZE + KP_ARCH_MAX_INSN_SIZE + 4 >
		     KP_X86_RELOCATED_MAX);
	BUILD_BUG_ON(KP_ARCH_MAX_INSN_SIZE + JMP8_INSN_SIZE +
		     JMP32_INSN_SIZE > KP_X86_RELOCATED_MAX);

	switch (insn->emulation) {
	case KP_X86_NOP:
		return 0;
	case KP_X86_JMP:
		return put_jump(to, at, addr + insn->imm) ?: JMP32_INSN_SIZE;
	case KP_X86_CALL:
		return put_call(insn, addr, to, at);
	case KP_X86_CALL_REG:
		return put_call_mem(insn, bytes, addr, to, at);
	case KP_X86_JCC:
		return put_jcc(insn, addr, to, at);
	case KP_X86_LOOP:
		return put_loop(insn, bytes, addr, to, at);
	}
	if (insn->form == KP_X86_CALL_MEM)
		return put_call_mem(insn, bytes, addr, to, at);
	return put_copy(insn, bytes, addr, to, at) ?: insn->len;
}

/**
 * kp_x86_is_call() - whether an instruction is a call
 * @insn: the instruction
 */
bool kp_x86_is_call(const struct kp_arch_insn *insn)
{
	return insn->emulation == KP_X86_CALL ||
	       insn->emulation == KP_X86_CALL_REG ||
	       insn->form == KP_X86_CALL_MEM;
}

/**
 * kp_x86_goes_on() - whether what follows an instruction may be next
 * @insn: the instruction
 *
 * Of a call only what it calls is.
 */
bool kp_x86_goes_on(const struct kp_arch_insn *insn)
{
	return insn->emulation != KP_X86_JMP &&
	       insn->emulation != KP_X86_JMP_REG &&
	       insn->emulation != KP_X86_RET &&
	       insn->form != KP_X86_JMP_MEM && !kp_x86_is_call(insn);
}

static int build_boosted(const struct kp_arch_insn *insn, const u8 *bytes,
			 unsigned long addr, unsigned long slot, u8 *buf)
{
	u8 code[KP_X86_RELOCATED_MAX + JMP32_INSN_SIZE];
	int len, ret;

	len = kp_x86_relocate(insn, bytes, addr, code, slot);
	if (len < 0)
		return len;
	if (kp_x86_goes_on(insn)) {
		ret = put_jump(code + len, slot + len, addr + insn->len);
		if (ret)
			return ret;
		len += JMP32_INSN_SIZE;
	}
	if (len > KP_ARCH_SLOT_CODE_SIZE)
		return -ERANGE;
	memcpy(buf, code, len);
	return 0;
}

/* Save what lies highest, as a detour does; kp_x86_post_common() saves the rest. */
static int put_post_head(u8 *to, unsigned long at, unsigned long next)
{
	const u8 head[] = {
		0x48, 0x8d, 0x64, 0x24, 0x100 - (KP_X86_DETOUR_GAP + 8),
					/* lea -gap-8(%rsp), %rsp: ss comes later */
		0x54,			/* push %rsp */
		0x9c,			/* pushfq */
		0x6a, __KERNEL_CS,	/* push cs */
		PUSH_IMM32, 0, 0, 0, 0,	/* push ip, the next instruction's */
		CALL_INSN_OPCODE,
	};
	const unsigned int ip = sizeof(head) - 1 - sizeof(s32);
	unsigned long common = (unsigned long)kp_x86_post_common;

	/* objtool would take what is worked out from it for a pointer */
	OPTIMIZER_HIDE_VAR(common);
	BUILD_BUG_ON(KP_X86_POST_HEAD + sizeof(head) + sizeof(s32) !=
		     KP_X86_POST_BACK);
	BUILD_BUG_ON(KP_X86_POST_BACK + JMP32_INSN_SIZE > KP_ARCH_POST_OWNER);
	BUILD_BUG_ON(KP_ARCH_POST_OWNER + sizeof(long) > KP_ARCH_DETOUR_SIZE);
	memcpy(to, head, sizeof(head));
	return put_s32(to + ip, next) ?:
	       put_s32(to + sizeof(head),
		       common - (at + sizeof(head) + sizeof(s32)));
}

static int build_post(const struct kp_arch_insn *insn, const u8 *bytes,
		      unsigned long addr, unsigned long slot, u8 *buf)
{
	unsigned long next = addr + insn->len;

	BUILD_BUG_ON(KP_ARCH_MAX_INSN_SIZE + JMP8_INSN_SIZE >
		     KP_ARCH_SLOT_CODE_SIZE);
	BUILD_BUG_ON(KP_ARCH_SLOT_SIZE > KP_X86_POST_HEAD);

	memset(buf, INT3_INSN_OPCODE, KP_ARCH_DETOUR_SIZE);
	buf[insn->len] = JMP8_INSN_OPCODE;
	buf[insn->len + 1] = KP_X86_POST_HEAD - (insn->len + JMP8_INSN_SIZE);
	return put_copy(insn, bytes, addr, buf, slot) ?:
	       put_post_head(buf + KP_X86_POST_HEAD, slot + KP_X86_POST_HEAD,
			     next) ?:
	       put_jump(buf + KP_X86_POST_BACK, slot + KP_X86_POST_BACK, next);
}

int kp_arch_lead_post(u8 *buf, unsigned long slot, unsigned long detour)
{
	return put_jump(buf + KP_X86_POST_BACK, slot + KP_X86_POST_BACK,
			detour + KP_ARCH_DETOUR_COPY + JMP32_INSN_SIZE);
}

unsigned long kp_arch_resume(const struct kp_arch_insn *insn,
			     unsigned long addr)
{
	if (insn->emulation == KP_X86_NOP)
		return addr + insn->len;
	if (insn->emulation == KP_X86_JMP)
		return addr + insn->imm;
	return 0;
}

static int build_step(const struct kp_arch_insn *insn, const u8 *bytes,
		      unsigned long addr, unsigned long slot, u8 *buf)
{
	int ret;

	/* a copy of a branch would count from where it is */
	if (insn->emulation)
		return -ERANGE;
	ret = put_copy(insn, bytes, addr, buf, slot);
	/* the target is pushed, for kp_arch_finish_step() */
	if (insn->form != KP_X86_COPY)
		set_group5(insn, buf, GROUP5_PUSH);
	return ret;
}

int kp_arch_build_slot(const struct kp_arch_insn *insn, const u8 *bytes,
		       unsigned long addr, unsigned long slot,
		       enum kp_slot_kind kind, u8 *buf, u8 *trap_offset,
		       const char **why)
{
	int ret;

	BUILD_BUG_ON(KP_ARCH_SLOT_CODE_SIZE <
		     KP_ARCH_MAX_INSN_SIZE + JMP32_INSN_SIZE);
	BUILD_BUG_ON(KP_ARCH_SLOT_CODE_SIZE <
		     KP_ARCH_MAX_INSN_SIZE + PUSH_IMM32_SIZE);

	memset(buf, INT3_INSN_OPCODE, KP_ARCH_SLOT_CODE_SIZE);
	*trap_offset = insn->len;
	if (kind == KP_SLOT_BOOST)
		ret = build_boosted(insn, bytes, addr, slot, buf);
	else if (kind == KP_SLOT_POST)
		ret = build_post(insn, bytes, addr, slot, buf);
	else
		ret = build_step(insn, bytes, addr, slot, buf);
	if (ret)
		*why = insn->emulation ?
		       "the instruction fits no slot" :
		       "a displacement does not reach from the slot";
	return ret;
}
