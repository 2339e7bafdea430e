/* SPDX-License-Identifier: GPL-2.0 */
/*
 * powerpc: what stubs lead to. LR points to the member common of struct
 * kp_ppc_stub; r12, and of a jprobe LR, are saved below the stack pointer.
 */
#include <linux/linkage.h>
#include <asm/asm-offsets.h>
#include <asm/hw_irq.h>
#include <asm/ppc_asm.h>
#include <asm/ptrace.h>
#include <asm/reg.h>

#include <kp_arch_types.h>
#include <compat/stack_frame.h>

/* Offset of the data from where LR points to. */
#define STUB_DATA	8
/* From the stack pointer that the stub found. */
#define SAVED_R12	-16
#define SAVED_LR	-24
/* Over the registers: these two, and the data of a jprobe's stub. */
#define FRAME		(SWITCH_FRAME_SIZE + 48)
#define FRAME_DATA	SWITCH_FRAME_SIZE
/* Of a detour. */
#define DETOUR_FRAME	(SWITCH_FRAME_SIZE + KP_PPC_DETOUR_GAP)
#define DETOUR_DATA	(KP_PPC_DETOUR_DATA - KP_PPC_DETOUR_BACK)
#define POST_DATA	(KP_ARCH_POST_OWNER - KP_PPC_POST_BACK)
/* Of a jprobe's handler: the header, and arguments on the stack. */
#define HANDLER_FRAME	(112 + KP_ARCH_JPROBE_STACK)

/* r2, for this module; clobbers LR and r12. */
.macro load_toc
	bcl	20,31,.Lhere\@
.Lhere\@:
	mflr	r12
	addis	r2,r12,(.TOC. - .Lhere\@)@ha
	addi	r2,r2,(.TOC. - .Lhere\@)@l
.endm

/*
 * In a frame of \frame bytes that has r12 already: a struct pt_regs, but for LR
 * and what C completes. Leaves LR in r31 and the data, which is \data bytes from
 * there, in r30.
 */
.macro save_regs frame, data
	SAVE_GPR(0, r1)
	SAVE_GPRS(2, 11, r1)
	SAVE_GPRS(13, 31, r1)
	addi	r12,r1,\frame
	std	r12,GPR1(r1)
	mflr	r31
	ld	r30,\data(r31)
	mfctr	r0
	std	r0,_CTR(r1)
	mfxer	r0
	std	r0,_XER(r1)
	mfcr	r0
	std	r0,_CCR(r1)
	mfmsr	r0
	std	r0,_MSR(r1)
	lbz	r0,PACAIRQSOFTMASK(r13)
	std	r0,SOFTE(r1)
	li	r0,0
	std	r0,_TRAP(r1)
	std	r0,_DAR(r1)
	std	r0,_DSISR(r1)
	std	r0,RESULT(r1)
	std	r0,ORIG_GPR3(r1)
	std	r31,_NIP(r1)
	load_toc
.endm

/* The same for a stub. */
.macro save_stub_regs
	stdu	r1,-FRAME(r1)
	ld	r12,(FRAME + SAVED_R12)(r1)
	SAVE_GPR(12, r1)
	save_regs FRAME, STUB_DATA
.endm

#if PACA_IRQ_HARD_DIS != 1
#error "PACA_IRQ_HARD_DIS is not the lowest bit"
#endif

/*
 * To where all of the registers say, but for r1; nothing comes between. If interrupts have been
 * switched off in hardware meanwhile, as by one that came while they were masked, MSR[EE] stays
 * off: the kernel relies on it.
 */
.macro return_to_regs
	li	r3,0
	mtmsrd	r3,1
	stb	r3,PACASRR_VALID(r13)
	ld	r3,_NIP(r1)
	ld	r4,_MSR(r1)
	lbz	r0,PACAIRQHAPPENED(r13)
	rldic	r0,r0,MSR_EE_LG,63 - MSR_EE_LG
	andc	r4,r4,r0
	mtspr	SPRN_SRR0,r3
	mtspr	SPRN_SRR1,r4
	REST_GPR(0, r1)
	REST_GPRS(2, 4, r1)
.endm

