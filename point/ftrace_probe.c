// SPDX-License-Identifier: GPL-2.0
/*
 * Probepoints at call sites of the function tracer: reached through ftrace,
 * never by a breakpoint. One ftrace update a batch, or one for so many sites that
 * nobody else has to wait for long: the kernel does not give way within one.
 *
 * A site that nobody else traces calls our trampoline. Where there is somebody
 * else it calls the function tracer's own, which saves the registers and calls
 * all in turn. Ftrace switches each site from one to the other by itself.
 */
#include <linux/ftrace.h>
#include <linux/mm.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/seq_file.h>

#include <arch/contract.h>
#include <hit/hit.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/quiesce.h>
#include <point/ftrace_probe.h>
#include <compat/ftrace.h>
#include <compat/list.h>

/*
 * Sites of one update, at least: in each, the whole filter is copied and the old one is
 * freed after a grace period, so there are not more than eight.
 */
#define MIN_UPDATE	4096u
#define MAX_UPDATES	8

static void notrace ftrace_hit(unsigned long ip, unsigned long parent_ip,
			       struct ftrace_ops *ops,
			       KP_FTRACE_REGS *fregs)
{
	kp_atomic_enter();
	kp_hit_ftrace(kp_ftrace_get_regs(fregs), ip);
	kp_atomic_exit();
}

/*
 * Without IPMODIFY: that would shut out live patches on the same function. Permanent: the
 * sysctl kernel.ftrace_enabled cannot be switched off meanwhile, which would silence all.
 */
static struct ftrace_ops ftrace_ops = {
	.func = ftrace_hit,
	.flags = FTRACE_OPS_FL_SAVE_REGS | FTRACE_OPS_FL_PERMANENT |
		 KP_FTRACE_FL_REENTRANT,
};

/* Sites in the filter of ftrace_ops; protected by kp_mutex. */
static unsigned int num_sites;

static int arm_sites(unsigned long *sites, unsigned int num)
{
	int ret = kp_ftrace_set_filter_ips(&ftrace_ops, sites, num, 0, 0);

	if (ret)
		return ret;
	if (!num_sites) {
		ftrace_ops.trampoline = kp_arch_ftrace_trampoline();
		ret = register_ftrace_function(&ftrace_ops);
		if (ret) {
			kp_ftrace_set_filter_ips(&ftrace_ops, sites, num, 1, 0);
			return ret;
		}
	}
	num_sites += num;
	return 0;
}

/*
 * For DYNAMIC ops, as those of modules are, ftrace waits for works in the kernel's queue, which
 * may be full of works that wait for kp_mutex; and for RCU-tasks. Ours stays until exit, which
 * waits for tasks that were preempted on their way to us or back: they find no probepoint, as
 * when one site of several goes. Until then CPUs are enough: nobody looks at the filter.
 *
 * RCU does the rest of what DYNAMIC did: if these ops are the only ones left, ftrace's
 * trampolines do not call them without asking for the filter and for registers.
 */
static void stop_tracing(void)
{
	ftrace_ops.flags = (ftrace_ops.flags & ~FTRACE_OPS_FL_DYNAMIC) |
			   FTRACE_OPS_FL_RCU;
	WARN_ON_ONCE(unregister_ftrace_function(&ftrace_ops));
	kp_wait_for_cpus();
	ftrace_ops.flags &= ~FTRACE_OPS_FL_RCU;
}

static void disarm_sites(unsigned long *sites, unsigned int num)
{
	num_sites -= num;
	/* an empty filter would mean every function */
	if (!num_sites)
		stop_tracing();
	if (kp_ftrace_set_filter_ips(&ftrace_ops, sites, num, 1, 0))
		pr_warn("function tracer keeps %u sites\n", num);
}

static void disarm_pieces(unsigned long *sites, unsigned int num)
{
	unsigned int most = max(MIN_UPDATE, num / MAX_UPDATES), piece;

	for (; num; num -= piece, sites += piece) {
		piece = min(num, most);
		disarm_sites(sites, piece);
		cond_resched();
	}
}

static int arm_pieces(unsigned long *sites, unsigned int num)
{
	unsigned int most = max(MIN_UPDATE, num / MAX_UPDATES), done, piece;
	int ret;

	for (done = 0; done < num; done += piece) {
		piece = min(num - done, most);
		ret = arm_sites(sites + done, piece);
		if (ret) {
			disarm_pieces(sites, done);
			return ret;
		}
		cond_resched();
	}
	return 0;
}

/* Slower, but needs no memory. */
static void disarm_singly(struct list_head *batch, unsigned int num)
{
	struct probepoint *pp;

	num_sites -= num;
	if (!num_sites)
		stop_tracing();
	list_for_each_entry(pp, batch, batch) {
		ftrace_set_filter_ip(&ftrace_ops, pp->home.addr, 1, 0);
		cond_resched();
	}
}

static unsigned long *site_list(struct list_head *batch, unsigned int *num)
{
	struct probepoint *pp;
	unsigned long *sites;

	*num = kp_list_count(batch);
	sites = kvmalloc_array(*num, sizeof(*sites), GFP_KERNEL);
	if (!sites)
		return NULL;
	*num = 0;
	list_for_each_entry(pp, batch, batch)
		sites[(*num)++] = pp->home.addr;
	return sites;
}

/**
 * kp_ftrace_arm() - have the function tracer call us
 * @batch: struct probepoint, by their member batch; all disarmed
 *
 * All or none. On failure the member error of all says why.
 *
 * Context: process context, kp_mutex held.
 * Return: 0; -ENOMEM; or what ftrace returned: -EINVAL if a site is gone,
 * -EBUSY if it is switched off, -ENODEV if it is so for good.
 */
int kp_ftrace_arm(struct list_head *batch)
{
	struct probepoint *pp;
	unsigned long *sites;
	unsigned int num;
	int ret;

	lockdep_assert_held(&kp_mutex);
	if (list_empty(batch))
		return 0;
	sites = site_list(batch, &num);
	if (!sites)
		return -ENOMEM;

	ret = arm_pieces(sites, num);
	if (ret)
		list_for_each_entry(pp, batch, batch)
			pp->error = ret;
	kvfree(sites);
	return ret;
}

/**
 * kp_ftrace_disarm() - have the function tracer call us no more
 * @batch: struct probepoint, by their member batch; all armed
 *
 * Somebody may still be in the handler, and in parts of the idle loop RCU is not
 * watching them: see kp_wait_for_cpus().
 *
 * Context: process context, kp_mutex held.
 */
void kp_ftrace_disarm(struct list_head *batch)
{
	unsigned long *sites;
	unsigned int num = kp_list_count(batch);

	lockdep_assert_held(&kp_mutex);
	if (!num)
		return;
	sites = site_list(batch, &num);
	if (sites)
		disarm_pieces(sites, num);
	else
		disarm_singly(batch, num);
	kvfree(sites);
}

/**
 * kp_ftrace_show() - the way in which a probepoint's site is taken, for people
 * @m: where to
 * @pp: the probepoint
 *
 * Context: process context, kp_mutex held.
 */
void kp_ftrace_show(struct seq_file *m, const struct probepoint *pp)
{
	lockdep_assert_held(&kp_mutex);
	if (pp->is_ftrace && pp->state == KP_ARMED)
		seq_puts(m, kp_arch_is_direct(pp->home.addr) ? " direct" :
			    " beside others");
}
