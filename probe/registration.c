// SPDX-License-Identifier: GPL-2.0
/*
 * Registering, unregistering, enabling and disabling probes of every kind, one
 * or many. Every call works on a batch: all or nothing, a constant number of
 * cross-CPU syncs, one grace period.
 */
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/rcupdate.h>
#include <linux/rhashtable.h>
#include <linux/slab.h>

#include <arch/contract.h>
#include <guard/clients.h>
#include <hit/hit.h>
#include <hit/kind.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/native_kprobes.h>
#include <kernel/quiesce.h>
#include <place/refusals.h>
#include <place/resolve.h>
#include <point/arming.h>
#include <point/batch.h>
#include <point/counters.h>
#include <point/jump_queue.h>
#include <point/optimizer.h>
#include <point/probepoint.h>
#include <point/retire.h>
#include <probe/kretprobe.h>
#include <probe/registration.h>

/* All registered probes by the caller's struct; nothing in that is trusted. */
static struct rhashtable probes;

static const struct rhashtable_params probes_params = {
	.key_len = sizeof(struct kprobe *),
	.key_offset = offsetof(struct kp_probe, kp),
	.head_offset = offsetof(struct kp_probe, node),
	.automatic_shrinking = true,
};

/* Probes of a module that leaves, on the stack. */
#define LEFT_AT_ONCE	64

/* As many of a refused batch are told, besides the first. */
#define MAX_CULPRITS	7

static unsigned long nr_grace_periods;

/* Removals whose handlers may still be running; protected by kp_mutex. */
static unsigned int nr_removals;

/* Told when the last probe has gone. */
static void (*on_last)(void);

/**
 * kp_nr_grace_periods() - grace periods waited for so far
 *
 * Context: any.
 */
unsigned long kp_nr_grace_periods(void)
{
	return READ_ONCE(nr_grace_periods);
}

static struct kp_probe *probe_find(struct kprobe *kp)
{
	lockdep_assert_held(&kp_mutex);
	return rhashtable_lookup_fast(&probes, &kp, probes_params);
}

/* Handlers of @probe are called from now on, or no more. */
static void set_disabled(struct kp_probe *probe, bool disabled)
{
	struct probepoint *pp = probe->pp;
	struct kp_probe *other;
	bool has_post = false;

	if (kp_is_disabled(probe) == disabled)
		return;
	pp->nr_enabled += disabled ? -1 : 1;
	if (probe->has_post) {
		hlist_for_each_entry(other, &pp->probes, link)
			has_post |= other->has_post && (other == probe ?
							!disabled :
							!kp_is_disabled(other));
		/* what follows the first instruction runs at home again */
		if (has_post)
			pp->is_quiet = false;
		/* the step slot was written before */
		smp_store_release(&pp->has_post, has_post);
	}
	if (!disabled)
		kp_probe_prepare(probe);
	WRITE_ONCE(probe->mode, disabled ? KP_PROBE_DISABLED :
		   probe->kind->is_return ? KP_PROBE_RETURN : KP_PROBE_PLAIN);
	kp_probepoint_update_single(pp);
}

/* The jprobe comes last. */
static void add_to_probepoint(struct kp_probe *probe)
{
	struct probepoint *pp = probe->pp;
	struct kp_probe *other;

	kp_probepoint_update_kind(pp, probe->kind->is_return);
	hlist_for_each_entry(other, &pp->probes, link)
		if (other->kind->is_jprobe) {
			hlist_add_before_rcu(&probe->link, &other->link);
			return;
		}
	hlist_add_tail_rcu(&probe->link, &pp->probes);
}

static bool wants_post(const struct kprobe *kp, const struct kp_kind *kind)
{
	return kind->has_post && kp->post_handler;
}

static void probe_free(struct kp_probe *probe)
{
	if (probe->hits.value)
		kp_counter_free(&probe->hits);
	kp_clients_free(probe->clients);
	kfree(probe);
}

/**
 * struct request - one probe of a batch being registered
 * @kp: the caller's struct
 * @kind: kprobe, return probe or jprobe
 * @caller: where the API's function returns to
 * @was: what the caller had in it, if there is a @probe
 * @target: where it goes
 * @probe: what became of it
 */
struct request {
	struct kprobe *kp;
	const struct kp_kind *kind;
	unsigned long caller;
	union {
		struct kprobe kp;
		struct kretprobe rp;
		struct jprobe jp;
	} was;
	struct kp_target target;
	struct kp_probe *probe;
};

