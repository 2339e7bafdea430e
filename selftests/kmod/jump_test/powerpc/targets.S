/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that can be a branch at their first instruction. */
#include <asm/ppc_asm.h>
#include <asm/asm-compat.h>

/* Code that C does not call. */
.macro CODE name
	.balign	16
	.globl	\name
	.type	\name, @function
\name:
.endm

	.machine "power9"
	.text

CODE jt_add
	addic.	r3,r4,0x123
	blr
CODE jt_nop
	nop
	blr
CODE jt_pcis
	addpcis	r3,1
	blr
CODE jt_b
	b	1f
	li	r3,1
	blr
1:	li	r3,2
	blr
CODE jt_bc
	blt	1f
	li	r3,1
	blr
1:	li	r3,2
	blr
CODE jt_bdnz
	bdnz	1f
	li	r3,1
	blr
1:	li	r3,2
	blr
/* It leaves the return address in r5. */
CODE jt_bl
	bl	1f
	nop
	mtlr	r6
	blr
1:	mflr	r5
	bcl	20,31,2f
2:	mflr	r6
	addis	r6,r6,(jt_back - 2b)@ha
	addi	r6,r6,(jt_back - 2b)@l
	mtlr	r5
	blr
CODE jt_blr
	blr
CODE jt_lr
	mflr	r3
	blr
CODE jt_push
	stdu	r1,-64(r1)
	addi	r1,r1,64
	blr
/* What is below the stack pointer stays. */
CODE jt_red_zone
	std	r7,-288(r1)
	nop
	ld	r3,-288(r1)
	blr
CODE jt_cr
	mfcr	r3
	blr
CODE jt_ctr
	mfctr	r3
	blr
CODE jt_msr
	mfmsr	r3
	blr

/* The address is wrong until it is mended. */
CODE jt_load
	ld	r3,0(r3)
	addi	r3,r3,1
	blr

/* Its fault is mended elsewhere. */
CODE jt_first_faults
1:	ld	r3,0(r3)
	blr
2:	li	r3,0xfa
	blr
	EX_TABLE(1b, 2b)

/* long jt_sum(long a, long b), to be called from C */
	.balign	16
_GLOBAL(jt_sum)
	add	r3,r3,r4
	blr
	nop
	nop

/* The same, for handlers to call. */
	.balign	16
_GLOBAL(jt_inner)
	add	r3,r3,r4
	blr

/* long jt_count(long n): n + 1 calls, returns n */
	.balign	16
_GLOBAL(jt_count)
	cmpdi	r3,0
	beqlr
	mflr	r0
	std	r0,16(r1)
	stdu	r1,-112(r1)
	addi	r3,r3,-1
	bl	DOTSYM(jt_count)
	addi	r3,r3,1
	addi	r1,r1,112
	ld	r0,16(r1)
	mtlr	r0
	blr

/* Where handlers go instead. */
CODE jt_elsewhere
	li	r3,0x5e
	blr
