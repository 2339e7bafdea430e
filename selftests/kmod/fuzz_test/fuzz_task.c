// SPDX-License-Identifier: GPL-2.0
/* One task: its probes, and what it does with them. */
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>

#include "fuzz.h"

bool fuzz_is_exact;
unsigned int fuzz_operations;

static unsigned long results[FUZZ_NUM_FUNCTIONS];

void fuzz_expect(struct fuzz_life *life, const char *what, long ret,
		 long expected)
{
	struct fuzz_task *task = life->task;

	if (ret != expected && task->wrong++ < 10)
		pr_err("task %u, operation %u: %s: %ld, not %ld\n",
		       task->number, task->operations, what, ret, expected);
}

void fuzz_done(struct fuzz_life *life, const char *what, long ret,
	       long expected)
{
	life->task->operations++;
	fuzz_count_call(what);
	fuzz_expect(life, what, ret, expected);
}

/* A number of a guest that is there, or of a free place for one; or -1. */
int fuzz_pick(struct fuzz_life *life, bool is_there)
{
	unsigned int i, at = fuzz_task_roll(life, FUZZ_NUM_GUESTS);

	for (i = 0; i < FUZZ_NUM_GUESTS; i++, at++)
		if (!!life->guests[at % FUZZ_NUM_GUESTS] == is_there)
			return at % FUZZ_NUM_GUESTS;
	return -1;
}

/* Jprobes on functions of this task's own: one a function may have one. */
static struct fuzz_guest *new_guest(struct fuzz_life *life, enum fuzz_kind kind)
{
	unsigned int function = fuzz_task_roll(life, FUZZ_NUM_FUNCTIONS);
	const struct fuzz_place *place = fuzz_entries[function];

	if (kind == FUZZ_JPROBE)
		place = fuzz_entries[function / FUZZ_NUM_TASKS * FUZZ_NUM_TASKS +
				     life->task->number];
	else if (kind == FUZZ_KPROBE)
		place = &fuzz_places[fuzz_task_roll(life, fuzz_num_places)];
	return fuzz_guest_create(&life->task->random, place, kind);
}

static void do_register(struct fuzz_life *life)
{
	int at = fuzz_pick(life, false), ret, expected;
	struct fuzz_guest *guest;

	if (at < 0)
		return;
	guest = new_guest(life, fuzz_task_roll(life, FUZZ_NUM_KINDS));
	if (!guest)
		return;
	if (guest->kind == FUZZ_KPROBE && fuzz_task_roll(life, 2))
		fuzz_do_check(life, guest);
	expected = fuzz_guest_expected(guest);
	ret = fuzz_guests_register(&guest, 1);
	fuzz_done(life, "register", ret, expected);
	fuzz_check_refusal(life, guest, ret);
	if (ret)
		fuzz_guest_free(guest);
	else
		life->guests[at] = guest;
}

static void do_register_again(struct fuzz_life *life)
{
	int at = fuzz_pick(life, true);

	/* in a module it may be gone meanwhile, and may be registered again */
	if (at >= 0 && life->guests[at]->place)
		fuzz_done(life, "register again",
			  fuzz_guests_register(&life->guests[at], 1), -EINVAL);
}

static void leave(struct fuzz_life *life, struct fuzz_guest *guest)
{
	fuzz_expect(life, "missed hits", fuzz_guest_kprobe(guest)->nmissed, 0);
	if (guest->kind == FUZZ_KRETPROBE && !guest->is_limited)
		fuzz_expect(life, "missed returns", guest->rp.nmissed, 0);
	fuzz_guest_free(guest);
}

static void do_unregister(struct fuzz_life *life)
{
	int at = fuzz_pick(life, true);
	struct fuzz_guest *guest;

	if (at < 0)
		return;
	guest = life->guests[at];
	life->guests[at] = NULL;
	fuzz_guests_unregister(&guest, 1);
	fuzz_done(life, "unregister", 0, 0);
	leave(life, guest);
}

/* 0, or what one of the refused gets: @ret, if it is that. */
static int expected_of(const int *expected, unsigned int num, int ret)
{
	int any = 0;
	unsigned int i;

	for (i = 0; i < num; i++) {
		if (expected[i] && expected[i] == ret)
			return ret;
		if (expected[i])
			any = expected[i];
	}
	return any;
}

/* One of several: of jprobes, each on another function. */
static struct fuzz_guest *new_of_batch(struct fuzz_life *life,
				       enum fuzz_kind kind, unsigned int i)
{
	const struct fuzz_place *place;

	if (kind != FUZZ_JPROBE)
		return new_guest(life, kind);
	place = fuzz_entries[i * FUZZ_NUM_TASKS + life->task->number];
	return fuzz_guest_create(&life->task->random, place, kind);
}