/* Which modules must stay for @probe. */
static int find_clients(struct kp_probe *probe, const struct request *request,
			const char **why)
{
	struct kp_clients clients;

	kp_clients_begin(&clients, request->caller);
	kp_clients_find(&clients, probe->kp);
	kp_clients_find(&clients, probe->kp->fault_handler);
	probe->kind->find_handlers(probe->kp, &clients);
	return kp_clients_keep(&clients, &probe->clients, why);
}

/* A probe at @pp, disabled for now. */
static struct kp_probe *probe_create(struct kp_batch *batch,
				     struct probepoint *pp,
				     const struct request *request,
				     const char **why)
{
	struct kp_probe *probe = kzalloc(sizeof(*probe), GFP_KERNEL);
	const struct kp_kind *kind = request->kind;
	int ret;

	*why = "out of memory";
	if (!probe)
		return ERR_PTR(-ENOMEM);
	ret = kp_counter_alloc(&probe->hits);
	if (ret)
		goto free;
	probe->pp = pp;
	probe->kp = request->kp;
	probe->mode = KP_PROBE_DISABLED;
	probe->kind = kind;
	probe->has_post = wants_post(probe->kp, kind);
	ret = find_clients(probe, request, why);
	if (ret)
		goto free;
	if (probe->has_post)
		ret = kp_probepoint_need_step(batch, pp, why);
	else if (kind->is_jprobe)
		ret = kp_probepoint_need_stub(batch, pp, why);
	if (ret)
		goto free;
	ret = rhashtable_lookup_insert_fast(&probes, &probe->node,
					    probes_params);
	if (ret) {
		if (ret == -EEXIST) {
			*why = "this struct kprobe is registered already";
			ret = -EINVAL;
		}
		goto free;
	}
	ret = kind->attach ? kind->attach(probe, why) : 0;
	if (ret) {
		rhashtable_remove_fast(&probes, &probe->node, probes_params);
		goto free;
	}
	add_to_probepoint(probe);
	return probe;
free:
	probe_free(probe);
	return ERR_PTR(ret);
}

/**
 * struct removal - what is being removed
 * @probes: probes, no longer in the index
 * @num_probes: how many
 * @is_late: some have handlers that run outside of traps
 * @used_ftrace: some were at a call site of the function tracer
 * @pps: struct probepoint without probes, by their member link
 */
struct removal {
	struct kp_probe **probes;
	unsigned int num_probes;
	bool is_late;
	bool used_ftrace;
	struct list_head pps;
};

static void removal_add(struct removal *removal, struct kp_probe *probe)
{
	rhashtable_remove_fast(&probes, &probe->node, probes_params);
	removal->probes[removal->num_probes++] = probe;
	/*
	 * Outside of traps: what a detour calls, and post-handlers at a
	 * jprobe's probepoint.
	 */
	removal->is_late |= probe->kind->is_late || probe->pp->detour ||
			    (probe->has_post && probe->pp->stub);
	if (probe->kind->detach)
		probe->kind->detach(probe);
}

/*
 * Removal in three steps. Unpublish: no new hit calls the handlers. Wait: no
 * old one does. Free. The first step holds kp_mutex, the others need not.
 */
static void unpublish_probes(struct kp_batch *batch, struct removal *removal)
{
	struct probepoint *pp, *next;
	unsigned int i;

	nr_removals += !!removal->num_probes;
	for (i = 0; i < removal->num_probes; i++) {
		set_disabled(removal->probes[i], true);
		kp_batch_add(batch, removal->probes[i]->pp);
		removal->used_ftrace |= removal->probes[i]->pp->is_ftrace;
		kp_give_way();
	}
	/* disarms; what could not be armed before may still not be */
	(void)!kp_batch_update(batch);

	for (i = 0; i < removal->num_probes; i++) {
		struct kp_probe *probe = removal->probes[i];

		hlist_del_rcu(&probe->link);
		kp_probepoint_update_single(probe->pp);
		if (probe->kind->is_return)
			kp_probepoint_update_kind(probe->pp, false);
		/* it may have kept the others from being a jump */
		kp_optimizer_add(probe->pp);
		kp_give_way();
	}
	list_for_each_entry_safe(pp, next, &batch->pps, batch) {
		/* where is_foreign, our breakpoint may be written back */
		if (!hlist_empty(&pp->probes) || pp->internal || pp->is_foreign)
			continue;
		list_del_init(&pp->batch);
		kp_probepoint_unpublish(pp);
		list_add_tail(&pp->link, &removal->pps);
		kp_give_way();
	}
}

