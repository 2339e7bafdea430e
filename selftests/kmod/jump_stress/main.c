// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks spin in what jumps cover, and are preempted there, some of them while
 * they are dying, when they are on no list; and meanwhile the jumps are switched:
 * by the sysctl, by other probes within them, by disabling, by `enabled`, and by
 * registering and unregistering. Results are always right, and as long as probes
 * are armed every round is counted.
 */
#include <linux/kthread.h>
#include <linux/slab.h>

#include "../../../compat/atomic.h"
#include "../dying_task.h"
#include "../jump_files.h"
#include "jump_stress.h"

#define NUM_TASKS	16
#define NUM_DYING	4
#define ROUNDS		500
#define MAX_TURNS	4000

static uint switches = 10000;
module_param(switches, uint, 0400);
static ulong seed = 20240229;
module_param(seed, ulong, 0400);

extern const u8 jump_stress_functions[];

/**
 * struct site - a probed place
 * @kp: its probe
 * @second: another one within the jump
 * @hits: calls of the pre_handler of @kp
 * @posts: calls of its post_handler, if it has one
 * @rounds: of the function
 * @is_jump: when it was last looked at
 */
struct site {
	struct kprobe kp;
	struct kprobe second;
	atomic_long_t hits;
	atomic_long_t posts;
	atomic_long_t rounds;
	bool is_jump;
};

static struct site *sites;
static struct kprobe *list[JS_NUM];
static struct task_struct *tasks[NUM_TASKS];
static struct task_struct *keeper;
static atomic_long_t num_died;
static atomic_long_t wrong;
static unsigned int num_switched;
static u64 random_state;

static unsigned int roll(unsigned int sides)
{
	random_state = random_state * 6364136223846793005ul +
		       1442695040888963407ul;
	return (u32)(random_state >> 33) % sides;
}

static u8 *function(unsigned int i)
{
	return jump_at(jump_stress_functions, i * JS_STRIDE);
}

static u8 *probed(unsigned int i)
{
	return function(i) + JS_PROBED;
}

/* Where another probe can be. */
static unsigned int second_offset(unsigned int i)
{
	static const u8 offsets[JS_KINDS] = JS_OFFSETS;

	return offsets[i % JS_KINDS];
}

static int count(struct kprobe *kp, struct pt_regs *regs)
{
	raw_atomic_long_inc(&container_of(kp, struct site, kp)->hits);
	return 0;
}

static void count_post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
	raw_atomic_long_inc(&container_of(kp, struct site, kp)->posts);
}

