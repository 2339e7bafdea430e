// SPDX-License-Identifier: GPL-2.0
/*
 * Registering probes of every kind, one or many. Every call works on a batch:
 * all or nothing, a constant number of cross-CPU syncs, one grace period.
 */
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include <arch/contract.h>
#include <guard/clients.h>
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
#include <point/excluded.h>
#include <point/optimizer.h>
#include <point/point_slots.h>
#include <point/probepoint.h>
#include <probe/probe_index.h>
#include <probe/registration.h>
#include <probe/removal.h>

/* As many of a refused batch are told, besides the first. */
#define MAX_CULPRITS	7

/* The jprobe comes last. */
static void add_to_probepoint(struct kp_probe *probe)
{
	struct probepoint *pp = kp_probe_pp(probe);
	struct kp_probe **at = &pp->probes;

	kp_probepoint_update_kind(pp, probe->is_return);
	while (!kp_is_end(*at) && !kp_kind_of(*at)->is_jprobe)
		at = &(*at)->behind;
	probe->behind = *at;
	/* a hit that sees it sees what is in it */
	smp_store_release(at, probe);
	/* it leads to the jprobe before anything leads to it */
	if (!kp_is_end(probe->behind))
		kp_probepoint_update_single(pp);
}

static bool wants_post(const struct kprobe *kp, const struct kp_kind *kind)
{
	return kind->has_post && kp->post_handler;
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
	kp_kind_of(probe)->find_handlers(probe->kp, &clients);
	return kp_clients_keep(&clients, &probe->clients, why);
}

