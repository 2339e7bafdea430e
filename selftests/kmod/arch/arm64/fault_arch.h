/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: what faults. A fault has one number, and a division never does. */
#ifndef FAULT_ARCH_H
#define FAULT_ARCH_H

#include <linux/ptrace.h>
#include <linux/uaccess.h>
#include <asm/asm-extable.h>
#include <asm/esr.h>

/* --- of fault_handlers.c */

/* Where there is PAN, NULL is user space's, and an oops at once. */
enum kind { BAD_KERNEL, NON_CANONICAL, NUM_KINDS, NULL_POINTER, DIVIDE };

#define DATA_ABORT	((int)(ESR_ELx_EC_DABT_CUR << ESR_ELx_EC_SHIFT))

#define FAULT_KINDS							\
	[BAD_KERNEL] = { "bad kernel pointer", DATA_ABORT },		\
	[NON_CANONICAL] = { "non-canonical pointer", DATA_ABORT },

#define FAULT_FUNCTIONS							\
	".macro fault_function name\n"					\
	".type \\name, @function\n"					\
	"\\name:\n"							\
	".endm\n"							\
	".macro fault_end name\n"					\
	"	ret\n"							\
	".size \\name, . - \\name\n"					\
	".endm\n"							\
	"fault_function fault_load\n"					\
	"	ldr x0, [x0]\n"						\
	"fault_load_after:\n"						\
	"fault_end fault_load\n"					\
	"fault_function fault_divide\n"					\
	"fault_divide_insn:\n"						\
	"	udiv x0, x0, x1\n"					\
	"fault_divide_after:\n"						\
	"fault_end fault_divide\n"					\
	"fault_function fault_probed_load\n"				\
	"	mov x1, #0\n"						\
	"fault_probed_load_insn:\n"					\
	"	ldr x0, [x0]\n"						\
	"fault_probed_load_after:\n"					\
	"	nop\n"							\
	"fault_end fault_probed_load\n"					\
	"fault_function fault_probed_divide\n"				\
	"fault_probed_divide_insn:\n"					\
	"	udiv x0, x0, x1\n"					\
	"fault_probed_divide_after:\n"					\
	"	nop\n"							\
	"fault_end fault_probed_divide\n"				\
	"fault_function fault_quiet\n"					\
	"	mov x1, x0\n"						\
	"fault_quiet_nop:\n"						\
	"	nop\n"							\
	"fault_quiet_imul:\n"						\
	"	add x0, x1, x1, lsl #1\n"				\
	"	nop\n"							\
	"fault_end fault_quiet\n"

/* The pointer of a load that faulted; the divisor of a division. */
static inline void fault_mend_pointer(struct pt_regs *regs, const void *ptr)
{
	regs->regs[0] = (unsigned long)ptr;
}

static inline void fault_mend_divisor(struct pt_regs *regs)
{
	regs->regs[1] = 1;
}

/* --- of fault_stall.c */

#define FAULT_STALL							\
	"	.type fault_stall_target, @function\n"			\
	"fault_stall_target:\n"						\
	"	cbnz x2, fault_stall_copy\n"				\
	"	.globl fault_stall_load\n"				\
	"fault_stall_load:\n"						\
	"	ldtr x0, [x1]\n"					\
	"	b 3f\n"							\
	"	.globl fault_stall_copy\n"				\
	"fault_stall_copy:\n"						\
	"	sttr xzr, [x1]\n"					\
	"1:	ldtr x0, [x1]\n"					\
	"	b 3f\n"							\
	"2:	mov x0, #0xfa\n"					\
	"3:	ret\n"							\
	_ASM_EXTABLE_UACCESS(fault_stall_load, 2b)			\
	_ASM_EXTABLE_UACCESS(fault_stall_copy, 2b)			\
	_ASM_EXTABLE_UACCESS(1b, 2b)					\
	"	.size fault_stall_target, . - fault_stall_target\n"

/* Where access to user memory is switched by software. */
static inline void fault_stall_begin(void)
{
	uaccess_ttbr0_enable();
}

static inline void fault_stall_end(void)
{
	uaccess_ttbr0_disable();
}

#endif /* FAULT_ARCH_H */
