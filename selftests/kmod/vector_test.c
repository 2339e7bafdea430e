// SPDX-License-Identifier: GPL-2.0
/*
 * Breakpoints of the kernel on arm64, in each context: what handlers find, and how many
 * of the hits they get. The same by a call of ours in the vector and without.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/completion.h>
#include <linux/hrtimer.h>
#include <linux/irqflags.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/mman.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/uaccess.h>

#include <compat/hrtimer.h>

#include "api_test.h"

#define ROUNDS	1000
#define NO_ADDRESS	((void *)0xffff000000001000)

static unsigned long hits, bad, depth;
static bool looks_away;

/* The first of them has a copy that is executed, if there is a post_handler. */
static noinline __noclone void text(void)
{
	asm volatile(".globl vector_test_here\n"
		     "vector_test_here:\tadd x9, x9, #1\n\t"
		     "add x9, x9, #2"
		     : : : "x9");
}

extern char vector_test_here[];

static int on_hit(struct kprobe *kp, struct pt_regs *regs)
{
	unsigned long word;

	hits++;
	if (!preempt_count() || !irqs_disabled() || !rcu_is_watching() ||
	    regs->pc != (unsigned long)kp->addr || user_mode(regs) ||
	    regs->sp <= (unsigned long)regs || kprobe_running() != kp)
		bad++;
	/* another exception, which comes by the same vector and is not ours */
	if (looks_away && copy_from_kernel_nofault(&word, NO_ADDRESS,
						   sizeof(word)) != -EFAULT)
		bad++;
	if (depth) {
		depth--;
		text();
	}
	return 0;
}

static void on_post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
	hits++;
	if (!preempt_count() || !irqs_disabled() || !rcu_is_watching() ||
	    regs->pc != (unsigned long)kp->addr + 4 || kprobe_running() != kp)
		bad++;
}

static struct kprobe kp;

static bool place(bool with_post)
{
	memset(&kp, 0, sizeof(kp));
	kp.addr = (void *)vector_test_here;
	kp.pre_handler = on_hit;
	kp.post_handler = with_post ? on_post : NULL;
	hits = 0;
	bad = 0;
	EXPECT_EQ(register_kprobe(&kp), 0);
	return !failed;
}

static void remove_after(unsigned long expected)
{
	EXPECT_EQ(hits, expected);
	EXPECT_EQ(bad, 0);
	unregister_kprobe(&kp);
	text();
	EXPECT_EQ(hits, expected);
}

static void hit_in_task(void)
{
	int count = preempt_count(), i;

	if (!place(false))
		return;
	for (i = 0; i < ROUNDS; i++)
		text();
	EXPECT_EQ(preempt_count(), count);
	EXPECT_EQ(kp.nmissed, 0);
	remove_after(ROUNDS);
}

static void hit_with_post(void)
{
	int count = preempt_count(), i;

	if (!place(true))
		return;
	for (i = 0; i < ROUNDS; i++)
		text();
	EXPECT_EQ(preempt_count(), count);
	EXPECT_EQ(kp.nmissed, 0);
	remove_after(2 * ROUNDS);
}

static void other_exception_in_handler(void)
{
	int i;

	if (!place(false))
		return;
	looks_away = true;
	for (i = 0; i < ROUNDS; i++)
		text();
	looks_away = false;
	EXPECT_EQ(kp.nmissed, 0);
	remove_after(ROUNDS);
}

static const u32 __user *user_word;
static unsigned long not_copied;

static int copy_pre(struct kprobe *kp, struct pt_regs *regs)
{
	u32 word;

	hits++;
	not_copied = __copy_from_user_inatomic(&word, user_word, sizeof(word));
	return 0;
}

/* A handler that touched what is not there yet would sleep, on kernels that do not count too. */
static void no_page_comes_in_a_handler(void)
{
	unsigned long page = vm_mmap(NULL, 0, PAGE_SIZE, PROT_READ | PROT_WRITE,
				     MAP_ANONYMOUS | MAP_PRIVATE, 0);
	u32 word;

	EXPECT(!IS_ERR_VALUE(page));
	if (IS_ERR_VALUE(page))
		return;
	user_word = (const u32 __user *)page;
	not_copied = 0;
	if (place(false)) {
		kp.pre_handler = copy_pre;
		text();
		EXPECT_EQ(not_copied, sizeof(word));
		/* one that is there can be read */
		EXPECT_EQ(get_user(word, user_word), 0);
		text();
		EXPECT_EQ(not_copied, 0);
		remove_after(2);
	}
	vm_munmap(page, PAGE_SIZE);
}

