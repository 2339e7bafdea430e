// SPDX-License-Identifier: GPL-2.0
/*
 * Probes come and go, one by one and in batches, several to an address, with
 * and without post-handlers, are disabled and enabled, and `enabled` is
 * switched, while two CPUs call the probed functions. All in an order that only
 * depends on the seed. Results are always right; what is armed all the time
 * counts every call; and no handler is called after its probe is gone.
 */
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/slab.h>

#include <test_arch.h>

#include "../ktap.h"
#include "stress_functions.h"
#include "stress_hitters.h"

#define NUM_PROBES	64
#define MAX_BATCH	16
#define MAX_POINTS	256
#define NUM_PHASES	10
#define ALIVE		0x600df00dUL
#define ENABLED		"/sys/module/kprobes/parameters/enabled"

static uint operations = 50000;
module_param(operations, uint, 0400);
static ulong seed = 20240229;
module_param(seed, ulong, 0400);

/**
 * struct guest - a probe that comes and goes
 * @kp: the probe; freed as soon as it is unregistered
 * @alive: ALIVE from before it is registered until it is unregistered
 * @is_disabled: by us
 */
struct guest {
	struct kprobe kp;
	unsigned long alive;
	bool is_disabled;
};

/**
 * struct resident - a probe at a function's entry for a whole phase
 * @kp: the probe
 * @hits: calls of its pre-handler
 * @post_hits: calls of its post-handler
 */
struct resident {
	struct kprobe kp;
	atomic_long_t hits;
	atomic_long_t post_hits;
};

static struct guest *guests[NUM_PROBES];
static struct resident residents[STRESS_NUM_FUNCTIONS];
static void *points[MAX_POINTS];
static unsigned int num_points;

static u64 random_state;
static unsigned int num_operations, num_wrong;
static atomic_long_t guest_hits, late_calls;
/* Hits but those by the function tracer, which may come in late. */
static atomic_long_t trap_hits;

static unsigned int roll(unsigned int sides)
{
	return stress_random(&random_state) % sides;
}

static void result(bool ok, const char *what)
{
	ktap_result(ok, "%s", what);
}

/* One operation was done; it must have returned what was expected. */
static void done(const char *what, int ret, int expected)
{
	num_operations++;
	if (ret != expected && num_wrong++ < 10)
		pr_err("operation %u: %s: %d, not %d\n", num_operations, what,
		       ret, expected);
}

static void count_trap(struct kprobe *kp)
{
	if (!kprobe_ftrace(kp))
		atomic_long_inc(&trap_hits);
}

static void count_guest(struct kprobe *kp)
{
	struct guest *guest = container_of(kp, struct guest, kp);

	if (READ_ONCE(guest->alive) != ALIVE)
		atomic_long_inc(&late_calls);
	atomic_long_inc(&guest_hits);
	count_trap(kp);
}

static int guest_pre(struct kprobe *kp, struct pt_regs *regs)
{
	count_guest(kp);
	return 0;
}

static void guest_post(struct kprobe *kp, struct pt_regs *regs,
		       unsigned long flags)
{
	count_guest(kp);
}

static int resident_pre(struct kprobe *kp, struct pt_regs *regs)
{
	atomic_long_inc(&container_of(kp, struct resident, kp)->hits);
	count_trap(kp);
	return 0;
}

static void resident_post(struct kprobe *kp, struct pt_regs *regs,
			  unsigned long flags)
{
	atomic_long_inc(&container_of(kp, struct resident, kp)->post_hits);
}

static struct guest *guest_create(void)
{
	struct guest *guest = kzalloc(sizeof(*guest), GFP_KERNEL);

	if (!guest)
		return NULL;
	guest->kp.addr = points[roll(num_points)];
	if (roll(8))
		guest->kp.pre_handler = guest_pre;
	if (!roll(2))
		guest->kp.post_handler = guest_post;
	if (!roll(4))
		guest->kp.flags = KPROBE_FLAG_DISABLED;
	guest->is_disabled = guest->kp.flags;
	guest->alive = ALIVE;
	return guest;
}

static void guest_free(struct guest *guest)
{
	WRITE_ONCE(guest->alive, 0);
	kfree(guest);
}

