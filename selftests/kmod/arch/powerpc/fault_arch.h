/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: what faults. A fault has one number, and a division never does. */
#ifndef FAULT_ARCH_H
#define FAULT_ARCH_H

#include <linux/ptrace.h>
#include <linux/stringify.h>
#include <linux/uaccess.h>
#include <asm/extable.h>

#include <test_arch.h>

/* --- of fault_handlers.c */

enum kind { NULL_POINTER, BAD_KERNEL, NON_CANONICAL, NUM_KINDS, DIVIDE };

/* The number of SIGSEGV. */
#define FAULT_KINDS							\
	[NULL_POINTER] = { "NULL pointer", 11 },			\
	[BAD_KERNEL] = { "bad kernel pointer", 11 },			\
	[NON_CANONICAL] = { "pointer of no page table", 11 },

#define FAULT_FUNCTIONS							\
	TEST_FUNCTION("fault_load")					\
	"	ld 3, 0(3)\n"						\
	"fault_load_after:\n"						\
	"	blr\n"							\
	TEST_FUNCTION_END("fault_load")					\
	TEST_FUNCTION("fault_divide")					\
	"fault_divide_insn:\n"						\
	"	divd 3, 3, 4\n"						\
	"fault_divide_after:\n"						\
	"	blr\n"							\
	TEST_FUNCTION_END("fault_divide")				\
	TEST_FUNCTION("fault_probed_load")				\
	"	li 4, 0\n"						\
	"fault_probed_load_insn:\n"					\
	"	ld 3, 0(3)\n"						\
	"fault_probed_load_after:\n"					\
	"	nop\n"							\
	"	blr\n"							\
	TEST_FUNCTION_END("fault_probed_load")				\
	TEST_FUNCTION("fault_probed_divide")				\
	"fault_probed_divide_insn:\n"					\
	"	divd 3, 3, 4\n"						\
	"fault_probed_divide_after:\n"					\
	"	nop\n"							\
	"	blr\n"							\
	TEST_FUNCTION_END("fault_probed_divide")			\
	TEST_FUNCTION("fault_quiet")					\
	"	mr 4, 3\n"						\
	"fault_quiet_nop:\n"						\
	"	nop\n"							\
	"fault_quiet_imul:\n"						\
	"	mulli 3, 4, 3\n"					\
	"	nop\n"							\
	"	blr\n"							\
	TEST_FUNCTION_END("fault_quiet")

/* The pointer of a load that faulted; the divisor of a division. */
static inline void fault_mend_pointer(struct pt_regs *regs, const void *ptr)
{
	regs->gpr[3] = (unsigned long)ptr;
}

static inline void fault_mend_divisor(struct pt_regs *regs)
{
	regs->gpr[4] = 1;
}

/* --- of fault_stall.c */

#define FAULT_STALL							\
	TEST_FUNCTION("fault_stall_target")				\
	"	li 6, 0\n"						\
	"	cmpdi 5, 0\n"						\
	"	bne 4f\n"						\
	"	.globl fault_stall_load\n"				\
	"fault_stall_load:\n"						\
	"	ld 3, 0(4)\n"						\
	"	b 3f\n"							\
	"	.globl fault_stall_copy\n"				\
	"fault_stall_copy:\n"						\
	"4:	std 6, 0(4)\n"						\
	"1:	ld 3, 0(4)\n"						\
	"	b 3f\n"							\
	"2:	li 3, 0xfa\n"						\
	"3:	blr\n"							\
	EX_TABLE(fault_stall_load, 2b) "\n"				\
	EX_TABLE(fault_stall_copy, 2b) "\n"				\
	EX_TABLE(1b, 2b) "\n"						\
	TEST_FUNCTION_END("fault_stall_target")

/* Access to user memory is switched by the AMR. */
static inline void fault_stall_begin(void)
{
	allow_read_write_user(NULL, NULL, 0);
}

static inline void fault_stall_end(void)
{
	prevent_read_write_user(NULL, NULL, 0);
}

#endif /* FAULT_ARCH_H */
