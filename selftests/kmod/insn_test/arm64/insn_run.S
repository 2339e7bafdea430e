/* SPDX-License-Identifier: GPL-2.0 */
/* insn_run(): run a case with all registers under control. */
#include "insn_cases.h"

#define STACK_BYTES	(8 * INSN_STACK_WORDS)

.macro ADDRESS reg, symbol
	adrp \reg, \symbol
	add \reg, \reg, :lo12:\symbol
.endm

	.text
	.globl insn_run
	.type insn_run, %function
insn_run:
	stp x29, x30, [sp, #-112]!
	stp x19, x20, [sp, #16]
	stp x21, x22, [sp, #32]
	stp x23, x24, [sp, #48]
	stp x25, x26, [sp, #64]
	stp x27, x28, [sp, #80]
	mrs x9, daif
	stp x9, x18, [sp, #96]
	mov x9, sp
	ADDRESS x10, saved_sp
	str x9, [x10]

	/* a stack that is the same each time, with room below and above */
	sub x9, x9, #(4 * STACK_BYTES)
	and x9, x9, #-STACK_BYTES
	ADDRESS x10, insn_sp
	str x9, [x10]
	mov sp, x9
	ADDRESS x10, insn_stack_in
	mov x11, #INSN_STACK_WORDS
1:	ldr x12, [x10], #8
	str x12, [x9], #8
	subs x11, x11, #1
	b.ne 1b

	ADDRESS x10, insn_simd
	ldr w10, [x10]
	cbz w10, 2f
	ADDRESS x10, insn_simd_in
	.irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	ldr q\n, [x10, #16*\n]
	.endr
2:
	ADDRESS x30, insn_in
	ldr x0, [x30, #INSN_FLAGS]
	tbz x0, #7, 3f
	msr daifset, #2
3:	msr nzcv, x0
	.irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
	ldr x\n, [x30, #8*\n]
	.endr
	.irp n, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
	ldr x\n, [x30, #8*\n]
	.endr
	ret

	.globl insn_exit
insn_exit:
	stp x29, x30, [sp, #-16]!
	ADDRESS x30, insn_out
	.irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
	str x\n, [x30, #8*\n]
	.endr
	.irp n, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28
	str x\n, [x30, #8*\n]
	.endr
	ldp x0, x1, [sp], #16
	stp x0, x1, [x30, #8*29]
	mov x0, sp
	str x0, [x30, #8*INSN_SP]
	mrs x0, nzcv
	mrs x1, daif
	orr x0, x0, x1
	str x0, [x30, #INSN_FLAGS]
	ADDRESS x9, saved_sp
	ldr x9, [x9]
	mov sp, x9

	ADDRESS x10, insn_simd
	ldr w10, [x10]
	cbz w10, 2f
	ADDRESS x10, insn_simd_out
	.irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
	str q\n, [x10, #16*\n]
	.endr
2:
	ADDRESS x9, insn_sp
	ldr x9, [x9]
	sub x9, x9, #STACK_BYTES
	ADDRESS x10, insn_stack_out
	mov x11, #(2 * INSN_STACK_WORDS)
1:	ldr x12, [x9], #8
	str x12, [x10], #8
	subs x11, x11, #1
	b.ne 1b

	ldp x9, x18, [sp, #96]
	msr daif, x9
	ldp x19, x20, [sp, #16]
	ldp x21, x22, [sp, #32]
	ldp x23, x24, [sp, #48]
	ldp x25, x26, [sp, #64]
	ldp x27, x28, [sp, #80]
	ldp x29, x30, [sp], #112
	ret

	.bss
	.balign 64
.macro VARIABLE name, size:vararg
	.globl \name
\name:	.skip \size
.endm
	VARIABLE insn_mem, INSN_MEM_SIZE
	VARIABLE insn_simd_in, 256
	VARIABLE insn_simd_out, 256
	VARIABLE insn_stack_in, STACK_BYTES
	VARIABLE insn_stack_out, 2 * STACK_BYTES
	VARIABLE insn_in, INSN_FLAGS + 8
	VARIABLE insn_out, INSN_FLAGS + 8
	VARIABLE insn_entry, 8
	VARIABLE insn_sp, 8
	VARIABLE saved_sp, 8
	VARIABLE insn_simd, 4

	.section .note.GNU-stack, "", %progbits
