/* SPDX-License-Identifier: GPL-2.0 */
/* x86: an instruction in its parts; what decode.c judges. */
#ifndef KP_X86_SPLIT_H
#define KP_X86_SPLIT_H

#include <linux/types.h>
#include <asm/insn.h>

/* Why an instruction is refused; decode.c has the words for each. */
enum refusal {
	ACCEPT = 0,
	REFUSE_TRUNCATED,
	REFUSE_TOO_LONG,
	REFUSE_UNDEFINED,
	REFUSE_MISREAD,
	REFUSE_VEX_PREFIX,
	REFUSE_LOCK,
	REFUSE_INT3,
	REFUSE_INT,
	REFUSE_UD,
	REFUSE_IRET,
	REFUSE_FAR,
	REFUSE_SYSCALL,
	REFUSE_GS,
	REFUSE_TABLES,
	REFUSE_SS,
	REFUSE_VIRT,
	REFUSE_SGX,
	REFUSE_XBEGIN,
	REFUSE_BRANCH_SIZE,
	REFUSE_BRANCH_REP,
	REFUSE_AFTER_STI,
	REFUSE_AFTER_SS,
	REFUSE_STI_WAIT,
	REFUSE_STI_END,
	NR_REFUSALS,
};

/* Prefixes before the opcode, but for REX and VEX. */
enum prefix {
	PREFIX_OPSIZE = 1 << 0,
	PREFIX_ADDRSIZE = 1 << 1,
	PREFIX_LOCK = 1 << 2,
	PREFIX_REPE = 1 << 3,
	PREFIX_REPNE = 1 << 4,
	PREFIX_SEGMENT = 1 << 5,
};

/* Opcode maps: what follows the escape bytes, or what VEX names. */
enum map {
	MAP_ONE_BYTE,
	MAP_0F,
	MAP_0F38,
	MAP_0F3A,
	MAP_VEX,
};

/**
 * struct kp_x86_split - an instruction in its parts
 * @insn: what the kernel's decoder made of it
 * @prefixes: enum prefix, or-ed
 * @map: where @op is to be looked up
 * @op: the opcode byte
 * @mod: ModRM.mod; 3 if the instruction has no ModRM
 * @reg: ModRM.reg
 * @rm: ModRM.rm
 * @modrm: the whole ModRM
 */
struct kp_x86_split {
	struct insn insn;
	u8 prefixes;
	u8 map;
	u8 op;
	u8 mod;
	u8 reg;
	u8 rm;
	u8 modrm;
};

enum refusal __must_check kp_x86_split(struct kp_x86_split *s,
				       const u8 *bytes, size_t avail);

#endif /* KP_X86_SPLIT_H */
