/* SPDX-License-Identifier: GPL-2.0 */
/* What bench_count.ko counts. */

/**
 * enum bench_count - calls that wait for all CPUs
 * @BENCH_SYNCS: all CPUs serialize, after text was written
 * @BENCH_TRACER_UPDATES: the function tracer rewrites its call sites
 * @BENCH_STOPS: all CPUs are stopped
 * @BENCH_GRACE_PERIODS: RCU
 * @BENCH_TASK_GRACE_PERIODS: RCU-tasks
 * @BENCH_NUM_COUNTS: how many these are
 */
enum bench_count {
	BENCH_SYNCS,
	BENCH_TRACER_UPDATES,
	BENCH_STOPS,
	BENCH_GRACE_PERIODS,
	BENCH_TASK_GRACE_PERIODS,
	BENCH_NUM_COUNTS,
};

void bench_counts(unsigned long *to);
