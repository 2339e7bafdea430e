// SPDX-License-Identifier: GPL-2.0
/*
 * The queue of probepoints that may become jumps: what is in the way of one, who
 * is looked at again when that changes. The optimizer works through it.
 */
#include <linux/list.h>
#include <linux/workqueue.h>

#include <hit/probe_table.h>
#include <kernel/native_kprobes.h>
#include <kernel/quiesce.h>
#include <point/batch.h>
#include <point/jump_queue.h>

/* So that those registered together wait together. */
#define DELAY	(HZ / 20)

/* Protected by kp_mutex. */
static bool is_allowed = true;

/* Probepoints by their member wait; kp_mutex. */
static unsigned int num_waiting[KP_NUM_WAITS];

/*
 * Why something is no jump, as it was first said: a probepoint has the number. No. 0 is
 * that there is no reason. More than the sources have; protected by kp_mutex.
 */
static const char *reasons[U8_MAX + 1];

/* Works through those that wait. */
static struct delayed_work *worker;

/* Whether the instruction at an address is watched. */
static bool (*is_watched)(unsigned long addr);

/**
 * kp_jump_set_wait() - note what is to be done before a probepoint may become a jump
 * @pp: the probepoint
 * @wait: enum kp_wait
 *
 * Nothing else changes the member wait.
 *
 * Context: kp_mutex held.
 */
void kp_jump_set_wait(struct probepoint *pp, enum kp_wait wait)
{
	lockdep_assert_held(&kp_mutex);
	num_waiting[pp->wait]--;
	num_waiting[wait]++;
	pp->wait = wait;
}

/**
 * kp_jump_num_waiting() - how many wait
 * @wait: for what, not KP_WAIT_NONE
 *
 * Context: kp_mutex held.
 */
unsigned int kp_jump_num_waiting(enum kp_wait wait)
{
	lockdep_assert_held(&kp_mutex);
	return num_waiting[wait];
}

/**
 * kp_jump_collect() - find those that wait
 * @wait: for what, not KP_WAIT_NONE
 * @pps: gets them, by their member batch, in order of creation
 *
 * Most are new, so the newest are looked at first, and no more than need be.
 *
 * Context: process context, kp_mutex held; they are in no batch.
 */
void kp_jump_collect(enum kp_wait wait, struct list_head *pps)
{
	unsigned int num = kp_jump_num_waiting(wait);
	struct probepoint *pp;

	list_for_each_entry_reverse(pp, &kp_probepoints, link) {
		if (!num)
			break;
		kp_give_way();
		if (pp->wait != wait)
			continue;
		list_add(&pp->batch, pps);
		num--;
	}
}

/**
 * kp_jump_queue_init() - say who works through those that wait
 * @work: the work
 *
 * Context: module init, before there is a probepoint.
 */
void kp_jump_queue_init(struct delayed_work *work)
{
	worker = work;
}

/**
 * kp_optimizer_ask() - say who knows what instructions are watched
 * @fn: called with kp_mutex held: whether that at @addr is
 *
 * Context: module init, before there is a probepoint.
 */
void kp_optimizer_ask(bool (*fn)(unsigned long addr))
{
	is_watched = fn;
}

/**
 * kp_optimizer_is_allowed() - whether probepoints may become jumps
 *
 * Context: any.
 */
bool kp_optimizer_is_allowed(void)
{
	return READ_ONCE(is_allowed);
}

/**
 * kp_optimizer_allow() - let probepoints become jumps, or not
 * @allow: which
 *
 * kp_batch_update() then makes it so.
 *
 * Context: kp_mutex held.
 */
void kp_optimizer_allow(bool allow)
{
	lockdep_assert_held(&kp_mutex);
	WRITE_ONCE(is_allowed, allow);
}

/**
 * kp_optimizer_is_crowded() - whether another probe is where a jump would be, or
 *	a watch
 * @pp: the probepoint
 *
 * Context: kp_mutex and kp_native_lock() held.
 */
bool kp_optimizer_is_crowded(const struct probepoint *pp)
{
	unsigned int i;

	for (i = KP_ARCH_BREAKPOINT_SIZE; i < KP_ARCH_JUMP_SIZE; i++)
		if (kp_probepoint_find(pp->home.addr + i) ||
		    kp_native_has(pp->home.addr + i) ||
		    (is_watched && is_watched(pp->home.addr + i)))
			return true;
	return false;
}

/**
 * kp_jump_wants_post() - whether a jump would have to have post_handlers called
 * @pp: the probepoint
 *
 * Context: kp_mutex held.
 */