/* Up to @max places in guests[] that are taken, or free. */
static unsigned int pick(bool taken, unsigned int *places, unsigned int max)
{
	unsigned int i, at = roll(NUM_PROBES), num = 0;

	for (i = 0; i < NUM_PROBES && num < max; i++, at++)
		if (!!guests[at % NUM_PROBES] == taken)
			places[num++] = at % NUM_PROBES;
	return num;
}

static void do_register(unsigned int max)
{
	struct kprobe *kps[MAX_BATCH];
	unsigned int places[MAX_BATCH], num, i;
	int ret;

	num = pick(false, places, max);
	for (i = 0; i < num; i++) {
		guests[places[i]] = guest_create();
		if (!guests[places[i]])
			break;
		kps[i] = &guests[places[i]]->kp;
	}
	num = i;
	if (!num)
		return;
	if (max == 1)
		ret = register_kprobe(kps[0]);
	else
		ret = register_kprobes(kps, num);
	done("register", ret, 0);
	for (i = 0; i < num && ret; i++) {
		guest_free(guests[places[i]]);
		guests[places[i]] = NULL;
	}
}

static void do_unregister(unsigned int max)
{
	struct kprobe *kps[MAX_BATCH];
	unsigned int places[MAX_BATCH], num, i;

	num = pick(true, places, max);
	if (!num)
		return;
	for (i = 0; i < num; i++)
		kps[i] = &guests[places[i]]->kp;
	if (max == 1)
		unregister_kprobe(kps[0]);
	else
		unregister_kprobes(kps, num);
	done("unregister", 0, 0);
	for (i = 0; i < num; i++) {
		guest_free(guests[places[i]]);
		guests[places[i]] = NULL;
	}
}

static void do_switch(void)
{
	struct guest *guest;
	unsigned int place;

	if (!pick(true, &place, 1))
		return;
	guest = guests[place];
	guest->is_disabled = !guest->is_disabled;
	if (guest->is_disabled)
		done("disable", disable_kprobe(&guest->kp), 0);
	else
		done("enable", enable_kprobe(&guest->kp), 0);
}

static void do_wrong(void)
{
	static struct kprobe stranger;
	unsigned int place;

	if (roll(2))
		done("enable of a stranger", enable_kprobe(&stranger), -EINVAL);
	else if (pick(true, &place, 1))
		done("register twice", register_kprobe(&guests[place]->kp),
		     -EINVAL);
}

static int write_enabled(const char *value)
{
	struct file *file = filp_open(ENABLED, O_WRONLY, 0);
	loff_t pos = 0;
	ssize_t ret;

	if (IS_ERR(file))
		return PTR_ERR(file);
	ret = kernel_write(file, value, 1, &pos);
	filp_close(file, NULL);
	return min_t(ssize_t, ret, 0);
}

/* While `enabled` is 0, no handler is called: in between, others may be. */
static void do_toggle(void)
{
	unsigned int i, num = roll(4);
	long hits;

	done("enabled 0", write_enabled("0"), 0);
	for (i = 0; i < num; i++) {
		do_switch();
		do_register(1);
	}
	synchronize_rcu();
	hits = atomic_long_read(&trap_hits);
	stress_hitters_wait_for_calls(1);
	if (atomic_long_read(&trap_hits) != hits)
		done("hit while `enabled` is 0", 1, 0);
	done("enabled 1", write_enabled("1"), 0);
}

static void operate(bool may_toggle)
{
	unsigned int number = roll(1000);

	if (number < 640)
		do_switch();
	else if (number < 790)
		do_register(1);
	else if (number < 930)
		do_unregister(1);
	else if (number < 950)
		do_register(2 + roll(MAX_BATCH - 1));
	else if (number < 970)
		do_unregister(2 + roll(MAX_BATCH - 1));
	else if (number < 995)
		do_wrong();
	else if (may_toggle)
		do_toggle();
}

/* Every address in the functions where a probe is accepted. */
static void find_points(void)
{
	unsigned int i;

	for (i = 0; i < STRESS_NUM_FUNCTIONS; i++) {
		const char *p = (char *)test_code(stress_functions[i].start);
		const char *end = stress_functions[i].end ?: p + 1;

		for (; p < end; p++) {
			struct kprobe kp = {
				.addr = (kprobe_opcode_t *)p,
				.flags = KPROBE_FLAG_DISABLED,
			};

			if (num_points == MAX_POINTS || register_kprobe(&kp))
				continue;
			points[num_points++] = (void *)p;
			unregister_kprobe(&kp);
		}
	}
}

