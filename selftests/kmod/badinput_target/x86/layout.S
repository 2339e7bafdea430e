/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions whose every byte is known. Only the first two are ever run, and
 * of the others nothing but their first instruction is probed.
 */
#include <linux/linkage.h>

	.text
	.balign 64

/* Instructions start at 0, 5, 12, 18, 28 and 34; breakpoints from 35 to 47. */
SYM_START(bt_layout, SYM_L_GLOBAL, SYM_A_NONE)
	.byte 0xb8, 0x2a, 0, 0, 0		/* mov $42, %eax */
	lea bt_layout(%rip), %rdx
	.byte 0x66, 0x0f, 0x1f, 0x44, 0, 0	/* nopw 0(%rax,%rax) */
	movabs $0x9090909090909090, %rcx
	.byte 0x0f, 0x84, 0, 0, 0, 0		/* je to the next */
	.byte 0xc3				/* ret */
SYM_FUNC_END(bt_layout)
	.fill 13, 1, 0xcc

SYM_START(bt_next, SYM_L_GLOBAL, SYM_A_NONE)
	.byte 0xb8, 0x2b, 0, 0, 0
	.byte 0xc3
SYM_FUNC_END(bt_next)

.macro INSN name:req, bytes:vararg
	.balign 16
SYM_START(\name, SYM_L_GLOBAL, SYM_A_NONE)
	.byte \bytes
	.byte 0xc3
SYM_FUNC_END(\name)
.endm

	INSN bt_foreign, 0x90, 0xcc, 0x90	/* int3 of somebody else's */
	INSN bt_ud2, 0x0f, 0x0b			/* without an entry for WARN */
	INSN bt_int80, 0xcd, 0x80
	INSN bt_iretq, 0x48, 0xcf
	INSN bt_lretq, 0x48, 0xcb
	INSN bt_far_call, 0xff, 0x18		/* lcall *(%rax) */
	INSN bt_far_jump, 0xff, 0x28		/* ljmp *(%rax) */
	INSN bt_mov_ss, 0x8e, 0xd0, 0x90	/* mov %eax, %ss; nop */
	INSN bt_mov_gs, 0x8e, 0xe8		/* mov %eax, %gs */
	INSN bt_swapgs, 0x0f, 0x01, 0xf8
	INSN bt_sysretq, 0x48, 0x0f, 0x07
	INSN bt_lock_nop, 0xf0, 0x90
	INSN bt_sti_nop, 0xfb, 0x90
	INSN bt_sti_hlt, 0xfb, 0xf4
	INSN bt_undefined, 0x06			/* push %es */
	INSN bt_xbegin, 0xc7, 0xf8, 0, 0, 0, 0
	INSN bt_vmlaunch, 0x0f, 0x01, 0xc2
	INSN bt_vmcall, 0x0f, 0x01, 0xc1
	INSN bt_jump_memory, 0xff, 0x20		/* jmp *(%rax) */
	INSN bt_call_memory, 0xff, 0x10		/* call *(%rax) */
	/* jmpw, jmp on AMD: to the next instruction on both */
	INSN bt_branch16, 0x66, 0xe9, 0, 0, 0, 0
	.balign 16

	.section .note.GNU-stack, "", @progbits
