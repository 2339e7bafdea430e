// SPDX-License-Identifier: GPL-2.0
/*
 * Probepoints at call sites of the function tracer: reached through ftrace,
 * never by a breakpoint. One ftrace update a batch.
 *
 * A site that nobody else traces calls our trampoline. Where there is somebody
 * else it calls the function tracer's own, which saves the registers and calls
 * all in turn. Ftrace switches each site from one to the other by itself.
 */
#include <linux/ftrace.h>
#include <linux/mm.h>
#include <linux/printk.h>
#include <linux/seq_file.h>

#include <arch/contract.h>
#include <hit/hit.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <point/ftrace_probe.h>
#include <compat/ftrace.h>
#include <compat/list.h>

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

	ret = kp_ftrace_set_filter_ips(&ftrace_ops, sites, num, 0, 0);
	if (ret)
		goto fail;
	if (!num_sites) {
		ftrace_ops.trampoline = kp_arch_ftrace_trampoline();
		ret = register_ftrace_function(&ftrace_ops);
		if (ret) {
			kp_ftrace_set_filter_ips(&ftrace_ops, sites, num, 1, 0);
			goto fail;
		}
	}
	num_sites += num;
	kvfree(sites);
	return 0;

fail:
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
	struct probepoint *pp;

	lockdep_assert_held(&kp_mutex);
	if (!num)
		return;
	num_sites -= num;
	/* an empty filter would mean every function */
	if (!num_sites)
		WARN_ON_ONCE(unregister_ftrace_function(&ftrace_ops));

	sites = site_list(batch, &num);
	if (sites) {
		if (kp_ftrace_set_filter_ips(&ftrace_ops, sites, num, 1, 0))
			pr_warn("function tracer keeps %u sites\n", num);
	} else {
		/* slower, but needs no memory */
		list_for_each_entry(pp, batch, batch)
			ftrace_set_filter_ip(&ftrace_ops, pp->home.addr, 1, 0);
	}
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
