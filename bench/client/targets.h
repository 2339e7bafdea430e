/* SPDX-License-Identifier: GPL-2.0 */
/* What is probed, and how its calls are timed. */
#include <linux/irqflags.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

/* A label on the instruction to probe, in a function that does nothing else. */
#define TARGET(name, insn)						\
	asm(".pushsection .text, \"ax\"\n"				\
	    ".type bench_" #name ", @function\n"			\
	    "bench_" #name ":\n"					\
	    insn "\n"							\
	    ".size bench_" #name ", . - bench_" #name "\n"		\
	    ".popsection\n");						\
	typeof(void (void)) bench_##name

#define TARGET_DEFINE(name, insns)	TARGET(name, insns);
#define TARGET_ROW(name, insns)		{ #name, bench_##name },

BENCH_TARGETS(TARGET_DEFINE)

/* With a call site of the function tracer, where the kernel has one. */
static noinline void bench_entry(void)
{
	barrier();
}

static const struct target {
	const char *name;
	void (*fn)(void);
} targets[] = {
	BENCH_TARGETS(TARGET_ROW)
};

static bool marks;
module_param(marks, bool, 0400);
MODULE_PARM_DESC(marks, "fault before and after the calls of each row, to count exceptions by");

/* Memory that faults, by its offset the number of a mark. */
static u8 *mark_base;
static unsigned int num_marks;

static void mark(void)
{
	u8 byte;

	if (copy_from_kernel_nofault(&byte, mark_base + num_marks, 1))
		num_marks++;
}

/* Two with nothing between them tell what a mark itself takes. */
static void marks_begin(void)
{
	if (!marks)
		return;
	mark_base = vmalloc(PAGE_SIZE);
	/* the page behind it */
	mark_base += PAGE_SIZE;
	pr_info("marks %px\n", mark_base);
	pr_info("mark 0 none\n");
	mark();
	mark();
}

/* The probes are in place when what is timed begins so. */
static bool is_jump(const char *what)
{
	return strstarts(what, "jump");
}

static void wait_for_jump(const char *what, const char *name, const void *text)
{
	int i;

	if (!is_jump(what))
		return;
	for (i = 0; i < 1000 && bench_is_breakpoint(text); i++)
		msleep(20);
	if (bench_is_breakpoint(text))
		pr_info("NEVER hit %s %s\n", what, name);
}

/* The kernel's own takes its time to write the original back. */
static void wait_for_original(const char *what, const void *text)
{
	int i;

	if (!is_jump(what))
		return;
	for (i = 0; i < 1000 && (bench_is_breakpoint(text) ||
				 bench_is_jump(text)); i++)
		msleep(20);
}

static unsigned long handled;

static u64 time_calls(void (*fn)(void))
{
	unsigned long flags;
	u64 start, end;
	int i;

	local_irq_save(flags);
	start = now();
	for (i = 0; i < calls; i++) {
		/*
		 * Few return addresses are aligned as a stub is, and looked at
		 * more closely: not this one, however long the call is.
		 */
		asm volatile(".p2align 4; nop");
		fn();
	}
	end = now();
	local_irq_restore(flags);
	return end - start;
}

/* With the probes in place; @expected calls of handlers a call. */
static u64 time_probed(const char *what, const char *name, void (*fn)(void),
		       unsigned int expected)
{
	u64 probed;

	wait_for_jump(what, name, fn);
	handled = 0;
	if (marks) {
		pr_info("mark %u hit %s %s\n", num_marks, what, name);
		mark();
	}
	probed = time_calls(fn);
	if (marks)
		mark();
	if (handled != (unsigned long)expected * calls)
		pr_info("LOST hit %s %s\n", what, name);
	return probed;
}

/* When they are gone. */
static void report(const char *what, const char *name, void (*fn)(void),
		   u64 probed)
{
	wait_for_original(what, fn);
	if (marks)
		return;
	pr_info("hit %s %s = %lld\n", what, name,
		(s64)(probed - time_calls(fn)) / calls);
}

static void refused(const char *what, const char *name, int error)
{
	pr_info("REFUSED hit %s %s: %d\n", what, name, error);
}
