// SPDX-License-Identifier: GPL-2.0
/*
 * A task is preempted exactly behind the first instruction that a jump is to
 * cover, and stays there: the jump is not written before it has left. The same
 * with a task that is dying, on no list any more.
 *
 * A post_handler asks for an interrupt, which comes as soon as the trap is left;
 * there a task is woken that takes the CPU and keeps it.
 */
#include <linux/completion.h>
#include <linux/irq_work.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/sched/task_stack.h>

#include "dying_task.h"
#include "jump_files.h"
#include "ksoftirqd.h"

#define FIRST_SIZE	4
#define PATIENCE	(20 * HZ)

asm(".text\n"
    "	.type jp_target, @function\n"
    "jp_target:\n"
    "	lea 1(%rdi), %rax\n"
    "	add $2, %rax\n"
    "	" ASM_RET
    "	.size jp_target, . - jp_target\n"
    "	.type jp_alone, @function\n"
    "jp_alone:\n"
    "	lea 0x12345678(%rdi), %rax\n"
    "	" ASM_RET
    "	.size jp_alone, . - jp_alone\n");

long jp_target(long n);
extern u8 jp_alone[];

static DECLARE_COMPLETION(go);
static DECLARE_COMPLETION(start_hog);
static DECLARE_COMPLETION(is_held);
static DECLARE_COMPLETION(has_left);
static struct task_struct *victim;
static bool is_asked, is_released, is_back, dies;

static int pre_nothing(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

static void interrupt(struct irq_work *unused)
{
	complete(&start_hog);
}

static DEFINE_IRQ_WORK(work, interrupt);

static void post_ask(struct kprobe *kp, struct pt_regs *regs,
		     unsigned long flags)
{
	if (current != victim || is_asked)
		return;
	is_asked = true;
	irq_work_queue(&work);
}

static struct kprobe plain = {
	.addr = (kprobe_opcode_t *)jp_target,
	.pre_handler = pre_nothing,
};

static struct kprobe with_post = {
	.addr = (kprobe_opcode_t *)jp_target,
	.post_handler = post_ask,
};

static struct kprobe other = {
	.addr = jp_alone,
	.pre_handler = pre_nothing,
};

static void run(void)
{
	EXPECT_EQ(jp_target(5), 8);
	WRITE_ONCE(is_back, true);
	complete(&has_left);
}

static int victim_fn(void *unused)
{
	wait_for_completion(&go);
	if (dies)
		EXPECT_EQ(dying_call_last(run), 0);
	else
		run();
	return 0;
}

static int hog_fn(void *unused)
{
	wait_for_completion(&start_hog);
	complete(&is_held);
	while (!READ_ONCE(is_released))
		cpu_relax();
	return 0;
}

/* Whether @addr is where the victim will go on. */
static bool is_held_at(const void *addr)
{
	unsigned long *word = task_stack_page(victim);
	unsigned long *end = word + THREAD_SIZE / sizeof(*word);

	for (; word < end; word++)
		if (READ_ONCE_NOCHECK(*word) == (unsigned long)addr)
			return true;
	return false;
}

static struct task_struct *start_on(int cpu, int (*fn)(void *), const char *name)
{
	struct task_struct *task = kthread_create(fn, NULL, "%s", name);

	EXPECT(!IS_ERR(task));
	if (IS_ERR(task))
		return NULL;
	kthread_bind(task, cpu);
	if (fn == hog_fn)
		sched_set_fifo_low(task);
	else
		get_task_struct(task);
	wake_up_process(task);
	return task;
}

static void stay_until(const void *addr)
{
	unsigned long end = jiffies + PATIENCE;

	while (!jump_is_at(addr) && time_before(jiffies, end))
		schedule_timeout_uninterruptible(1);
	EXPECT(jump_is_at(addr));
}

static void check(bool was_jump, bool dying)
{
	dies = dying;
	is_asked = false;
	is_released = false;
	is_back = false;
	EXPECT_EQ(register_kprobe(&plain), 0);
	if (was_jump) {
		wait_for_kprobe_optimizer();
		EXPECT(jump_is_at(jp_target));
	}
	EXPECT_EQ(register_kprobe(&with_post), 0);
	EXPECT(jump_is_breakpoint_at(jp_target));
	victim = start_on(1, victim_fn, "jump_victim");
	if (!victim || !start_on(1, hog_fn, "jump_hog"))
		return;
	complete(&go);
	EXPECT(wait_for_completion_timeout(&is_held, PATIENCE));
	EXPECT(is_held_at(jump_at(jp_target, FIRST_SIZE)));
	EXPECT_EQ(dying_is_unlisted(victim), dying);

	unregister_kprobe(&with_post);
	/* when this is a jump, the first one was looked at too */
	EXPECT_EQ(register_kprobe(&other), 0);
	stay_until(jp_alone);
	EXPECT(!jump_is_at(jp_target) || READ_ONCE(is_back));
	EXPECT(!READ_ONCE(is_back));
	EXPECT_EQ(jp_target(7), 10);
	WRITE_ONCE(is_released, true);
	wait_for_completion(&has_left);
	dying_wait(victim);
	wait_for_kprobe_optimizer();
	EXPECT(jump_is_at(jp_target));
	EXPECT_EQ(jp_target(9), 12);
	unregister_kprobe(&plain);
	unregister_kprobe(&other);
}

static void jump_waits(void)
{
	check(false, false);
}

/* It was one before the post_handler came. */
static void jump_waits_again(void)
{
	check(true, false);
}

static void jump_waits_for_the_dying(void)
{
	check(false, true);
}

static void jump_waits_for_the_dying_again(void)
{
	check(true, true);
}

static const struct api_test tests[] = {
	API_TEST(jump_waits), API_TEST(jump_waits_again),
	API_TEST(jump_waits_for_the_dying),
	API_TEST(jump_waits_for_the_dying_again),
};

static int __init jump_preempt_init(void)
{
	if (!IS_ENABLED(CONFIG_PREEMPT) || num_online_cpus() < 2)
		return -EOPNOTSUPP;
	/* the other one is taken */
	set_cpus_allowed_ptr(current, cpumask_of(0));
	ksoftirqd_goes_first(true);
	api_run(tests, ARRAY_SIZE(tests));
	ksoftirqd_goes_first(false);
	set_cpus_allowed_ptr(current, cpu_possible_mask);
	return 0;
}

static void __exit jump_preempt_exit(void)
{
}

module_init(jump_preempt_init);
module_exit(jump_preempt_exit);
MODULE_DESCRIPTION("Test: a task is preempted in what a jump is to cover");
MODULE_LICENSE("GPL");