bool kp_jump_wants_post(const struct probepoint *pp)
{
	const struct kp_probe *probe;

	kp_for_each_probe(probe, pp)
		if (probe->has_post)
			return true;
	return false;
}

/**
 * kp_jump_set_why_not() - note why a probepoint is no jump
 * @pp: the probepoint
 * @why: a static string, or NULL if it is one
 *
 * Context: kp_mutex held.
 */
void kp_jump_set_why_not(struct probepoint *pp, const char *why)
{
	unsigned int i = 0;

	lockdep_assert_held(&kp_mutex);
	while (reasons[i] != why && i < U8_MAX)
		if (!reasons[++i])
			reasons[i] = why;
	pp->why_not = i;
}

/**
 * kp_jump_why_not() - why a probepoint is no jump
 * @pp: the probepoint
 *
 * Context: kp_mutex held.
 * Return: for people; NULL if it is one, or nobody has looked.
 */
const char *kp_jump_why_not(const struct probepoint *pp)
{
	return reasons[pp->why_not];
}

/**
 * kp_optimizer_why_now() - what is in a jump's way only for now
 * @pp: the probepoint
 *
 * Context: kp_mutex and kp_native_lock() held.
 * Return: NULL, or the reason.
 */
const char *kp_optimizer_why_now(const struct probepoint *pp)
{
	if (!is_allowed)
		return "switched off";
	if (kp_jump_wants_post(pp)) {
		if (!kp_arch_has_post_slot(&pp->insn))
			return "a post_handler";
		if (pp->detour && !kp_rare_post(pp))
			return "a post_handler that came later";
	}
	if (kp_optimizer_is_crowded(pp))
		return "another probe within the jump";
	return NULL;
}

/**
 * kp_optimizer_why() - whether a probepoint may not be a jump now
 * @pp: the probepoint
 *
 * Context: kp_mutex and kp_native_lock() held.
 * Return: NULL, or the reason.
 */
const char *kp_optimizer_why(const struct probepoint *pp)
{
	if (pp->is_ftrace)
		return "at a call site of the function tracer";
	if (kp_is_internal(pp))
		return "a probe of our own";
	if (kp_jump_is_never(pp))
		return kp_jump_why_not(pp);
	return kp_optimizer_why_now(pp);
}

/**
 * kp_optimizer_add() - have it looked at whether a probepoint may be a jump
 * @pp: the probepoint
 *
 * Context: kp_mutex held.
 */
void kp_optimizer_add(struct probepoint *pp)
{
	lockdep_assert_held(&kp_mutex);
	if (pp->state != KP_ARMED || kp_jump_is_never(pp) || pp->is_ftrace ||
	    kp_is_internal(pp) || pp->wait != KP_WAIT_NONE)
		return;
	kp_jump_set_wait(pp, KP_WAIT_LOOK);
	queue_delayed_work(system_unbound_wq, worker, DELAY);
}

/**
 * kp_optimizer_add_all() - have all probepoints looked at
 *
 * Context: kp_mutex held.
 */
void kp_optimizer_add_all(void)
{
	struct probepoint *pp;

	lockdep_assert_held(&kp_mutex);
	list_for_each_entry(pp, &kp_probepoints, link)
		kp_optimizer_add(pp);
}

/**
 * kp_optimizer_remove() - forget about a probepoint
 * @pp: the probepoint
 *
 * Context: kp_mutex held.
 */
void kp_optimizer_remove(struct probepoint *pp)
{
	kp_jump_set_wait(pp, KP_WAIT_NONE);
}

/**
 * kp_optimizer_add_before() - a probepoint or a watch was removed: it may have
 *	been in the way of others
 * @addr: where it was
 *
 * Context: kp_mutex held.
 */
void kp_optimizer_add_before(unsigned long addr)
{
	struct probepoint *pp;
	unsigned int i;

	for (i = KP_ARCH_BREAKPOINT_SIZE; i < KP_ARCH_JUMP_SIZE; i++) {
		pp = kp_probepoint_find(addr - i);
		if (pp)
			kp_optimizer_add(pp);
	}
}

/**
 * kp_optimizer_batch_before() - a probepoint or a watch was made: others must make
 *	way
 * @batch: takes them up
 * @addr: where it is
 *
 * Context: kp_mutex held.
 */
void kp_optimizer_batch_before(struct kp_batch *batch, unsigned long addr)
{
	struct probepoint *pp;
	unsigned int i;

	for (i = KP_ARCH_BREAKPOINT_SIZE; i < KP_ARCH_JUMP_SIZE; i++) {
		pp = kp_probepoint_find(addr - i);
		if (pp && pp->detour)
			kp_batch_add(batch, pp);
	}
}