static void wait_and_free(struct removal *removal)
{
	struct probepoint *pp, *next;
	unsigned int i;

	if (!removal->num_probes && list_empty(&removal->pps))
		return;
	if (removal->is_late || removal->used_ftrace)
		kp_wait_for_cpus();
	else
		kp_wait_for_hits();

	mutex_lock(&kp_mutex);
	nr_grace_periods++;
	nr_removals -= !!removal->num_probes;
	for (i = 0; i < removal->num_probes; i++) {
		struct kp_probe *probe = removal->probes[i];

		if (probe->kind->release)
			probe->kind->release(probe);
		probe_free(probe);
		kp_give_way();
	}
	list_for_each_entry_safe(pp, next, &removal->pps, link) {
		kp_probepoint_retire(pp);
		kp_give_way();
	}
	if (!atomic_read(&probes.nelems))
		on_last();
	mutex_unlock(&kp_mutex);
}

/* What the kind asks for more than every probe does. */
static int check_kind(const struct request *request, const char **why)
{
	const struct kp_kind *kind = request->kind;

	if (kind->on_entry) {
		*why = kp_entry_why(&request->target);
		if (*why)
			return -EINVAL;
	}
	return kind->check ? kind->check(request->kp, why) : 0;
}

static int resolve_request(struct request *request, const char **why)
{
	return kp_resolve(request->kp, &request->target, why) ?:
	       check_kind(request, why) ?:
	       kp_target_check(&request->target, why);
}

/* Decode what needs decoding, and count the slots that may be needed. */
static int decode_request(struct request *request, unsigned int *slots,
			  const char **why)
{
	struct kp_target *target = &request->target;
	const struct probepoint *pp;
	int ret;

	if (probe_find(request->kp)) {
		*why = "this struct kprobe is registered already";
		return -EINVAL;
	}
	pp = kp_probepoint_find(target->addr);
	if (pp) {
		target->insn = pp->insn;
	} else {
		ret = kp_target_decode(target, why);
		if (ret)
			return ret;
	}
	if (request->kind->is_jprobe)
		++*slots;
	if (target->is_ftrace)
		return 0;
	if (!pp && !kp_arch_resume(&target->insn, target->addr))
		++*slots;
	if (wants_post(request->kp, request->kind) && !target->insn.emulation)
		++*slots;
	return 0;
}

static int create_request(struct kp_batch *batch, struct request *request,
			  const char **why)
{
	struct probepoint *pp = kp_probepoint_find(request->target.addr);
	struct kprobe *kp = request->kp;

	if (!pp)
		pp = kp_probepoint_create(batch, &request->target, why);
	if (IS_ERR(pp))
		return PTR_ERR(pp);
	kp_batch_add(batch, pp);
	if (request->kind->is_jprobe && pp->jprobe) {
		*why = "the function has a jprobe already";
		return -EEXIST;
	}
	memcpy(&request->was, kp, request->kind->size);
	request->probe = probe_create(batch, pp, request, why);
	if (IS_ERR(request->probe)) {
		int ret = PTR_ERR(request->probe);

		request->probe = NULL;
		return ret;
	}

	kp->addr = (kprobe_opcode_t *)pp->home.addr;
	kp->ainsn.resolved = kp->addr;
	kp->ainsn.offset = kp->offset;
	kp->nmissed = 0;
	memcpy(&kp->opcode, pp->orig, sizeof(kp->opcode));
	kp->flags &= KPROBE_FLAG_DISABLED;
	if (pp->is_ftrace)
		kp->flags |= KPROBE_FLAG_FTRACE;
	if (request->target.on_entry)
		kp->flags |= KPROBE_FLAG_ON_FUNC_ENTRY;
	return 0;
}

/**
 * struct culprits - requests of a batch that are refused besides the first
 * @num: how many
 * @of: index, errno and reason of each
 */
struct culprits {
	unsigned int num;
	struct {
		unsigned int at;
		int error;
		const char *why;
	} of[MAX_CULPRITS];
};

/* A batch that is refused is gone through to its end, for those who mend it. */
static void find_more(struct request *requests, unsigned int num,
		      unsigned int at, struct culprits *more)
{
	const char *why;
	int ret;

	for (; at < num && more->num < MAX_CULPRITS; at++) {
		ret = resolve_request(&requests[at], &why);
		if (ret) {
			more->of[more->num].at = at;
			more->of[more->num].error = ret;
			more->of[more->num++].why = why;
		}
		kp_give_way();
	}
}

