/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How many addresses can be probed. One source, built twice, as probe_bench.h.
 * `list` of the engine then says how they are.
 */
#define pr_fmt(fmt) "COVERAGE " KP_BENCH_WHO " " fmt

#include <linux/kernel_read_file.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

static char *addresses = "/kp/addresses";
module_param(addresses, charp, 0400);
MODULE_PARM_DESC(addresses, "file with a distance from base a line, in hex");

static ulong base;
module_param(base, ulong, 0400);

#define MAX_PROBES	50000

static struct kprobe *probes;
static unsigned int num_tried, num_accepted;

static int pre_handler(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

static void try(unsigned long addr)
{
	struct kprobe *kp = &probes[num_accepted];

	memset(kp, 0, sizeof(*kp));
	kp->addr = (kprobe_opcode_t *)addr;
	kp->pre_handler = pre_handler;
	num_tried++;
	if (!register_kprobe(kp))
		num_accepted++;
	cond_resched();
}

static int __init probe_coverage_init(void)
{
	unsigned long distance;
	void *text = NULL;
	char *line, *rest;
	ssize_t size;

	size = kernel_read_file_from_path(addresses, 0, &text, SZ_8M, NULL,
					  READING_UNKNOWN);
	if (size <= 0)
		return size ?: -ENODATA;
	probes = kvcalloc(MAX_PROBES, sizeof(*probes), GFP_KERNEL);
	if (!probes) {
		vfree(text);
		return -ENOMEM;
	}
	rest = text;
	rest[size - 1] = '\0';
	while ((line = strsep(&rest, "\n")) && num_tried < MAX_PROBES)
		if (!kstrtoul(line, 16, &distance))
			try(base + distance);
	vfree(text);
	pr_info("tried %u\n", num_tried);
	pr_info("accepted %u\n", num_accepted);
	return 0;
}

static void __exit probe_coverage_exit(void)
{
	unsigned int i;

	for (i = 0; i < num_accepted; i++)
		unregister_kprobe(&probes[i]);
	kvfree(probes);
}

module_init(probe_coverage_init);
module_exit(probe_coverage_exit);
MODULE_DESCRIPTION("What can be probed");
MODULE_LICENSE("GPL");
