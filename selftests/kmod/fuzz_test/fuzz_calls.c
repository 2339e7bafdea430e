// SPDX-License-Identifier: GPL-2.0
/* The rarer calls; and that each call of the API was made. */
#include <linux/kernel.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "../ktap.h"
#include "fuzz.h"

/* --- what was called, by what fuzz_done() is told */

static struct {
	const char *what;
	atomic_t num;
} calls[] = {
	{ "register" }, { "unregister" }, { "register again" },
	{ "register a batch" }, { "unregister a batch" },
	{ "register jprobes" }, { "unregister jprobes" },
	{ "register in a module" }, { "enable" }, { "disable" },
	{ "enable a batch" }, { "disable a batch" },
	{ "switch with a stranger" }, { "check" }, { "refusal" },
	{ "get" }, { "get nothing" }, { "watch" }, { "unwatch" },
};

void fuzz_count_call(const char *what)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(calls); i++)
		if (!strcmp(calls[i].what, what))
			atomic_inc(&calls[i].num);
}

bool fuzz_all_calls_made(void)
{
	unsigned int i, num = ARRAY_SIZE(calls) - (fuzz_has_watches ? 0 : 2);
	bool all = true;

	for (i = 0; i < num; i++) {
		if (atomic_read(&calls[i].num))
			continue;
		ktap_note("none: %s", calls[i].what);
		all = false;
	}
	return all;
}

/* --- switching */

void fuzz_do_switch(struct fuzz_life *life)
{
	int at = fuzz_pick(life, true);
	struct fuzz_guest *guest;
	struct kprobe *kp;
	bool enable;

	if (at < 0 || !life->guests[at]->place)
		return;
	guest = life->guests[at];
	kp = fuzz_guest_kprobe(guest);
	enable = fuzz_task_roll(life, 2);
	fuzz_done(life, enable ? "enable" : "disable",
		  enable ? enable_kprobe(kp) : disable_kprobe(kp), 0);
	guest->is_enabled = enable;
}

/* Of any kinds; with one that is not registered, none is switched. */
void fuzz_do_switch_batch(struct fuzz_life *life)
{
	struct kprobe stranger = { .symbol_name = "fuzz_add" };
	bool enable = fuzz_task_roll(life, 2);
	bool is_bad = !fuzz_task_roll(life, 4);
	struct fuzz_guest *batch[FUZZ_MAX_BATCH];
	struct kprobe *kps[FUZZ_MAX_BATCH + 1];
	unsigned int i, num = 0;
	int ret;

	for (i = 0; i < FUZZ_NUM_GUESTS && num < FUZZ_MAX_BATCH; i++) {
		if (!life->guests[i] || !life->guests[i]->place ||
		    fuzz_task_roll(life, 2))
			continue;
		kps[num] = fuzz_guest_kprobe(life->guests[i]);
		batch[num++] = life->guests[i];
	}
	if (!num)
		return;
	kps[num] = &stranger;
	ret = enable ? enable_kprobes(kps, num + is_bad) :
	      disable_kprobes(kps, num + is_bad);
	fuzz_done(life, is_bad ? "switch with a stranger" :
		  enable ? "enable a batch" : "disable a batch",
		  ret, is_bad ? -EINVAL : 0);
	for (i = 0; i < num && !is_bad; i++)
		batch[i]->is_enabled = enable;
}

/* --- looking */

/* Before it is registered. */
void fuzz_do_check(struct fuzz_life *life, struct fuzz_guest *guest)
{
	int expected = fuzz_guest_expected(guest);
	char why[80] = "";

	fuzz_done(life, "check", kprobe_check(&guest->kp, why, sizeof(why)),
		  expected);
	fuzz_expect(life, "check has a reason", !expected || why[0], true);
}

/* Of its last request alone; of many refusals the last are kept. */
void fuzz_check_refusal(struct fuzz_life *life, struct fuzz_guest *guest,
			int ret)
{
	char why[80] = "";
	int refusal = kprobe_refusal(fuzz_guest_kprobe(guest), why,
				     sizeof(why));

	if (refusal)
		fuzz_done(life, "refusal", refusal, ret);
	fuzz_expect(life, "a refusal has a reason", !refusal == !why[0], true);
}

/* There is one where one of ours is; and none where there cannot be any. */
void fuzz_do_get(struct fuzz_life *life)
{
	unsigned int i = fuzz_task_roll(life, fuzz_num_places);
	const struct fuzz_place *place = &fuzz_places[i];
	int at = fuzz_pick(life, true);
	unsigned long addr;
	bool found;

	if (at >= 0 && life->guests[at]->place && fuzz_task_roll(life, 2)) {
		preempt_disable();
		found = get_kprobe(fuzz_guest_kprobe(life->guests[at])->addr);
		preempt_enable();
		fuzz_done(life, "get", found, true);
	} else if (place->ret[0]) {
		addr = (unsigned long)fuzz_function(place->function) +
		       place->offset;
		preempt_disable();
		found = get_kprobe((void *)addr);
		preempt_enable();
		fuzz_done(life, "get nothing", found, false);
	}
}

/* --- watching: by one task, as an emulated CPU may tell but one watch of a word */

static void count_read(struct kwatch *kw, struct pt_regs *regs, int debugreg)
{
	struct fuzz_life *life = kw->user;

	if (life->task->task == current)
		life->reads++;
}

void fuzz_life_init(struct fuzz_life *life)
{
	life->watch.addr = (unsigned long)&fuzz_datum;
	life->watch.length = sizeof(fuzz_datum);
	life->watch.type = KWATCH_RW;
	life->watch.handler = count_read;
	life->watch.user = life;
}

void fuzz_do_watch(struct fuzz_life *life)
{
	if (!fuzz_has_watches || life->task->number)
		return;
	if (life->is_watching) {
		unregister_kwatch_probe(&life->watch);
		life->is_watching = false;
		fuzz_done(life, "unwatch", 0, 0);
	} else {
		int ret = register_kwatch_probe(&life->watch);

		fuzz_done(life, "watch", ret, 0);
		life->is_watching = !ret;
	}
}

/* --- mistakes */

void fuzz_do_mistake(struct fuzz_life *life)
{
	static struct kprobe *none[2];
	struct kprobe never = { .symbol_name = "fuzz_add" };

	switch (fuzz_task_roll(life, 6)) {
	case 0:
		fuzz_done(life, "register nothing", register_kprobe(NULL),
			  -EINVAL);
		break;
	case 1:
		fuzz_done(life, "register none", register_kprobes(none, 0),
			  -EINVAL);
		break;
	case 2:
		fuzz_done(life, "register nothings", register_kprobes(none, 2),
			  -EINVAL);
		break;
	case 3:
		fuzz_done(life, "enable what is not", enable_kprobe(&never),
			  -EINVAL);
		break;
	case 4:
		fuzz_done(life, "disable what is not", disable_kprobe(&never),
			  -EINVAL);
		break;
	case 5:
		unregister_kprobe(&never);
		unregister_kprobes(none, 2);
		break;
	}
}
