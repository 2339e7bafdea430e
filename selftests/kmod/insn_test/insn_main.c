// SPDX-License-Identifier: GPL-2.0
/*
 * Every instruction form bare, probed with a pre_handler, probed with a
 * post_handler as well, and bare again, from several states of the registers:
 * what it leaves behind must be the same, and each handler be called once. And
 * what cannot be probed is refused.
 *
 * With jump=1 every form is in what a jump covers: bare, with a jump, with one that has
 * a post_handler called, and bare again; first, and behind one to four nops, of which the
 * first is probed.
 *
 * Tells its results when it is loaded.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include <point/optimizer.h>

#include "../ktap.h"
#include "insn_harness.h"

/**
 * struct table - cases, all with the same number of nops before them
 * @start: the first
 * @end: behind the last
 */
struct table {
	const struct insn_case *start;
	const struct insn_case *end;
};

#include <insn_cpu.h>

static bool jump;
module_param(jump, bool, 0400);

/* Of a hundred forms, so many are a jump, in each phase. */
static int most[] = { 0, 90, INSN_MOST_POST, 0 };
module_param_array(most, int, NULL, 0400);

enum phase { BARE, PRE, POST, BARE_AGAIN, NUM_PHASES };

static const char *const phase_names[] = {
	"bare", "with pre", "with pre and post", "bare again",
};

/**
 * struct form - a case under test
 * @kp: its probe
 * @c: the case
 * @bare: how it went without a probe, by state
 * @is_jump: its probe was a jump, by phase
 * @why: what is wrong with it, or NULL
 * @phase: where that was seen
 * @state: and from which state
 */
struct form {
	struct kprobe kp;
	const struct insn_case *c;
	struct insn_result *bare;
	bool is_jump[NUM_PHASES];
	const char *why;
	enum phase phase;
	unsigned int state;
};

static struct form *forms;
static unsigned int num_forms, num_lacking;
static struct insn_result *results;
static struct kprobe **probes;
static unsigned int hits, posts;

static int pre_handler(struct kprobe *kp, struct pt_regs *regs)
{
	hits++;
	return 0;
}

static void post_handler(struct kprobe *kp, struct pt_regs *regs,
			 unsigned long flags)
{
	posts++;
}

/* --- running */

/* Called from one place: the stack is to be at the same address each time. */
static noinline void run(const struct insn_case *c, unsigned int state,
			 struct insn_result *result)
{
	bool is_simd = c->flags & INSN_SIMD;

	preempt_disable();
	insn_simd = is_simd ? simd_kind() : 0;
	insn_prepare(c, state, true);
	if (is_simd)
		simd_begin();
	percpu_begin();
	insn_run();
	percpu_end();
	if (is_simd)
		simd_end();
	insn_collect(c, result);
	preempt_enable();
}

/* What is wrong with a run, or NULL. */
static const char *judge(const struct form *form, enum phase phase,
			 unsigned int state, const struct insn_result *result)
{
	unsigned int times = phase == PRE || phase == POST ? 1 : 0;

	if (hits != times)
		return "number of hits";
	if (posts != (phase == POST && form->kp.post_handler ? 1 : 0))
		return "number of post_handler calls";
	return insn_difference(&form->bare[state], result);
}

static void run_form(struct form *form, enum phase phase)
{
	struct insn_result result;
	unsigned int state;

	for (state = 0; state < insn_num_states(form->c); state++) {
		hits = 0;
		posts = 0;
		run(form->c, state, &result);
		if (phase == BARE)
			form->bare[state] = result;
		form->why = judge(form, phase, state, &result);
		form->phase = phase;
		form->state = state;
		if (form->why)
			break;
	}
	cond_resched();
}

static int register_all(enum phase phase)
{
	unsigned int i;

	for (i = 0; i < num_forms; i++) {
		struct kprobe *kp = &forms[i].kp;

		memset(kp, 0, sizeof(*kp));
		kp->addr = (void *)forms[i].c->probe;
		kp->pre_handler = pre_handler;
		if (phase == POST && !(forms[i].c->flags & INSN_NO_POST))
			kp->post_handler = post_handler;
		probes[i] = kp;
	}
	return register_kprobes(probes, num_forms);
}

/* Which one is it that was refused? */
static void find_refused(void)
{
	unsigned int i;

	for (i = 0; i < num_forms; i++) {
		struct kprobe kp = {
			.addr = (void *)forms[i].c->probe,
			.pre_handler = pre_handler,
		};
		int err = register_kprobe(&kp);

		if (err)
			pr_info("# %s: refused with %d\n", forms[i].c->name,
				err);
		else
			unregister_kprobe(&kp);
	}
}

static void become_jumps(enum phase phase)
{
	unsigned int i;

	wait_for_kprobe_optimizer();
	for (i = 0; i < num_forms; i++)
		forms[i].is_jump[phase] = is_jump_at(forms[i].c->probe);
}

