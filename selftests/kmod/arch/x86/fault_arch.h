/* SPDX-License-Identifier: GPL-2.0 */
/* x86: what faults. */
#ifndef FAULT_ARCH_H
#define FAULT_ARCH_H

#include <linux/linkage.h>
#include <linux/ptrace.h>
#include <asm/asm.h>
#include <asm/extable.h>
#include <asm/smap.h>
#include <asm/trapnr.h>

/* --- of fault_handlers.c */

enum kind { NULL_POINTER, BAD_KERNEL, NON_CANONICAL, DIVIDE, NUM_KINDS };

#define FAULT_KINDS							\
	[NULL_POINTER] = { "NULL pointer", X86_TRAP_PF },		\
	[BAD_KERNEL] = { "bad kernel pointer", X86_TRAP_PF },		\
	[NON_CANONICAL] = { "non-canonical pointer", X86_TRAP_GP },	\
	[DIVIDE] = { "division by zero", X86_TRAP_DE },

#define FAULT_FUNCTIONS							\
	".macro fault_function name\n"					\
	"	.type \\name, @function\n"				\
	"\\name:\n"							\
	".endm\n"							\
	".macro fault_end name\n"					\
	"	" ASM_RET						\
	"	.size \\name, . - \\name\n"				\
	".endm\n"							\
	"fault_function fault_load\n"					\
	"	mov (%rdi), %rax\n"					\
	"fault_load_after:\n"						\
	"fault_end fault_load\n"					\
	"fault_function fault_divide\n"					\
	"	mov %rdi, %rax\n"					\
	"	xor %edx, %edx\n"					\
	"fault_divide_insn:\n"						\
	"	div %rsi\n"						\
	"fault_divide_after:\n"						\
	"fault_end fault_divide\n"					\
	"fault_function fault_probed_load\n"				\
	"	xor %eax, %eax\n"					\
	"fault_probed_load_insn:\n"					\
	"	mov (%rdi), %rax\n"					\
	"fault_probed_load_after:\n"					\
	"	nop\n"							\
	"fault_end fault_probed_load\n"					\
	"fault_function fault_probed_divide\n"				\
	"	mov %rdi, %rax\n"					\
	"	xor %edx, %edx\n"					\
	"fault_probed_divide_insn:\n"					\
	"	div %rsi\n"						\
	"fault_probed_divide_after:\n"					\
	"	nop\n"							\
	"fault_end fault_probed_divide\n"				\
	"fault_function fault_quiet\n"					\
	"	mov %rdi, %rax\n"					\
	"fault_quiet_nop:\n"						\
	"	nop\n"							\
	"fault_quiet_imul:\n"						\
	"	imul $3, %rax, %rax\n"					\
	"	nop\n"							\
	"fault_end fault_quiet\n"

/* The pointer of a load that faulted; the divisor of a division. */
static inline void fault_mend_pointer(struct pt_regs *regs, const void *ptr)
{
	regs->di = (unsigned long)ptr;
}

static inline void fault_mend_divisor(struct pt_regs *regs)
{
	regs->si = 1;
}

/* --- of fault_stall.c */

#define FAULT_STALL							\
	"	.type fault_stall_target, @function\n"			\
	"fault_stall_target:\n"						\
	"	mov %rdx, %rcx\n"					\
	ASM_STAC "\n"							\
	"	mov $-1, %rax\n"					\
	"	test %rcx, %rcx\n"					\
	"	jnz fault_stall_copy\n"					\
	"	.globl fault_stall_load\n"				\
	"fault_stall_load:\n"						\
	"	mov (%rsi), %rax\n"					\
	"	jmp 3f\n"						\
	"	.globl fault_stall_copy\n"				\
	"fault_stall_copy:\n"						\
	"	rep movsb\n"						\
	"	mov -8(%rdi), %rax\n"					\
	"	jmp 3f\n"						\
	"2:	mov $0xfa, %eax\n"					\
	"3:	" ASM_CLAC "\n"						\
	ASM_RET								\
	_ASM_EXTABLE_UA(fault_stall_load, 2b)				\
	_ASM_EXTABLE_UA(fault_stall_copy, 2b)				\
	"	.size fault_stall_target, . - fault_stall_target\n"

/* Done by fault_stall_target() itself. */
static inline void fault_stall_begin(void)
{
}

static inline void fault_stall_end(void)
{
}

#endif /* FAULT_ARCH_H */