/* The request that made kp_batch_update() fail. */
static unsigned int find_failed(const struct request *requests,
				unsigned int num)
{
	unsigned int i;

	for (i = 0; i < num; i++)
		if (requests[i].probe->pp->error)
			return i;
	return 0;
}

/*
 * Take all requests up, arm them, call their handlers. On failure *@at is the
 * request to blame; those taken up until then have a probe.
 */
static int take_up(struct kp_batch *batch, struct request *requests,
		   unsigned int num, unsigned int *at, const char **why,
		   struct culprits *more)
{
	unsigned int i, slots = 0;
	int ret;

	for (i = 0; i < num; i++) {
		*at = i;
		ret = resolve_request(&requests[i], why);
		if (ret) {
			find_more(requests, num, i + 1, more);
			return ret;
		}
		kp_give_way();
	}
	for (i = 0; i < num; i++) {
		*at = i;
		ret = decode_request(&requests[i], &slots, why);
		if (ret)
			return ret;
		kp_give_way();
	}
	*why = "out of memory";
	ret = kp_batch_reserve(batch, num, slots);
	if (ret)
		return ret;
	for (i = 0; i < num; i++) {
		*at = i;
		ret = create_request(batch, &requests[i], why);
		if (ret)
			return ret;
		kp_give_way();
	}
	*why = "the kernel cannot write the slots";
	ret = kp_batch_write_slots(batch);
	if (ret)
		return ret;
	/* before handlers are called that a detour does not call */
	kp_batch_make_way(batch);
	for (i = 0; i < num; i++) {
		if (!(requests[i].kp->flags & KPROBE_FLAG_DISABLED))
			set_disabled(requests[i].probe, false);
		kp_give_way();
	}
	kp_optimizer_plan(batch);
	ret = kp_batch_update(batch);
	if (ret) {
		*at = find_failed(requests, num);
		*why = "the text there cannot be changed now";
	}
	return ret;
}

/* Undo take_up() after it failed: what has a probe loses it. */
static void give_up(struct kp_batch *batch, struct request *requests,
		    unsigned int num, struct removal *removal)
{
	unsigned int i;

	for (i = 0; i < num; i++)
		if (requests[i].probe)
			removal_add(removal, requests[i].probe);
	kp_batch_drop_slots(batch);
	unpublish_probes(batch, removal);
}

/* Callers' structs as they were, when no handler sees them any more. */
static void restore(const struct request *requests, unsigned int num)
{
	unsigned int i;

	for (i = 0; i < num; i++)
		if (requests[i].probe)
			memcpy(requests[i].kp, &requests[i].was,
			       requests[i].kind->size);
}

static int register_requests(struct request *requests, unsigned int num,
			     struct removal *removal, unsigned int *at,
			     const char **why, struct culprits *more)
{
	struct kp_batch batch;
	int ret;

	kp_batch_init(&batch);
	mutex_lock(&kp_mutex);
	kp_native_lock();
	ret = take_up(&batch, requests, num, at, why, more);
	if (ret)
		give_up(&batch, requests, num, removal);
	kp_native_unlock();
	kp_batch_exit(&batch);
	mutex_unlock(&kp_mutex);
	wait_and_free(removal);
	if (ret)
		restore(requests, num);
	return ret;
}

/**
 * kp_register() - register probes of one kind, all or none
 * @call: the API's function, and who calls it: the module that this is in is a
 *	client
 * @kps: the caller's structs
 * @num: how many
 * @kind: which kind
 *
 * Context: process context, may sleep.
 * Return: as register_kprobes(), or what the kind returned.
 */
int kp_register(const struct kp_call *call, struct kprobe **kps, int num,
		const struct kp_kind *kind)
{
	struct removal removal = { .pps = LIST_HEAD_INIT(removal.pps) };
	const char *why = "out of memory";
	struct request *requests;
	struct culprits more = {};
	unsigned int at = 0;
	int i, ret = -ENOMEM;

	if (num <= 0 || !kps)
		return kp_refuse(call, NULL, 0, 1, -EINVAL,
				 "no probes given");
	for (i = 0; i < num; i++)
		if (!kps[i])
			return kp_refuse(call, NULL, i, num, -EINVAL,
					 "NULL probe");

	requests = kvcalloc(num, sizeof(*requests), GFP_KERNEL);
	removal.probes = kvcalloc(num, sizeof(*removal.probes), GFP_KERNEL);
	if (requests && removal.probes) {
		for (i = 0; i < num; i++) {
			requests[i].kp = kps[i];
			requests[i].kind = kind;
			requests[i].caller = call->ip;
		}
		ret = register_requests(requests, num, &removal, &at, &why,
					&more);
	}
	kvfree(requests);
	kvfree(removal.probes);
	if (!ret)
		return 0;
	kp_refuse(call, kps[at], at, num, ret, why);
	for (i = 0; i < more.num; i++)
		kp_note(call, kps[more.of[i].at], more.of[i].at, num,
			more.of[i].error, more.of[i].why);
	return ret;
}

