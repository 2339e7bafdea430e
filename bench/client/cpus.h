/* SPDX-License-Identifier: GPL-2.0 */
/* Two CPUs at once against one that does as much alone. */
#include <linux/completion.h>
#include <linux/kthread.h>

static atomic_t cpus_ready;

static int cpu_calls(void *arg)
{
	struct completion *done = arg;
	int i;

	/* both begin together */
	atomic_dec(&cpus_ready);
	while (atomic_read(&cpus_ready))
		cond_resched();
	for (i = 0; i < calls; i++)
		bench_mov();
	complete(done);
	return 0;
}

/* Calls on @num CPUs at once: nanoseconds. */
static u64 cpus_time(int num)
{
	struct completion done;
	struct task_struct *task;
	u64 start;
	int i;

	init_completion(&done);
	atomic_set(&cpus_ready, num);
	start = ktime_get_ns();
	for (i = 0; i < num; i++) {
		task = kthread_create(cpu_calls, &done, "bench");
		if (IS_ERR(task))
			return 0;
		kthread_bind(task, i);
		wake_up_process(task);
	}
	for (i = 0; i < num; i++)
		wait_for_completion(&done);
	return ktime_get_ns() - start;
}

/* Per cent of what one CPU takes for all calls of the two. */
static int bench_cpus(void)
{
	struct kretprobe rp = {
		.kp.addr = (void *)bench_mov,
		.handler = return_handler,
		.maxactive = 16,
	};
	u64 one, two;
	int ret;

	if (num_online_cpus() < 2)
		return -ENODEV;
	ret = register_kretprobe(&rp);
	if (ret)
		return ret;
	wait_for_jump("jump", "cpus", bench_mov);
	cpus_time(2);
	one = cpus_time(1);
	two = cpus_time(2);
	if (rp.nmissed)
		pr_info("LOST cpus return\n");
	unregister_kretprobe(&rp);
	/* the kernel's own warns if it is taken up again before */
	wait_for_original("jump", bench_mov);
	pr_info("cpus return = %llu\n", 100 * two / (2 * one));
	return 0;
}
