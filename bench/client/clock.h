/* SPDX-License-Identifier: GPL-2.0 */
/* Time: instructions, by QEMU's counter; or nanoseconds, where it has none. */
#include <linux/delay.h>
#include <linux/kernel_stat.h>
#include <linux/ktime.h>
#include <linux/tick.h>

/* With QEMU's counter, an instruction is a nanosecond. */
#define TICKS_PER_US	1000

/* Looks at the text come so often, until so many have seen nothing new. */
#define LOOK_MS		50
#define QUIET_LOOKS	100

static bool use_ns;
module_param(use_ns, bool, 0400);
MODULE_PARM_DESC(use_ns, "nanoseconds instead of instructions");

static u64 now(void)
{
	return use_ns ? ktime_get_mono_fast_ns() : bench_ticks();
}

/* Of one CPU, without what passes while it is idle. */
static u64 now_busy(void)
{
	u64 idle = get_cpu_idle_time_us(0, NULL);

	return bench_ticks() - (idle == -1ULL ? 0 : idle * TICKS_PER_US);
}
