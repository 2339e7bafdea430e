// SPDX-License-Identifier: GPL-2.0
/*
 * x86: bytes in, verdict out: an instruction is refused, emulated, or left to
 * run in a slot.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/stddef.h>
#include <linux/string.h>

#include <arch/contract.h>

#include <kp_x86_split.h>

static const char *const reasons[NR_REFUSALS] = {
	[REFUSE_TRUNCATED] = "the instruction does not end where the text does",
	[REFUSE_TOO_LONG] = "the instruction would be longer than 15 bytes",
	[REFUSE_UNDEFINED] = "no such instruction in 64-bit mode",
	[REFUSE_MISREAD] = "the length of the instruction is not certain",
	[REFUSE_VEX_PREFIX] = "a prefix that is not allowed before VEX or EVEX",
	[REFUSE_LOCK] = "a lock prefix on an instruction that takes none",
	[REFUSE_INT3] = "a breakpoint is there",
	[REFUSE_INT] = "a software interrupt",
	[REFUSE_UD] = "an undefined instruction, as WARN and BUG use it",
	[REFUSE_IRET] = "a return from an interrupt",
	[REFUSE_FAR] = "a far call, jump or return",
	[REFUSE_SYSCALL] = "enters or leaves the kernel",
	[REFUSE_GS] = "changes the GS base",
	[REFUSE_TABLES] = "loads a table that breakpoints depend on",
	[REFUSE_SS] = "loads the stack segment",
	[REFUSE_VIRT] = "enters a virtual machine or another processor mode",
	[REFUSE_SGX] = "an SGX instruction",
	[REFUSE_XBEGIN] = "starts a transaction, which a breakpoint aborts",
	[REFUSE_BRANCH_SIZE] = "a branch whose operand size depends on the vendor",
	[REFUSE_BRANCH_REP] = "a branch with a repeat prefix",
	[REFUSE_AFTER_STI] = "follows sti, which holds off interrupts before it",
	[REFUSE_AFTER_SS] = "follows a load of the stack segment",
	[REFUSE_STI_WAIT] = "sti that holds off interrupts before the next one",
	[REFUSE_STI_END] = "sti, and what follows it is not known",
};

/* Intel SDM volume 2, "LOCK": these and no others, and only on memory. */
static bool takes_lock(const struct kp_x86_split *s)
{
	if (s->mod == 3)
		return false;
	if (s->map == MAP_ONE_BYTE) {
		switch (s->op) {
		case 0x00 ... 0x37:
			return (s->op & 7) <= 1;
		case 0x80 ... 0x83:
			return s->reg != 7;
		case 0x86 ... 0x87:
			return true;
		case 0xf6 ... 0xf7:
			return s->reg == 2 || s->reg == 3;
		case 0xfe ... 0xff:
			return s->reg <= 1;
		}
	} else if (s->map == MAP_0F) {
		switch (s->op) {
		case 0xab:
		case 0xb3:
		case 0xbb:
		case 0xb0 ... 0xb1:
		case 0xc0 ... 0xc1:
			return true;
		case 0xba:
			return s->reg >= 5;
		case 0xc7:
			return s->reg == 1;
		}
	}
	return false;
}

static enum refusal refuse_one_byte(const struct kp_x86_split *s)
{
	switch (s->op) {
	case 0x8e:
		if (s->reg == 2)
			return REFUSE_SS;
		return s->reg == 5 ? REFUSE_GS : ACCEPT;
	case 0xc7:
		return s->reg ? REFUSE_XBEGIN : ACCEPT;
	case 0xca:
	case 0xcb:
		return REFUSE_FAR;
	case 0xcc:
		return REFUSE_INT3;
	case 0xcd:
	case 0xf1:
		return REFUSE_INT;
	case 0xcf:
		return REFUSE_IRET;
	case 0xff:
		return s->reg == 3 || s->reg == 5 ? REFUSE_FAR : ACCEPT;
	}
	return ACCEPT;
}