/**
 * kp_unregister() - remove probes of any kind
 * @call: the API's function, and who calls it
 * @kps: the caller's structs
 * @num: how many
 *
 * Context: process context, may sleep.
 */
void kp_unregister(const struct kp_call *call, struct kprobe **kps, int num)
{
	struct removal removal = { .pps = LIST_HEAD_INIT(removal.pps) };
	struct kp_probe *single, *probe;
	struct kp_batch batch;
	bool is_awaited = false;
	int i;

	if (num <= 0 || !kps)
		return;
	removal.probes = num == 1 ? &single :
			 kvcalloc(num, sizeof(*removal.probes), GFP_KERNEL);
	if (!removal.probes) {
		/* never refused for want of memory: one by one then */
		for (i = 0; i < num; i++)
			kp_unregister(call, &kps[i], 1);
		return;
	}

	kp_batch_init(&batch);
	mutex_lock(&kp_mutex);
	for (i = 0; i < num; i++) {
		probe = kps[i] ? probe_find(kps[i]) : NULL;
		if (!probe) {
			kp_note(call, kps[i], i, num, -EINVAL,
				"not registered");
			if (kps[i])
				kps[i]->addr = NULL;
			/* it may have been removed for a module that leaves */
			is_awaited |= nr_removals;
			continue;
		}
		removal_add(&removal, probe);
		kp_give_way();
	}
	kp_native_lock();
	unpublish_probes(&batch, &removal);
	kp_native_unlock();
	kp_batch_exit(&batch);
	mutex_unlock(&kp_mutex);

	wait_and_free(&removal);
	if (is_awaited)
		kp_wait_for_cpus();
	if (removal.probes != &single)
		kvfree(removal.probes);
}

/* Take up to @max probes out that a module leaves behind. */
static void find_left(struct removal *removal, unsigned int max,
		      struct kp_leaving *leaving)
{
	struct probepoint *pp;
	struct kp_probe *probe;

	list_for_each_entry(pp, &kp_probepoints, link)
		hlist_for_each_entry(probe, &pp->probes, link) {
			if (!kp_clients_leave(probe->clients, leaving))
				continue;
			kp_leaving_report(leaving, probe->kp, "%s at %pS",
					  probe->kind->name,
					  (void *)pp->home.addr);
			removal_add(removal, probe);
			if (removal->num_probes == max)
				return;
		}
}

/**
 * kp_remove_left() - remove the probes of a module that leaves
 * @leaving: the module
 *
 * When it returns, no handler in it is running or will be called, also if
 * somebody else is just removing the probe. Callers' structs are not touched:
 * they may have been freed. Nothing is allocated; many take several rounds.
 *
 * Context: process context, a notifier of modules.
 */
void kp_remove_left(struct kp_leaving *leaving)
{
	struct kp_probe *some[LEFT_AT_ONCE];
	bool is_awaited = false, is_more;

	do {
		struct removal removal = {
			.probes = some,
			.pps = LIST_HEAD_INIT(removal.pps),
		};
		struct kp_batch batch;

		kp_batch_init(&batch);
		mutex_lock(&kp_mutex);
		is_awaited |= nr_removals;
		find_left(&removal, LEFT_AT_ONCE, leaving);
		is_more = removal.num_probes == LEFT_AT_ONCE;
		if (removal.num_probes) {
			kp_native_lock();
			unpublish_probes(&batch, &removal);
			kp_native_unlock();
		}
		kp_batch_exit(&batch);
		mutex_unlock(&kp_mutex);
		wait_and_free(&removal);
	} while (is_more);
	if (is_awaited)
		kp_wait_for_cpus();
}

