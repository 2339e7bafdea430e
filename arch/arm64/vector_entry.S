/* SPDX-License-Identifier: GPL-2.0 */
/*
 * arm64: called by the kernel's vector instead of its function for exceptions of the
 * kernel (vector.c). What is not a breakpoint of ours goes on to that function by a
 * jump, with stack and argument as they were: it may sleep, and return when
 * kprobes.ko has gone.
 */
#include <linux/linkage.h>
#include <asm/assembler.h>
#include <asm/esr.h>

#include <kp_arch_types.h>

	.text
SYM_INNER_LABEL(kp_arm64_vector_text, SYM_L_GLOBAL)
SYM_FUNC_START(kp_arm64_vector)
	mrs	x1, esr_el1
	/* of the 32 bits all are known */
	mov	w2, #KP_ARM64_BRK_IMM
	movk	w2, #((ESR_ELx_EC_BRK64 << 10) | 1 << 9), lsl #16
	cmp	w1, w2
	b.ne	.Lkernel
	stp	x29, x30, [sp, #-32]!
	mov	x29, sp
	str	x0, [sp, #16]
	bl	kp_arm64_vector_brk
	tbz	w0, #0, .Lnot_ours
	ldp	x29, x30, [sp], #32
	ret
.Lnot_ours:
	ldr	x0, [sp, #16]
	ldp	x29, x30, [sp], #32
.Lkernel:
	ldr_l	x16, kp_arm64_vector_kernel
	br	x16
SYM_FUNC_END(kp_arm64_vector)
SYM_INNER_LABEL(kp_arm64_vector_text_end, SYM_L_GLOBAL)

	.data
	.balign	8
/* The kernel's function. */
SYM_DATA(kp_arm64_vector_kernel, .quad 0)
