// SPDX-License-Identifier: GPL-2.0
/* One task: its probes, and what it does with them. */
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>

#include "fuzz.h"

#define NUM_GUESTS	24
#define MAX_BATCH	8

bool fuzz_is_exact;
unsigned int fuzz_operations;

static unsigned long results[FUZZ_NUM_FUNCTIONS];

/**
 * struct life - what one task works on
 * @task: the task
 * @guests: its probes that are registered
 */
struct life {
	struct fuzz_task *task;
	struct fuzz_guest *guests[NUM_GUESTS];
};

static void expect(struct life *life, const char *what, long ret, long expected)
{
	struct fuzz_task *task = life->task;

	if (ret != expected && task->wrong++ < 10)
		pr_err("task %u, operation %u: %s: %ld, not %ld\n",
		       task->number, task->operations, what, ret, expected);
}

static void done(struct life *life, const char *what, long ret, long expected)
{
	life->task->operations++;
	expect(life, what, ret, expected);
}

static unsigned int roll(struct life *life, unsigned int sides)
{
	return fuzz_roll(&life->task->random, sides);
}

/* A number of a guest that is there, or of a free place for one; or -1. */
static int pick(struct life *life, bool is_there)
{
	unsigned int i, at = roll(life, NUM_GUESTS);

	for (i = 0; i < NUM_GUESTS; i++, at++)
		if (!!life->guests[at % NUM_GUESTS] == is_there)
			return at % NUM_GUESTS;
	return -1;
}

/* Jprobes on functions of this task's own: one a function may have one. */
static struct fuzz_guest *new_guest(struct life *life, enum fuzz_kind kind)
{
	unsigned int function = roll(life, FUZZ_NUM_FUNCTIONS);
	const struct fuzz_place *place = fuzz_entries[function];

	if (kind == FUZZ_JPROBE)
		place = fuzz_entries[function / FUZZ_NUM_TASKS * FUZZ_NUM_TASKS +
				     life->task->number];
	else if (kind == FUZZ_KPROBE)
		place = &fuzz_places[roll(life, fuzz_num_places)];
	return fuzz_guest_create(&life->task->random, place, kind);
}

static void do_register(struct life *life)
{
	int at = pick(life, false), ret, expected;
	struct fuzz_guest *guest;

	if (at < 0)
		return;
	guest = new_guest(life, roll(life, FUZZ_NUM_KINDS));
	if (!guest)
		return;
	expected = fuzz_guest_expected(guest);
	ret = fuzz_guests_register(&guest, 1);
	done(life, "register", ret, expected);
	if (ret)
		fuzz_guest_free(guest);
	else
		life->guests[at] = guest;
}

static void do_register_again(struct life *life)
{
	int at = pick(life, true);

	/* in a module it may be gone meanwhile, and may be registered again */
	if (at >= 0 && life->guests[at]->place)
		done(life, "register again",
		     fuzz_guests_register(&life->guests[at], 1), -EINVAL);
}

static void leave(struct life *life, struct fuzz_guest *guest)
{
	expect(life, "missed hits", fuzz_guest_kprobe(guest)->nmissed, 0);
	if (guest->kind == FUZZ_KRETPROBE)
		expect(life, "missed returns", guest->rp.nmissed, 0);
	fuzz_guest_free(guest);
}

