/* SPDX-License-Identifier: GPL-2.0 */
/* Functions whose instructions are known. */
#include <linux/linkage.h>

	.text
	.balign 16

/* int api_sum(int a, int b): instructions at 0, 2 and 4 */
SYM_START(api_sum, SYM_L_GLOBAL, SYM_A_NONE)
	.byte 0x89, 0xf8			/* mov %edi, %eax */
	.byte 0x01, 0xf0			/* add %esi, %eax */
	.byte 0xc3				/* ret */
SYM_FUNC_END(api_sum)
	.balign 16

/* Where a handler goes that skips a function. */
SYM_START(api_just_return, SYM_L_GLOBAL, SYM_A_NONE)
	.byte 0xc3
SYM_FUNC_END(api_just_return)
	.balign 16

/* A branch to itself, and behind it the end. */
SYM_START(api_loop, SYM_L_GLOBAL, SYM_A_NONE)
	.byte 0xeb, 0xfe			/* jmp . */
	.byte 0xc3
SYM_FUNC_END(api_loop)
	.balign 16

/* One of many: 20 instructions of 3 bytes, and on to the next. */
.macro MANY
api_many_\@:
	.rept 20
	.byte 0x83, 0xc0, 0x01			/* add $1, %eax */
	.endr
.endm

/* int api_many(void) returns 1000 */
SYM_START(api_many, SYM_L_GLOBAL, SYM_A_NONE)
	.byte 0x31, 0xc0, 0x90			/* xor %eax, %eax; nop */
	.rept 50
	MANY
	.endr
	.byte 0xc3
SYM_FUNC_END(api_many)
	.balign 16

	.section .note.GNU-stack, "", @progbits