/* A probe at @pp, disabled for now. */
static struct kp_probe *probe_create(struct kp_batch *batch,
				     struct probepoint *pp,
				     const struct request *request,
				     const char **why)
{
	struct kp_probe *probe = kp_probe_alloc();
	const struct kp_kind *kind = request->kind;
	int ret;

	*why = "out of memory";
	if (!probe)
		return ERR_PTR(-ENOMEM);
	ret = -ENOMEM;
	probe->hits = kp_counter_alloc();
	if (!probe->hits)
		goto free;
	probe->behind = kp_end_of(pp);
	probe->kp = request->kp;
	probe->mode = KP_PROBE_DISABLED;
	probe->is_last = true;
	kp_kinds[kind->number] = kind;
	probe->kind = kind->number;
	probe->is_return = kind->is_return;
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
	ret = kp_probe_index_add(probe);
	if (ret) {
		if (ret == -EEXIST) {
			*why = "this struct kprobe is registered already";
			ret = -EINVAL;
		}
		goto free;
	}
	ret = kind->attach ? kind->attach(probe, why) : 0;
	if (ret) {
		kp_probe_index_del(probe);
		goto free;
	}
	pp->had_post |= probe->has_post;
	add_to_probepoint(probe);
	return probe;
free:
	kp_probe_free(probe);
	return ERR_PTR(ret);
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

/**
 * struct needs - slots that requests may need
 * @slots: of one instruction, or stubs
 * @posts: of KP_SLOT_POST
 */
struct needs {
	unsigned int slots;
	unsigned int posts;
};

/* Decode what needs decoding, and count the slots that may be needed. */
static int decode_request(struct request *request, struct needs *needs,
			  const char **why)
{
	struct kp_target *target = &request->target;
	const struct probepoint *pp;
	int ret;

	if (kp_probe_find(request->kp)) {
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
		needs->slots++;
	if (target->is_ftrace)
		return 0;
	if (!pp)
		needs->slots += kp_probepoint_num_lacking(target->addr);
	/* without one, its detour serves, or kp_probepoint_need_resumes() sees to it */
	if (!wants_post(request->kp, request->kind))
		return 0;
	if (pp ? kp_probepoint_lacks_slot(pp) :
		 !kp_resume_of(&target->insn, target->addr))
		needs->slots++;
	if (target->insn.emulation)
		return 0;
	if (kp_has_post_slot(&target->insn, target->addr))
		needs->posts++;
	else
		needs->slots++;
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
	if (request->kind->is_jprobe && kp_rare_jprobe(pp)) {
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
		if (kp_probe_pp(requests[i].probe)->error)
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
	struct needs needs = {};
	unsigned int i;
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
		ret = decode_request(&requests[i], &needs, why);
		if (ret)
			return ret;
		kp_give_way();
	}
	*why = "out of memory";
	ret = kp_batch_reserve(batch, num, needs.slots, needs.posts);
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
			kp_probe_set_disabled(requests[i].probe, false);
		kp_give_way();
	}
	kp_optimizer_plan(batch);
	ret = kp_probepoint_need_resumes(batch, why);
	if (!ret) {
		*why = "the text there cannot be changed now";
		ret = kp_batch_update(batch);
	}
	if (ret)
		*at = find_failed(requests, num);
	return ret;
}

/* Undo take_up() after it failed: what has a probe loses it. */
static void give_up(struct kp_batch *batch, struct request *requests,
		    unsigned int num, struct kp_removal *removal)
{
	unsigned int i;

	for (i = 0; i < num; i++)
		if (requests[i].probe)
			kp_removal_add(removal, requests[i].probe);
	kp_batch_drop_slots(batch);
	kp_removal_unpublish(removal, batch);
}

/*
 * Callers' structs as they were, when no handler sees them any more. Not one that somebody
 * has registered meanwhile.
 */
static void restore(const struct request *requests, unsigned int num)
{
	unsigned int i;

	mutex_lock(&kp_mutex);
	for (i = 0; i < num; i++) {
		if (requests[i].probe && !kp_probe_find(requests[i].kp))
			memcpy(requests[i].kp, &requests[i].was,
			       requests[i].kind->size);
		kp_give_way();
	}
	mutex_unlock(&kp_mutex);
}

static int register_requests(struct request *requests, unsigned int num,
			     struct kp_removal *removal, unsigned int *at,
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
	kp_removal_finish(removal);
	if (ret)
		restore(requests, num);
	return ret;
}

/* Before a lock is held that a fault would leave held. */
static const char *struct_why(const struct kprobe *kp, int *error)
{
	const char *symbol;

	*error = -EINVAL;
	if (!kp)
		return "NULL probe";
	*error = -EFAULT;
	return get_kernel_nofault(symbol, &kp->symbol_name) ?
	       "the struct cannot be read" : NULL;
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
	struct kp_removal removal = { .pps = LIST_HEAD_INIT(removal.pps) };
	struct request *requests;
	struct culprits more = {};
	unsigned int at = 0;
	const char *why;
	int i, ret;

	if (num <= 0 || !kps)
		return kp_refuse(call, NULL, 0, 1, -EINVAL,
				 "no probes given");
	for (i = 0; i < num; i++) {
		why = struct_why(kps[i], &ret);
		if (why)
			return kp_refuse(call, kps[i], i, num, ret, why);
	}
	kp_refusals_forget(kps, num);

	ret = -ENOMEM;
	why = "out of memory";
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
 * kp_check() - what registering a kprobe would find, without registering it
 * @kp: the caller's struct; its flag KPROBE_FLAG_ON_FUNC_ENTRY is set, if a return
 *	probe may be there
 * @why: result: the reason why it would be refused, or that flag is not set
 *
 * Context: process context, may sleep.
 * Return: as register_kprobe().
 */
int kp_check(struct kprobe *kp, const char **why)
{
	struct kp_target target;
	int ret;

	*why = struct_why(kp, &ret);
	if (*why)
		return ret;
	mutex_lock(&kp_mutex);
	kp_native_lock();
	ret = kp_resolve(kp, &target, why) ?: kp_target_check(&target, why);
	if (!ret && !kp_probepoint_find(target.addr))
		ret = kp_target_decode(&target, why);
	kp_native_unlock();
	mutex_unlock(&kp_mutex);
	kp->flags &= ~KPROBE_FLAG_ON_FUNC_ENTRY;
	if (ret)
		return ret;
	*why = kp_entry_why(&target);
	if (!*why)
		kp->flags |= KPROBE_FLAG_ON_FUNC_ENTRY;
	return 0;
}
