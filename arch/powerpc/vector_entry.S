/* SPDX-License-Identifier: GPL-2.0 */
/*
 * powerpc: called by the kernel's code for program checks instead of its function
 * (vector.c), with all registers saved. What is here is not run here, but a copy in memory
 * near the kernel: with MSR[RI] off nothing may be touched that may lack an entry in the
 * hashed tables or the SLB, and kprobes.ko is in such memory.
 *
 * MSR[EE] is off from the vector to the end.
 */
#include <asm/asm-offsets.h>
#include <asm/hw_irq.h>
#include <asm/ppc_asm.h>
#include <asm/ptrace.h>
#include <asm/reg.h>

#include <kp_arch_types.h>
#include <compat/stack_frame.h>

#include "vector.h"

/* The kernel's, with MSR_PR off: translation, and that one can return. */
#define WANTED	(MSR_IR | MSR_DR | MSR_RI)

/* For the call of C. */
#define FRAME	112

#if KP_PPC_VECTOR_KERNEL >= 0 || KP_PPC_VECTOR_LEAVE || KP_PPC_VECTOR_RETURN <= 0
#error "they are told apart by their sign"
#endif

	.section .rodata, "a"
	.balign	8
	.globl	kp_ppc_veneer
kp_ppc_veneer:
	ld	r12,_MSR(r1)
	andis.	r11,r12,SRR1_PROGTRAP@h
	beq	.Lkernel
	xori	r12,r12,WANTED
	andi.	r11,r12,WANTED | MSR_PR
	bne	.Lkernel

	/* before MSR[RI] is on: a page fault by what is touched then is to leave MSR[EE] off */
	lbz	r31,PACAIRQHAPPENED(r13)
	li	r0,IRQS_ALL_DISABLED
	ori	r4,r31,PACA_IRQ_HARD_DIS
	stb	r0,PACAIRQSOFTMASK(r13)
	stb	r4,PACAIRQHAPPENED(r13)
	li	r0,MSR_RI
	mtmsrd	r0,1

	/* before the first instruction that might have a breakpoint of others */
	ld	r12,_NIP(r1)
	lwz	r12,0(r12)
	xoris	r12,r12,KP_PPC_TRAP@h
	cmplwi	r12,KP_PPC_TRAP@l
	bne-	.Lnot_ours

	/* where the unwinder looks for it */
	mflr	r0
	std	r0,LRSAVE(r1)
	stdu	r1,-FRAME(r1)
	.globl	kp_ppc_veneer_load
kp_ppc_veneer_load:
	lis	r12,0
	ori	r12,r12,0
	sldi	r12,r12,32
	oris	r12,r12,0
	ori	r12,r12,0
#ifdef CONFIG_PPC64_ELF_ABI_V1
	ld	r2,8(r12)
	ld	r12,0(r12)
#endif
	mtctr	r12
	bctrl
	addi	r1,r1,FRAME
	cmpdi	r3,0
	bne-	.Lnot_at_once

	/*
	 * As it was at the trap. The kernel takes this way out itself when MSR[EE] was
	 * never on. An NMI that comes within it has it start again, from the r1 that is noted.
	 * The registers, whatever a handler has written there, come before: an exception at
	 * the stack, of a watch, is still to leave MSR[EE] off.
	 */
	ld	r5,SOFTE(r1)
	mr	r4,r31
	REST_NVGPRS(r1)
	stb	r4,PACAIRQHAPPENED(r13)
	stb	r3,PACASRR_VALID(r13)
	std	r1,PACA_EXIT_SAVE_R1(r13)
	stb	r5,PACAIRQSOFTMASK(r13)
	.globl	kp_ppc_veneer_leave
kp_ppc_veneer_leave:
	b	.

.Lnot_at_once:
	ld	r0,LRSAVE(r1)
	mtlr	r0
	mr	r4,r31
	REST_NVGPRS(r1)
	LOAD_PACA_TOC()
	bgtlr
	/* the kernel's function looks at it; the soft mask it sets in any case */
	stb	r4,PACAIRQHAPPENED(r13)
	addi	r3,r1,STACK_FRAME_OVERHEAD
	b	.Lkernel

.Lnot_ours:
	stb	r31,PACAIRQHAPPENED(r13)
	REST_GPR(31, r1)
.Lkernel:
	.globl	kp_ppc_veneer_kernel
kp_ppc_veneer_kernel:
	b	.
	.globl	kp_ppc_veneer_end
kp_ppc_veneer_end:
