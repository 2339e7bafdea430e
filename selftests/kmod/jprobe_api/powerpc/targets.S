/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions of the type long (*)(long a, long b) that return a + b + 1, by what
 * they begin with.
 */
#include <asm/ppc_asm.h>

	.text

_GLOBAL(ja_stdu)
	stdu	r1,-64(r1)
	std	r3,56(r1)
	ld	r5,56(r1)
	addi	r1,r1,64
	add	r3,r5,r4
	addi	r3,r3,1
	blr

_GLOBAL(ja_red)
	std	r3,-8(r1)
	ld	r5,-8(r1)
	add	r3,r5,r4
	addi	r3,r3,1
	blr

_GLOBAL(ja_add)
	add	r3,r3,r4
	addi	r3,r3,1
	blr

_GLOBAL(ja_b)
	b	DOTSYM(ja_add)

_GLOBAL(ja_nop)
	nop
	b	DOTSYM(ja_add)

_GLOBAL(ja_mr)
	mr	r5,r3
	add	r3,r5,r4
	addi	r3,r3,1
	blr

_GLOBAL(ja_mflr)
	mflr	r5
	add	r3,r3,r4
	addi	r3,r3,1
	mtlr	r5
	blr

/* The flags are an argument here. */
_GLOBAL(ja_cond)
	beq	cr1,1f
	b	DOTSYM(ja_add)
1:	li	r3,-1
	blr

/* The same, called with that flag clear. */
_GLOBAL(ja_cond_clear)
	crclr	4*cr1+eq
	b	DOTSYM(ja_cond)
