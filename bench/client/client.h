/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The cost of a probe. One source, built twice: against kprobes.ko
 * (bench_ours.c) and against the kernel's own kprobes (bench_own.c). Figures are
 * lines "BENCH <who> <what ...> = <figure>" in the kernel's log.
 */
#define pr_fmt(fmt) "BENCH " KP_BENCH_WHO " " fmt

#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <bench_arch.h>

static int calls = 1000;
module_param(calls, int, 0400);
MODULE_PARM_DESC(calls, "calls of a probed function");

static char *mode = "hits";
module_param(mode, charp, 0400);
MODULE_PARM_DESC(mode, "hits, among, batches, memory, cpus, filter, called or coverage");

#include "clock.h"
#include "targets.h"
#include "hits.h"
#include "others.h"
#include "among.h"
#include "batches.h"
#include "memory.h"
#include "cpus.h"
#include "coverage.h"
#include "called.h"

static const struct {
	const char *mode;
	int (*run)(void);
} modes[] = {
	{ "hits", bench_hits },
	{ "among", bench_among },
	{ "batches", bench_batches },
	{ "memory", bench_memory },
	{ "cpus", bench_cpus },
	{ "filter", bench_filter },
	{ "called", bench_called },
	{ "coverage", bench_coverage },
};

static int __init bench_init(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(modes); i++)
		if (!strcmp(mode, modes[i].mode))
			return modes[i].run();
	return -EINVAL;
}

static void __exit bench_exit(void)
{
	coverage_free();
}

module_init(bench_init);
module_exit(bench_exit);
MODULE_DESCRIPTION("The cost of a probe");
MODULE_LICENSE("GPL");
