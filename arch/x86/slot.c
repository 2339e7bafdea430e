// SPDX-License-Identifier: GPL-2.0
/* x86: the code in an out-of-line slot. */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/cache.h>
#include <asm/text-patching.h>

#include <internal/arch.h>

#define PUSH_IMM32	0x68
#define PUSH_IMM32_SIZE	5

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
		return ret < 0 ? ret : 0;
	}
	ret = put_copy(insn, bytes, addr, to, slot + PUSH_IMM32_SIZE);
	set_group5(insn, to, GROUP5_JMP);
	return ret;
}

static int build_boosted(const struct kp_arch_insn *insn, const u8 *bytes,
			 unsigned long addr, unsigned long slot, u8 *buf)
{
	int ret;

	if (insn->form == KP_X86_CALL_MEM)
		return build_boosted_call(insn, bytes, addr, slot, buf);
	ret = put_copy(insn, bytes, addr, buf, slot);
	if (ret || insn->form == KP_X86_JMP_MEM)
		return ret;
	return put_jump(buf + insn->len, slot + insn->len, addr + insn->len);
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
