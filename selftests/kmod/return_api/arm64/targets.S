/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that a compiler does not promise. */
#include <linux/linkage.h>

	.text

/* int ra_tail(int n): n + 1, returned by ra_tail_end() */
SYM_FUNC_START(ra_tail)
	add	w0, w0, #1
	b	ra_tail_end
SYM_FUNC_END(ra_tail)

SYM_FUNC_START(ra_tail_end)
	ret
SYM_FUNC_END(ra_tail_end)

/* By its name, a part of a function, which is jumped to. */
SYM_FUNC_START(ra_tail.cold)
	ret
SYM_FUNC_END(ra_tail.cold)

/* Its caller relies on every register and on the flags. */
SYM_FUNC_START(ra_keeps_all)
	ret
SYM_FUNC_END(ra_keeps_all)

/* long ra_call_keeps_all(void): how many registers or flags were lost */
SYM_FUNC_START(ra_call_keeps_all)
	stp	x29, x30, [sp, #-96]!
	mov	x29, sp
	stp	x19, x20, [sp, #16]
	stp	x21, x22, [sp, #32]
	stp	x23, x24, [sp, #48]
	stp	x25, x26, [sp, #64]
	stp	x27, x28, [sp, #80]
.macro SET from, to
	mov	x\from, #(0x100 + \from)
	.if \to - \from
	SET	%(\from + 1), \to
	.endif
.endm
	.altmacro
	SET	0, 17
	SET	19, 28
	.noaltmacro
	/* N, C and V */
	mov	x30, #0xb0000000
	msr	nzcv, x30
	bl	ra_keeps_all
	/* counts what was lost, in the register that x30's return address left */
	mrs	x30, nzcv
	eor	x30, x30, #0x80000000
	eor	x30, x30, #0x30000000
	cmp	x30, #0
	cset	x30, ne
.macro LOST from, to
	cmp	x\from, #(0x100 + \from)
	cinc	x30, x30, ne
	.if \to - \from
	LOST	%(\from + 1), \to
	.endif
.endm
	.altmacro
	LOST	0, 17
	LOST	19, 28
	.noaltmacro
	mov	x0, sp
	cmp	x0, x29
	cinc	x0, x30, ne
	ldp	x27, x28, [sp, #80]
	ldp	x25, x26, [sp, #64]
	ldp	x23, x24, [sp, #48]
	ldp	x21, x22, [sp, #32]
	ldp	x19, x20, [sp, #16]
	ldp	x29, x30, [sp], #96
	ret
SYM_FUNC_END(ra_call_keeps_all)

	.section .note.GNU-stack, "", @progbits