/* Those of a batch whose state changes, in @changed; or which cannot, in *@at. */
static int find_switched(struct kprobe **kps, int num, bool disable,
			 struct kp_probe **changed, int *num_changed, int *at,
			 const char **why)
{
	struct kp_probe *probe;

	for (*at = 0; *at < num; ++*at) {
		probe = kps[*at] ? probe_find(kps[*at]) : NULL;
		*why = !probe ? "not registered" :
		       !disable && probe->pp->state == KP_GONE ?
		       "the text is gone" : NULL;
		if (*why)
			return -EINVAL;
		if (kp_is_disabled(probe) != disable)
			changed[(*num_changed)++] = probe;
		kp_give_way();
	}
	return 0;
}

static int switch_probes(struct kprobe **kps, int num, bool disable,
			 struct kp_probe **changed, int *at, const char **why)
{
	struct kp_batch batch;
	int i, ret, num_changed = 0;

	ret = find_switched(kps, num, disable, changed, &num_changed, at, why);
	if (ret)
		return ret;
	kp_batch_init(&batch);
	for (i = 0; i < num_changed; i++)
		set_disabled(changed[i], disable);
	/* one that has not changed may not have been armed, or disarmed, before */
	for (i = 0; i < num; i++)
		kp_batch_add(&batch, probe_find(kps[i])->pp);
	ret = kp_batch_update(&batch);
	if (disable)
		/* another probe there could not be armed before */
		ret = 0;
	for (*at = 0; ret && *at < num - 1; ++*at)
		if (probe_find(kps[*at])->pp->error)
			break;
	for (i = 0; ret && i < num_changed; i++)
		set_disabled(changed[i], !disable);
	if (ret && num > 1)
		/* those that were armed before it failed */
		(void)!kp_batch_update(&batch);
	kp_batch_exit(&batch);
	*why = "the text there cannot be changed now";
	return ret;
}

/**
 * kp_switch() - disable or enable probes of any kind, all or none
 * @call: the API's function, and who calls it
 * @kps: the caller's structs
 * @num: how many
 * @disable: which
 *
 * Context: process context, may sleep.
 * Return: as enable_kprobes().
 */
int kp_switch(const struct kp_call *call, struct kprobe **kps, int num,
	      bool disable)
{
	struct kp_probe *single, **changed = &single;
	const char *why = NULL;
	int i, ret, at = 0;

	if (num <= 0 || !kps)
		return kp_refuse(call, NULL, 0, 1, -EINVAL, "no probes given");
	if (num > 1)
		changed = kvcalloc(num, sizeof(*changed), GFP_KERNEL);
	if (!changed)
		return kp_refuse(call, kps[0], 0, num, -ENOMEM, "out of memory");
	mutex_lock(&kp_mutex);
	kp_native_lock();
	ret = switch_probes(kps, num, disable, changed, &at, &why);
	for (i = 0; !ret && i < num; i++)
		if (disable)
			kps[i]->flags |= KPROBE_FLAG_DISABLED;
		else
			kps[i]->flags &= ~KPROBE_FLAG_DISABLED;
	kp_native_unlock();
	mutex_unlock(&kp_mutex);
	if (changed != &single)
		kvfree(changed);
	return ret ? kp_refuse(call, kps[at], at, num, ret, why) : 0;
}

/**
 * kp_check() - what registering a kprobe would find, without registering it
 * @kp: the caller's struct; its flag KPROBE_FLAG_ON_FUNC_ENTRY is set
 * @why: result: the reason, if it would be refused
 *
 * Context: process context, may sleep.
 * Return: as register_kprobe().
 */
int kp_check(struct kprobe *kp, const char **why)
{
	struct kp_target target;
	int ret;

	mutex_lock(&kp_mutex);
	kp_native_lock();
	ret = kp_resolve(kp, &target, why) ?: kp_target_check(&target, why);
	if (!ret && !kp_probepoint_find(target.addr))
		ret = kp_target_decode(&target, why);
	kp_native_unlock();
	mutex_unlock(&kp_mutex);
	kp->flags &= ~KPROBE_FLAG_ON_FUNC_ENTRY;
	if (!ret && target.on_entry)
		kp->flags |= KPROBE_FLAG_ON_FUNC_ENTRY;
	return ret;
}

/**
 * kp_registration_init() - get ready to register
 * @fn: called when the last probe has gone, with kp_mutex held, by a client
 *
 * Context: process context, module init.
 * Return: 0, or what rhashtable_init() returned.
 */
int kp_registration_init(void (*fn)(void))
{
	on_last = fn;
	return rhashtable_init(&probes, &probes_params);
}

/**
 * kp_registration_exit() - no more is registered
 *
 * Context: module exit; no probe is left.
 */
void kp_registration_exit(void)
{
	rhashtable_destroy(&probes);
}