/* 0f 01; with a register operand it is a table of its own. */
static enum refusal refuse_group7(const struct kp_x86_split *s)
{
	/* lgdt, lidt */
	if (s->mod != 3)
		return s->reg == 2 || s->reg == 3 ? REFUSE_TABLES : ACCEPT;
	switch (s->modrm) {
	case 0xc0:		/* enclv */
	case 0xcf:		/* encls, seamcall */
	case 0xd7:		/* enclu */
		return REFUSE_SGX;
	case 0xc2:		/* vmlaunch */
	case 0xc3:		/* vmresume */
	case 0xcd:		/* seamret */
	case 0xce:		/* seamops */
	case 0xd8:		/* vmrun */
	case 0xde:		/* skinit */
		return REFUSE_VIRT;
	case 0xca:		/* clac, or with a prefix erets, eretu */
		return s->prefixes & (PREFIX_REPE | PREFIX_REPNE) ?
			REFUSE_IRET : ACCEPT;
	case 0xec:		/* uiret */
		return s->prefixes & PREFIX_REPE ? REFUSE_IRET : ACCEPT;
	case 0xda:		/* vmload */
	case 0xf8:		/* swapgs */
		return REFUSE_GS;
	}
	return ACCEPT;
}

static enum refusal refuse_two_byte(const struct kp_x86_split *s)
{
	switch (s->op) {
	case 0x01:
		return refuse_group7(s);
	case 0x05:
	case 0x07:
	case 0x34:
	case 0x35:
		return REFUSE_SYSCALL;
	case 0x0b:
	case 0xb9:
	case 0xff:
		return REFUSE_UD;
	case 0x37:		/* getsec */
	case 0xaa:		/* rsm */
		return REFUSE_VIRT;
	case 0xa9:
	case 0xb5:
		return REFUSE_GS;
	case 0xb2:
		return REFUSE_SS;
	case 0xae:		/* wrgsbase */
		return s->mod == 3 && s->reg == 3 &&
		       s->prefixes & PREFIX_REPE ? REFUSE_GS : ACCEPT;
	}
	return ACCEPT;
}

/* The one behind sti still runs without interrupts, here but not in a slot. */
static enum refusal refuse_sti(const u8 *next, size_t avail)
{
	struct kp_x86_split s;

	if (kp_x86_split(&s, next, avail) != ACCEPT)
		return REFUSE_STI_END;
	if (s.map == MAP_ONE_BYTE)
		return s.op == 0xf4 || s.op == 0xcf ? REFUSE_STI_WAIT : ACCEPT;
	if (s.map != MAP_0F)
		return ACCEPT;
	if (s.op == 0x07 || s.op == 0x35)
		return REFUSE_STI_WAIT;
	if (s.op == 0x01 && (s.modrm == 0xc9 || s.modrm == 0xfb ||
			     refuse_group7(&s) == REFUSE_VIRT))
		return REFUSE_STI_WAIT;
	return ACCEPT;
}

static enum refusal refuse_after(const u8 *prev, size_t prev_len)
{
	struct kp_x86_split s;

	if (kp_x86_split(&s, prev, prev_len) != ACCEPT || s.map != MAP_ONE_BYTE)
		return ACCEPT;
	if (s.op == 0xfb)
		return REFUSE_AFTER_STI;
	return refuse_one_byte(&s) == REFUSE_SS ? REFUSE_AFTER_SS : ACCEPT;
}

static bool is_near_branch(const struct kp_x86_split *s)
{
	if (s->map == MAP_0F)
		return (s->op & 0xf0) == 0x80;
	if (s->map != MAP_ONE_BYTE)
		return false;
	switch (s->op) {
	case 0x70 ... 0x7f:
	case 0xc2 ... 0xc3:
	case 0xe0 ... 0xe3:
	case 0xe8 ... 0xe9:
	case 0xeb:
		return true;
	case 0xff:
		return s->reg == 2 || s->reg == 4;
	}
	return false;
}

/* f2 is the bound prefix of branches but for the loops, f3 pads ret. */
static enum refusal refuse_branch(const struct kp_x86_split *s)
{
	bool is_loop = s->map == MAP_ONE_BYTE && s->op >= 0xe0 && s->op <= 0xe3;
	bool is_ret = s->map == MAP_ONE_BYTE && (s->op & 0xfe) == 0xc2;

	if (s->prefixes & PREFIX_OPSIZE)
		return REFUSE_BRANCH_SIZE;
	if (s->prefixes & PREFIX_REPE && !is_ret)
		return REFUSE_BRANCH_REP;
	if (s->prefixes & PREFIX_REPNE && is_loop)
		return REFUSE_BRANCH_REP;
	return ACCEPT;
}

