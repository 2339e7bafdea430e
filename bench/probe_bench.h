/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The cost of a probe, in guest instructions. One source, built twice: against
 * kprobes.ko (probe_bench_ours.c) and against the kernel's own kprobes
 * (probe_bench_native.c). The clock must be QEMU's instruction counter.
 */
#define pr_fmt(fmt) "BENCH " KP_BENCH_WHO " " fmt

#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/kernel_read_file.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/string.h>
#include <bench_arch.h>

#define CALLS		1000
#define MAX_OTHERS	10000

static char *names = "/kp/names";
module_param(names, charp, 0400);
MODULE_PARM_DESC(names, "file with a function's name a line");

static unsigned int offset;
module_param(offset, uint, 0400);
MODULE_PARM_DESC(offset, "where in those functions to probe");

static unsigned int max_others = MAX_OTHERS;
module_param(max_others, uint, 0400);
MODULE_PARM_DESC(max_others, "register no more than so many at once");

static unsigned int only_hit;
module_param(only_hit, uint, 0400);
MODULE_PARM_DESC(only_hit, "n: only call the n-th target, for counting traps");

static char *only_how = "pre";
module_param(only_how, charp, 0400);
MODULE_PARM_DESC(only_how, "with what: pre, return or jprobe");

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

static const struct {
	const char *name;
	void (*fn)(void);
} targets[] = {
	BENCH_TARGETS(TARGET_ROW)
};

static unsigned long handled;

static int pre_handler(struct kprobe *kp, struct pt_regs *regs)
{
	handled++;
	return 0;
}

static void post_handler(struct kprobe *kp, struct pt_regs *regs,
			 unsigned long flags)
{
	handled++;
}

/* Rows whose names begin so are measured when the breakpoint is a jump. */
static void wait_for_jump(const char *what, const char *name, const void *text)
{
	int i;

	if (!strstarts(what, "jump"))
		return;
	for (i = 0; i < 1000 && bench_is_breakpoint(text); i++)
		msleep(20);
	if (bench_is_breakpoint(text))
		pr_info("hit %s %s NEVER\n", what, name);
}

/* The kernel's own takes its time to write the original back. */
static void wait_for_original(const char *what, const void *text)
{
	int i;

	if (!strstarts(what, "jump"))
		return;
	for (i = 0; i < 1000 && (bench_is_breakpoint(text) ||
				 bench_is_jump(text)); i++)
		msleep(20);
}

static u64 time_calls(void (*fn)(void))
{
	unsigned long flags;
	u64 start, end;
	int i;

	local_irq_save(flags);
	start = bench_ticks();
	for (i = 0; i < CALLS; i++)
		fn();
	end = bench_ticks();
	local_irq_restore(flags);
	return end - start;
}

/* With the probes in place; @expected calls of handlers. */
static u64 time_probed(const char *what, const char *name, void (*fn)(void),
		       unsigned long expected)
{
	u64 probed;

	wait_for_jump(what, name, (const u8 *)fn);
	handled = 0;
	probed = time_calls(fn);
	if (handled != expected)
		pr_info("hit %s %s LOST %ld\n", what, name,
			expected - handled);
	return probed;
}

/* When they are gone. */
static void report(const char *what, const char *name, void (*fn)(void),
		   u64 probed)
{
	wait_for_original(what, fn);
	pr_info("hit %s %s %llu\n", what, name,
		(probed - time_calls(fn)) / CALLS);
}

static void bench_hit(const char *what, const char *name, void (*fn)(void),
		      unsigned int probes, bool with_post)
{
	struct kprobe kps[2] = {};
	struct kprobe *list[2] = { &kps[0], &kps[1] };
	unsigned long expected = CALLS * probes * (with_post ? 2 : 1);
	unsigned int i;
	u64 probed;
	int ret;

	for (i = 0; i < probes; i++) {
		kps[i].addr = (void *)fn;
		kps[i].pre_handler = pre_handler;
		if (with_post)
			kps[i].post_handler = post_handler;
	}
	ret = register_kprobes(list, probes);
	if (ret) {
		pr_info("hit %s %s refused %d\n", what, name, ret);
		return;
	}
	probed = time_probed(what, name, fn, expected);
	unregister_kprobes(list, probes);
	report(what, name, fn, probed);
}

static int return_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	handled++;
	return 0;
}

