/* SPDX-License-Identifier: GPL-2.0 */
/* Functions whose instructions are known. SYM_FUNC_START would add one. */
#include <linux/linkage.h>

	.text
	.balign 16

/* int api_sum(int a, int b) */
SYM_START(api_sum, SYM_L_GLOBAL, SYM_A_NONE)
	mov	w0, w0
	.inst	0x0b010000			/* add w0, w0, w1 */
	ret
SYM_FUNC_END(api_sum)
	.balign 16

/* Where a handler goes that skips a function. */
SYM_START(api_just_return, SYM_L_GLOBAL, SYM_A_NONE)
	ret
SYM_FUNC_END(api_just_return)
	.balign 16

/* A branch to itself, and behind it the end. */
SYM_START(api_loop, SYM_L_GLOBAL, SYM_A_NONE)
	b	.
	ret
SYM_FUNC_END(api_loop)
	.balign 16

/* One of many: 20 instructions, and on to the next. */
.macro MANY
api_many_\@:
	.rept 20
	add	w0, w0, #1
	.endr
.endm

/* int api_many(void) returns 1000 */
SYM_START(api_many, SYM_L_GLOBAL, SYM_A_NONE)
	mov	w0, #0
	.rept 50
	MANY
	.endr
	ret
SYM_FUNC_END(api_many)
	.balign 16

	.section .note.GNU-stack, "", @progbits
