/* SPDX-License-Identifier: GPL-2.0 */
/* Registering, removing and switching many, until the text is what it will be. */
#include <linux/mman.h>
#include "counts.h"

static char *label = "name";
module_param(label, charp, 0400);
MODULE_PARM_DESC(label, "what to call these batches");

static char *enabled_file = "";
module_param(enabled_file, charp, 0400);
MODULE_PARM_DESC(enabled_file, "debugfs file `enabled` of whom is measured");

/* A site of the function tracer takes millions of instructions to switch. */
#define MAX_SWITCHED	100U

static void (*get_counts)(unsigned long *to);
static unsigned long counts_before[BENCH_NUM_COUNTS];

static void counts_begin(void)
{
	if (get_counts)
		get_counts(counts_before);
}

/**
 * struct measure - what is being measured
 * @start: ticks when it began
 * @end: ticks at its end, as far as known
 * @looked: ticks that looks at the text have taken
 */
struct measure {
	u64 start, end, looked;
};

static void measure_begin(struct measure *m)
{
	counts_begin();
	m->looked = 0;
	m->start = now_busy();
}

static void measure_end(struct measure *m)
{
	m->end = now_busy();
}

static unsigned int count_jumps(unsigned int num)
{
	unsigned int i, jumps = 0;

	for (i = 0; i < num; i++)
		jumps += bench_is_jump(others[i].addr);
	return jumps;
}

/* Until all that becomes a jump is one, or none any more. */
static unsigned int measure_settled(struct measure *m, unsigned int num)
{
	unsigned int jumps = count_jumps(num), quiet = 0;

	while (quiet < QUIET_LOOKS) {
		unsigned int found;
		u64 start;

		msleep(LOOK_MS);
		start = now_busy();
		found = count_jumps(num);
		if (found != jumps) {
			m->end = start - m->looked;
			quiet = 0;
		} else {
			quiet++;
		}
		jumps = found;
		m->looked += now_busy() - start;
	}
	return jumps;
}

static const char * const count_names[] = {
	[BENCH_SYNCS] = "syncs",
	[BENCH_TRACER_UPDATES] = "tracer-updates",
	[BENCH_STOPS] = "stops",
	[BENCH_GRACE_PERIODS] = "grace-periods",
	[BENCH_TASK_GRACE_PERIODS] = "task-grace-periods",
};

/* What was done to @done probes of @num. */
static void measure_report(const struct measure *m, const char *what,
			   unsigned int num, unsigned int done)
{
	unsigned long counts[BENCH_NUM_COUNTS];
	int i;

	if (!get_counts) {
		pr_info("%s %s %u = %lld\n", what, label, num,
			(s64)(m->end - m->start) / done);
		return;
	}
	get_counts(counts);
	for (i = 0; i < BENCH_NUM_COUNTS; i++)
		pr_info("%s %s %s %u = %lu\n", count_names[i], what, label,
			num, counts[i] - counts_before[i]);
}

/* Writes as a program would, without what starting one takes. */
static int write_enabled(bool on)
{
	struct file *file = filp_open(enabled_file, O_WRONLY, 0);
	unsigned long page;
	loff_t pos = 0;
	int ret;

	if (IS_ERR(file))
		return PTR_ERR(file);
	page = vm_mmap(NULL, 0, PAGE_SIZE, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, 0);
	ret = put_user(on ? '1' : '0', (char __user *)page);
	if (!ret)
		ret = file->f_op->write(file, (char __user *)page, 1, &pos);
	vm_munmap(page, PAGE_SIZE);
	filp_close(file, NULL);
	return min(ret, 0);
}

static void bench_enabled(unsigned int num)
{
	struct measure m;
	int on;

	/* what counts would be disarmed too */
	if (!*enabled_file || get_counts)
		return;
	for (on = 0; on <= 1; on++) {
		measure_begin(&m);
		if (write_enabled(on))
			pr_info("REFUSED enabled %s\n", label);
		measure_end(&m);
		measure_settled(&m, num);
		measure_report(&m, on ? "enabled-1" : "enabled-0", num,
			       num);
	}
}

/* Of @num, some are switched one by one: the API has no batches for it. */
static void bench_switch(unsigned int num)
{
	unsigned int i, some = min(num, MAX_SWITCHED);
	struct measure m;

	measure_begin(&m);
	for (i = 0; i < some; i++)
		disable_kprobe(&others[i]);
	measure_end(&m);
	measure_settled(&m, num);
	measure_report(&m, "disable", num, some);

	measure_begin(&m);
	for (i = 0; i < some; i++)
		if (enable_kprobe(&others[i]))
			pr_info("REFUSED enable %s %u\n", label, i);
	measure_end(&m);
	measure_settled(&m, num);
	measure_report(&m, "enable", num, some);
}

static void bench_batch(unsigned int num, bool quiet)
{
	struct measure m;
	unsigned int jumps;
	int ret;

	others_reset(num, 0);
	measure_begin(&m);
	ret = register_kprobes(other_list, num);
	measure_end(&m);
	if (ret) {
		pr_info("REFUSED register %s %u: %d\n", label, num, ret);
		return;
	}
	jumps = measure_settled(&m, num);
	if (!quiet) {
		measure_report(&m, "register", num, num);
		pr_info("jumps %s %u = %u\n", label, num, jumps);
		bench_enabled(num);
		bench_switch(num);
	}

	measure_begin(&m);
	unregister_kprobes(other_list, num);
	measure_end(&m);
	if (!quiet)
		measure_report(&m, "unregister", num, num);
	/* what is done about them later */
	m.start = m.end;
	measure_settled(&m, num);
	m.end = now_busy() - m.looked;
	if (!quiet && !get_counts)
		measure_report(&m, "afterwards", num, num);
}

static int bench_batches(void)
{
	static const unsigned int sizes[] = {
		1, 1, 1, 1, 1, 1, 100, 1000, 10000
	};
	int i, ret = others_read();

	if (ret)
		return ret;
	get_counts = symbol_get(bench_counts);
	/* the first one warms caches up */
	for (i = 0; i < ARRAY_SIZE(sizes) && sizes[i] <= num_others; i++)
		bench_batch(sizes[i], !i);
	if (get_counts)
		symbol_put(bench_counts);
	others_free();
	return 0;
}