static enum refusal refuse(const struct kp_x86_split *s, const u8 *bytes,
			   size_t avail)
{
	enum refusal refusal = ACCEPT;

	if (s->prefixes & PREFIX_LOCK && !takes_lock(s))
		return REFUSE_LOCK;
	if (s->map == MAP_ONE_BYTE)
		refusal = refuse_one_byte(s);
	else if (s->map == MAP_0F)
		refusal = refuse_two_byte(s);
	if (refusal == ACCEPT && is_near_branch(s))
		refusal = refuse_branch(s);
	if (refusal == ACCEPT && s->map == MAP_ONE_BYTE && s->op == 0xfb)
		refusal = refuse_sti(bytes + s->insn.length,
				     avail - s->insn.length);
	return refusal;
}

static bool is_memory_implicit(const struct kp_x86_split *s)
{
	if (s->map == MAP_ONE_BYTE) {
		switch (s->op) {
		case 0x6c ... 0x6f:	/* ins, outs */
		case 0x8e:		/* mov to a segment register */
		case 0x9b:		/* fwait */
		case 0xa0 ... 0xa7:	/* mov from and to moffs, movs, cmps */
		case 0xaa ... 0xaf:	/* stos, lods, scas */
		case 0xd7:		/* xlat */
			return true;
		}
	} else if (s->map == MAP_0F) {
		switch (s->op) {
		case 0x01:		/* monitor, xsetbv, clzero and others */
		case 0x30:		/* wrmsr */
		case 0x32:		/* rdmsr */
		case 0x33:		/* rdpmc */
		case 0xa1:		/* pop fs */
		case 0xae:		/* umonitor */
		case 0xf7:		/* maskmov */
			return true;
		}
	}
	return s->map == MAP_VEX && s->op == 0xf7;
}

static bool is_memory_operand(const struct kp_x86_split *s)
{
	return s->mod != 3 && !(s->map == MAP_ONE_BYTE && s->op == 0x8d);
}

static u8 register_offset(unsigned int number)
{
	static const u8 offsets[16] = {
		offsetof(struct pt_regs, ax), offsetof(struct pt_regs, cx),
		offsetof(struct pt_regs, dx), offsetof(struct pt_regs, bx),
		offsetof(struct pt_regs, sp), offsetof(struct pt_regs, bp),
		offsetof(struct pt_regs, si), offsetof(struct pt_regs, di),
		offsetof(struct pt_regs, r8), offsetof(struct pt_regs, r9),
		offsetof(struct pt_regs, r10), offsetof(struct pt_regs, r11),
		offsetof(struct pt_regs, r12), offsetof(struct pt_regs, r13),
		offsetof(struct pt_regs, r14), offsetof(struct pt_regs, r15),
	};

	return offsets[number];
}

/* The register that REX.B extends: in the opcode, or ModRM.rm. */
static u8 base_register(const struct kp_x86_split *s, u8 number)
{
	bool is_high = X86_REX_B(s->insn.rex_prefix.bytes[0]);

	return register_offset(number | (is_high ? 8 : 0));
}

static u8 reg_register(const struct kp_x86_split *s)
{
	bool is_high = X86_REX_R(s->insn.rex_prefix.bytes[0]);

	return register_offset(s->reg | (is_high ? 8 : 0));
}

static void plan_move(const struct kp_x86_split *s, struct kp_arch_insn *insn)
{
	bool is_load = s->op == 0x8b;

	if (s->mod != 3)
		return;
	insn->emulation = X86_REX_W(s->insn.rex_prefix.bytes[0]) ?
				  KP_X86_MOV_REG : KP_X86_MOV_REG32;
	insn->reg = is_load ? reg_register(s) : base_register(s, s->rm);
	insn->src = is_load ? base_register(s, s->rm) : reg_register(s);
}

static void plan_indirect(const struct kp_x86_split *s,
			  struct kp_arch_insn *insn)
{
	bool is_call = s->reg == 2;

	if (s->mod == 3) {
		insn->emulation = is_call ? KP_X86_CALL_REG : KP_X86_JMP_REG;
		insn->reg = base_register(s, s->rm);
		return;
	}
	insn->form = is_call ? KP_X86_CALL_MEM : KP_X86_JMP_MEM;
	insn->is_sp_based = s->rm == 4 &&
			    X86_SIB_BASE(s->insn.sib.bytes[0]) == 4 &&
			    !X86_REX_B(s->insn.rex_prefix.bytes[0]);
}

