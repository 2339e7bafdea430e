// SPDX-License-Identifier: GPL-2.0
/*
 * Which probepoints become jumps, and when.
 *
 * A probepoint is armed with a breakpoint first. A jump covers what follows the
 * probed instruction too, and no task may be in there when it is written. So in
 * three steps: hits are led past it, through the copies in the detour; tasks that
 * may be in there are waited for, once for all probepoints that are on their
 * way; the jump is written. Back to a breakpoint is possible at any time, and
 * at once.
 */
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include <arch/contract.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/dying.h>
#include <kernel/ksyms.h>
#include <kernel/native_kprobes.h>
#include <kernel/quiesce.h>
#include <place/resolve.h>
#include <place/sites.h>
#include <point/arming.h>
#include <point/batch.h>
#include <point/excluded.h>
#include <point/jump_queue.h>
#include <point/optimizer.h>
#include <point/probepoint.h>
#include <point/rare.h>
#include <point/regions.h>
#include <text/slots.h>
#include <text/text.h>
#include <text/text_map.h>
#include <compat/rcu_tasks.h>

/* Between two looks at where jumps will be. */
#define LOOK_DELAY	(HZ / 10)

/* Bytes that the instructions of a region may have. */
#define REGION_MAX	(KP_ARCH_JUMP_SIZE - 1 + KP_ARCH_MAX_INSN_SIZE)

/* Two: those that need not wait are not kept by those that do. */
static void start_fn(struct work_struct *work);
static void wait_fn(struct work_struct *work);
static DECLARE_DELAYED_WORK(start_work, start_fn);
static DECLARE_DELAYED_WORK(wait_work, wait_fn);

static bool never(struct probepoint *pp, const char *why)
{
	pp->jump = KP_JUMP_NEVER;
	kp_jump_set_why_not(pp, why);
	return false;
}

/* The module that a probepoint is in, which stays with kp_mutex held; NULL for the kernel. */
static const struct module *module_of(const struct probepoint *pp)
{
	const struct module *mod;

	preempt_disable();
	mod = kp_ksyms.__module_text_address(pp->home.addr);
	preempt_enable();
	return mod;
}

/* Whether somebody else jumps into, patches or looks up what is covered. */
static const char *region_why(const struct probepoint *pp,
			      const struct kp_arch_region *region)
{
	unsigned int len = max_t(unsigned int, region->len, KP_ARCH_JUMP_SIZE);
	const struct module *mod = module_of(pp);
	unsigned long addr = pp->home.addr;
	const char *why;
	unsigned int i;
	int ret;

	if (kp_is_excluded(addr))
		return "called when a detour is left, or where CPUs wait that are off";
	if (pp->has_fixup)
		return "a fault there is mended, and may sleep";
	if (kp_ksyms.ftrace_location_range &&
	    kp_ksyms.ftrace_location_range(addr, addr + len - 1))
		return "a call site of the function tracer is there";
	/* the bytes of the last instruction cannot be entered */
	ret = kp_text_map_entered(addr + KP_ARCH_BREAKPOINT_SIZE, mod,
				  KP_ARCH_JUMP_SIZE - KP_ARCH_BREAKPOINT_SIZE);
	if (ret)
		return ret < 0 ? "nothing is known of what jumps there" :
				 "something jumps there";
	for (i = 0; i < region->num; i++) {
		why = kp_reserved_why(addr + region->at[i], mod) ?:
		      kp_text_reserved_why(addr + region->at[i]);
		if (why)
			return why;
	}
	return NULL;
}

/* The bytes from a probepoint to the end of its function, as far as needed. */
static size_t read_region(struct probepoint *pp, u8 *bytes, size_t size)
{
	size_t len = min_t(size_t, pp->room, size), at;
	u8 insn[KP_ARCH_MAX_INSN_SIZE + 1];

	kp_text_read(pp->home.addr, bytes, len);
	/* what the kernel's own kprobes wrote is refused by native_has() */
	at = min_t(size_t, len, KP_ARCH_MAX_INSN_SIZE);
	memset(insn, 0, sizeof(insn));
	memcpy(insn, bytes, at);
	kp_arch_read_native(pp->home.addr, insn);
	memcpy(bytes, insn, at);
	return len;
}

/* The slot of plan_post(), whose code was not written. */
static void drop_post(struct probepoint *pp)
{
	if (!pp->rare)
		return;
	kp_slot_free(pp->rare->post);
	pp->rare->post = 0;
}

