/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that a compiler does not promise. */
#include <asm/ppc_asm.h>

	.text

/* int ra_tail(int n): n + 1, returned by ra_tail_end() */
_GLOBAL(ra_tail)
	addi	r3,r3,1
	b	DOTSYM(ra_tail_end)

_GLOBAL(ra_tail_end)
	blr

/* By its name, a part of a function, which is jumped to. */
_GLOBAL(ra_tail.cold)
	blr

/* Its caller relies on every register and on the flags. */
_GLOBAL(ra_keeps_all)
	blr

#define FRAME	256
#define CR_BITS	0x12345678

/* long ra_call_keeps_all(void): how many registers or flags were lost */
_GLOBAL(ra_call_keeps_all)
	mflr	r0
	std	r0,16(r1)
	stdu	r1,-FRAME(r1)
	std	r2,24(r1)
	mfcr	r0
	std	r0,48(r1)
	.irp n, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	std	\n,(64 + 8 * (\n - 14))(r1)
	.endr
	std	r1,216(r1)
	li	r0,0x7ab
	mtctr	r0
	lis	r0,0x2000
	mtxer	r0
	lis	r0,CR_BITS@h
	ori	r0,r0,CR_BITS@l
	mtcr	r0
	.irp n, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20, \
		21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	li	\n,0x100 + \n
	.endr
	bl	DOTSYM(ra_keeps_all)
	/* counts what was lost in LR, by way of r3 */
	std	r3,224(r1)
	mfcr	r3
	std	r3,232(r1)
	li	r3,0
	.irp n, 0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20, \
		21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	cmpdi	\n,0x100 + \n
	beq	.Lkept_\n
	addi	r3,r3,1
.Lkept_\n:
	.endr
	ld	r4,224(r1)
	cmpdi	r4,0x103
	beq	1f
	addi	r3,r3,1
1:	ld	r4,232(r1)
	lis	r5,CR_BITS@h
	ori	r5,r5,CR_BITS@l
	cmpd	r4,r5
	beq	2f
	addi	r3,r3,1
2:	mfctr	r4
	cmpdi	r4,0x7ab
	beq	3f
	addi	r3,r3,1
3:	mfxer	r4
	lis	r5,0x2000
	cmpd	r4,r5
	beq	4f
	addi	r3,r3,1
4:	ld	r4,216(r1)
	cmpd	r4,r1
	beq	5f
	addi	r3,r3,1
5:
	.irp n, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
	ld	\n,(64 + 8 * (\n - 14))(r1)
	.endr
	ld	r0,48(r1)
	mtcr	r0
	ld	r2,24(r1)
	addi	r1,r1,FRAME
	ld	r0,16(r1)
	mtlr	r0
	blr