static void plan_branch(const struct kp_x86_split *s, struct kp_arch_insn *insn)
{
	insn->imm = insn->len + (s32)s->insn.immediate.value;
	if (s->map == MAP_0F) {
		insn->emulation = KP_X86_JCC;
		insn->cc = s->op & 15;
		return;
	}
	switch (s->op) {
	case 0x70 ... 0x7f:
		insn->emulation = KP_X86_JCC;
		insn->cc = s->op & 15;
		break;
	case 0xc2 ... 0xc3:
		insn->emulation = KP_X86_RET;
		insn->imm = 8 + (u16)s->insn.immediate.value;
		break;
	case 0xe0 ... 0xe3:
		insn->emulation = KP_X86_LOOP;
		insn->cc = s->op & 3;
		insn->is_addr32 = !!(s->prefixes & PREFIX_ADDRSIZE);
		break;
	case 0xe8:
		insn->emulation = KP_X86_CALL;
		break;
	case 0xff:
		plan_indirect(s, insn);
		break;
	default:
		insn->emulation = KP_X86_JMP;
		break;
	}
}

/* A nop with a prefix that makes it no other instruction: see 0x90. */
static bool is_nop(const struct kp_x86_split *s)
{
	const u8 harmless = PREFIX_OPSIZE | PREFIX_SEGMENT;

	if (s->map == MAP_ONE_BYTE)
		return s->op == 0x90 && !s->insn.rex_prefix.nbytes &&
		       !(s->prefixes & ~(harmless | PREFIX_REPE));
	if (s->map != MAP_0F)
		return false;
	if (s->op == 0x1f)
		return s->reg == 0 && !(s->prefixes & ~harmless);
	/* endbr64, endbr32 */
	return s->op == 0x1e && s->prefixes == PREFIX_REPE &&
	       (s->modrm == 0xfa || s->modrm == 0xfb);
}

static void plan_emulation(const struct kp_x86_split *s,
			   struct kp_arch_insn *insn)
{
	if (is_near_branch(s)) {
		plan_branch(s, insn);
		return;
	}
	if (is_nop(s)) {
		insn->emulation = KP_X86_NOP;
		return;
	}
	if (s->map != MAP_ONE_BYTE || s->prefixes)
		return;
	switch (s->op) {
	case 0x50 ... 0x57:
		insn->emulation = KP_X86_PUSH_REG;
		insn->reg = base_register(s, s->op & 7);
		break;
	case 0x58 ... 0x5f:
		insn->emulation = KP_X86_POP_REG;
		insn->reg = base_register(s, s->op & 7);
		break;
	case 0x68:
	case 0x6a:
		insn->emulation = KP_X86_PUSH_IMM;
		insn->imm = s->insn.immediate.value;
		break;
	case 0x89:
	case 0x8b:
		plan_move(s, insn);
		break;
	case 0xc9:
		insn->emulation = KP_X86_LEAVE;
		break;
	}
}

int kp_arch_insn_length(const u8 *bytes, size_t avail)
{
	struct kp_x86_split s;

	if (kp_x86_split(&s, bytes, avail) != ACCEPT)
		return -EILSEQ;
	return s.insn.length;
}

int kp_arch_decode(const u8 *bytes, size_t avail, const u8 *prev,
		   size_t prev_len, unsigned long addr,
		   struct kp_arch_insn *insn, const char **why)
{
	enum refusal refusal;
	struct kp_x86_split s;

	refusal = kp_x86_split(&s, bytes, avail);
	if (refusal == ACCEPT)
		refusal = refuse(&s, bytes, avail);
	if (refusal == ACCEPT && prev)
		refusal = refuse_after(prev, prev_len);
	if (refusal != ACCEPT) {
		*why = reasons[refusal];
		return refusal == REFUSE_INT3 || refusal == REFUSE_UD ?
			-EINVAL : -EILSEQ;
	}

	memset(insn, 0, sizeof(*insn));
	insn->len = s.insn.length;
	insn->opcode_offset = insn_offset_opcode(&s.insn);
	if (s.insn.modrm.nbytes && (s.modrm & 0xc7) == 0x05)
		insn->disp_offset = insn_offset_displacement(&s.insn);
	plan_emulation(&s, insn);
	insn->is_faultable = insn->emulation == KP_X86_OUT_OF_LINE &&
			     (is_memory_operand(&s) || is_memory_implicit(&s));
	return 0;
}