static int run_phase(enum phase phase)
{
	bool is_probed = phase == PRE || phase == POST;
	unsigned int i;
	int err;

	if (is_probed) {
		err = register_all(phase);
		if (err) {
			ktap_result(false, "register all: %d", err);
			find_refused();
			return err;
		}
		if (jump)
			become_jumps(phase);
	}
	for (i = 0; i < num_forms; i++)
		if (!forms[i].why)
			run_form(&forms[i], phase);
	if (is_probed)
		unregister_kprobes(probes, num_forms);
	return 0;
}

/* --- the forms */

static int set_up(void)
{
	unsigned int num_tables = jump ? ARRAY_SIZE(tables) : 1;
	unsigned int features = cpu_features(), states = 0, max = 0, i;
	const struct insn_case *c;
	struct insn_result *result;

	for (i = 0; i < num_tables; i++)
		max += tables[i].end - tables[i].start;
	forms = vzalloc(array_size(max, sizeof(*forms)));
	probes = vzalloc(array_size(max, sizeof(*probes)));
	if (!forms || !probes)
		return -ENOMEM;
	for (i = 0; i < num_tables; i++)
		for (c = tables[i].start; c < tables[i].end; c++) {
			if (c->cpu & ~features) {
				num_lacking++;
				continue;
			}
			forms[num_forms++].c = c;
			states += insn_num_states(c);
		}
	results = vzalloc(array_size(states, sizeof(*results)));
	if (!results)
		return -ENOMEM;
	result = results;
	for (i = 0; i < num_forms; i++) {
		forms[i].bare = result;
		result += insn_num_states(forms[i].c);
	}
	return 0;
}

static void tear_down(void)
{
	vfree(results);
	vfree(probes);
	vfree(forms);
}

static bool is_in_group(const struct form *form, const char *group)
{
	return !strcmp(form->c->group, group);
}

static bool is_first_of_group(const struct form *form)
{
	const struct form *other;

	for (other = forms; other < form; other++)
		if (is_in_group(other, form->c->group))
			return false;
	return true;
}

static void tell_group(const char *group)
{
	unsigned int count = 0, bad = 0;
	struct form *form, *last = NULL;

	for (form = forms; form < forms + num_forms; form++) {
		if (!is_in_group(form, group))
			continue;
		count++;
		if (form->why) {
			bad++;
			last = form;
		}
	}
	ktap_result(!bad, "%s%s, %u forms", jump ? "jump: " : "", group, count);
	if (last)
		ktap_note("%u differ; %s, +%u, %s, state %u: %s", bad,
			  last->c->name, last->c->shift,
			  phase_names[last->phase], last->state, last->why);
}

static void tell_groups(void)
{
	struct form *form;

	for (form = forms; form < forms + num_forms; form++)
		if (is_first_of_group(form))
			tell_group(form->c->group);
	ktap_note("%u forms, %u the CPU does not have", num_forms,
		  num_lacking);
}

static void tell_jumps(unsigned int shift, enum phase phase)
{
	unsigned int num = 0, jumps = 0;
	struct form *form;

	for (form = forms; form < forms + num_forms; form++) {
		if (form->c->shift != shift)
			continue;
		num++;
		jumps += form->is_jump[phase];
		if (!form->is_jump[phase] && phase == PRE)
			ktap_note("+%u: %s is no jump", shift,
				  form->c->name);
	}
	ktap_result(jumps * 100 >= num * most[phase],
		    "at +%u most are jumps%s", shift,
		    phase == POST ? " with post_handlers" : "");
	ktap_note("%u of %u", jumps, num);
}

/* --- what cannot be probed */

static int try(const struct insn_reject *r)
{
	struct kprobe kp = {
		.addr = (void *)r->probe,
		.pre_handler = pre_handler,
	};
	int err = register_kprobe(&kp);

	if (!err)
		unregister_kprobe(&kp);
	return err;
}

static void tell_refused(void)
{
	const struct insn_reject *r, *last = NULL;

	for (r = insn_rejects; r < insn_rejects_end; r++)
		if (try(r) != (is_breakpoint(r) ? -EINVAL : -EILSEQ))
			last = r;
	ktap_result(!last, "refused, %zd forms", insn_rejects_end - insn_rejects);
	if (last)
		ktap_note("%s, %s: %d", last->name, last->rule,
			  try(last));
}

static int __init insn_test_init(void)
{
	enum phase phase;
	unsigned int i;
	int err;

	err = set_up();
	if (err) {
		tear_down();
		return err;
	}
	ktap_begin();
	for (phase = 0; phase < NUM_PHASES && !err; phase++)
		err = run_phase(phase);
	tell_groups();
	for (i = 0; jump && i < ARRAY_SIZE(tables); i++) {
		tell_jumps(i, PRE);
		if (INSN_MOST_POST)
			tell_jumps(i, POST);
	}
	if (!jump)
		tell_refused();
	ktap_end();
	tear_down();
	return 0;
}

static void __exit insn_test_exit(void)
{
}

module_init(insn_test_init);
module_exit(insn_test_exit);
MODULE_DESCRIPTION("every instruction form, bare against probed");
MODULE_LICENSE("GPL");
