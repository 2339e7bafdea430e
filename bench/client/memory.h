/* SPDX-License-Identifier: GPL-2.0 */
/* Memory a probe: what the page allocator has less. */
#include <linux/rcupdate.h>

#include "../../compat/mmzone.h"

/* Pages that are free, also those that CPUs keep at hand. */
static long free_bytes(void)
{
	struct zone *zones = NODE_DATA(first_online_node)->node_zones, *zone;
	struct sysinfo info;
	long pages;
	int cpu;

	/* what was freed, and waits for a grace period */
	rcu_barrier();
	si_meminfo(&info);
	pages = info.freeram;
	for (zone = zones; zone < zones + MAX_NR_ZONES; zone++)
		for_each_online_cpu(cpu)
			if (managed_zone(zone))
				pages += kp_zone_pages(zone, cpu)->count;
	return pages * PAGE_SIZE;
}

/* What is there once, however many are registered. */
static void memory_warm_up(void)
{
	struct measure unused = {};

	others_reset(1, 0);
	if (register_kprobe(other_list[0]))
		return;
	measure_settled(&unused, 1);
	unregister_kprobe(other_list[0]);
}

static void memory_kprobes(const char *what)
{
	struct measure unused = {};
	long before, after;
	unsigned int jumps;

	memory_warm_up();
	others_reset(num_others, 0);
	before = free_bytes();
	if (register_kprobes(other_list, num_others)) {
		pr_info("REFUSED bytes %s\n", what);
		return;
	}
	jumps = measure_settled(&unused, num_others);
	after = free_bytes();
	pr_info("jumps bytes %s %u = %u\n", what, num_others, jumps);
	pr_info("bytes %s %u = %ld\n", what, num_others,
		(before - after) / num_others);
}

/* By default no more may be under way than 10, or two a CPU. */
static void memory_returns(void)
{
	struct kretprobe *rps, **list;
	unsigned int i, num = 0;
	long before, after;

	rps = kvcalloc(num_others, sizeof(*rps), GFP_KERNEL);
	list = kvcalloc(num_others, sizeof(*list), GFP_KERNEL);
	if (!rps || !list)
		goto free;
	before = free_bytes();
	for (i = 0; i < num_others; i++) {
		rps[num].kp.addr = others[i].addr;
		rps[num].kp.symbol_name = others[i].symbol_name;
		rps[num].kp.flags = KPROBE_FLAG_DISABLED;
		rps[num].handler = return_handler;
		if (register_kretprobe(&rps[num]))
			continue;
		list[num] = &rps[num];
		num++;
	}
	after = free_bytes();
	if (num)
		pr_info("bytes return %u = %ld\n", num, (before - after) / num);
	unregister_kretprobes(list, num);
free:
	kvfree(rps);
	kvfree(list);
}

/*
 * In one boot each, so that none uses what another has left: int3 only, jumps,
 * return probes at functions' entries.
 */
static int bench_memory(void)
{
	int ret = others_read();

	if (ret)
		return ret;
	if (!strcmp(label, "return")) {
		others_reset(num_others, KPROBE_FLAG_DISABLED);
		memory_returns();
	} else {
		memory_kprobes(label);
		unregister_kprobes(other_list, num_others);
	}
	others_free();
	return 0;
}
