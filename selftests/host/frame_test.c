// SPDX-License-Identifier: GPL-2.0
/* What arch/x86/kp_arch_task.h finds of the frames of exceptions in made-up stacks. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <asm/processor-flags.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef int32_t s32;
typedef uint64_t u64;

#define BIT(n)			(1UL << (n))
#define U16_MAX			UINT16_MAX
#define READ_ONCE(x)		(x)
#define READ_ONCE_NOCHECK(x)	(x)
#define __KERNEL_CS		0x10
#define __KERNEL_DS		0x18

struct task_struct {
	struct {
		unsigned long sp;
	} thread;
	void *stack;
};

typedef void (*kp_stacks_look_fn)(struct task_struct *task, unsigned long addr,
				  bool is_end);

#define THREAD_SIZE		4096UL
#define task_stack_page(task)	((task)->stack)
#define ALIGN(x, n)		(((x) + (n) - 1) & ~((n) - 1))
#define IS_ALIGNED(x, n)	(!((x) & ((n) - 1)))

#include <arch/x86/kp_arch_task.h>
/* of kernel/stacks.c */
#include <look_at_stack.h>

#define WORDS	128
#define FLAGS	(X86_EFLAGS_FIXED | X86_EFLAGS_IF)
/* An external interrupt, in 64-bit mode. */
#define FRED_SS	(BIT(57) | 0x20UL << 32 | __KERNEL_DS)

static unsigned long stack[WORDS] __attribute__((aligned(64)));
static unsigned int count, failed;

static void check(bool ok, const char *what)
{
	printf("%sok %u %s\n", ok ? "" : "not ", ++count, what);
	failed += !ok;
}

/* The words behind which a task goes on that are found: how many, and its stack. */
static unsigned int find(unsigned long *sp)
{
	unsigned long end = (unsigned long)(stack + WORDS), found;
	unsigned int i, num = 0;
	bool goes_on;

	for (i = 0; i < WORDS; i++) {
		found = kp_arch_frame_sp(stack + i, end, &goes_on);
		if (!found || !goes_on)
			continue;
		*sp = found;
		num++;
	}
	return num;
}

/* As a CPU does for code whose stack pointer is @sp. */
static unsigned long *push(unsigned long sp, bool fred)
{
	unsigned long base = fred ? (sp - 64) & ~63UL : sp & ~15UL;
	unsigned long *word = (unsigned long *)base;

	memset(stack, 0, sizeof(stack));
	/* event data, and a word that is reserved */
	word -= fred ? 2 : 0;
	*--word = fred ? FRED_SS : __KERNEL_DS;
	*--word = sp;
	*--word = FLAGS;
	*--word = __KERNEL_CS;
	*--word = 0xffffffff81000000;
	return word;
}

/* Wherever the stack ends. */
static bool all_found(bool fred)
{
	unsigned int i;

	for (i = 32; i <= WORDS; i++) {
		unsigned long sp = (unsigned long)(stack + i), found = 0;

		push(sp, fred);
		if (find(&found) != 1 || found != sp)
			return false;
	}
	return true;
}

/* With @word of a frame of FRED's changed to @value: none is found. */
static bool is_none(unsigned int word, unsigned long value)
{
	unsigned long sp = (unsigned long)(stack + WORDS - 10);

	push(sp, true)[word] = value;
	return !find(&sp);
}

/* Where code goes on, and what its frame lies below. */
#define GOES_ON		0xffffffffc0001000
#define RETURNS_TO	0xffffffffc0002000

static unsigned int ends_seen;

static void note_end(struct task_struct *task, unsigned long addr, bool is_end)
{
	if (is_end && addr == GOES_ON)
		ends_seen |= 1;
	if (is_end && addr == RETURNS_TO)
		ends_seen |= 2;
}

/* In the gap that FRED leaves above a frame, another one may have been left. */
static bool stale_is_no_matter(bool is_stale)
{
	static unsigned long whole[THREAD_SIZE / 8] __attribute__((aligned(4096)));
	unsigned long *base = whole + 128, *sp = base + 12;
	unsigned long frame[] = {
		GOES_ON, __KERNEL_CS, FLAGS, (unsigned long)sp, FRED_SS
	};
	struct task_struct task = { .stack = whole };

	memset(whole, 0, sizeof(whole));
	memcpy(base - 7, frame, sizeof(frame));
	*sp = RETURNS_TO;
	if (is_stale) {
		frame[0] = 0;
		frame[3] = (unsigned long)(base + 8 + 12);
		memcpy(base + 8 - 7, frame, sizeof(frame));
	}
	ends_seen = 0;
	look_at_stack(&task, (unsigned long)(base - 20), note_end);
	return ends_seen == 3;
}

int main(void)
{
	unsigned long sp = (unsigned long)(stack + WORDS - 10);

	check(all_found(false), "frames of an IDT are found");
	check(all_found(true), "frames of FRED are found");
	push(sp, true)[1] |= BIT(18);
	check(find(&sp) == 1, "also where an ENDBR was due");
	check(is_none(1, 0x33), "not of user space");
	check(is_none(2, 0), "not without the flag that is always set");
	check(is_none(3, sp + 64), "not with a stack further up");
	check(is_none(3, sp - 128), "not with one below it");
	check(is_none(4, __KERNEL_DS), "not without FRED's bits beside ss");
	check(stale_is_no_matter(false), "where code goes on and returns to is seen");
	check(stale_is_no_matter(true), "also with a frame of earlier in the gap");
	printf("1..%u\n", count);
	return !!failed;
}
