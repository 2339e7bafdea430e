// SPDX-License-Identifier: GPL-2.0
/*
 * Watches come, go and are moved by handlers of their own and of probes, while
 * all CPUs write what they are on. A value's upper half says which word it
 * belongs to, so that a handler sees whether what it is told belongs together.
 */
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/kwatch.h>
#include <linux/sched.h>

#include "api_test.h"

#define NUM_WORDS	8
#define NUM_WRITERS	3

static uint rounds = 2000;
module_param(rounds, uint, 0400);

static u64 words[NUM_WORDS];
static struct kwatch roaming, coming;
static bool is_coming;
static atomic_t roaming_hits, coming_hits, late, wrong, moves, busy, failed_moves;

static unsigned int word_of(u64 value)
{
	return value >> 32;
}

static void move_to(unsigned int word)
{
	int ret = move_kwatch_probe(&roaming,
				    (unsigned long)&words[word % NUM_WORDS]);

	if (!ret)
		atomic_inc(&moves);
	else if (ret == -EBUSY)
		atomic_inc(&busy);
	else
		atomic_inc(&failed_moves);
}

static void on_roaming(struct kwatch *kw, struct pt_regs *regs, u64 old_value,
		       u64 new_value)
{
	if (word_of(old_value) != word_of(new_value) ||
	    word_of(new_value) >= NUM_WORDS)
		atomic_inc(&wrong);
	if (!(atomic_inc_return(&roaming_hits) % 16))
		move_to(word_of(new_value) + 1);
}

static void on_coming(struct kwatch *kw, struct pt_regs *regs, u64 old_value,
		      u64 new_value)
{
	atomic_inc(&coming_hits);
	if (!READ_ONCE(is_coming))
		atomic_inc(&late);
	if (word_of(new_value) || word_of(old_value))
		atomic_inc(&wrong);
}

noinline notrace void ws_probed(unsigned int n);
noinline notrace void ws_probed(unsigned int n)
{
	barrier();
}

static int on_probe(struct kprobe *kp, struct pt_regs *regs)
{
	move_to(regs_get_kernel_argument(regs, 0));
	return 0;
}

static struct kprobe probe = {
	.addr		= (kprobe_opcode_t *)ws_probed,
	.pre_handler	= on_probe,
};

/* Not atomic: all that matters is which word a value belongs to. */
static int write_words(void *unused)
{
	unsigned int i;

	while (!kthread_should_stop()) {
		for (i = 0; i < NUM_WORDS; i++)
			WRITE_ONCE(words[i], (u64)i << 32 |
				   (u32)(READ_ONCE(words[i]) + 1));
		cond_resched();
	}
	return 0;
}

static int call_probed(void *unused)
{
	unsigned int n = 0;

	while (!kthread_should_stop()) {
		ws_probed(n += 3);
		cond_resched();
	}
	return 0;
}

static void come_and_go(void)
{
	unsigned int i;

	for (i = 0; i < rounds; i++) {
		coming = (struct kwatch){
			.addr		= (unsigned long)&words[0],
			.length		= 8,
			.type		= i % 2 ? KWATCH_RW : KWATCH_WRITE,
			.value_handler	= on_coming,
		};
		WRITE_ONCE(is_coming, true);
		EXPECT_EQ(register_kwatch_probe(&coming), 0);
		WRITE_ONCE(words[0], i);
		schedule();
		unregister_kwatch_probe(&coming);
		WRITE_ONCE(is_coming, false);
		cond_resched();
	}
}

static void they_come_go_and_move(void)
{
	struct task_struct *threads[NUM_WRITERS + 1];
	unsigned int i;

	for (i = 0; i < NUM_WORDS; i++)
		words[i] = (u64)i << 32;
	roaming = (struct kwatch){
		.addr		= (unsigned long)&words[0],
		.length		= 8,
		.type		= KWATCH_WRITE,
		.value_handler	= on_roaming,
	};
	EXPECT_EQ(register_kwatch_probe(&roaming), 0);
	EXPECT_EQ(register_kprobe(&probe), 0);
	for (i = 0; i <= NUM_WRITERS; i++)
		threads[i] = kthread_run(i < NUM_WRITERS ? write_words :
					 call_probed, NULL, "watch/%u", i);
	come_and_go();
	unregister_kwatch_probe(&roaming);
	/* moves go on, and are refused */
	schedule();
	for (i = 0; i <= NUM_WRITERS; i++)
		kthread_stop(threads[i]);
	unregister_kprobe(&probe);

	EXPECT(atomic_read(&roaming_hits) > 0);
	EXPECT(atomic_read(&coming_hits) > 0);
	EXPECT(atomic_read(&moves) > 0);
	EXPECT_EQ(atomic_read(&late), 0);
	EXPECT_EQ(atomic_read(&wrong), 0);
	EXPECT_EQ(probe.nmissed, 0);
	ktap_note("%d and %d hits, %d moves, %d busy, %d when gone",
		  atomic_read(&roaming_hits), atomic_read(&coming_hits),
		  atomic_read(&moves), atomic_read(&busy),
		  atomic_read(&failed_moves));
}

static const struct api_test tests[] = {
	API_TEST(they_come_go_and_move),
};

API_MODULE(tests)
MODULE_DESCRIPTION("Test: watches under stress");
MODULE_LICENSE("GPL");
