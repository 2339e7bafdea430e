/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that can be a branch at their first instruction. */
#include <linux/linkage.h>
#include <asm/asm-extable.h>
#include <asm/assembler.h>

.macro FN name
	.balign 16
SYM_START(\name, SYM_L_GLOBAL, SYM_A_NONE)
.endm

	.text

FN jt_add
	adds	x0, x1, #0x123
	ret
SYM_FUNC_END(jt_add)

FN jt_nop
	nop
	ret
SYM_FUNC_END(jt_nop)

FN jt_adr
	adr	x0, jt_add
	ret
SYM_FUNC_END(jt_adr)

FN jt_adrp
	adrp	x17, jt_value
	ret
SYM_FUNC_END(jt_adrp)

FN jt_literal
	ldr	x16, 1f
	ret
	.balign 8
1:	.quad	0x1122334455667788
SYM_FUNC_END(jt_literal)

FN jt_b
	b	1f
	mov	x0, #1
	ret
1:	mov	x0, #2
	ret
SYM_FUNC_END(jt_b)

FN jt_b_cond
	b.lt	1f
	mov	x0, #1
	ret
1:	mov	x0, #2
	ret
SYM_FUNC_END(jt_b_cond)

FN jt_cbz
	cbz	w1, 1f
	mov	x0, #1
	ret
1:	mov	x0, #2
	ret
SYM_FUNC_END(jt_cbz)

FN jt_tbnz
	tbnz	x2, #8, 1f
	mov	x0, #1
	ret
1:	mov	x0, #2
	ret
SYM_FUNC_END(jt_tbnz)

/* It leaves the return address in x2. */
FN jt_callee
	mov	x2, x30
	ret
SYM_FUNC_END(jt_callee)

FN jt_bl
	bl	jt_callee
	adr_l	x30, jt_back
	ret
SYM_FUNC_END(jt_bl)

FN jt_ret
	ret
SYM_FUNC_END(jt_ret)

FN jt_lr
	mov	x0, x30
	ret
SYM_FUNC_END(jt_lr)

FN jt_push
	stp	x16, x17, [sp, #-16]!
	ldp	x1, x0, [sp], #16
	ret
SYM_FUNC_END(jt_push)

FN jt_sign
	paciasp
	autiasp
	ret
SYM_FUNC_END(jt_sign)

FN jt_nzcv
	mrs	x0, nzcv
	ret
SYM_FUNC_END(jt_nzcv)

FN jt_daif
	mrs	x0, daif
	ret
SYM_FUNC_END(jt_daif)

/* The address is wrong until it is mended. */
FN jt_load
	ldr	x0, [x0]
	add	x0, x0, #1
	ret
SYM_FUNC_END(jt_load)

/* Its fault is mended elsewhere. */
FN jt_first_faults
1:	ldr	x0, [x0]
	ret
2:	mov	x0, #0xfa
	ret
SYM_FUNC_END(jt_first_faults)
	_ASM_EXTABLE_UACCESS(1b, 2b)

/* long jt_sum(long a, long b), to be called from C */
FN jt_sum
	add	x0, x0, x1
	ret
	nop
	nop
SYM_FUNC_END(jt_sum)

/* The same, for handlers to call. */
FN jt_inner
	add	x0, x0, x1
	ret
SYM_FUNC_END(jt_inner)

/* long jt_count(long n): n + 1 calls, returns n */
FN jt_count
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	cbz	x0, 1f
	sub	x0, x0, #1
	bl	jt_count
	add	x0, x0, #1
1:	ldp	x29, x30, [sp], #16
	ret
SYM_FUNC_END(jt_count)

/* Where handlers go instead. */
FN jt_elsewhere
	mov	x0, #0x5e
	ret
SYM_FUNC_END(jt_elsewhere)

	.data
	.balign 8
jt_value:
	.quad	0

	.section .note.GNU-stack, "", @progbits
