/* SPDX-License-Identifier: GPL-2.0 */
/* x86: facts about a task that is not running (arch/contract.h). */
#ifndef KP_ARCH_TASK_H
#define KP_ARCH_TASK_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <asm/processor-flags.h>
#include <asm/segment.h>

#include <kp_arch_types.h>

/* Where the stack of a task that was switched out ends. */
static inline unsigned long kp_arch_task_sp(const struct task_struct *task)
{
	return READ_ONCE(task->thread.sp);
}

static inline unsigned long kp_arch_plain_address(unsigned long word)
{
	return word;
}

/* Of FRED: words from ip on, bytes that Linux has it leave alone, and alignment. */
#define KP_X86_FRED_WORDS	7
#define KP_X86_FRED_GAP		64
#define KP_X86_FRED_ALIGN	64
/* In the word with ss: the CPU was in 64-bit mode. */
#define KP_X86_FRED_SS_LONG	BIT(57)

/*
 * With FRED, an exception leaves a gap below the stack pointer, aligns it, and pushes two
 * words before ss; cs and ss are the lower 16 bits of theirs.
 *
 * Source: Intel, "Flexible Return and Event Delivery (FRED) Specification", chapter 5
 * "FRED Event Delivery".
 */
static inline bool kp_x86_is_fred_frame(const unsigned long *word,
					unsigned long end)
{
	unsigned long base = (unsigned long)(word + KP_X86_FRED_WORDS);

	return base % KP_X86_FRED_ALIGN == 0 && base <= end &&
	       READ_ONCE_NOCHECK(word[3]) - base - KP_X86_FRED_GAP <
	       KP_X86_FRED_ALIGN &&
	       (READ_ONCE_NOCHECK(word[1]) & U16_MAX) == __KERNEL_CS &&
	       READ_ONCE_NOCHECK(word[2]) & X86_EFLAGS_FIXED &&
	       READ_ONCE_NOCHECK(word[4]) & KP_X86_FRED_SS_LONG;
}

/*
 * ip, cs, flags, sp, ss, by an exception, which aligns the stack pointer first;
 * or by a detour, and then its gap, where what an earlier exception saved may
 * have been left.
 *
 * Source: Intel SDM, volume 3, 6.14.2 "64-Bit Mode Stack Frame".
 */
static inline unsigned long kp_arch_frame_sp(const unsigned long *word,
					     unsigned long end, bool *goes_on)
{
	unsigned long top = (unsigned long)(word + 5), sp;

	if (top > end)
		return 0;
	sp = READ_ONCE_NOCHECK(word[3]);
	/* a frame within a return that is safe from speculation is edited */
	*goes_on = sp >= top && sp - top < 32;
	if (*goes_on)
		/* ss is zero behind an entry from user space */
		return READ_ONCE_NOCHECK(word[1]) <= U16_MAX &&
		       READ_ONCE_NOCHECK(word[4]) <= U16_MAX ? sp : 0;
	/* as pushed, or as handlers find it */
	if ((sp == top - sizeof(*word) || sp == top + KP_X86_DETOUR_GAP) &&
	    READ_ONCE_NOCHECK(word[1]) == __KERNEL_CS &&
	    READ_ONCE_NOCHECK(word[2]) & X86_EFLAGS_FIXED &&
	    READ_ONCE_NOCHECK(word[4]) == __KERNEL_DS)
		return top + KP_X86_DETOUR_GAP;
	*goes_on = kp_x86_is_fred_frame(word, end);
	return *goes_on ? sp : 0;
}

#endif /* KP_ARCH_TASK_H */