/* The slot that calls post_handlers behind the first instruction in a detour. */
static bool plan_post(struct probepoint *pp, u8 *code)
{
	struct kp_rare *rare = kp_rare_need(pp);
	const char *why;
	u8 unused;

	if (rare)
		rare->post = kp_slot_alloc(KP_SLOT_SIZE_DETOUR, pp);
	if (!rare || !rare->post) {
		kp_jump_set_why_not(pp, "out of memory for detours");
		return false;
	}
	if (kp_arch_build_slot(&pp->insn, pp->orig, pp->home.addr, rare->post,
			       KP_SLOT_POST, code, &unused, &why)) {
		drop_post(pp);
		never(pp, why);
		pp->jump = KP_JUMP_FAR;
		return false;
	}
	memcpy(code + KP_ARCH_POST_OWNER, &pp, sizeof(pp));
	return true;
}

static void queue_post(struct kp_batch *batch, struct probepoint *pp, u8 *code)
{
	unsigned long post = kp_rare_post(pp);
	u8 *bytes = kp_batch_room(batch, post);

	/* slots and detours are within reach of the same text */
	WARN_ON(!bytes || kp_arch_lead_post(code, post, pp->detour));
	memcpy(bytes, code, KP_ARCH_DETOUR_SIZE);
	kp_batch_queue(batch, post, bytes, KP_ARCH_DETOUR_SIZE);
}

/* Work out what the jump covers, and the detour; queue its code. */
static bool plan(struct kp_batch *batch, struct probepoint *pp)
{
	u8 bytes[REGION_MAX + 4], post[KP_ARCH_DETOUR_SIZE];
	struct kp_arch_region region;
	const char *why;
	size_t avail;

	avail = read_region(pp, bytes, sizeof(bytes));
	if (kp_arch_jump_region(bytes, avail, pp->home.addr, &region, &why))
		return never(pp, why);
	why = region_why(pp, &region);
	if (why)
		return never(pp, why);
	kp_jump_set_why_not(pp, region.num == 1 ? NULL : kp_dying_why());
	if (pp->why_not)
		return false;
	if (memcmp(pp->orig, bytes, pp->insn.len))
		return never(pp, "somebody else has changed the text");
	memcpy(pp->orig, bytes, min_t(size_t, avail, sizeof(pp->orig)));

	if (kp_jump_wants_post(pp) && !plan_post(pp, post))
		return false;
	pp->detour = kp_batch_add_detour(batch, pp, &region, bytes, &why);
	if (pp->detour && kp_rare_post(pp))
		queue_post(batch, pp, post);
	if (!pp->detour) {
		drop_post(pp);
		if (pp->error != -ENOMEM) {
			never(pp, why);
			if (pp->error == -ERANGE)
				pp->jump = KP_JUMP_FAR;
		} else {
			kp_jump_set_why_not(pp, why);
		}
		return false;
	}
	pp->jump = region.num == 1 ? KP_JUMP_SINGLE : KP_JUMP_ENTERED;
	return true;
}

/* Detours that are planned cannot be used. */
static void plan_failed(struct probepoint *pp)
{
	never(pp, "the detours cannot be written");
}

/*
 * Whether no slot is needed before one comes close, who makes it. The kernel's own must be kept
 * off while it is made.
 */
static bool is_led_back_later(const struct probepoint *pp)
{
	return pp->jump == KP_JUMP_SINGLE || !kp_ksyms.get_kprobe ||
	       kp_ksyms.kprobe_mutex;
}

/* Slots of their size that plan() takes. */
static unsigned int num_detours(const struct probepoint *pp)
{
	return pp->detour ? 0 : 1 + kp_jump_wants_post(pp);
}

static bool can_be_planned(const struct probepoint *pp)
{
	/* one that is still wanted was armed before */
	return pp->state == KP_DISARMED && pp->nr_enabled && !pp->detour &&
	       pp->wait == KP_WAIT_NONE && !kp_is_disarmed() &&
	       !kp_optimizer_why(pp);
}

/**
 * kp_optimizer_plan() - work out detours before a batch is armed
 * @batch: the batch
 *
 * Later it would be done while what it calls may be probed. What cannot be
 * planned now is left for then. Where hits have no place to go on yet, they go on in
 * the copies in the detour from the first on.
 *
 * Context: process context, kp_mutex and kp_native_lock() held.
 */
