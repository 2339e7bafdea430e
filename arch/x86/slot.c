// SPDX-License-Identifier: GPL-2.0
/* x86: the code in an out-of-line slot. */
#include <linux/cache.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/string.h>
#include <asm/text-patching.h>

#include <internal/arch.h>

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

/* call \*mem: push the return address at home, jump. */
static int build_boosted_call(const struct kp_arch_insn *insn, const u8 *bytes,
			      unsigned long addr, unsigned long slot, u8 *buf)
{
	u8 *to = buf + PUSH_IMM32_SIZE;
	int ret;

	*buf = PUSH_IMM32;
	ret = put_s32(buf + 1, addr + insn->len);
	if (ret)
		return ret;
	if (insn->is_sp_based) {
		ret = put_sp_jump(insn, bytes, to);
		return min(ret, 0);
	}
	ret = put_copy(insn, bytes, addr, to, slot + PUSH_IMM32_SIZE);
	set_group5(insn, to, GROUP5_JMP);
	return ret;
}

/* Take the branch to @target at @at, else go on behind it. */
static int put_conditional(const struct kp_arch_insn *insn, const u8 *bytes,
			   unsigned long addr, unsigned long slot, u8 *buf)
{
	unsigned long target = addr + insn->imm;
	u8 *to = buf + insn->len;

	if (insn->emulation == KP_X86_JCC) {
		buf[0] = 0x0f;
		buf[1] = JCC32_OPCODE | insn->cc;
		return put_s32(buf + 2, target - (slot + JCC32_SIZE)) ?:
		       put_jump(buf + JCC32_SIZE, slot + JCC32_SIZE,
				addr + insn->len);
	}
	/* loops have short displacements only: over a jump, to a jump */
	if (insn->len + JMP8_INSN_SIZE + 2 * JMP32_INSN_SIZE >
	    KP_ARCH_SLOT_CODE_SIZE)
		return -ERANGE;
	memcpy(buf, bytes, insn->len);
	to[-1] = JMP8_INSN_SIZE;
	*to++ = JMP8_INSN_OPCODE;
	*to++ = JMP32_INSN_SIZE;
	return put_jump(to, slot + (to - buf), target) ?:
	       put_jump(to + JMP32_INSN_SIZE,
			slot + (to - buf) + JMP32_INSN_SIZE, addr + insn->len);
}

/* call rel32: push the return address at home, jump. */
static int build_direct_call(const struct kp_arch_insn *insn,
			     unsigned long addr, unsigned long slot, u8 *buf)
{
	*buf = PUSH_IMM32;
	return put_s32(buf + 1, addr + insn->len) ?:
	       put_jump(buf + PUSH_IMM32_SIZE, slot + PUSH_IMM32_SIZE,
			addr + insn->imm);
}

static int build_boosted(const struct kp_arch_insn *insn, const u8 *bytes,
			 unsigned long addr, unsigned long slot, u8 *buf)
{
	switch (insn->emulation) {
	case KP_X86_CALL:
		return build_direct_call(insn, addr, slot, buf);
	case KP_X86_CALL_REG:
		/* the push moves rsp */
		if (insn->reg == offsetof(struct pt_regs, sp))
			return -ERANGE;
		return build_boosted_call(insn, bytes, addr, slot, buf);
	case KP_X86_JCC:
	case KP_X86_LOOP:
		return put_conditional(insn, bytes, addr, slot, buf);
	}
	if (insn->form == KP_X86_CALL_MEM)
		return build_boosted_call(insn, bytes, addr, slot, buf);
	return put_copy(insn, bytes, addr, buf, slot) ?:
	       put_jump(buf + insn->len, slot + insn->len, addr + insn->len);
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
	if (kind == KP_SLOT_BOOST) {
		ret = build_boosted(insn, bytes, addr, slot, buf);
	} else {
		ret = put_copy(insn, bytes, addr, buf, slot);
		/* the target is pushed, for kp_arch_finish_step() */
		if (insn->form != KP_X86_COPY)
			set_group5(insn, buf, GROUP5_PUSH);
	}
	if (ret)
		*why = "a displacement does not reach from the slot";
	return ret;
}