/* By a return probe, or several; each counts the return, and the entry too. */
static void bench_return(const char *what, const char *name, void (*fn)(void),
			 unsigned int probes, bool with_entry)
{
	struct kretprobe rps[2] = {};
	struct kretprobe *list[2] = { &rps[0], &rps[1] };
	unsigned long expected = CALLS * probes * (with_entry ? 2 : 1);
	unsigned int i;
	u64 probed;
	int ret;

	for (i = 0; i < probes; i++) {
		rps[i].kp.addr = (void *)fn;
		rps[i].handler = return_handler;
		if (with_entry)
			rps[i].entry_handler = return_handler;
	}
	ret = register_kretprobes(list, probes);
	if (ret) {
		pr_info("hit %s %s refused %d\n", what, name, ret);
		return;
	}
	probed = time_probed(what, name, fn, expected);
	unregister_kretprobes(list, probes);
	report(what, name, fn, probed);
}

#ifdef KP_BENCH_JPROBES
static void jprobe_handler(void)
{
	handled++;
	jprobe_return();
}

static void bench_jprobe(const char *what, const char *name, void (*fn)(void))
{
	struct jprobe jp = { .kp.addr = (void *)fn, .entry = jprobe_handler };
	int ret = register_jprobe(&jp);
	u64 probed;

	if (ret) {
		pr_info("hit %s %s refused %d\n", what, name, ret);
		return;
	}
	probed = time_probed(what, name, fn, CALLS);
	unregister_jprobe(&jp);
	report(what, name, fn, probed);
}
#else
static void bench_jprobe(const char *what, const char *name, void (*fn)(void))
{
}
#endif

static struct kprobe *others;
static struct kprobe **other_list;
static unsigned int num_others;

static int other_handler(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

static void others_reset(unsigned int num, u32 flags)
{
	unsigned int i;

	for (i = 0; i < num; i++) {
		const char *name = others[i].symbol_name;

		memset(&others[i], 0, sizeof(others[i]));
		others[i].symbol_name = name;
		others[i].offset = offset;
		others[i].pre_handler = other_handler;
		others[i].flags = flags;
		other_list[i] = &others[i];
	}
}

/* Keep the names that can be probed; one address only once. */
static void others_filter(unsigned int num)
{
	unsigned int i;

	for (i = 0; i < num && num_others < max_others; i++) {
		struct kprobe kp = {
			.symbol_name = others[i].symbol_name,
			.offset = offset,
			.flags = KPROBE_FLAG_DISABLED,
		};

		if (register_kprobe(&kp))
			continue;
		unregister_kprobe(&kp);
		others[num_others++].symbol_name = kp.symbol_name;
	}
}

static int others_read(void)
{
	void *text = NULL;
	char *line, *rest;
	unsigned int num = 0;
	ssize_t size;

	size = kernel_read_file_from_path(names, 0, &text, SZ_8M, NULL,
					  READING_UNKNOWN);
	if (size < 0)
		return size;
	others = kvcalloc(MAX_OTHERS * 2, sizeof(*others), GFP_KERNEL);
	other_list = kvcalloc(MAX_OTHERS * 2, sizeof(*other_list), GFP_KERNEL);
	rest = text;
	rest[size - 1] = '\0';
	while ((line = strsep(&rest, "\n")) && num < max_others + 1000)
		if (*line)
			others[num++].symbol_name = line;
	others_filter(num);
	pr_info("others %u\n", num_others);
	return 0;
}

static void bench_batch(unsigned int num)
{
	u64 start, registered, end;
	int ret;

	if (num > num_others)
		return;
	others_reset(num, 0);
	start = bench_ticks();
	ret = register_kprobes(other_list, num);
	registered = bench_ticks();
	if (ret) {
		pr_info("register %u refused %d\n", num, ret);
		return;
	}
	unregister_kprobes(other_list, num);
	end = bench_ticks();
	pr_info("register %u %llu\n", num, (registered - start) / num);
	pr_info("unregister %u %llu\n", num, (end - registered) / num);
}

static unsigned long free_bytes(void)
{
	struct sysinfo info;

	/* what was freed, and waits for a grace period */
	rcu_barrier();
	si_meminfo(&info);
	return info.freeram * info.mem_unit;
}

/* Beside the caller's struct. Both stay, so that neither uses what was freed. */
static void bench_memory(unsigned int num)
{
	struct kretprobe *rps = kvcalloc(num, sizeof(*rps), GFP_KERNEL);
	unsigned long start, middle, end;
	unsigned int i, taken = 0;

	if (!rps || 2 * num > num_others)
		goto free;
	others_reset(2 * num, KPROBE_FLAG_DISABLED);
	start = free_bytes();
	if (register_kprobes(other_list, num))
		goto free;
	middle = free_bytes();
	/* one by one: returns of some functions are refused */
	for (i = 0; i < num; i++) {
		rps[i].kp.symbol_name = others[num + i].symbol_name;
		rps[i].kp.flags = KPROBE_FLAG_DISABLED;
		if (register_kretprobe(&rps[i]))
			rps[i].kp.symbol_name = NULL;
		else
			taken++;
	}
	end = free_bytes();
	pr_info("bytes kprobe %u %ld\n", num, (long)(start - middle) / num);
	if (taken)
		pr_info("bytes return %u %ld\n", taken,
			(long)(middle - end) / taken);
	for (i = 0; i < num; i++)
		if (rps[i].kp.symbol_name)
			unregister_kretprobe(&rps[i]);
	unregister_kprobes(other_list, num);
free:
	kvfree(rps);
}

static void bench_hits(const char *what)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(targets); i++) {
		bench_hit(what, targets[i].name, targets[i].fn, 1, false);
		if (num_others)
			continue;
		bench_hit("post", targets[i].name, targets[i].fn, 1, true);
		bench_hit("second", targets[i].name, targets[i].fn, 2, false);
		bench_return("return", targets[i].name, targets[i].fn, 1,
			     false);
		bench_return("entry+return", targets[i].name, targets[i].fn, 1,
			     true);
		bench_return("second-return", targets[i].name, targets[i].fn, 2,
			     false);
		bench_jprobe("jprobe", targets[i].name, targets[i].fn);
	}
}