void kp_optimizer_plan(const struct kp_batch *batch)
{
	struct kp_batch detours;
	struct probepoint *pp;
	unsigned int num = 0;
	bool is_written;

	lockdep_assert_held(&kp_mutex);
	kp_batch_init(&detours);
	list_for_each_entry(pp, &batch->pps, batch) {
		if (can_be_planned(pp))
			num += num_detours(pp);
		kp_give_way();
	}
	if (kp_batch_reserve_detours(&detours, num))
		goto out;
	list_for_each_entry(pp, &batch->pps, batch) {
		if (!can_be_planned(pp) || !plan(&detours, pp))
			continue;
		kp_jump_set_wait(pp, KP_WAIT_CODE);
		kp_give_way();
	}
	is_written = !kp_batch_write_slots(&detours);
	list_for_each_entry(pp, &batch->pps, batch) {
		if (pp->wait != KP_WAIT_CODE)
			continue;
		kp_jump_set_wait(pp, KP_WAIT_NONE);
		if (!is_written)
			plan_failed(pp);
		else if (kp_lacks_resume(pp) && is_led_back_later(pp))
			/* as in a slot; nobody is close */
			pp->resume = kp_detour_copy(pp);
	}
out:
	kp_batch_exit(&detours);
}

/* Those that need not wait are moved to @now. */
static void lead_past(struct list_head *planned, struct list_head *now)
{
	struct probepoint *pp, *next;

	list_for_each_entry_safe(pp, next, planned, batch) {
		kp_probepoint_set_state(pp, KP_OPTIMIZING);
		if (pp->jump == KP_JUMP_SINGLE || pp->jump == KP_JUMP_QUIET) {
			list_move_tail(&pp->batch, now);
			kp_jump_set_wait(pp, KP_WAIT_NONE);
		} else {
			list_del_init(&pp->batch);
			kp_jump_set_wait(pp, KP_WAIT_NEXT);
		}
		/* one that covers no other instruction has none to lead past */
		if (pp->jump == KP_JUMP_SINGLE)
			continue;
		if (kp_rare_post(pp) && pp->post_way)
			WRITE_ONCE(pp->post_way, KP_POST_ASK);
		/* the copies were written, and every CPU has seen it */
		smp_store_release(&pp->resume, kp_detour_copy(pp));
	}
}

static void write_jumps(struct list_head *now)
{
	struct probepoint *pp, *next;

	kp_text_optimize(now);
	list_for_each_entry_safe(pp, next, now, batch) {
		list_del_init(&pp->batch);
		if (pp->error) {
			kp_probepoint_set_state(pp, KP_ARMED);
			never(pp, "somebody else has changed the text");
			continue;
		}
		if (pp->jump == KP_JUMP_ENTERED)
			pp->jump = KP_JUMP_QUIET;
		kp_jump_set_why_not(pp, NULL);
		kp_probepoint_set_state(pp, KP_OPTIMIZED);
	}
}

/* Leave in @queue what nothing is in the way of. Returns how many lack detours. */
static unsigned int drop_blocked(struct list_head *queue)
{
	struct probepoint *pp, *next;
	unsigned int num = 0;

	list_for_each_entry_safe(pp, next, queue, batch) {
		kp_give_way();
		/* disarmed since: kp_batch_update() will add it again */
		if (pp->state == KP_ARMED) {
			kp_jump_set_why_not(pp, kp_optimizer_why(pp));
			if (!pp->why_not) {
				num += num_detours(pp);
				continue;
			}
		}
		list_del_init(&pp->batch);
		kp_jump_set_wait(pp, KP_WAIT_NONE);
	}
	return num;
}

/* They wait on. */
static void leave(struct list_head *queue)
{
	struct probepoint *pp, *next;

	list_for_each_entry_safe(pp, next, queue, batch)
		list_del_init(&pp->batch);
}

/* The first step. */
static void start(void)
{
	struct probepoint *pp, *next;
	struct kp_batch batch;
	LIST_HEAD(planned);
	LIST_HEAD(queue);
	LIST_HEAD(now);

	kp_batch_init(&batch);
	kp_mutex_lock_idle();
	kp_native_lock();
	kp_jump_collect(KP_WAIT_LOOK, &queue);
	if (kp_batch_reserve_detours(&batch, drop_blocked(&queue))) {
		leave(&queue);
		queue_delayed_work(system_unbound_wq, &start_work, HZ);
		goto out;
	}
	list_for_each_entry_safe(pp, next, &queue, batch) {
		/* it waits on */
		if (!pp->detour && kp_jump_wants_post(pp) && !kp_rare_need(pp)) {
			kp_jump_set_why_not(pp, "out of memory for detours");
			queue_delayed_work(system_unbound_wq, &start_work, HZ);
			list_del_init(&pp->batch);
			continue;
		}
		if (pp->detour || plan(&batch, pp)) {
			list_move_tail(&pp->batch, &planned);
		} else {
			list_del_init(&pp->batch);
			kp_jump_set_wait(pp, KP_WAIT_NONE);
		}
		kp_give_way();
	}
	if (kp_batch_write_slots(&batch)) {
		list_for_each_entry_safe(pp, next, &planned, batch) {
			list_del_init(&pp->batch);
			kp_jump_set_wait(pp, KP_WAIT_NONE);
			plan_failed(pp);
		}
	}
	lead_past(&planned, &now);
	write_jumps(&now);
out:
	kp_native_unlock();
	kp_batch_exit(&batch);
	mutex_unlock(&kp_mutex);
}

