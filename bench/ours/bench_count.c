// SPDX-License-Identifier: GPL-2.0
/*
 * Counts what registering makes the kernel do: calls of functions that wait for
 * all CPUs, by probes of ours, for whoever registers.
 */
#define pr_fmt(fmt) "BENCH counter " fmt

#include <linux/kprobes.h>
#include <linux/module.h>
#include "../client/counts.h"

static unsigned long counts[BENCH_NUM_COUNTS];

static const struct {
	const char *symbol;
	enum bench_count count;
} counted[] = {
	{ "text_poke_sync", BENCH_SYNCS },
	/* arm64's */
	{ "kick_all_cpus_sync", BENCH_SYNCS },
	{ "ftrace_modify_all_code", BENCH_TRACER_UPDATES },
	{ "stop_machine_cpuslocked", BENCH_STOPS },
	{ "synchronize_rcu", BENCH_GRACE_PERIODS },
	{ "synchronize_rcu_tasks", BENCH_TASK_GRACE_PERIODS },
};

static struct kprobe probes[ARRAY_SIZE(counted)];

static int count(struct kprobe *kp, struct pt_regs *regs)
{
	counts[counted[kp - probes].count]++;
	return 0;
}

/**
 * bench_counts() - what was counted so far
 * @to: receives it
 */
void bench_counts(unsigned long *to)
{
	memcpy(to, counts, sizeof(counts));
}
EXPORT_SYMBOL_GPL(bench_counts);

static int __init bench_count_init(void)
{
	int i, ret;

	for (i = 0; i < ARRAY_SIZE(counted); i++) {
		probes[i].symbol_name = counted[i].symbol;
		probes[i].pre_handler = count;
		ret = register_kprobe(&probes[i]);
		if (!ret)
			continue;
		/* not in this kernel: then nobody calls it */
		pr_info("%s: %d\n", counted[i].symbol, ret);
		probes[i].symbol_name = NULL;
	}
	return 0;
}

static void __exit bench_count_exit(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(counted); i++)
		if (probes[i].symbol_name)
			unregister_kprobe(&probes[i]);
}

module_init(bench_count_init);
module_exit(bench_count_exit);
MODULE_DESCRIPTION("Counts cross-CPU syncs and grace periods");
MODULE_LICENSE("GPL");