static int nothing(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

/* --- tasks */

static int spin(void *data)
{
	unsigned int i = (unsigned long)data * JS_NUM / NUM_TASKS;

	while (!kthread_should_stop()) {
		i = (i + 1) % JS_NUM;
		if (test_call(function(i), ROUNDS) != JS_FACTOR * ROUNDS)
			atomic_long_inc(&wrong);
		atomic_long_add(ROUNDS, &sites[i].rounds);
		/* or whoever waits for RCU tasks waits for us */
		cond_resched_tasks_rcu_qs();
	}
	return 0;
}

/* What a dying task does. */
static void spin_once(void)
{
	unsigned int i;

	EXPECT(dying_is_unlisted(current));
	for (i = 0; i < JS_NUM; i++) {
		if (test_call(function(i), ROUNDS) != JS_FACTOR * ROUNDS)
			atomic_long_inc(&wrong);
		atomic_long_add(ROUNDS, &sites[i].rounds);
		/* each round may trap, and who switches waits for this CPU */
		cond_resched();
	}
	atomic_long_inc(&num_died);
}

static int spin_and_die(void *unused)
{
	EXPECT_EQ(dying_call_last(spin_once), 0);
	return 0;
}

/* Whoever has died is replaced. */
static int keep_dying(void *unused)
{
	struct task_struct *dying[NUM_DYING] = {};
	unsigned int i;

	for (i = 0; !kthread_should_stop(); i = (i + 1) % NUM_DYING) {
		if (dying[i])
			dying_wait(dying[i]);
		dying[i] = kthread_create(spin_and_die, NULL, "jump_dying/%u", i);
		if (IS_ERR(dying[i])) {
			EXPECT(!IS_ERR(dying[i]));
			dying[i] = NULL;
			continue;
		}
		get_task_struct(dying[i]);
		wake_up_process(dying[i]);
	}
	for (i = 0; i < NUM_DYING; i++)
		if (dying[i])
			dying_wait(dying[i]);
	return 0;
}

static void start_tasks(void)
{
	unsigned long i;

	for (i = 0; i < JS_NUM; i++) {
		atomic_long_set(&sites[i].rounds, 0);
		atomic_long_set(&sites[i].hits, 0);
		atomic_long_set(&sites[i].posts, 0);
	}
	for (i = 0; i < NUM_TASKS; i++) {
		tasks[i] = kthread_run(spin, (void *)i, "jump_stress/%lu", i);
		EXPECT(!IS_ERR(tasks[i]));
	}
	atomic_long_set(&num_died, 0);
	keeper = kthread_run(keep_dying, NULL, "jump_keeper");
	EXPECT(!IS_ERR(keeper));
}

static void stop_tasks(void)
{
	int i;

	if (!IS_ERR(keeper))
		kthread_stop(keeper);
	ktap_note("%ld tasks died", atomic_long_read(&num_died));
	EXPECT(atomic_long_read(&num_died) > 0);

	for (i = 0; i < NUM_TASKS; i++)
		if (!IS_ERR(tasks[i]))
			kthread_stop(tasks[i]);
}

/* --- switching */

static void look(void)
{
	unsigned int i;

	for (i = 0; i < JS_NUM; i++) {
		bool is_jump = jump_is_at(probed(i));

		num_switched += is_jump != sites[i].is_jump;
		sites[i].is_jump = is_jump;
	}
}

static void place_all(void)
{
	unsigned int i;

	for (i = 0; i < JS_NUM; i++) {
		memset(&sites[i].kp, 0, sizeof(sites[i].kp));
		sites[i].kp.addr = (kprobe_opcode_t *)probed(i);
		sites[i].kp.pre_handler = count;
		if (JS_HAS_POST(i))
			sites[i].kp.post_handler = count_post;
		list[i] = &sites[i].kp;
	}
	EXPECT_EQ(register_kprobes(list, JS_NUM), 0);
}

static void sysctl_off_and_on(void)
{
	jump_allow(false);
	look();
	if (roll(2))
		wait_for_kprobe_optimizer();
	jump_allow(true);
}

static void second_ones(void)
{
	static struct kprobe *seconds[JS_NUM];
	unsigned int num = 0, i;

	for (i = roll(8); i < JS_NUM; i += 1 + roll(4)) {
		struct kprobe *kp = &sites[i].second;

		memset(kp, 0, sizeof(*kp));
		kp->addr = (kprobe_opcode_t *)probed(i) + second_offset(i);
		kp->pre_handler = nothing;
		seconds[num++] = kp;
	}
	EXPECT_EQ(register_kprobes(seconds, num), 0);
	look();
	if (roll(2))
		wait_for_kprobe_optimizer();
	unregister_kprobes(seconds, num);
}

static void enabled_off_and_on(void)
{
	jump_enable(false);
	look();
	jump_enable(true);
}

static void disable_and_enable(void)
{
	unsigned int from = roll(JS_NUM), i;

	for (i = 0; i < 16; i++)
		EXPECT_EQ(disable_kprobe(&sites[(from + i) % JS_NUM].kp), 0);
	look();
	if (roll(2))
		wait_for_kprobe_optimizer();
	for (i = 0; i < 16; i++)
		EXPECT_EQ(enable_kprobe(&sites[(from + i) % JS_NUM].kp), 0);
}

static void unregister_and_register(void)
{
	unregister_kprobes(list, JS_NUM);
	look();
	if (roll(2))
		cond_resched();
	place_all();
}

static void (*const keep_armed[])(void) = {
	sysctl_off_and_on, second_ones,
};

static void (*const all[])(void) = {
	sysctl_off_and_on, second_ones, enabled_off_and_on,
	disable_and_enable, unregister_and_register,
};

static void switch_by(void (*const *ways)(void), unsigned int num,
		      unsigned int until)
{
	unsigned int turn;

	for (turn = 0; num_switched < until && turn < MAX_TURNS && !failed;
	     turn++) {
		ways[roll(num)]();
		/* now and then in the middle of it */
		if (roll(4))
			wait_for_kprobe_optimizer();
		look();
		cond_resched_tasks_rcu_qs();
	}
	ktap_note("%u turns, %u switches in all", turn, num_switched);
	EXPECT(num_switched >= until);
}

static unsigned int num_jumps(void)
{
	unsigned int num = 0, i;

	wait_for_kprobe_optimizer();
	for (i = 0; i < JS_NUM; i++)
		num += jump_is_at(probed(i));
	return num;
}

/* --- results */

static u8 *before;

static void starts(void)
{
	sites = kvcalloc(JS_NUM, sizeof(*sites), GFP_KERNEL);
	before = kvmalloc(JS_NUM * JS_STRIDE, GFP_KERNEL);
	EXPECT(sites && before);
	if (!sites || !before)
		return;
	memcpy(before, function(0), JS_NUM * JS_STRIDE);
	random_state = seed;
	/* one, so that no other address is known when the map is made */
	sites[0].kp.addr = (kprobe_opcode_t *)function(0);
	EXPECT_EQ(register_kprobe(&sites[0].kp), 0);
	wait_for_kprobe_optimizer();
	unregister_kprobe(&sites[0].kp);
	place_all();
	EXPECT_EQ(num_jumps(), JS_NUM);
}

static void every_round_is_counted(void)
{
	unsigned long rounds = 0;
	unsigned int i;

	start_tasks();
	switch_by(keep_armed, ARRAY_SIZE(keep_armed), switches / 2);
	stop_tasks();
	for (i = 0; i < JS_NUM; i++) {
		rounds += atomic_long_read(&sites[i].rounds);
		EXPECT_EQ(atomic_long_read(&sites[i].hits),
			  atomic_long_read(&sites[i].rounds));
		EXPECT_EQ(atomic_long_read(&sites[i].posts),
			  JS_HAS_POST(i) ? atomic_long_read(&sites[i].rounds) : 0);
		EXPECT_EQ(sites[i].kp.nmissed, 0);
	}
	ktap_note("%lu rounds", rounds);
	EXPECT(rounds > 0);
	EXPECT_EQ(atomic_long_read(&wrong), 0);
	EXPECT_EQ(num_jumps(), JS_NUM);
}

static void every_result_is_right(void)
{
	unsigned long rounds = 0;
	unsigned int i;

	start_tasks();
	switch_by(all, ARRAY_SIZE(all), switches);
	stop_tasks();
	for (i = 0; i < JS_NUM; i++)
		rounds += atomic_long_read(&sites[i].rounds);
	ktap_note("%lu rounds", rounds);
	EXPECT(rounds > 0);
	EXPECT_EQ(atomic_long_read(&wrong), 0);
	EXPECT_EQ(num_jumps(), JS_NUM);
}

static void text_is_as_before(void)
{
	unregister_kprobes(list, JS_NUM);
	EXPECT(!memcmp(before, function(0), JS_NUM * JS_STRIDE));
}

static const struct api_test tests[] = {
	API_TEST(starts), API_TEST(every_round_is_counted),
	API_TEST(every_result_is_right), API_TEST(text_is_as_before),
};

static int __init jump_stress_init(void)
{
	api_run(tests, ARRAY_SIZE(tests));
	kvfree(before);
	kvfree(sites);
	return 0;
}

static void __exit jump_stress_exit(void)
{
}

module_init(jump_stress_init);
module_exit(jump_stress_exit);
MODULE_DESCRIPTION("Test: jumps are switched under tasks that run through them");
MODULE_LICENSE("GPL");