/* What both engines can make a jump of. */
static void bench_jumps(const char *name, void (*fn)(void))
{
	bench_hit("jump", name, fn, 1, false);
	bench_hit("jump-second", name, fn, 2, false);
	bench_return("jump-return", name, fn, 1, false);
	bench_return("jump-entry+return", name, fn, 1, true);
	bench_return("jump-second-return", name, fn, 2, false);
	bench_jprobe("jump-jprobe", name, fn);
}

/* A function's entry: at the call site of the function tracer if it has one. */
static void bench_entries(void (*fn)(void))
{
	bench_hit("entry", "C", fn, 1, false);
	bench_hit("entry-post", "C", fn, 1, true);
	bench_hit("entry-second", "C", fn, 2, false);
	bench_return("entry-return", "C", fn, 1, false);
	bench_return("entry-entry+return", "C", fn, 1, true);
	bench_return("entry-second-return", "C", fn, 2, false);
	bench_jprobe("entry-jprobe", "C", fn);
}

static void bench_only(void)
{
	const char *name = targets[only_hit - 1].name;
	void (*fn)(void) = targets[only_hit - 1].fn;

	if (!strcmp(only_how, "return"))
		bench_return("traps", name, fn, 1, true);
	else if (!strcmp(only_how, "jprobe"))
		bench_jprobe("jprobe", name, fn);
	else
		bench_hit("traps", name, fn, 1, false);
}

static int __init probe_bench_init(void)
{
	static const unsigned int sizes[] = { 1, 1, 100, 1000, 10000 };
	int i, ret;

	if (only_hit) {
		bench_only();
		return 0;
	}
	bench_hits("pre");
	bench_jumps("mov", bench_mov);
	bench_entries(bench_entry);
	ret = others_read();
	if (ret)
		return ret;
	/* while no slab has free memory; the kernel's own is too slow for it */
	bench_memory(1000);
	/* the first one warms caches up */
	for (i = 0; i < ARRAY_SIZE(sizes); i++)
		bench_batch(sizes[i]);

	others_reset(num_others, KPROBE_FLAG_DISABLED);
	ret = register_kprobes(other_list, num_others);
	if (ret)
		return ret;
	bench_hits("pre-among-others");
	unregister_kprobes(other_list, num_others);
	return 0;
}

static void __exit probe_bench_exit(void)
{
	kvfree(others);
	kvfree(other_list);
}

module_init(probe_bench_init);
module_exit(probe_bench_exit);
MODULE_DESCRIPTION("The cost of a probe");
MODULE_LICENSE("GPL");
