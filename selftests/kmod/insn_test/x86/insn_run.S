/* SPDX-License-Identifier: GPL-2.0 */
/* insn_run(): run a case with all registers under control. */
#include "insn_cases.h"

#define STACK_BYTES	(8 * INSN_STACK_WORDS)

.macro ACCESS_REGS dir, state
	\dir 0, %rax, \state
	\dir 1, %rcx, \state
	\dir 2, %rdx, \state
	\dir 3, %rbx, \state
	\dir 5, %rbp, \state
	\dir 6, %rsi, \state
	\dir 7, %rdi, \state
	\dir 8, %r8, \state
	\dir 9, %r9, \state
	\dir 10, %r10, \state
	\dir 11, %r11, \state
	\dir 12, %r12, \state
	\dir 13, %r13, \state
	\dir 14, %r14, \state
	\dir 15, %r15, \state
.endm

.macro LOAD n, reg, state
	mov \state+8*\n(%rip), \reg
.endm

.macro STORE n, reg, state
	mov \reg, \state+8*\n(%rip)
.endm

	.text
	.globl insn_run
	.type insn_run, @function
insn_run:
	push %rbx
	push %rbp
	push %r12
	push %r13
	push %r14
	push %r15
	pushfq
	mov %rsp, saved_sp(%rip)

	/* a stack that is the same each time, with room below and above */
	lea -4 * STACK_BYTES(%rsp), %rsp
	and $-STACK_BYTES, %rsp
	mov %rsp, insn_sp(%rip)
	cld
	lea insn_stack_in(%rip), %rsi
	mov %rsp, %rdi
	mov $INSN_STACK_WORDS, %ecx
	rep movsq

	lea insn_simd_in(%rip), %rax
	cmpl $1, insn_simd(%rip)
	jb 2f
	ja 1f
	.irp n, 0, 1, 2, 3, 4, 5, 6, 7
	movdqu 32*\n(%rax), %xmm\n
	.endr
	jmp 2f
1:
	.irp n, 0, 1, 2, 3, 4, 5, 6, 7
	vmovdqu 32*\n(%rax), %ymm\n
	.endr
2:
	pushq insn_in+8*16(%rip)
	popfq
	ACCESS_REGS LOAD, insn_in
	jmp *insn_entry(%rip)

	.globl insn_exit
insn_exit:
	ACCESS_REGS STORE, insn_out
	mov %rsp, insn_out+8*4(%rip)
	mov saved_sp(%rip), %rsp
	pushfq
	popq insn_out+8*16(%rip)

	lea insn_simd_out(%rip), %rax
	cmpl $1, insn_simd(%rip)
	jb 2f
	ja 1f
	.irp n, 0, 1, 2, 3, 4, 5, 6, 7
	movdqu %xmm\n, 32*\n(%rax)
	.endr
	jmp 2f
1:
	.irp n, 0, 1, 2, 3, 4, 5, 6, 7
	vmovdqu %ymm\n, 32*\n(%rax)
	.endr
	vzeroupper
2:
	cld
	mov insn_sp(%rip), %rsi
	lea -STACK_BYTES(%rsi), %rsi
	lea insn_stack_out(%rip), %rdi
	mov $2 * INSN_STACK_WORDS, %ecx
	rep movsq

	popfq
	pop %r15
	pop %r14
	pop %r13
	pop %r12
	pop %rbp
	pop %rbx
	ret
	int3

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
	VARIABLE insn_in, 8*17
	VARIABLE insn_out, 8*17
	VARIABLE insn_entry, 8
	VARIABLE insn_sp, 8
	VARIABLE saved_sp, 8
	VARIABLE insn_simd, 4

	.section .note.GNU-stack, "", @progbits