static int residents_arrive(void)
{
	struct kprobe *kps[STRESS_NUM_FUNCTIONS];
	unsigned int i;

	memset(residents, 0, sizeof(residents));
	for (i = 0; i < STRESS_NUM_FUNCTIONS; i++) {
		kps[i] = &residents[i].kp;
		kps[i]->addr = (kprobe_opcode_t *)stress_functions[i].start;
		kps[i]->pre_handler = resident_pre;
		if (i % 2)
			kps[i]->post_handler = resident_post;
	}
	return register_kprobes(kps, STRESS_NUM_FUNCTIONS);
}

static void residents_leave(void)
{
	struct kprobe *kps[STRESS_NUM_FUNCTIONS];
	unsigned int i;

	for (i = 0; i < STRESS_NUM_FUNCTIONS; i++)
		kps[i] = &residents[i].kp;
	unregister_kprobes(kps, STRESS_NUM_FUNCTIONS);
}

/* Hits of the residents against calls: the same, or less if @toggled. */
static bool residents_are_right(const unsigned long *before,
				const unsigned long *after, bool toggled)
{
	unsigned int i;
	bool ok = true;

	for (i = 0; i < STRESS_NUM_FUNCTIONS; i++) {
		long entries = stress_entries(after, i) -
			       stress_entries(before, i);
		long hits = atomic_long_read(&residents[i].hits);
		long post_hits = atomic_long_read(&residents[i].post_hits);
		bool has_post = residents[i].kp.post_handler;

		if (toggled ? hits > entries :
		    hits != entries || residents[i].kp.nmissed ||
		    post_hits != (has_post ? hits : 0)) {
			pr_err("%s: entered %ld times, %ld hits, %ld post, %lu missed\n",
			       stress_functions[i].name, entries, hits,
			       post_hits, residents[i].kp.nmissed);
			ok = false;
		}
	}
	return ok;
}

/* Some operations under hits, and the accounts after them. */
static void run_phase(unsigned int phase)
{
	unsigned long before[STRESS_NUM_FUNCTIONS], after[STRESS_NUM_FUNCTIONS];
	unsigned int end = operations / NUM_PHASES * (phase + 1);
	bool toggled = phase % 2;
	char what[80];

	stress_hitters_sum_up(before);
	done("residents arrive", residents_arrive(), 0);
	if (stress_hitters_start()) {
		result(false, "threads start");
		return;
	}
	while (num_operations < end) {
		operate(toggled);
		/* what was just done shall not only be hit on the other CPU */
		if (!roll(16))
			stress_hitters_wait_for_calls(1);
	}
	stress_hitters_wait_for_calls(1);
	stress_hitters_stop();
	stress_hitters_sum_up(after);
	residents_leave();

	snprintf(what, sizeof(what), "phase %u%s: hits are right", phase,
		 toggled ? ", `enabled` toggled" : "");
	result(residents_are_right(before, after, toggled), what);
	ktap_note("%u operations, %lu calls of each function, %ld hits of guests",
		  num_operations, after[0], atomic_long_read(&guest_hits));
}

static int __init stress_test_init(void)
{
	unsigned long calls[STRESS_NUM_FUNCTIONS], errors;
	unsigned int phase;

	ktap_begin();
	random_state = seed;
	find_points();
	ktap_note("seed %lu, %u places to probe", seed, num_points);
	result(num_points > 5 * STRESS_NUM_FUNCTIONS, "places are found");
	for (phase = 0; phase < NUM_PHASES; phase++)
		run_phase(phase);
	while (pick(true, &(unsigned int){ 0 }, 1))
		do_unregister(MAX_BATCH);

	errors = stress_hitters_sum_up(calls);
	result(num_operations >= operations, "as many operations as planned");
	result(!num_wrong, "each operation returned what it must");
	result(!errors, "each call returned what it must");
	result(stress_count_is_right(calls),
	       "the locked instruction ran once a call");
	result(atomic_long_read(&guest_hits) > 0, "guests were hit");
	result(!atomic_long_read(&late_calls),
	       "no handler was called after unregistering");
	ktap_end();
	return 0;
}

static void __exit stress_test_exit(void)
{
}

module_init(stress_test_init);
module_exit(stress_test_exit);
MODULE_DESCRIPTION("Test: probes come and go under hits");
MODULE_LICENSE("GPL");