static void do_unregister(struct life *life)
{
	int at = pick(life, true);
	struct fuzz_guest *guest;

	if (at < 0)
		return;
	guest = life->guests[at];
	life->guests[at] = NULL;
	fuzz_guests_unregister(&guest, 1);
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

/* All or nothing; @is_bad: one of them cannot be had. */
static void register_batch(struct life *life, bool is_bad)
{
	unsigned int num = 2 + roll(life, MAX_BATCH - 1), i, bad = roll(life, num);
	enum fuzz_kind kind = roll(life, FUZZ_JPROBE);
	struct fuzz_guest *batch[MAX_BATCH];
	int expected[MAX_BATCH], ret;

	for (i = 0; i < num; i++) {
		batch[i] = new_guest(life, kind);
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
	done(life, "register a batch", ret, expected_of(expected, num, ret));
	for (i = 0; i < num; i++) {
		int at = ret ? -1 : pick(life, false);

		if (at >= 0) {
			life->guests[at] = batch[i];
			continue;
		}
		if (!ret)
			fuzz_guests_unregister(&batch[i], 1);
		leave(life, batch[i]);
	}
}

static void do_batch(struct life *life)
{
	register_batch(life, false);
}

static void do_bad_batch(struct life *life)
{
	register_batch(life, true);
}

static void do_unregister_batch(struct life *life)
{
	enum fuzz_kind kind = roll(life, FUZZ_JPROBE);
	struct fuzz_guest *batch[MAX_BATCH];
	unsigned int i, num = 0;

	for (i = 0; i < NUM_GUESTS && num < MAX_BATCH; i++) {
		if (!life->guests[i] || life->guests[i]->kind != kind)
			continue;
		batch[num++] = life->guests[i];
		life->guests[i] = NULL;
	}
	if (!num)
		return;
	fuzz_guests_unregister(batch, num);
	for (i = 0; i < num; i++)
		leave(life, batch[i]);
}

static void do_switch(struct life *life)
{
	int at = pick(life, true);
	struct fuzz_guest *guest;
	struct kprobe *kp;
	bool enable;

	if (at < 0 || !life->guests[at]->place)
		return;
	guest = life->guests[at];
	kp = fuzz_guest_kprobe(guest);
	enable = roll(life, 2);
	done(life, enable ? "enable" : "disable",
	     enable ? enable_kprobe(kp) : disable_kprobe(kp), 0);
	guest->is_enabled = enable;
}

static void do_module(struct life *life)
{
	int at = pick(life, false), ret;
	struct fuzz_guest *guest;

	if (at < 0)
		return;
	guest = fuzz_guest_create(&life->task->random, NULL,
				  roll(life, FUZZ_JPROBE));
	if (!guest)
		return;
	ret = fuzz_guests_register(&guest, 1);
	done(life, "register in a module", ret, ret ? -ENOENT : 0);
	if (ret)
		fuzz_guest_free(guest);
	else
		life->guests[at] = guest;
}

static void do_mistake(struct life *life)
{
	static struct kprobe *none[2];
	struct kprobe never = { .symbol_name = "fuzz_add" };

	switch (roll(life, 6)) {
	case 0:
		done(life, "register nothing", register_kprobe(NULL), -EINVAL);
		break;
	case 1:
		done(life, "register none", register_kprobes(none, 0), -EINVAL);
		break;
	case 2:
		done(life, "register nothings", register_kprobes(none, 2), -EINVAL);
		break;
	case 3:
		done(life, "enable what is not", enable_kprobe(&never), -EINVAL);
		break;
	case 4:
		done(life, "disable what is not", disable_kprobe(&never), -EINVAL);
		break;
	case 5:
		unregister_kprobe(&never);
		unregister_kprobes(none, 2);
		break;
	}
}

static void check_guest(struct life *life, const struct fuzz_guest *guest,
			unsigned int function)
{
	unsigned int hits = guest->hits - guest->hits_before;
	unsigned int posts = guest->posts - guest->posts_before;
	unsigned int most_hits, most_posts;

	fuzz_guest_expect_hits(guest, function, &most_hits, &most_posts);
	if (fuzz_is_exact || hits > most_hits)
		expect(life, "hits", hits, most_hits);
	if (fuzz_is_exact || posts > most_posts)
		expect(life, "post hits", posts, most_posts);
}

static void do_call(struct life *life)
{
	unsigned int function = roll(life, FUZZ_NUM_FUNCTIONS), i;

	for (i = 0; i < NUM_GUESTS; i++) {
		if (!life->guests[i])
			continue;
		life->guests[i]->hits_before = life->guests[i]->hits;
		life->guests[i]->posts_before = life->guests[i]->posts;
	}
	done(life, fuzz_symbol(function), fuzz_call(function),
	     results[function]);
	life->task->calls++;
	for (i = 0; i < NUM_GUESTS; i++)
		if (life->guests[i])
			check_guest(life, life->guests[i], function);
}

static void (* const operations[])(struct life *life) = {
	do_register, do_register, do_register, do_register_again,
	do_unregister, do_unregister, do_batch, do_bad_batch,
	do_unregister_batch, do_switch, do_switch, do_module, do_mistake,
	do_call, do_call, do_call, do_call, do_call, do_call, do_call,
};

int fuzz_task_run(void *data)
{
	struct life life = { .task = data };
	unsigned int i;

	while (life.task->operations < fuzz_operations &&
	       !kthread_should_stop()) {
		operations[roll(&life, ARRAY_SIZE(operations))](&life);
		cond_resched();
	}
	for (i = 0; i < NUM_GUESTS; i++) {
		if (!life.guests[i])
			continue;
		fuzz_guests_unregister(&life.guests[i], 1);
		leave(&life, life.guests[i]);
	}
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