/* All or nothing; @is_bad: one of them cannot be had. */
static void register_batch(struct fuzz_life *life, bool is_bad)
{
	enum fuzz_kind kind = fuzz_task_roll(life, FUZZ_NUM_KINDS);
	unsigned int max = kind == FUZZ_JPROBE ?
			   FUZZ_NUM_FUNCTIONS / FUZZ_NUM_TASKS : FUZZ_MAX_BATCH;
	unsigned int num = 2 + fuzz_task_roll(life, max - 1), i;
	unsigned int bad = fuzz_task_roll(life, num);
	struct fuzz_guest *batch[FUZZ_MAX_BATCH];
	int expected[FUZZ_MAX_BATCH], ret;

	for (i = 0; i < num; i++) {
		batch[i] = new_of_batch(life, kind, i);
		if (!batch[i])
			break;
		expected[i] = fuzz_guest_expected(batch[i]);
		if (is_bad && i == bad) {
			fuzz_guest_kprobe(batch[i])->addr = NULL;
			fuzz_guest_kprobe(batch[i])->symbol_name = "fuzz_none";
			expected[i] = -ENOENT;
		}
	}
	num = i;
	if (!num)
		return;
	ret = fuzz_guests_register(batch, num);
	fuzz_done(life, kind == FUZZ_JPROBE ? "register jprobes" :
		  "register a batch", ret, expected_of(expected, num, ret));
	for (i = 0; i < num; i++) {
		int at = ret ? -1 : fuzz_pick(life, false);

		if (at >= 0) {
			life->guests[at] = batch[i];
			continue;
		}
		if (!ret)
			fuzz_guests_unregister(&batch[i], 1);
		leave(life, batch[i]);
	}
}

static void do_batch(struct fuzz_life *life)
{
	register_batch(life, false);
}

static void do_bad_batch(struct fuzz_life *life)
{
	register_batch(life, true);
}

static void do_unregister_batch(struct fuzz_life *life)
{
	enum fuzz_kind kind = fuzz_task_roll(life, FUZZ_NUM_KINDS);
	struct fuzz_guest *batch[FUZZ_MAX_BATCH];
	unsigned int i, num = 0;

	for (i = 0; i < FUZZ_NUM_GUESTS && num < FUZZ_MAX_BATCH; i++) {
		if (!life->guests[i] || life->guests[i]->kind != kind)
			continue;
		batch[num++] = life->guests[i];
		life->guests[i] = NULL;
	}
	if (!num)
		return;
	fuzz_guests_unregister(batch, num);
	fuzz_done(life, kind == FUZZ_JPROBE && num > 1 ? "unregister jprobes" :
		  "unregister a batch", 0, 0);
	for (i = 0; i < num; i++)
		leave(life, batch[i]);
}

static void do_module(struct fuzz_life *life)
{
	int at = fuzz_pick(life, false), ret;
	struct fuzz_guest *guest;

	if (at < 0)
		return;
	guest = fuzz_guest_create(&life->task->random, NULL,
				  fuzz_task_roll(life, FUZZ_JPROBE));
	if (!guest)
		return;
	ret = fuzz_guests_register(&guest, 1);
	fuzz_done(life, "register in a module", ret, ret ? -ENOENT : 0);
	if (ret)
		fuzz_guest_free(guest);
	else
		life->guests[at] = guest;
}

/* With @is_limited, not more than that. */
static void check_count(struct fuzz_life *life, const char *what,
			unsigned int count, unsigned int most, bool is_limited)
{
	if ((fuzz_is_exact && !is_limited) || count > most)
		fuzz_expect(life, what, count, most);
}

static void check_guest(struct fuzz_life *life, const struct fuzz_guest *guest,
			unsigned int function)
{
	struct fuzz_guest most = fuzz_guest_expect_hits(guest, function);

	check_count(life, "hits", guest->hits - guest->hits_before, most.hits,
		    guest->is_limited);
	check_count(life, "post hits", guest->posts - guest->posts_before,
		    most.posts, false);
	check_count(life, "faults", guest->faults - guest->faults_before,
		    most.faults, false);
}

static void do_call(struct fuzz_life *life)
{
	unsigned int function = fuzz_task_roll(life, FUZZ_NUM_FUNCTIONS), i;

	for (i = 0; i < FUZZ_NUM_GUESTS; i++) {
		if (!life->guests[i])
			continue;
		life->guests[i]->hits_before = life->guests[i]->hits;
		life->guests[i]->posts_before = life->guests[i]->posts;
		life->guests[i]->faults_before = life->guests[i]->faults;
	}
	life->reads_before = life->reads;
	fuzz_done(life, fuzz_symbol(function), fuzz_call(function),
		  results[function]);
	life->task->calls++;
	check_count(life, "reads", life->reads - life->reads_before,
		    life->is_watching ? fuzz_reads[function] : 0, true);
	for (i = 0; i < FUZZ_NUM_GUESTS; i++)
		if (life->guests[i])
			check_guest(life, life->guests[i], function);
}

static void (* const operations[])(struct fuzz_life *life) = {
	do_register, do_register, do_register, do_register_again,
	do_unregister, do_unregister, do_batch, do_bad_batch,
	do_unregister_batch, fuzz_do_switch, fuzz_do_switch_batch, do_module,
	fuzz_do_get, fuzz_do_watch, fuzz_do_mistake,
	do_call, do_call, do_call, do_call, do_call, do_call, do_call,
};

int fuzz_task_run(void *data)
{
	struct fuzz_life life = { .task = data };
	unsigned int i;

	fuzz_life_init(&life);

	while (life.task->operations < fuzz_operations &&
	       !kthread_should_stop()) {
		i = fuzz_task_roll(&life, ARRAY_SIZE(operations));

		operations[i](&life);
		cond_resched();
	}
	for (i = 0; i < FUZZ_NUM_GUESTS; i++) {
		if (!life.guests[i])
			continue;
		fuzz_guests_unregister(&life.guests[i], 1);
		leave(&life, life.guests[i]);
	}
	if (life.is_watching)
		unregister_kwatch_probe(&life.watch);
	while (!kthread_should_stop())
		schedule_timeout_interruptible(1);
	return 0;
}

/* Before any task: what the functions return when nobody is there. */
void fuzz_results_learn(void)
{
	unsigned int i;

	for (i = 0; i < FUZZ_NUM_FUNCTIONS; i++)
		results[i] = fuzz_call(i);
}
