// SPDX-License-Identifier: GPL-2.0
/*
 * Registered probes of every kind, found by the caller's struct.
 */
#include <linux/hash.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include <guard/clients.h>
#include <hit/hit.h>
#include <hit/kind.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/quiesce.h>
#include <point/arming.h>
#include <point/batch.h>
#include <point/counters.h>
#include <point/probepoint.h>
#include <probe/probe_index.h>

#define MIN_BITS	6

/* Probes in a chain, at most on the average. Hits look for none. */
#define MAX_CHAIN	4

/*
 * All registered probes by the caller's struct, in 2^bits chains; nothing in that struct is
 * trusted. Protected by kp_mutex.
 */
static struct kp_probe **chains;
static unsigned int bits;
static unsigned long num_probes;

/* Of these, those that have a client, which keeps kprobes.ko loaded. */
static unsigned long num_kept;

/* By their size, which is between those that kmalloc() has. */
static struct kmem_cache *cache;

/* What they are for is said in probe/probe_index.h. */
const struct kp_kind *kp_kinds[KP_NUM_KINDS];

static struct kp_probe **chain_of(const struct kprobe *kp)
{
	return &chains[hash_ptr(kp, bits)];
}

static void chain_add(struct kp_probe *probe)
{
	struct kp_probe **chain = chain_of(probe->kp);

	probe->chain = *chain;
	*chain = probe;
}

/* Without memory the chains get longer, or stay what they are. */
static void resize(unsigned int new_bits)
{
	unsigned long i, old_num = 1UL << bits;
	struct kp_probe **old = chains, **new, *probe, *next;

	new = kvcalloc(1UL << new_bits, sizeof(*new),
		       GFP_KERNEL | __GFP_NORETRY | __GFP_NOWARN);
	if (!new)
		return;
	chains = new;
	bits = new_bits;
	for (i = 0; i < old_num; i++) {
		for (probe = old[i]; probe; probe = next) {
			next = probe->chain;
			chain_add(probe);
		}
		kp_give_way();
	}
	kvfree(old);
}

/**
 * kp_probe_find() - our side of a registered probe
 * @kp: the caller's struct; not read
 *
 * Context: kp_mutex held.
 * Return: NULL if it is not registered.
 */
struct kp_probe *kp_probe_find(struct kprobe *kp)
{
	struct kp_probe *probe = *chain_of(kp);

	lockdep_assert_held(&kp_mutex);
	while (probe && probe->kp != kp)
		probe = probe->chain;
	return probe;
}

/**
 * kp_probe_index_add() - kp_probe_find() finds a probe from now on
 * @probe: with its member kp
 *
 * Context: process context, kp_mutex held.
 * Return: 0; -EEXIST if its struct is registered already.
 */
int kp_probe_index_add(struct kp_probe *probe)
{
	if (kp_probe_find(probe->kp))
		return -EEXIST;
	if (++num_probes > (unsigned long)MAX_CHAIN << bits)
		resize(bits + 1);
	chain_add(probe);
	num_kept += !!probe->clients;
	return 0;
}

/**
 * kp_probe_index_del() - kp_probe_find() finds a probe no more
 * @probe: one that kp_probe_index_add() took
 *
 * Context: process context, kp_mutex held.
 */
void kp_probe_index_del(struct kp_probe *probe)
{
	struct kp_probe **at = chain_of(probe->kp);

	lockdep_assert_held(&kp_mutex);
	while (*at && *at != probe)
		at = &(*at)->chain;
	if (WARN_ON_ONCE(!*at))
		return;
	*at = probe->chain;
	num_kept -= !!probe->clients;
	/* then two in each of half as many: far enough from where it grows */
	if (--num_probes < 1UL << bits && bits > MIN_BITS)
		resize(bits - 1);
}

/**
 * kp_probe_index_is_kept() - a probe is registered that has a client
 *
 * If not, nothing but tasks in code of ours keeps kprobes.ko loaded.
 *
 * Context: kp_mutex held.
 */
bool kp_probe_index_is_kept(void)
{
	return num_kept;
}

static enum kp_post_way post_way(const struct probepoint *pp)
{
	if (kp_rare_post(pp) && pp->resume == kp_detour_copy(pp))
		return KP_POST_ASK;
	if (pp->insn.emulation)
		return KP_POST_EMULATED;
	return pp->step ? KP_POST_SLOT : KP_POST_ASK;
}

/**
 * kp_probe_set_disabled() - handlers are called from now on, or no more
 * @probe: the probe
 * @disabled: no more. A hit that is under way may still call them
 *
 * The text is not touched: see kp_batch_update().
 *
 * Context: kp_mutex held.
 */
void kp_probe_set_disabled(struct kp_probe *probe, bool disabled)
{
	struct probepoint *pp = kp_probe_pp(probe);
	struct kp_probe *other;
	bool has_post = false;

	if (kp_is_disabled(probe) == disabled)
		return;
	pp->nr_enabled += disabled ? -1 : 1;
	if (probe->has_post) {
		kp_for_each_probe(other, pp)
			has_post |= other->has_post && (other == probe ?
							!disabled :
							!kp_is_disabled(other));
		/* what follows the first instruction runs at home again */
		if (has_post && !kp_rare_post(pp))
			kp_jump_set_entered(pp);
		/* the step slot was written before */
		smp_store_release(&pp->post_way,
				  has_post ? post_way(pp) : KP_POST_NONE);
	}
	if (!disabled)
		kp_probe_prepare(probe);
	WRITE_ONCE(probe->mode, disabled ? KP_PROBE_DISABLED :
		   probe->is_return ? KP_PROBE_RETURN : KP_PROBE_PLAIN);
	kp_probepoint_update_single(pp);
}

/**
 * kp_probe_alloc() - allocate a probe, all zero
 *
 * Context: process context.
 * Return: the probe, or NULL.
 */
struct kp_probe *kp_probe_alloc(void)
{
	return kmem_cache_zalloc(cache, GFP_KERNEL);
}

/**
 * kp_probe_free() - free a probe that nothing points to any more
 * @probe: what kp_probe_alloc() returned; its hits and clients may be unset
 *
 * Context: kp_mutex held.
 */
void kp_probe_free(struct kp_probe *probe)
{
	kp_counter_free(probe->hits);
	kp_clients_free(probe->clients);
	kmem_cache_free(cache, probe);
}

/**
 * kp_probe_index_init() - get ready to register
 *
 * Context: process context, module init.
 * Return: 0 or -ENOMEM.
 */
int kp_probe_index_init(void)
{
	cache = KMEM_CACHE(kp_probe, 0);
	if (!cache)
		return -ENOMEM;
	bits = MIN_BITS;
	chains = kvcalloc(1UL << bits, sizeof(*chains), GFP_KERNEL);
	if (!chains)
		kmem_cache_destroy(cache);
	return chains ? 0 : -ENOMEM;
}

/**
 * kp_probe_index_exit() - no more is registered
 *
 * Context: module exit; no probe is left.
 */
void kp_probe_index_exit(void)
{
	kvfree(chains);
	kmem_cache_destroy(cache);
}
