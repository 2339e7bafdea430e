/* SPDX-License-Identifier: GPL-2.0 */
/* x86: the probed functions. Included once. */
#ifndef ORDER_ARCH_H
#define ORDER_ARCH_H

#define NOP_SIZE	1
#define SLOT_SIZE	4
#define ALONE_SIZE	7
#define FIRST_SIZE	2
/* Whether all CPUs are stopped to write to what is probed there. */
#define NOPS_STOP	false
#define SLOTS_STOP	false
#define JUMPS_STOP	false

asm(".pushsection .text\n"
	".type order_nops, @function\n"
	"order_nops:\n"
	".rept 100\n"
	"	nop\n"
	".endr\n"
	"	movl $100, %eax\n"
	"	" ASM_RET
	".size order_nops, . - order_nops\n"
	".type order_slots, @function\n"
	"order_slots:\n"
	"	xorl %eax, %eax\n"
	".rept 100\n"
	"	leaq 1(%rax), %rax\n"
	".endr\n"
	"	" ASM_RET
	".size order_slots, . - order_slots\n"
	".type order_alone, @function\n"
	"order_alone:\n"
	"	xorl %eax, %eax\n"
	".rept 100\n"
	"	.byte 0x48, 0x8d, 0x80, 1, 0, 0, 0\n"	/* leaq 1(%rax), %rax */
	".endr\n"
	"	" ASM_RET
	".size order_alone, . - order_alone\n"
	".popsection\n");

/* Text poking does what comes with a write. */
static bool is_good(enum kp_text_event type, unsigned long addr)
{
	return true;
}

static bool is_of_arch(unsigned long addr)
{
	return false;
}

static void arch_begin(void)
{
}

static void arch_end(void)
{
}

#endif /* ORDER_ARCH_H */
