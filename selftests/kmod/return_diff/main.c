// SPDX-License-Identifier: GPL-2.0
/*
 * Functions with all kinds of arguments and results do the same with return
 * probes and jprobes as without. What a call does bare is written down: the
 * functions that it enters, in order, the hash of their arguments and where
 * they return to. Bodies and handlers compare with that.
 */
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>

#include "../ktap.h"
#include "return_diff.h"

#define NUM_SEEDS	4
#define MAX_STEPS	(NUM_SEEDS * 1024)
#define MAX_REPORTS	20

static bool hold;
module_param(hold, bool, 0);

/**
 * struct bare - what one call does without probes
 * @steps: functions that are entered
 * @num: how many
 * @outcome: what it has done
 */
struct bare {
	struct rd_step *steps;
	unsigned int num;
	struct rd_outcome outcome;
};

static struct bare bares[RD_NUM][NUM_SEEDS];
static struct rd_step *steps;
static unsigned int num_steps;

/**
 * struct run - the call that is under way
 * @f: the function called
 * @bare: what it did or does without probes; NULL while it is not checked
 * @is_bare: it does that now
 * @has_rets: functions have return probes
 * @at: how many steps were seen
 */
static struct run {
	const struct rd_function *f;
	struct bare *bare;
	bool is_bare;
	bool has_rets;
	unsigned int at[RD_NUM_SEEN];
} run;

static unsigned int num_failed;

void rd_failed(const char *file, int line, const char *condition)
{
	if (num_failed++ < MAX_REPORTS)
		ktap_note("%s, %s line %d: %s", run.f ? run.f->name : "all",
			  kbasename(file), line, condition);
}

/**
 * rd_next() - a function has been entered
 * @seen: who says so
 * @id: which function
 *
 * Return: the step that it is, NULL if it should not have been entered now.
 */
const struct rd_step *rd_next(enum rd_seen seen, enum rd_id id)
{
	unsigned int at = run.at[seen]++;
	bool is_good = run.bare && !run.is_bare && at < run.bare->num &&
		       run.bare->steps[at].id == id;

	RD_EXPECT(is_good);
	return is_good ? &run.bare->steps[at] : NULL;
}

static void write_down(enum rd_id id, void *ret_addr, u64 hash)
{
	RD_EXPECT(num_steps < MAX_STEPS);
	if (num_steps == MAX_STEPS)
		return;
	steps[num_steps++] = (struct rd_step){
		.id = id,
		.hash = hash,
		.ret_addr = (unsigned long)ret_addr,
	};
	run.bare->num++;
}

/**
 * rd_enter() - what each function calls at its beginning
 * @id: which function
 * @ret_addr: where it seems to return to
 * @hash: of its arguments
 */
void rd_enter(enum rd_id id, void *ret_addr, u64 hash)
{
	unsigned long addr = (unsigned long)ret_addr;
	const struct rd_step *step;

	if (!run.bare)
		return;
	if (run.is_bare) {
		write_down(id, ret_addr, hash);
		return;
	}
	step = rd_next(RD_BODY, id);
	if (!step)
		return;
	RD_EXPECT(step->hash == hash);
	RD_EXPECT(is_kretprobe_trampoline(addr) == run.has_rets);
	if (run.has_rets)
		addr = kretprobe_find_ret_addr(current, &addr, NULL);
	RD_EXPECT(step->ret_addr == addr);
}

/* --- one call */

static void call(enum rd_id id, enum rd_way way, unsigned int seed,
		 struct rd_outcome *outcome)
{
	const struct rd_function *f = &rd_functions[id];

	run.f = f;
	run.bare = &bares[id][seed];
	memset(run.at, 0, sizeof(run.at));
	memset(outcome, 0, sizeof(*outcome));
	memset(rd_side, 0, sizeof(rd_side));
	f->call(f->fn[way], rd_mix(id, seed), outcome);
	memcpy(outcome->side, rd_side, sizeof(rd_side));
	run.bare = NULL;
}

static void call_bare(enum rd_id id, enum rd_way way, unsigned int seed)
{
	const struct rd_function *f = &rd_functions[id];
	struct bare *bare = &bares[id][seed];
	int i;

	bare->steps = &steps[num_steps];
	bare->num = 0;
	run.is_bare = true;
	call(id, way, seed, &bare->outcome);
	run.is_bare = false;
	RD_EXPECT(bare->num == f->num_entries);
	RD_EXPECT(bare->num && bare->steps[0].id == id);
	for (i = 0; f->by_jumps && i < bare->num; i++)
		RD_EXPECT(bare->steps[i].ret_addr == bare->steps[0].ret_addr);
}

static unsigned int expected_at(const struct rd_variant *variant,
				enum rd_seen seen, unsigned int num)
{
	switch (seen) {
	case RD_BODY:
		return num;
	case RD_PRE:
		return variant->kprobe ? num : 0;
	case RD_POST:
		return variant->kprobe && variant->post ? num : 0;
	case RD_JPROBE:
		return variant->jprobe ? num : 0;
	default:
		return seen - RD_RET < variant->num_rets ? num : 0;
	}
}

