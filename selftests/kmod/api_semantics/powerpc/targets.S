/* SPDX-License-Identifier: GPL-2.0 */
/* Functions whose instructions are known. */
#include <asm/ppc_asm.h>

	.text
	.balign 16

/* int api_sum(int a, int b) */
_GLOBAL(api_sum)
	mr	r3,r3
	.long	0x7c632214			/* add r3,r3,r4 */
	blr
	.balign 16

/* Where a handler goes that skips a function. */
_GLOBAL(api_just_return)
	blr
	.balign 16

/* A branch to itself, and behind it the end. */
_GLOBAL(api_loop)
	b	.
	blr
	.balign 16

/* One of many: 20 instructions, and on to the next. */
.macro MANY
api_many_\@:
	.rept 20
	addi	r3,r3,1
	.endr
.endm

/* int api_many(void) returns 1000 */
_GLOBAL(api_many)
	li	r3,0
	.rept 50
	MANY
	.endr
	blr
	.balign 16