/* All but r0 to r4, LR and the stack pointer. */
.macro restore_regs
	ld	r0,_CCR(r1)
	mtcr	r0
	ld	r0,_XER(r1)
	mtxer	r0
	ld	r0,_CTR(r1)
	mtctr	r0
	REST_GPRS(5, 12, r1)
	REST_NVGPRS(r1)
.endm

	.text
	.globl	kp_arch_stub_text
kp_arch_stub_text:

/* A function has returned to a KP_STUB_RETURN stub. */
	.globl	kp_ppc_return_common
kp_ppc_return_common:
	save_stub_regs
	std	r31,_LINK(r1)
	std	r31,(FRAME + LRSAVE)(r1)
	addi	r3,r1,STACK_FRAME_OVERHEAD
	mr	r4,r30
	bl	DOTSYM(kp_ppc_return)
	nop
	ld	r0,_LINK(r1)
	mtlr	r0
	restore_regs
	REST_GPR(0, r1)
	REST_GPRS(2, 4, r1)
	addi	r1,r1,FRAME
	blr

/*
 * A function with a jprobe has been entered: call the handler, with the
 * function's arguments.
 */
	.globl	kp_ppc_jprobe_common
kp_ppc_jprobe_common:
	save_stub_regs
	ld	r0,(FRAME + SAVED_LR)(r1)
	std	r0,_LINK(r1)
	std	r30,FRAME_DATA(r1)
	mr	r31,r1
	stdu	r1,-HANDLER_FRAME(r1)
	addi	r3,r31,STACK_FRAME_OVERHEAD
	mr	r4,r30
	addi	r5,r1,KP_PPC_PARAMETERS
	bl	DOTSYM(kp_ppc_jprobe_enter)
	nop
	cmpdi	r3,0
	beq	.Lno_handler
	mr	r12,r3
	REST_GPRS(3, 10, r31)
#ifdef CONFIG_PPC64_ELF_ABI_V1
	ld	r2,8(r12)
	ld	r12,0(r12)
#endif
	mtctr	r12
	bctrl
	/* it was to call jprobe_return() */
	load_toc
	mr	r3,r30
	bl	DOTSYM(kp_jprobe_forgot)
	nop
.Lno_handler:
	addi	r3,r31,STACK_FRAME_OVERHEAD
	b	leave

_GLOBAL(kp_arch_jprobe_leave)
leave:
	addi	r1,r3,-STACK_FRAME_OVERHEAD
	ld	r4,FRAME_DATA(r1)
	bl	DOTSYM(kp_ppc_jprobe_leave)
	nop
	ld	r0,_LINK(r1)
	mtlr	r0
	restore_regs
	return_to_regs
	addi	r1,r1,FRAME
	rfid
	b	.

/*
 * A detour has made the frame, saved r12 and LR there, and called with the way
 * back in LR.
 */
	.globl	kp_ppc_detour_common
kp_ppc_detour_common:
	save_regs DETOUR_FRAME, DETOUR_DATA
	/* where the look at the stacks finds it, too */
	std	r31,SWITCH_FRAME_SIZE(r1)
	addi	r3,r1,STACK_FRAME_OVERHEAD
	mr	r4,r30
	bl	DOTSYM(kp_ppc_detour)
	nop
.Ldetour_left:
	andi.	r3,r3,1
	bne	.Ldetour_moved
	mtlr	r31
	restore_regs
	REST_GPRS(2, 4, r1)
	blr
.Ldetour_moved:
	ld	r0,_LINK(r1)
	mtlr	r0
	restore_regs
	return_to_regs
	ld	r1,GPR1(r1)
	rfid
	b	.

/* Behind the instruction in a KP_SLOT_POST slot, likewise. */
	.globl	kp_ppc_post_common
kp_ppc_post_common:
	save_regs DETOUR_FRAME, POST_DATA
	std	r31,SWITCH_FRAME_SIZE(r1)
	addi	r3,r1,STACK_FRAME_OVERHEAD
	mr	r4,r30
	bl	DOTSYM(kp_ppc_post)
	nop
	b	.Ldetour_left

	.globl	kp_arch_stub_text_end
kp_arch_stub_text_end:
