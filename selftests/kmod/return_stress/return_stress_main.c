// SPDX-License-Identifier: GPL-2.0
/*
 * Return probes, jprobes and kprobes come and go, one by one and several at
 * once, are disabled and enabled, while workers call what they are on, sleep
 * there, are killed there, and end there. What is done in which order only
 * depends on the seed. In every other phase, residents are on each function
 * all the time: return probes that see every call.
 */
#include <linux/delay.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/random.h>
#include <linux/sched.h>
#include <linux/vmalloc.h>

#include "../ktap.h"
#include "return_stress.h"

#define NUM_GUESTS	40
#define MAX_BATCH	8
#define NUM_PHASES	4
#define NUM_RESIDENTS	(2 * NUM_FUNCTIONS)
#define FEW		3
#define MAX_WAIT	200	/* s, for what is sure to come */

static uint calls = 100000;
module_param(calls, uint, 0400);
static uint operations = 4000;
module_param(operations, uint, 0400);
static ulong seed = 20240229;
module_param(seed, ulong, 0400);
/* How many instances `stats` says are in use, written by our script. */
static int in_use;
module_param(in_use, int, 0600);

static struct guest *guests[NUM_GUESTS];
static struct guest *residents[NUM_RESIDENTS];
static bool has_jprobe[NUM_FUNCTIONS];
static u8 text_before[NUM_FUNCTIONS][TEXT_SIZE];

static struct epoch *epochs;
static unsigned int num_epochs, max_epochs;
static unsigned int num_operations, num_wrong, num_kills, num_missed;
static u64 random_state;

static unsigned int roll(unsigned int sides)
{
	return return_stress_random(&random_state) % sides;
}

static struct epoch *next_epoch(void)
{
	return &epochs[min(num_epochs++, max_epochs - 1)];
}

/* One operation was done; it must have returned what was expected. */
static void done(const char *what, int ret, int expected)
{
	num_operations++;
	if (ret != expected && num_wrong++ < 10)
		pr_err("operation %u: %s: %d, not %d\n", num_operations, what,
		       ret, expected);
}

/* A place in guests[] that is free, or has a guest, of a kind if @kind >= 0. */
static int pick(bool taken, int kind)
{
	unsigned int i, at = roll(NUM_GUESTS);

	for (i = 0; i < NUM_GUESTS; i++, at++) {
		const struct guest *guest = guests[at % NUM_GUESTS];

		if (!!guest == taken &&
		    (!guest || kind < 0 ||
		     return_stress_guest_kind(guest) == kind))
			return at % NUM_GUESTS;
	}
	return -1;
}

static void do_register(void)
{
	unsigned int function = roll(NUM_FUNCTIONS), number = roll(8);
	int place = pick(false, -1), kind, ret, expected = 0;
	struct guest *guest;

	if (place < 0)
		return;
	kind = number < 5 ? GUEST_RETURN :
	       number < 7 ? GUEST_JPROBE : GUEST_KPROBE;
	guest = return_stress_guest_create(&random_state, next_epoch(),
					   function, kind);
	if (!guest)
		return;
	if (kind == GUEST_JPROBE && has_jprobe[function])
		expected = -EEXIST;
	ret = return_stress_guests_register(&guest, 1);
	done("register", ret, expected);
	if (ret) {
		return_stress_guest_free(guest);
		return;
	}
	guests[place] = guest;
	if (kind == GUEST_JPROBE)
		has_jprobe[function] = true;
}

static void do_register_several(void)
{
	unsigned int num = 2 + roll(MAX_BATCH - 1), i;
	struct guest *batch[MAX_BATCH];
	int places[MAX_BATCH];
	int ret;

	for (i = 0; i < num; i++) {
		places[i] = pick(false, -1);
		if (places[i] < 0)
			break;
		batch[i] = return_stress_guest_create(&random_state,
						      next_epoch(),
						      roll(NUM_FUNCTIONS),
						      GUEST_RETURN);
		if (!batch[i])
			break;
		guests[places[i]] = batch[i];
	}
	num = i;
	if (!num)
		return;
	ret = return_stress_guests_register(batch, num);
	done("register several", ret, 0);
	for (i = 0; i < num && ret; i++) {
		return_stress_guest_free(batch[i]);
		guests[places[i]] = NULL;
	}
}

/* Up to @max, of one kind; several only return probes. */
static unsigned int unregister(unsigned int max)
{
	struct guest *batch[MAX_BATCH];
	unsigned int num, i;
	int place;

	for (num = 0; num < max; num++) {
		place = pick(true, max > 1 ? GUEST_RETURN : -1);
		if (place < 0)
			break;
		batch[num] = guests[place];
		guests[place] = NULL;
	}
	if (!num)
		return 0;
	return_stress_guests_unregister(batch, num);
	done("unregister", 0, 0);
	for (i = 0; i < num; i++) {
		if (return_stress_guest_kind(batch[i]) == GUEST_JPROBE)
			has_jprobe[return_stress_guest_function(batch[i])] =
				false;
		return_stress_guest_free(batch[i]);
	}
	return num;
}

static void do_switch(void)
{
	int place = pick(true, -1);

	if (place >= 0)
		done("switch", return_stress_guest_switch(guests[place]), 0);
}

static void do_kill(void)
{
	return_stress_workers_kill(roll(NUM_WORKERS));
	num_kills++;
	done("kill", 0, 0);
}

static void operate(void)
{
	unsigned int number = roll(100);

	if (number < 30)
		do_register();
	else if (number < 35)
		do_register_several();
	else if (number < 60)
		unregister(1);
	else if (number < 65)
		unregister(2 + roll(MAX_BATCH - 1));
	else if (number < 85)
		do_switch();
	else if (number < 95)
		schedule_timeout_uninterruptible(roll(3));
	else
		do_kill();
}

/* Two on each function: one sees every call, the other misses some. */
static void residents_arrive(void)
{
	unsigned int i;

	for (i = 0; i < NUM_RESIDENTS; i++) {
		residents[i] = return_stress_resident_create(next_epoch(),
							     i / 2,
							     i % 2 ? FEW : 0);
		if (residents[i])
			done("a resident arrives",
			     return_stress_guests_register(&residents[i], 1),
			     0);
	}
}

static void residents_leave(void)
{
	unsigned int i;

	for (i = 0; i < NUM_RESIDENTS; i++) {
		if (!residents[i])
			continue;
		return_stress_guests_unregister(&residents[i], 1);
		return_stress_guest_free(residents[i]);
		residents[i] = NULL;
	}
}

/* What residents have seen, against calls. No worker runs. */
static bool residents_are_right(struct epoch *first,
				const unsigned long *before,
				const unsigned long *after)
{
	unsigned int i;
	bool ok = true;

	for (i = 0; i < NUM_RESIDENTS; i++) {
		const struct epoch *epoch = &first[i];
		long entries = return_stress_entries(after, i / 2) -
			       return_stress_entries(before, i / 2);
		long accepted = atomic_read(&epoch->accepted);
		long missed = residents[i] ?
			      return_stress_guest_nmissed(residents[i]) : -1;

		num_missed += missed;
		if (accepted + missed == entries && (i % 2 || !missed) &&
		    atomic_read(&epoch->returned) +
		    atomic_read(&epoch->died) == accepted)
			continue;
		pr_err("function %u: %ld calls, %ld accepted, %ld missed, %d returned, %d died\n",
		       i / 2, entries, accepted, missed,
		       atomic_read(&epoch->returned),
		       atomic_read(&epoch->died));
		ok = false;
	}
	return ok;
}

static void wait_for_instances(void)
{
	unsigned int i;

	WRITE_ONCE(in_use, -1);
	for (i = 0; i < MAX_WAIT && READ_ONCE(in_use); i++)
		msleep(1000);
}

/* While workers live, to whom the sweep leaves what they might return from. */
static void clean_up(void)
{
	unsigned int i;

	for (i = 0; i < NUM_GUESTS; i++)
		unregister(1);
	wait_for_instances();
	/* the first answer may have been on its way already */
	wait_for_instances();
	ktap_result(!READ_ONCE(in_use),
		    "all instances are back while %d tasks live", NUM_WORKERS);
	if (in_use)
		ktap_note("%d instances in use", in_use);
}

static bool is_over(unsigned int phase)
{
	return num_operations >= operations / NUM_PHASES * (phase + 1) &&
	       return_stress_workers_num_calls() >=
	       calls / NUM_PHASES * (phase + 1);
}

static void run_phase(unsigned int phase)
{
	unsigned long before[NUM_FUNCTIONS], after[NUM_FUNCTIONS];
	bool has_residents = phase % 2 == 0;
	struct epoch *first = &epochs[num_epochs];

	return_stress_workers_sum_up(before);
	if (has_residents)
		residents_arrive();
	if (return_stress_workers_start(&random_state)) {
		ktap_result(false, "workers start");
		return;
	}
	while (!is_over(phase) && num_epochs < max_epochs - NUM_RESIDENTS) {
		operate();
		if (return_stress_workers_revive())
			num_wrong++;
	}
	return_stress_workers_stop();
	if (phase == NUM_PHASES - 1)
		clean_up();
	return_stress_workers_end();
	return_stress_workers_sum_up(after);
	if (has_residents) {
		ktap_result(residents_are_right(first, before, after),
			    "phase %u: residents saw every call", phase);
		residents_leave();
	}
	ktap_note("phase %u: %u operations, %lu calls", phase, num_operations,
		  return_stress_workers_num_calls());
}

/* Each accepted call returned, or returned unseen, or never returned. */
static void tell_epochs(void)
{
	unsigned long accepted = 0, returned = 0, left = 0, died = 0;
	unsigned int i, num_odd = 0;

	for (i = 0; i < min(num_epochs, max_epochs); i++) {
		struct epoch *epoch = &epochs[i];
		unsigned int num = atomic_read(&epoch->returned) +
				   atomic_read(&epoch->left) +
				   atomic_read(&epoch->died);

		accepted += atomic_read(&epoch->accepted);
		returned += atomic_read(&epoch->returned);
		left += atomic_read(&epoch->left);
		died += atomic_read(&epoch->died);
		if (num != atomic_read(&epoch->accepted))
			num_odd++;
	}
	ktap_note("%u probes: %lu calls accepted, %lu returned, %lu left, %lu died",
		  num_epochs, accepted, returned, left, died);
	ktap_result(!num_odd, "all accepted calls are explained");
	ktap_result(accepted && returned && left && died,
		    "there are some of each");
}

static void tell(void)
{
	const struct probes_result *result = &return_stress_result;
	unsigned long unused[NUM_FUNCTIONS];

	tell_epochs();
	ktap_note("%u kills, %lu deaths, %u hits of others, %u refused, %u missed",
		  num_kills, return_stress_workers_num_deaths(),
		  atomic_read(&result->hits), atomic_read(&result->refused),
		  num_missed);
	ktap_result(!atomic_read(&return_stress_unexplained),
		    "no return was missed but of probes that left");
	ktap_result(return_stress_workers_num_calls() >= calls &&
		    num_operations >= operations, "as much as planned");
	ktap_result(!num_wrong, "each operation returned what it must");
	ktap_result(!return_stress_workers_sum_up(unused),
		    "each call returned what it must");
	ktap_result(!atomic_read(&result->wrong),
		    "handlers found all as it must be");
	ktap_result(!atomic_read(&result->late),
		    "no handler was called after unregistering");
	ktap_result(atomic_read(&result->hits) &&
		    atomic_read(&result->refused) && num_missed,
		    "other probes were hit, and calls refused, and missed");
}

static void text_save(void)
{
	unsigned int i;

	for (i = 0; i < NUM_FUNCTIONS; i++)
		memcpy(text_before[i], return_stress_functions[i].text,
		       TEXT_SIZE);
}

static bool text_is_same(void)
{
	unsigned int i;

	for (i = 0; i < NUM_FUNCTIONS; i++)
		if (memcmp(text_before[i], return_stress_functions[i].text,
			   TEXT_SIZE))
			return false;
	return true;
}

static int __init return_stress_init(void)
{
	unsigned int phase;

	max_epochs = 20 * operations + 1000;
	epochs = vcalloc(max_epochs, sizeof(*epochs));
	if (!epochs)
		return -ENOMEM;
	ktap_begin();
	random_state = seed ?: get_random_u32() + 1;
	ktap_note("seed %llu, %u calls, %u operations", random_state, calls,
		  operations);
	text_save();
	for (phase = 0; phase < NUM_PHASES; phase++)
		run_phase(phase);
	tell();
	ktap_result(text_is_same(), "the text is as before");
	ktap_end();
	return 0;
}

static void __exit return_stress_exit(void)
{
	vfree(epochs);
}

module_init(return_stress_init);
module_exit(return_stress_exit);
MODULE_DESCRIPTION("Test: return probes come and go while tasks sleep and die");
MODULE_LICENSE("GPL");
