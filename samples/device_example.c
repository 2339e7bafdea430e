// SPDX-License-Identifier: GPL-2.0
/*
 * What a probe sees, read from a device, without printk(): each CPU's handler writes to
 * a buffer of its own, whoever reads /dev/probe_calls takes from all of them.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/fs.h>
#include <linux/kfifo.h>
#include <linux/kprobes.h>
#include <linux/ktime.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/sizes.h>
#include <linux/timekeeping.h>
#include <linux/uaccess.h>

/* Of vfs_read(): how many bytes. */
#ifdef CONFIG_PPC
#define third_argument(regs)	((regs)->gpr[5])
#else
#define third_argument(regs)	regs_get_kernel_argument(regs, 2)
#endif

static char *symbol = "vfs_read";
module_param(symbol, charp, 0400);
MODULE_PARM_DESC(symbol, "function to probe");

struct call {
	u64 time;
	unsigned long argument;
	pid_t pid;
	char comm[TASK_COMM_LEN];
};

/* One writer and one reader at a time: no lock between them. */
struct ring {
	DECLARE_KFIFO(calls, struct call, 256);
	unsigned long lost;
};

/* More than modules may have of static memory of CPUs. */
static struct ring __percpu *rings;
static DEFINE_MUTEX(readers);

/* Handlers on a CPU come one after the other, with preemption disabled. */
static int on_call(struct kprobe *kp, struct pt_regs *regs)
{
	struct ring *ring = this_cpu_ptr(rings);
	struct call call = {
		.time = ktime_get_mono_fast_ns(),
		.argument = third_argument(regs),
		.pid = current->pid,
	};

	memcpy(call.comm, current->comm, sizeof(call.comm));
	call.comm[sizeof(call.comm) - 1] = '\0';
	if (!kfifo_put(&ring->calls, call))
		ring->lost++;
	return 0;
}

static struct kprobe probe = {
	.pre_handler = on_call,
};

/* Whole lines, as many as there are and find room; none is the end. */
static ssize_t calls_read(struct file *file, char __user *to, size_t size,
			  loff_t *pos)
{
	struct call call;
	struct ring *ring;
	ssize_t done = 0;
	char line[80];
	int cpu, len;

	/* not longer than it takes to be interrupted */
	size = min_t(size_t, size, SZ_64K);
	mutex_lock(&readers);
	for_each_possible_cpu(cpu) {
		ring = per_cpu_ptr(rings, cpu);
		while (!kfifo_is_empty(&ring->calls)) {
			/* pairs with the barrier of kfifo_put(): a peek has none */
			smp_rmb();
			if (!kfifo_peek(&ring->calls, &call))
				break;
			len = scnprintf(line, sizeof(line), "%llu %d %s %lu\n",
					call.time, call.pid, call.comm,
					call.argument);
			if (len > size - done)
				goto out;
			if (copy_to_user(to + done, line, len)) {
				done = done ?: -EFAULT;
				goto out;
			}
			kfifo_skip(&ring->calls);
			done += len;
		}
	}
out:
	mutex_unlock(&readers);
	return done;
}

static const struct file_operations calls_fops = {
	.owner	= THIS_MODULE,
	.read	= calls_read,
};

static struct miscdevice device = {
	.minor	= MISC_DYNAMIC_MINOR,
	.name	= "probe_calls",
	.fops	= &calls_fops,
	.mode	= 0400,
};

static int __init example_init(void)
{
	int cpu, ret;

	rings = alloc_percpu(struct ring);
	if (!rings)
		return -ENOMEM;
	for_each_possible_cpu(cpu)
		INIT_KFIFO(per_cpu_ptr(rings, cpu)->calls);
	probe.symbol_name = symbol;
	ret = register_kprobe(&probe);
	if (ret) {
		pr_err("register_kprobe %s: %d\n", symbol, ret);
		goto free_rings;
	}
	/* the last: a module that has been opened must not fail to load */
	ret = misc_register(&device);
	if (ret) {
		unregister_kprobe(&probe);
		goto free_rings;
	}
	return 0;

free_rings:
	free_percpu(rings);
	return ret;
}

static void __exit example_exit(void)
{
	unsigned long lost = 0;
	int cpu;

	unregister_kprobe(&probe);
	misc_deregister(&device);
	for_each_possible_cpu(cpu)
		lost += per_cpu_ptr(rings, cpu)->lost;
	free_percpu(rings);
	pr_info("%lu calls of %s were lost\n", lost, symbol);
}

module_init(example_init);
module_exit(example_exit);
MODULE_DESCRIPTION("Example of a kprobe whose data are read from a device");
MODULE_LICENSE("GPL");
