/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions that must not be a jump at their first instruction: somebody may
 * come to what the jump would cover.
 */
#include <linux/linkage.h>
#include <asm/asm.h>

.macro FN name
	.balign 16
SYM_START(\name, SYM_L_GLOBAL, SYM_A_NONE)
.endm

	.text

/* A loop back to +1 .. +4. */
.macro BACK_TO k
FN jr_back_\k
	.rept \k
	cltd
	.endr
1:	.rept 6 - \k
	cwtl
	.endr
	decb	%cl
	jnz	1b
	ret
SYM_FUNC_END(jr_back_\k)
.endm
	BACK_TO 1
	BACK_TO 2
	BACK_TO 3
	BACK_TO 4

/* Another function jumps there. */
FN jr_from_elsewhere
	cltd
	cwtl
.Lfrom_elsewhere:
	cltd
	cwtl
	cltd
	ret
SYM_FUNC_END(jr_from_elsewhere)
FN jr_from_elsewhere.cold
	cltd
	jmp	.Lfrom_elsewhere
SYM_FUNC_END(jr_from_elsewhere.cold)

/* A table of a switch. */
FN jr_table
	cltd
	cwtl
1:	cltd
	cwtl
	cltd
	ret
SYM_FUNC_END(jr_table)
	.pushsection .rodata
	.balign 8
	.quad	1b
	.popsection

/* A label whose address is kept. */
FN jr_pointer
	cltd
	cwtl
	cltd
1:	cwtl
	cltd
	ret
SYM_FUNC_END(jr_pointer)
	.pushsection .data
	.balign 8
	.quad	1b
	.popsection

/* A label whose address is computed. */
FN jr_taken
	cltd
1:	cwtl
	cltd
	cwtl
	cltd
	leaq	1b(%rip), %r10
	xorl	%r10d, %r10d
	ret
SYM_FUNC_END(jr_taken)

/* A fault elsewhere is mended here. */
FN jr_fixup
	cltd
	cwtl
1:	cltd
	cwtl
	cltd
2:	movq	(%rsp), %r10
	ret
SYM_FUNC_END(jr_fixup)
	_ASM_EXTABLE(2b, 1b)

/* A fault in the second instruction is mended elsewhere. */
FN jr_second_faults
	movl	%edi, %eax
1:	movq	(%rsi), %rdx
	ret
2:	movl	$0xfa, %eax
	ret
SYM_FUNC_END(jr_second_faults)
	_ASM_EXTABLE(1b, 2b)

/* The same for the first. */
FN jr_first_faults
1:	movq	(%rsi), %rdx
	movl	%edi, %eax
	ret
2:	movl	$0xfa, %eax
	ret
SYM_FUNC_END(jr_first_faults)
	_ASM_EXTABLE(1b, 2b)

/* A jump label leads here once jr_key is enabled. */
FN jr_label
	cltd
	pushq	%rdi
1:	popq	%rax
	cwtl
	cltd
	ret
2:	.byte	0x0f, 0x1f, 0x44, 0x00, 0x00
	popq	%r10
	ret
SYM_FUNC_END(jr_label)
	.pushsection __jump_table, "aw"
	.balign 8
	.long	2b - ., 1b - .
	.quad	jr_key - .
	.popsection

/* And from it. */
FN jr_label_enter
	pushq	%rdi
	jmp	2b
SYM_FUNC_END(jr_label_enter)

/* The site of a jump label is within the jump. */
FN jr_has_label
	cltd
1:	.byte	0x0f, 0x1f, 0x44, 0x00, 0x00
	ret
2:	cwtl
	ret
SYM_FUNC_END(jr_has_label)
	.pushsection __jump_table, "aw"
	.balign 8
	.long	1b - ., 2b - .
	.quad	jr_key - .
	.popsection

#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
/* A static call is. */
FN jr_has_static_call
	cltd
1:	call	__SCT__jr_static_call
	ret
SYM_FUNC_END(jr_has_static_call)
FN jr_callee
	ret
SYM_FUNC_END(jr_callee)
	.pushsection .static_call_sites, "aw"
	.balign 4
	.long	1b - ., __SCK__jr_static_call - .
	.popsection
#endif

/* What the kernel takes for the trampoline of one: a jump, and its signature. */
FN jr_has_trampoline
	.rept 4
	cltd
	.endr
	.byte	0xe9
	.long	1f - . - 4
	.byte	0x0f, 0xb9, 0xcc
1:	ret
SYM_FUNC_END(jr_has_trampoline)

#ifdef CONFIG_FUNCTION_TRACER
/* A site of the function tracer is. */
FN jr_has_tracer
	cltd
1:	call	__fentry__
	ret
SYM_FUNC_END(jr_has_tracer)
	.pushsection __mcount_loc, "a"
	.balign 8
	.quad	1b
	.popsection
#endif

/* Its call would return into the jump; not to be called. */
FN jr_call_returns
	pushq	%rax
	popq	%rcx
	call	*%rax
	cltd
	cwtl
	ret
SYM_FUNC_END(jr_call_returns)

/* A landing pad: something comes there, though nobody tells. */
FN jr_landing
	cltd
	endbr64
	ret
SYM_FUNC_END(jr_landing)

/* One that is probed itself, behind the first byte. */
FN jr_on_landing
	cltd
	endbr64
	cltd
	cwtl
	ret
SYM_FUNC_END(jr_on_landing)

FN jr_sti
	cltd
	sti
	cwtl
	cltd
	cwtl
	ret
SYM_FUNC_END(jr_sti)

/* Not to be called. */
FN jr_indirect_jump
	cltd
	jmp	*%rax
	nop
	nop
	nop
SYM_FUNC_END(jr_indirect_jump)

FN jr_short
	xorl	%eax, %eax
	ret
SYM_FUNC_END(jr_short)
/* Its neighbour. */
SYM_START(jr_neighbour, SYM_L_GLOBAL, SYM_A_NONE)
	ret
SYM_FUNC_END(jr_neighbour)
	.balign 16

	.section .note.GNU-stack, "", @progbits