static void nested_is_missed(void)
{
	int i;

	if (!place(false))
		return;
	for (i = 0; i < ROUNDS; i++) {
		WRITE_ONCE(depth, 1);
		text();
	}
	EXPECT_EQ(READ_ONCE(depth), 0);
	EXPECT_EQ(kp.nmissed, ROUNDS);
	remove_after(ROUNDS);
}

static DECLARE_COMPLETION(timer_is_through);

static enum hrtimer_restart on_timer(struct hrtimer *timer)
{
	int count = preempt_count();

	text();
	if (preempt_count() != count)
		bad++;
	complete(&timer_is_through);
	return HRTIMER_NORESTART;
}

static void hit_in_interrupt(void)
{
	struct hrtimer timer;
	int i;

	if (!place(false))
		return;
	for (i = 0; i < 10; i++) {
		reinit_completion(&timer_is_through);
		kp_hrtimer_setup(&timer, on_timer, CLOCK_MONOTONIC,
				 HRTIMER_MODE_REL_HARD);
		hrtimer_start(&timer, ktime_set(0, NSEC_PER_MSEC),
			      HRTIMER_MODE_REL_HARD);
		wait_for_completion(&timer_is_through);
		hrtimer_cancel(&timer);
	}
	EXPECT_EQ(kp.nmissed, 0);
	remove_after(10);
}

static unsigned long look_up(const char *name)
{
	static struct kprobe of;
	unsigned long addr;

	memset(&of, 0, sizeof(of));
	of.symbol_name = "kallsyms_lookup_name";
	if (register_kprobe(&of))
		return 0;
	addr = (unsigned long)of.addr;
	unregister_kprobe(&of);
	return ((unsigned long (*)(const char *))addr)(name);
}

typedef void (*idle_fn)(void);

/* As in the idle loop: handlers find that RCU watches, for they are told of. */
static void hit_where_rcu_does_not_watch(void)
{
	idle_fn enter = (void *)(look_up("ct_idle_enter") ?:
				 look_up("rcu_idle_enter"));
	idle_fn leave = (void *)(look_up("ct_idle_exit") ?:
				 look_up("rcu_idle_exit"));
	unsigned long flags;
	bool watched, watches;

	EXPECT(enter && leave);
	if (!enter || !leave || !place(true))
		return;
	local_irq_save(flags);
	enter();
	watched = rcu_is_watching();
	text();
	watches = rcu_is_watching();
	leave();
	local_irq_restore(flags);
	EXPECT(!watched);
	EXPECT(!watches);
	EXPECT_EQ(kp.nmissed, 0);
	remove_after(2);
}

static struct task_struct *looked_at;
static unsigned long looks;

static int on_look(struct kprobe *of, struct pt_regs *regs)
{
	if (READ_ONCE(looked_at) == current)
		looks++;
	return 0;
}

/* What the kernel calls where it ends to be preempted is not on our way, and may be probed. */
static void hit_before_a_switch(void)
{
	static struct kprobe look;
	unsigned long flags;
	bool has_look;

	memset(&look, 0, sizeof(look));
	look.symbol_name = "preempt_schedule_notrace";
	look.pre_handler = on_look;
	looks = 0;
	has_look = !register_kprobe(&look);
	if (place(true)) {
		local_irq_save(flags);
		set_tsk_need_resched(current);
		set_preempt_need_resched();
		WRITE_ONCE(looked_at, current);
		text();
		WRITE_ONCE(looked_at, NULL);
		local_irq_restore(flags);
		schedule();
		EXPECT_EQ(kp.nmissed, 0);
		remove_after(2);
	}
	if (has_look)
		unregister_kprobe(&look);
	EXPECT_EQ(looks, 0);
}

static const struct api_test tests[] = {
	API_TEST(hit_in_task),
	API_TEST(hit_with_post),
	API_TEST(other_exception_in_handler),
	API_TEST(no_page_comes_in_a_handler),
	API_TEST(nested_is_missed),
	API_TEST(hit_in_interrupt),
	API_TEST(hit_where_rcu_does_not_watch),
	API_TEST(hit_before_a_switch),
};

API_MODULE(tests)
MODULE_DESCRIPTION("Breakpoints on arm64 in each context");
MODULE_LICENSE("GPL");
