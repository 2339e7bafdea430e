// SPDX-License-Identifier: GPL-2.0
/*
 * Return probes of one function that share an instance: the hit takes one for all
 * of them, and the return calls their handlers, the newest first.
 *
 * It is so where nothing but bare ones is enabled. A set says which, and does not
 * change: calls under way have the handlers called of those that were enabled when
 * they began. With each change there is another set; the old one is freed when no
 * instance leads to it.
 */
#include <linux/list.h>
#include <linux/slab.h>

#include <hit/cpu.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <hit/return_probe.h>
#include <kernel/quiesce.h>
#include <point/return_set.h>

/* More have an instance each: each change copies all. */
#define MAX_SHARING	16

/* So many wait to be freed when no more are made. */
#define MAX_REPLACED	256

/**
 * struct set - the return probes of a probepoint
 * @probe: the probepoint's member single; its own is in the newest @copy
 * @link: in a list of those that were replaced
 * @num: how many
 * @copy: each, the oldest first
 */
struct set {
	struct kp_probe probe;
	struct list_head link;
	unsigned int num;
	struct kp_return_copy copy[];
};

/* Replaced; those that hits may still find, and those that only instances lead to. */
static LIST_HEAD(replaced);
static LIST_HEAD(awaited);
static unsigned int num_replaced;

static struct set *set_of(struct kp_probe *single)
{
	return single->bare == KP_BARE_SET ?
	       container_of(single, struct set, probe) : NULL;
}

/* How many share, 0 if they do not. */
static unsigned int count_sharing(const struct probepoint *pp)
{
	const struct kp_probe *probe;
	unsigned int num = 0;

	kp_for_each_probe(probe, pp) {
		if (kp_is_disabled(probe))
			continue;
		if (probe->bare != KP_BARE_ONE || num == MAX_SHARING)
			return 0;
		num++;
	}
	return num > 1 ? num : 0;
}

static bool is_up_to_date(const struct set *set, unsigned int num,
			  const struct probepoint *pp)
{
	const struct kp_probe *probe;
	unsigned int i = 0;

	if (set->num != num)
		return false;
	kp_for_each_probe(probe, pp)
		if (!kp_is_disabled(probe) &&
		    set->copy[i++].hits != probe->hits)
			return false;
	return true;
}

static void copy_init(struct kp_return_copy *copy, const struct kp_probe *probe,
		      struct kp_return_copy *older)
{
	struct kp_return *own = probe->own;

	copy->own.rp = own->rp;
	copy->own.pool = own->pool;
	copy->own.addr = own->addr;
	copy->hits = probe->hits;
	copy->older = older;
	if (older) {
		copy->own.max = KP_RETURN_GOES_ON;
		if (older->own.pool->data_size > own->pool->data_size)
			copy->own.pool = older->own.pool;
	}
	/* else it is being unregistered, and no copy is to be changed any more */
	if (own->rp != &kp_return_gone)
		hlist_add_head(&copy->link, &own->copies);
}

/**
 * kp_return_set_make() - make a set of all enabled probes of a probepoint
 * @pp: the probepoint; its member single may be a set
 *
 * Context: process context, kp_mutex held.
 * Return: what its member single is to be, which it may be already; NULL if they are
 * not all bare return probes, or there is no memory.
 */
struct kp_probe *kp_return_set_make(struct probepoint *pp)
{
	struct kp_return_copy *older = NULL;
	struct set *set = set_of(pp->single);
	unsigned int num = count_sharing(pp);
	struct kp_probe *probe;

	lockdep_assert_held(&kp_mutex);
	if (!num)
		return NULL;
	if (set && is_up_to_date(set, num, pp))
		return pp->single;
	if (num_replaced >= MAX_REPLACED)
		return NULL;
	/* removal comes here too: it goes without rather than that memory is made free */
	set = kzalloc(struct_size(set, copy, num),
		      GFP_KERNEL | __GFP_NORETRY | __GFP_NOWARN);
	if (!set)
		return NULL;
	kp_for_each_probe(probe, pp) {
		if (kp_is_disabled(probe))
			continue;
		copy_init(&set->copy[set->num], probe, older);
		older = &set->copy[set->num++];
		set->probe.call = probe->call;
	}
	set->probe.mode = KP_PROBE_RETURN;
	set->probe.bare = KP_BARE_SET;
	set->probe.is_last = true;
	/* detours count one, and kp_run_return() the others */
	set->probe.hits = older->hits;
	set->probe.own = &older->own;
	return &set->probe;
}

/**
 * kp_return_set_replaced() - hits are led elsewhere now
 * @single: what member single of a probepoint was, perhaps a set
 *
 * Context: kp_mutex held.
 */
void kp_return_set_replaced(struct kp_probe *single)
{
	struct set *set = set_of(single);

	lockdep_assert_held(&kp_mutex);
	if (!set)
		return;
	list_add(&set->link, &replaced);
	num_replaced++;
}

/**
 * kp_return_forget_copies() - a return probe is being unregistered
 * @own: it, with member rp set to &kp_return_gone
 *
 * Context: kp_mutex held.
 */
void kp_return_forget_copies(struct kp_return *own)
{
	struct kp_return_copy *copy;
	struct hlist_node *next;

	lockdep_assert_held(&kp_mutex);
	hlist_for_each_entry_safe(copy, next, &own->copies, link) {
		WRITE_ONCE(copy->own.rp, &kp_return_gone);
		hlist_del_init(&copy->link);
	}
}

/**
 * kp_return_sets_wait() - wait until no hit is about to take an instance for a set that
 *	was replaced
 *
 * Those that instances lead to are found then by their member is_busy.
 *
 * Context: process context, kp_mutex held; not the mutex of pools.
 * Return: whether there are some.
 */
bool kp_return_sets_wait(void)
{
	struct set *set;
	unsigned int i;

	lockdep_assert_held(&kp_mutex);
	if (!list_empty(&replaced)) {
		kp_wait_for_cpus();
		list_splice_init(&replaced, &awaited);
	}
	list_for_each_entry(set, &awaited, link)
		for (i = 0; i < set->num; i++)
			set->copy[i].own.is_busy = false;
	return !list_empty(&awaited);
}

static bool is_busy(const struct set *set)
{
	unsigned int i;

	for (i = 0; i < set->num; i++)
		if (set->copy[i].own.is_busy)
			return true;
	return false;
}

/**
 * kp_return_sets_free() - free those that were waited for
 *
 * Context: process context, kp_mutex held; since kp_return_sets_wait(), is_busy was set
 * in all that instances lead to.
 */
void kp_return_sets_free(void)
{
	struct set *set, *next;
	unsigned int i;

	lockdep_assert_held(&kp_mutex);
	list_for_each_entry_safe(set, next, &awaited, link) {
		if (is_busy(set))
			continue;
		for (i = 0; i < set->num; i++)
			hlist_del_init(&set->copy[i].link);
		list_del(&set->link);
		num_replaced--;
		kfree(set);
	}
}
