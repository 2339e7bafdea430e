/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: the functions in assembly. */
#ifndef STRESS_ARCH_H
#define STRESS_ARCH_H

#include <linux/stringify.h>
#include <asm/extable.h>

#include <test_arch.h>

/* From a pointer to a function to its code. */
#ifdef CONFIG_PPC64_ELF_ABI_V1
#define STRESS_CODE_OF(reg)	"	ld " reg ", 0(" reg ")\n"
#else
#define STRESS_CODE_OF(reg)
#endif

#define STRESS_FUNCTIONS						\
	BEGIN(stress_basic)						\
	"	mflr 0\n"						\
	"	std 0, 16(1)\n"						\
	"	stdu 1, -112(1)\n"					\
	"	mulli 5, 3, 3\n"					\
	"	addi 5, 5, 3\n"						\
	"	xori 3, 5, 0x55\n"					\
	"	nop\n"							\
	"	addi 3, 3, 12\n"					\
	"	addi 1, 1, 112\n"					\
	"	ld 0, 16(1)\n"						\
	"	mtlr 0\n"						\
	"	blr\n"							\
	END(stress_basic)						\
									\
	BEGIN(stress_rip)						\
	"	addis 5, 2, stress_datum@toc@ha\n"			\
	"	ld 6, stress_datum@toc@l(5)\n"				\
	"	add 3, 3, 6\n"						\
	"	addpcis 7, 0\n"						\
	"1:	ld 8, stress_literal - 1b(7)\n"				\
	"	cmpd 6, 8\n"						\
	"	beq 2f\n"						\
	"	li 3, 0\n"						\
	"2:	blr\n"							\
	END(stress_rip)							\
	"	.balign 8\n"						\
	"stress_literal:\n"						\
	"	.quad 1000\n"						\
									\
	BEGIN(stress_fault)						\
	"1:	ld 4, 0(4)\n"						\
	"	add 3, 3, 4\n"						\
	"	blr\n"							\
	"2:	addi 3, 3, 14\n"					\
	"	blr\n"							\
	EX_TABLE(1b, 2b) "\n"						\
	END(stress_fault)						\
									\
	BEGIN(stress_call)						\
	"	mflr 0\n"						\
	"	std 0, 16(1)\n"						\
	"	stdu 1, -160(1)\n"					\
	"	std 30, 136(1)\n"					\
	"	std 31, 144(1)\n"					\
	"	mr 31, 3\n"						\
	"	bl " TEST_CODE("stress_basic") "\n"			\
	"	mr 30, 3\n"						\
	"	mr 3, 31\n"						\
	"	addis 12, 2, " TEST_CODE("stress_basic") "@toc@ha\n"	\
	"	addi 12, 12, " TEST_CODE("stress_basic") "@toc@l\n"	\
	"	mtctr 12\n"						\
	"	bctrl\n"						\
	"	add 30, 30, 3\n"					\
	"	mr 3, 31\n"						\
	"	addis 12, 2, stress_pointer@toc@ha\n"			\
	"	ld 12, stress_pointer@toc@l(12)\n"			\
	STRESS_CODE_OF("12")						\
	"	mtctr 12\n"						\
	"	bctrl\n"						\
	"	add 3, 3, 30\n"						\
	"	ld 30, 136(1)\n"					\
	"	ld 31, 144(1)\n"					\
	"	addi 1, 1, 160\n"					\
	"	ld 0, 16(1)\n"						\
	"	mtlr 0\n"						\
	"	blr\n"							\
	END(stress_call)						\
									\
	BEGIN(stress_tail)						\
	"	addi 3, 3, 1\n"						\
	"	b " TEST_CODE("stress_rip") "\n"			\
	END(stress_tail)						\
									\
	BEGIN(stress_jcc)						\
	"	li 5, 0\n"						\
	"	cmpldi 3, 1000\n"					\
	"	bgt 1f\n"						\
	"	ori 5, 5, 1\n"						\
	"1:	andi. 6, 3, 1\n"					\
	"	bne 2f\n"						\
	"	ori 5, 5, 2\n"						\
	"2:	srdi 6, 3, 1\n"						\
	"	xor 6, 6, 3\n"						\
	"	andi. 6, 6, 2\n"					\
	"	bne 3f\n"						\
	"	ori 5, 5, 4\n"						\
	"3:	andi. 6, 3, 128\n"					\
	"	beq 4f\n"						\
	"	ori 5, 5, 8\n"						\
	"4:	mr 3, 5\n"						\
	"	blr\n"							\
	END(stress_jcc)							\
									\
	BEGIN(stress_loop)						\
	"	andi. 5, 3, 7\n"					\
	"	li 3, 0\n"						\
	"	beq 2f\n"						\
	"	mtctr 5\n"						\
	"1:	mfctr 6\n"						\
	"	add 3, 3, 6\n"						\
	"	bdnz 1b\n"						\
	"2:	blr\n"							\
	END(stress_loop)						\
									\
	BEGIN(stress_string)						\
	"	stdu 1, -144(1)\n"					\
	"	addi 5, 1, 112\n"					\
	"	li 6, 32\n"						\
	"	mtctr 6\n"						\
	"1:	stb 3, 0(5)\n"						\
	"	addi 5, 5, 1\n"						\
	"	bdnz 1b\n"						\
	"	ld 3, 136(1)\n"						\
	"	addi 1, 1, 144\n"					\
	"	blr\n"							\
	END(stress_string)						\
									\
	BEGIN(stress_flags)						\
	"	cmpldi 3, 500\n"					\
	"	mfcr 6\n"						\
	"	li 5, 5\n"						\
	"	addic. 7, 5, -1\n"					\
	"	addze 5, 5\n"						\
	"	mtcrf 0x80, 6\n"					\
	"	bge 1f\n"						\
	"	addi 5, 5, 1\n"						\
	"1:	mr 3, 5\n"						\
	"	blr\n"							\
	END(stress_flags)						\
									\
	BEGIN(stress_count)						\
	"	addis 5, 2, stress_counter@toc@ha\n"			\
	"	addi 5, 5, stress_counter@toc@l\n"			\
	"1:	ldarx 6, 0, 5\n"					\
	"	addi 6, 6, 1\n"						\
	"	stdcx. 6, 0, 5\n"					\
	"	bne 1b\n"						\
	"	blr\n"							\
	END(stress_count)

#endif /* STRESS_ARCH_H */
