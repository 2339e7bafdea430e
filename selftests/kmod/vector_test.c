// SPDX-License-Identifier: GPL-2.0
/*
 * Breakpoints of the kernel on arm64 and powerpc, in each context: what handlers find, and
 * how many of the hits they get; registers and interrupts afterwards. The same by a call of
 * ours in the vector and without.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/completion.h>
#include <linux/context_tracking_state.h>
#include <linux/delay.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/irqflags.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/mman.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include <compat/hrtimer.h>
#include <kmod_arch.h>

#include "api_test.h"

#define ROUNDS	1000

static unsigned long hits, bad, depth;
static bool looks_away;
static void *no_address;

/* The first of them has a copy that is executed, if there is a post_handler. */
static noinline __noclone void probed(void)
{
	asm volatile(".globl vector_test_here\n"
		     "vector_test_here:\n" VECTOR_TEXT
		     : : : VECTOR_SCRATCH);
}

extern char vector_test_here[];

/* One more, in a register that C functions leave as it is. */
static noinline __noclone unsigned long kept(unsigned long n)
{
	asm volatile(".globl vector_test_kept\n" VECTOR_KEPT("vector_test_kept")
		     : "+r" (n) : : VECTOR_KEEPS);
	return n;
}

extern char vector_test_kept[];

static int on_hit(struct kprobe *kp, struct pt_regs *regs)
{
	unsigned long word;

	hits++;
	if (!preempt_count() || !irqs_disabled() || !rcu_is_watching() ||
	    instruction_pointer(regs) != (unsigned long)kp->addr || user_mode(regs) ||
	    kernel_stack_pointer(regs) <= (unsigned long)regs ||
	    kprobe_running() != kp)
		bad++;
	/* another exception, which on arm64 comes by the same vector and is not ours */
	if (looks_away && copy_from_kernel_nofault(&word, no_address,
						   sizeof(word)) != -EFAULT)
		bad++;
	if (depth) {
		depth--;
		probed();
	}
	return 0;
}

static void on_post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
	hits++;
	/* behind a copy of the instruction interrupts are as there */
	if (!preempt_count() || irqs_disabled() == vector_irqs_were_on(regs) ||
	    !rcu_is_watching() ||
	    instruction_pointer(regs) != (unsigned long)kp->addr + 4 ||
	    kprobe_running() != kp)
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
	probed();
	EXPECT_EQ(hits, expected);
}

static void hit_in_task(void)
{
	int count = preempt_count(), i;

	if (!place(false))
		return;
	for (i = 0; i < ROUNDS; i++)
		probed();
	EXPECT_EQ(preempt_count(), count);
	EXPECT(!irqs_disabled());
	EXPECT_EQ(kp.nmissed, 0);
	remove_after(ROUNDS);
}

static void hit_with_post(void)
{
	int count = preempt_count(), i;

	if (!place(true))
		return;
	for (i = 0; i < ROUNDS; i++)
		probed();
	EXPECT_EQ(preempt_count(), count);
	EXPECT_EQ(kp.nmissed, 0);
	remove_after(2 * ROUNDS);
}

static void other_exception_in_handler(void)
{
	void *page = vmalloc(PAGE_SIZE);
	int i;

	EXPECT(page);
	if (!page || !place(false))
		goto out;
	/* nothing is mapped there */
	no_address = page + PAGE_SIZE;
	looks_away = true;
	for (i = 0; i < ROUNDS; i++)
		probed();
	looks_away = false;
	EXPECT_EQ(kp.nmissed, 0);
	remove_after(ROUNDS);
out:
	vfree(page);
}

static int on_kept(struct kprobe *of, struct pt_regs *regs)
{
	hits++;
	*vector_kept(regs) += 100;
	return 0;
}

/* What a handler writes to is what the text goes on with. */
static void register_of_the_caller(void)
{
	static struct kprobe of;
	int i;

	memset(&of, 0, sizeof(of));
	of.addr = (void *)vector_test_kept;
	of.pre_handler = on_kept;
	hits = 0;
	EXPECT_EQ(register_kprobe(&of), 0);
	if (failed)
		return;
	for (i = 0; i < ROUNDS; i++)
		if (kept(i) != i + 101)
			bad++;
	EXPECT_EQ(hits, ROUNDS);
	EXPECT_EQ(bad, 0);
	unregister_kprobe(&of);
	EXPECT_EQ(kept(1), 2);
}

/* Also where they are off in a way of which the kernel keeps its own account (powerpc). */
static void interrupts_are_as_before(void)
{
	unsigned long flags, before, after;
	int i;

	if (!place(false))
		return;
	for (i = 0; i < ROUNDS; i++) {
		preempt_disable();
		before = vector_interrupts();
		probed();
		after = vector_interrupts();
		preempt_enable();
		if (before != after)
			bad++;

		local_irq_save(flags);
		probed();
		if (!irqs_disabled())
			bad++;
		hard_irq_disable();
		before = vector_interrupts();
		probed();
		after = vector_interrupts();
		local_irq_restore(flags);
		if (before != after || irqs_disabled())
			bad++;
	}
	EXPECT_EQ(kp.nmissed, 0);
	remove_after(3 * ROUNDS);
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
		probed();
		EXPECT_EQ(not_copied, sizeof(word));
		/* one that is there can be read */
		EXPECT_EQ(get_user(word, user_word), 0);
		probed();
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
		probed();
	}
	EXPECT_EQ(READ_ONCE(depth), 0);
	EXPECT_EQ(kp.nmissed, ROUNDS);
	remove_after(ROUNDS);
}