/* Until nobody is where the jumps will be: see Documentation/design.rst. */
static void wait(void)
{
	kp_synchronize_rcu_tasks_idle();
	kp_wait_for_cpus();
}

static void set_waits(struct list_head *pps, enum kp_wait wait)
{
	struct probepoint *pp, *next;

	list_for_each_entry_safe(pp, next, pps, batch) {
		list_del_init(&pp->batch);
		kp_jump_set_wait(pp, wait);
	}
}

/* The last step, for those that nothing came in between. */
static void finish(void)
{
	struct probepoint *pp, *next;
	LIST_HEAD(entered);
	LIST_HEAD(waited);
	LIST_HEAD(now);

	kp_mutex_lock_idle();
	kp_jump_collect(KP_WAIT_NOW, &waited);
	kp_regions_look(&waited, &entered);
	kp_native_lock();
	list_for_each_entry_safe(pp, next, &waited, batch) {
		kp_jump_set_wait(pp, KP_WAIT_NONE);
		kp_jump_set_why_not(pp, kp_optimizer_why_now(pp));
		if (!pp->why_not) {
			list_move_tail(&pp->batch, &now);
			continue;
		}
		list_del_init(&pp->batch);
		kp_probepoint_set_state(pp, KP_ARMED);
	}
	write_jumps(&now);
	kp_native_unlock();
	if (!list_empty(&entered))
		queue_delayed_work(system_unbound_wq, &wait_work, LOOK_DELAY);
	set_waits(&entered, KP_WAIT_NEXT);
	mutex_unlock(&kp_mutex);
}

static void start_fn(struct work_struct *unused)
{
	start();
	kp_mutex_lock_idle();
	if (kp_jump_num_waiting(KP_WAIT_NEXT))
		mod_delayed_work(system_unbound_wq, &wait_work, 0);
	mutex_unlock(&kp_mutex);
}

/* A probepoint that starts to wait meanwhile queues it again. */
static void wait_fn(struct work_struct *unused)
{
	LIST_HEAD(waited);

	kp_mutex_lock_idle();
	kp_jump_collect(KP_WAIT_NEXT, &waited);
	set_waits(&waited, KP_WAIT_NOW);
	mutex_unlock(&kp_mutex);
	wait();
	finish();
}

/**
 * kp_optimizer_show() - for `stats`
 * @m: where to
 *
 * Context: process context, kp_mutex held.
 */
void kp_optimizer_show(struct seq_file *m)
{
	unsigned int jumps = 0, num_waiting = 0, far = 0;
	struct probepoint *pp;

	list_for_each_entry(pp, &kp_probepoints, link) {
		jumps += pp->state == KP_OPTIMIZED;
		num_waiting += pp->wait != KP_WAIT_NONE;
		far += pp->jump == KP_JUMP_FAR;
	}
	seq_printf(m, "jumps: %u, %u waiting, %u out of reach\n", jumps,
		   num_waiting, far);
}

/**
 * kp_optimizer_init() - work through those that wait
 *
 * Context: process context, module init.
 */
void kp_optimizer_init(void)
{
	kp_jump_queue_init(&start_work);
}

/**
 * wait_for_kprobe_optimizer() - wait until all that may be a jump is one
 *
 * Returns at once where there are no jumps.
 *
 * Context: process context, may sleep for long; not from a handler, and not while
 * probes come and go.
 *
 * Source: include/linux/kprobes.h.
 */
void wait_for_kprobe_optimizer(void)
{
	bool is_busy;

	do {
		flush_delayed_work(&start_work);
		flush_delayed_work(&wait_work);
		mutex_lock(&kp_mutex);
		is_busy = kp_jump_num_waiting(KP_WAIT_LOOK) ||
			  kp_jump_num_waiting(KP_WAIT_NEXT);
		mutex_unlock(&kp_mutex);
		/* who is in the way needs a CPU to leave */
		if (is_busy)
			schedule_timeout_uninterruptible(1);
	} while (is_busy);
}
EXPORT_SYMBOL_GPL(wait_for_kprobe_optimizer);

/**
 * kp_optimizer_exit() - stop
 *
 * Context: module exit; no client's probe is left.
 */
void kp_optimizer_exit(void)
{
	cancel_delayed_work_sync(&start_work);
	cancel_delayed_work_sync(&wait_work);
}