static void check_counts(const struct rd_variant *variant, unsigned int num)
{
	unsigned int num_held = run.f->never_returns ?
				num * variant->num_rets : 0;
	enum rd_seen seen;

	for (seen = 0; seen < RD_NUM_SEEN; seen++)
		RD_EXPECT(run.at[seen] == expected_at(variant, seen, num));
	RD_EXPECT(rd_num_returns == num * variant->num_rets - num_held);
	RD_EXPECT(rd_forget_frames() == num_held);
}

static bool is_changed(const struct rd_function *f, const u8 *result,
		       const u8 *from)
{
	u8 mask = f->is_bool ? 1 : 0xff;
	int i;

	for (i = 0; i < f->size; i++)
		if ((result[i] ^ from[i]) != mask)
			return false;
	return true;
}

/* What the return handler has seen of the result. */
static const void *seen_result(const struct rd_function *f)
{
	const void *regs = rd_value.regs;

	if (f->in_memory)
		return rd_value.memory;
	if (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN) && f->size < sizeof(long))
		return regs + sizeof(long) - f->size;
	return regs;
}

static void check_outcome(const struct rd_variant *variant,
			  const struct rd_outcome *outcome,
			  const struct rd_outcome *bare)
{
	const struct rd_function *f = run.f;

	RD_EXPECT(!memcmp(outcome->side, bare->side, sizeof(bare->side)));
	if (rd_change)
		RD_EXPECT(is_changed(f, outcome->result, bare->result));
	else
		RD_EXPECT(!memcmp(outcome->result, bare->result,
				  sizeof(bare->result)));
	if (variant->num_rets)
		RD_EXPECT(!memcmp(seen_result(f), bare->result, f->size));
}

static void call_probed(const struct rd_variant *variant, enum rd_id id,
			enum rd_way way, unsigned int seed)
{
	struct rd_outcome outcome;

	run.has_rets = variant->num_rets;
	/* what is called within others is to stay the same */
	rd_change = variant->change && rd_functions[id].num_entries == 1;
	rd_num_returns = 0;
	memset(&rd_value, 0, sizeof(rd_value));
	call(id, way, seed, &outcome);
	check_counts(variant, bares[id][seed].num);
	check_outcome(variant, &outcome, &bares[id][seed].outcome);
}

/* --- all calls */

static const struct rd_variant nothing = { .name = "bare once more" };

static const struct rd_variant variants[] = {
	{ .name = "a return probe", .num_rets = 1 },
	{ .name = "three return probes", .num_rets = 3 },
	{ .name = "a jprobe", .jprobe = true },
	{ .name = "a jprobe, a return probe and a kprobe", .jprobe = true,
	  .num_rets = 1, .kprobe = true },
	{ .name = "these, with a post_handler", .jprobe = true,
	  .num_rets = 1, .kprobe = true, .post = true },
	{ .name = "a jprobe and a post_handler", .jprobe = true,
	  .kprobe = true, .post = true },
	{ .name = "a return probe that changes what is returned",
	  .num_rets = 1, .change = true },
};

static void call_all(const struct rd_variant *variant, enum rd_way way)
{
	unsigned int seed;
	enum rd_id id;

	for (id = 0; id < RD_NUM; id++) {
		for (seed = 0; rd_functions[id].call && seed < NUM_SEEDS;
		     seed++)
			call_probed(variant, id, way, seed);
		cond_resched();
	}
	run.f = NULL;
}

static void call_all_bare(enum rd_way way)
{
	unsigned int seed;
	enum rd_id id;

	num_steps = 0;
	for (id = 0; id < RD_NUM; id++)
		for (seed = 0; rd_functions[id].call && seed < NUM_SEEDS;
		     seed++)
			call_bare(id, way, seed);
	run.f = NULL;
}

static void report(enum rd_way way, const char *name)
{
	/* what lies below it may be anybody's */
	RD_EXPECT(!task_stack_end_corrupted(current));
	ktap_result(!num_failed, "%s functions, %s",
		    way == RD_TRACED ? "traced" : "untraced", name);
	num_failed = 0;
}

static void run_variant(const struct rd_variant *variant, enum rd_way way)
{
	int ret = rd_register(variant, way);

	if (ret) {
		ktap_note("cannot register: %d", ret);
		rd_failed(__FILE__, __LINE__, "registered");
	} else {
		call_all(variant, way);
	}
	rd_unregister(variant);
	call_all(&nothing, way);
	report(way, variant->name);
}

static void run_all(void)
{
	enum rd_way way;
	int i;

	complete_all(&rd_gate);
	for (way = 0; way < RD_NUM_WAYS; way++) {
		call_all_bare(way);
		report(way, "bare");
		call_all(&nothing, way);
		report(way, nothing.name);
		for (i = 0; i < ARRAY_SIZE(variants); i++)
			run_variant(&variants[i], way);
	}
}

static int __init return_diff_init(void)
{
	if (hold)
		return rd_hold();

	steps = kvcalloc(MAX_STEPS, sizeof(*steps), GFP_KERNEL);
	if (!steps)
		return -ENOMEM;
	ktap_begin();
	run_all();
	ktap_end();
	kvfree(steps);
	return 0;
}

static void __exit return_diff_exit(void)
{
	if (hold)
		rd_unhold();
}

module_init(return_diff_init);
module_exit(return_diff_exit);
MODULE_DESCRIPTION("Functions with and without return probes and jprobes");
MODULE_LICENSE("GPL");
