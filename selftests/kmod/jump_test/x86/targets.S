/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that can be a jump at their first instruction, by what the jump
 * covers. Behind each instruction that it covers the offset of the next one.
 */
#include <linux/linkage.h>

.macro FN name
	.balign 16
SYM_START(\name, SYM_L_GLOBAL, SYM_A_NONE)
.endm

	.text

FN jt_alone
	.byte	0x48, 0x8d, 0x87, 0x78, 0x56, 0x34, 0x12
						/* lea 0x12345678(%rdi), %rax */
	ret
SYM_FUNC_END(jt_alone)

FN jt_two
	movq	%rdi, %rax			/* 3 */
	addq	%rsi, %rax			/* 6 */
	ret
SYM_FUNC_END(jt_two)

/* An instruction at every offset. */
FN jt_bytes
	cmc					/* 1 */
	cltd					/* 2 */
	xchgl	%eax, %ecx			/* 3 */
	pushq	%rdi				/* 4 */
	popq	%rax				/* 5 */
	pushq	%rsi
	popq	%rbx
	cmc
	movl	%ecx, %r8d
	ret
SYM_FUNC_END(jt_bytes)

FN jt_flags
	pushfq					/* 1 */
	popq	%rax				/* 2 */
	.byte	0x48, 0x83, 0xc7, 0x01		/* add $1, %rdi: 6 */
	pushfq
	popq	%rdx
	ret
SYM_FUNC_END(jt_flags)

FN jt_rip
	nop					/* 1 */
	movq	jt_value(%rip), %rax		/* 8 */
	ret
SYM_FUNC_END(jt_rip)

FN jt_jcc
	testb	$1, %dil			/* 4 */
	jz	1f				/* 6 */
	movl	$1, %eax
	ret
1:	movl	$2, %eax
	ret
SYM_FUNC_END(jt_jcc)

FN jt_jmp
	movl	%edi, %eax			/* 2 */
	jmp	1f				/* 4 */
	int3
1:	addl	$5, %eax
	ret
SYM_FUNC_END(jt_jmp)

FN jt_loop
	movl	%edi, %ecx			/* 2 */
	loop	1f				/* 4 */
	cltd					/* 5 */
	movl	$7, %eax
1:	ret
SYM_FUNC_END(jt_loop)

FN jt_jrcxz
	xorl	%ecx, %ecx			/* 2 */
	jrcxz	1f				/* 4 */
	cltd					/* 5 */
	movl	$7, %eax
1:	ret
SYM_FUNC_END(jt_jrcxz)

/* It leaves the return address in rdx. */
FN jt_callee
	movq	(%rsp), %rdx
	ret
SYM_FUNC_END(jt_callee)

FN jt_call_last
	pushq	%rdi				/* 1 */
	call	jt_callee			/* 6 */
	popq	%rax
	ret
SYM_FUNC_END(jt_call_last)

FN jt_ret
	movl	%edi, %eax			/* 2 */
	ret
	int3
	int3
	int3
SYM_FUNC_END(jt_ret)

/* The address is wrong until it is mended. */
FN jt_load
	movq	(%rdi), %rax			/* 3 */
	addq	$1, %rax			/* 7 */
	ret
SYM_FUNC_END(jt_load)

/* long jt_sum(long a, long b), to be called from C */
FN jt_sum
	movq	%rdi, %rax			/* 3 */
	addq	%rsi, %rax			/* 6 */
	ret
SYM_FUNC_END(jt_sum)

/* The same, for handlers to call. */
FN jt_inner
	movq	%rdi, %rax			/* 3 */
	addq	%rsi, %rax			/* 6 */
	ret
SYM_FUNC_END(jt_inner)

/* long jt_count(long n): n + 1 calls, returns n */
FN jt_count
	testq	%rdi, %rdi			/* 3 */
	jz	1f				/* 5 */
	subq	$1, %rdi
	call	jt_count
	addq	$1, %rax
	ret
1:	xorl	%eax, %eax
	ret
SYM_FUNC_END(jt_count)

/* What the jump covers leaves the flags alone; what comes behind it writes them all. */
FN jt_dead_behind
	movl	$1, %eax			/* 5 */
	cmpq	%rcx, %rdx			/* 8 */
	cltd
	cwtl
	ret
SYM_FUNC_END(jt_dead_behind)

/* Where handlers go instead. */
FN jt_elsewhere
	movl	$0x5e, %eax
	ret
SYM_FUNC_END(jt_elsewhere)

FN jt_just_return
	ret
SYM_FUNC_END(jt_just_return)

	.data
	.balign 8
jt_value:
	.quad	0x1122334455667788

	.section .note.GNU-stack, "", @progbits