static DECLARE_COMPLETION(timer_is_through);

static enum hrtimer_restart on_timer(struct hrtimer *timer)
{
	int count = preempt_count();

	probed();
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

static enum hrtimer_restart on_waiting_timer(struct hrtimer *timer)
{
	complete(&timer_is_through);
	return HRTIMER_NORESTART;
}

/* A tick that was lost leaves the CPU without any, on powerpc for seconds. */
static bool timer_comes_through(void)
{
	int ms;

	for (ms = 0; ms < 500 && !completion_done(&timer_is_through); ms++)
		mdelay(1);
	return try_wait_for_completion(&timer_is_through);
}

/* Interrupts are off at the hit, and one has come: it comes through when they are on. */
static void hit_while_an_interrupt_waits(void)
{
	struct hrtimer timer;
	unsigned long flags;
	int i;

	if (!place(true))
		return;
	kp_hrtimer_setup(&timer, on_waiting_timer, CLOCK_MONOTONIC,
			 HRTIMER_MODE_REL_PINNED_HARD);
	for (i = 0; i < 10; i++) {
		reinit_completion(&timer_is_through);
		local_irq_save(flags);
		hrtimer_start(&timer, ktime_set(0, NSEC_PER_MSEC),
			      HRTIMER_MODE_REL_PINNED_HARD);
		mdelay(3);
		probed();
		if (completion_done(&timer_is_through))
			bad++;
		local_irq_restore(flags);
		EXPECT(timer_comes_through());
		hrtimer_cancel(&timer);
	}
	EXPECT_EQ(kp.nmissed, 0);
	remove_after(20);
}

#ifdef CONFIG_PPC64
/* Off again, they are so by the kernel's account, by which one that comes is noted. */
static int on_hit_with_interrupts(struct kprobe *of, struct pt_regs *regs)
{
	hits++;
	local_irq_enable();
	local_irq_disable();
	mdelay(3);
	return 0;
}

/* As with spin_unlock_irq() in a handler: it comes through behind that. */
static void interrupt_comes_in_a_handler(void)
{
	struct hrtimer timer;
	int i;

	if (!place(false))
		return;
	WRITE_ONCE(kp.pre_handler, on_hit_with_interrupts);
	kp_hrtimer_setup(&timer, on_waiting_timer, CLOCK_MONOTONIC,
			 HRTIMER_MODE_REL_PINNED_HARD);
	for (i = 0; i < 10; i++) {
		reinit_completion(&timer_is_through);
		local_irq_disable();
		hrtimer_start(&timer, ktime_set(0, 2 * NSEC_PER_MSEC),
			      HRTIMER_MODE_REL_PINNED_HARD);
		local_irq_enable();
		probed();
		EXPECT(timer_comes_through());
		hrtimer_cancel(&timer);
	}
	EXPECT_EQ(kp.nmissed, 0);
	remove_after(10);
}
#else
static void interrupt_comes_in_a_handler(void)
{
}
#endif

static int disables(struct kprobe *of, struct pt_regs *regs)
{
	hits++;
	__preempt_count_add(PREEMPT_OFFSET);
	return 0;
}

static void enables(struct kprobe *of, struct pt_regs *regs, unsigned long flags)
{
	hits++;
	/* that one, and ours; the pre_handler's exception may have counted as well */
	if ((preempt_count() & PREEMPT_MASK) < 2 * PREEMPT_OFFSET)
		bad++;
	__preempt_count_sub(PREEMPT_OFFSET);
}

/* What a pre_handler disables for the post_handler, as the kernel's own once did, stays so. */
static void preemption_is_off_in_between(void)
{
	int count = preempt_count(), i;

	memset(&kp, 0, sizeof(kp));
	kp.addr = (void *)vector_test_here;
	kp.pre_handler = disables;
	kp.post_handler = enables;
	hits = 0;
	bad = 0;
	EXPECT_EQ(register_kprobe(&kp), 0);
	if (failed)
		return;
	for (i = 0; i < ROUNDS; i++)
		probed();
	EXPECT_EQ(preempt_count(), count);
	EXPECT_EQ(kp.nmissed, 0);
	remove_after(2 * ROUNDS);
}

static void on_work(struct irq_work *work)
{
	if (!in_hardirq() || !irqs_disabled())
		bad++;
	complete(&timer_is_through);
}

static DEFINE_IRQ_WORK(work, on_work);

static int on_hit_with_work(struct kprobe *of, struct pt_regs *regs)
{
	hits++;
	irq_work_queue(&work);
	return 0;
}

/* What a handler wants to be interrupted for. */
static void interrupt_of_a_handler(void)
{
	int i;

	if (!place(false))
		return;
	WRITE_ONCE(kp.pre_handler, on_hit_with_work);
	for (i = 0; i < 10; i++) {
		reinit_completion(&timer_is_through);
		probed();
		EXPECT(wait_for_completion_timeout(&timer_is_through, HZ));
	}
	irq_work_sync(&work);
	EXPECT_EQ(kp.nmissed, 0);
	remove_after(10);
}

/* What C calls a function by whose code is there. */
static void *to_call(unsigned long code)
{
#ifdef CONFIG_PPC64_ELF_ABI_V1
	static unsigned long descriptors[8][3];
	static int num;
	unsigned long *descriptor = descriptors[num++];

	if (!code)
		return NULL;
	memcpy(descriptor, sprint_symbol, sizeof(descriptors[0]));
	descriptor[0] = code;
	return descriptor;
#else
	return (void *)code;
#endif
}

#ifdef CONFIG_PPC64_ELF_ABI_V1
#define CODE_OF	"."
#else
#define CODE_OF	""
#endif

/* On ELFv2, a probe is behind the two instructions that set r2 up. */
#ifdef CONFIG_PPC64_ELF_ABI_V2
#define ENTRY_SIZE	8
#else
#define ENTRY_SIZE	0
#endif

static void *look_up(const char *name)
{
	unsigned long (*lookup)(const char *name);
	static struct kprobe of;

	memset(&of, 0, sizeof(of));
	of.symbol_name = "kallsyms_lookup_name";
	if (register_kprobe(&of))
		return NULL;
	lookup = to_call((unsigned long)of.addr - ENTRY_SIZE);
	unregister_kprobe(&of);
	return to_call(lookup(name));
}

typedef void (*idle_fn)(void);

/*
 * As in the idle loop, or in a task of KVM's around a guest: RCU is told of the hit, and
 * handlers find that it watches.
 */
static void hit_unwatched(bool as_idle, bool with_post)
{
	idle_fn enter = look_up(CODE_OF "ct_idle_enter") ?:
			look_up(CODE_OF "rcu_idle_enter");
	idle_fn leave = look_up(CODE_OF "ct_idle_exit") ?:
			look_up(CODE_OF "rcu_idle_exit");
	unsigned long flags;
	bool watched, watches;

	EXPECT(enter && leave);
	if (!enter || !leave || !place(with_post))
		return;
	local_irq_save(flags);
	/* RCU itself wants no other task to be there */
	current->flags |= PF_IDLE;
	enter();
	if (!as_idle)
		current->flags &= ~PF_IDLE;
	watched = rcu_is_watching();
	probed();
	watches = rcu_is_watching();
	current->flags |= PF_IDLE;
	leave();
	current->flags &= ~PF_IDLE;
	local_irq_restore(flags);
	EXPECT(!watched);
	EXPECT(!watches);
	EXPECT_EQ(kp.nmissed, 0);
	remove_after(1 + with_post);
}

static void hit_where_rcu_does_not_watch(void)
{
	hit_unwatched(true, true);
}

/* Outside of a trap, behind the instruction, nobody asks unless contexts are tracked. */
static void hit_where_rcu_does_not_watch_a_task(void)
{
	hit_unwatched(false, IS_ENABLED(CONFIG_PPC64) && context_tracking_enabled());
}

static struct task_struct *looked_at;
static unsigned long looks;

static int on_look(struct kprobe *of, struct pt_regs *regs)
{
	if (READ_ONCE(looked_at) == current)
		looks++;
	return 0;
}

/*
 * What the kernel calls where it ends to be preempted is not on the way of a breakpoint, and
 * may be probed. It is on that of a post_handler, where it calls it itself.
 */
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
	if (place(false)) {
		local_irq_save(flags);
		set_tsk_need_resched(current);
		set_preempt_need_resched();
		WRITE_ONCE(looked_at, current);
		probed();
		WRITE_ONCE(looked_at, NULL);
		local_irq_restore(flags);
		schedule();
		EXPECT_EQ(kp.nmissed, 0);
		remove_after(1);
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
	API_TEST(register_of_the_caller),
	API_TEST(interrupts_are_as_before),
	API_TEST(nested_is_missed),
	API_TEST(hit_in_interrupt),
	API_TEST(hit_while_an_interrupt_waits),
	API_TEST(interrupt_comes_in_a_handler),
	API_TEST(preemption_is_off_in_between),
	API_TEST(interrupt_of_a_handler),
	API_TEST(hit_where_rcu_does_not_watch),
	API_TEST(hit_where_rcu_does_not_watch_a_task),
	API_TEST(hit_before_a_switch),
};

API_MODULE(tests)
MODULE_DESCRIPTION("Breakpoints on arm64 and powerpc in each context");
MODULE_LICENSE("GPL");
