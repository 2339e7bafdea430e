// SPDX-License-Identifier: GPL-2.0
/* What the API promises of watchpoints on text. */
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/kwatch.h>
#include <linux/mm.h>
#include <linux/mman.h>
#include <linux/uaccess.h>

#include <watch_arch.h>

#include "api_test.h"
#include "watch_seen.h"

static void execution(void)
{
	struct kwatch kw = watch_of(wa_called, 1, KWATCH_EXECUTE);
	int i;

	kw.value_handler = NULL;
	kw.handler = on_hit;
	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	for (i = 0; i < 5; i++)
		EXPECT_EQ(wa_called(i), i * 3 + 1);
	EXPECT_EQ(count(), 5);
	/* as a probe there it is behind endbr */
	EXPECT_EQ(last_ip, (unsigned long)wa_called +
			   (IS_ENABLED(CONFIG_X86_KERNEL_IBT) ? 4 : 0));
	unregister_kwatch_probe(&kw);
	EXPECT_EQ(wa_called(1), 4);
	EXPECT_EQ(count(), 0);
}

static void execution_in_the_kernel(void)
{
	struct kwatch kw = watch_of(NULL, 1, KWATCH_EXECUTE);

	kw.value_handler = NULL;
	kw.handler = on_hit;
	kw.symbol_name = "int_sqrt";
	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	EXPECT_EQ(int_sqrt(144), 12);
	EXPECT_EQ(count(), 1);
	EXPECT_EQ(last_ip, kw.addr);
	unregister_kwatch_probe(&kw);
}

static int works;

static void on_work(struct irq_work *work)
{
	works++;
}

static DEFINE_IRQ_WORK(work, on_work);

/* An interrupt wants in before the instruction has run. */
static void on_hit_interrupts(struct kwatch *kw, struct pt_regs *regs,
			      int debugreg)
{
	see(kw, regs);
	if (atomic_read(&hits) == 1)
		irq_work_queue(&work);
}

static void execution_and_an_interrupt(void)
{
	struct kwatch kw = watch_of(wa_called, 1, KWATCH_EXECUTE);

	kw.value_handler = NULL;
	kw.handler = on_hit_interrupts;
	works = 0;
	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	EXPECT_EQ(wa_called(1), 4);
	unregister_kwatch_probe(&kw);
	irq_work_sync(&work);
	EXPECT_EQ(count(), 1);
	EXPECT_EQ(works, 1);
}

/* Watch each instruction of a function, and look what it does. */
static void every_instruction(void *function, int size, long (*call)(void))
{
	long result = call();
	int offset, watched = 0, were_hit = 0, num;

	for (offset = 0; offset < size; offset++) {
		struct kwatch kw = watch_of(function + offset, 1,
					    KWATCH_EXECUTE);

		kw.value_handler = NULL;
		kw.handler = on_hit;
		if (register_kwatch_probe(&kw))
			continue;
		watched++;
		EXPECT_EQ(call(), result);
		EXPECT(!irqs_disabled());
		num = count();
		were_hit += num > 0;
		EXPECT(!num || last_ip == kw.addr);
		unregister_kwatch_probe(&kw);
	}
	EXPECT(watched >= 4 && were_hit >= 4);
}

long wa_flags(void);
noinline notrace long wa_flags(void)
{
	unsigned long flags;
	long result = !!irqs_disabled();

	local_irq_save(flags);
	result = result * 2 + !!irqs_disabled();
	local_irq_enable();
	result = result * 2 + !!irqs_disabled();
	local_irq_disable();
	result = result * 2 + !!irqs_disabled();
	local_irq_restore(flags);
	result = result * 2 + !!irqs_disabled();
	if (result != 10)
		result += wa_called(result);
	return result * 2 + wa_called(3);
}

static void execution_of_flags(void)
{
	EXPECT_EQ(wa_flags(), 30);
	every_instruction(wa_flags, 200, wa_flags);
}

static unsigned long user_page;
static void *bad_place;

long wa_faults(void);
noinline notrace long wa_faults(void)
{
	long value, result = 0;

	if (get_kernel_nofault(value, (long *)bad_place))
		result += 1;
	if (get_user(value, (long __user *)user_page))
		result += 2;
	return result;
}

/* Each time anew, the page comes by a fault. */
static long call_faults(void)
{
	long ret;

	user_page = vm_mmap(NULL, 0, PAGE_SIZE, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, 0);
	if (IS_ERR_VALUE(user_page))
		return user_page;
	ret = wa_faults();
	vm_munmap(user_page, PAGE_SIZE);
	return ret * 10 + wa_faults();
}

static void execution_of_what_faults(void)
{
	bad_place = (void *)-4096L;
	EXPECT_EQ(call_faults(), 13);
	every_instruction(wa_faults, 160, call_faults);
}

/* --- beside kprobes */

static volatile int kprobe_hits;

static int on_kprobe(struct kprobe *kp, struct pt_regs *regs)
{
	kprobe_hits++;
	return 0;
}

static void after_kprobe(struct kprobe *kp, struct pt_regs *regs,
			 unsigned long flags)
{
}

static void beside(kprobe_post_handler_t post_handler)
{
	struct kwatch kw = watch_of(wa_called, 1, KWATCH_EXECUTE);
	struct kprobe kp = {
		.addr		= (kprobe_opcode_t *)wa_called,
		.pre_handler	= on_kprobe,
		.post_handler	= post_handler,
	};

	kw.value_handler = NULL;
	kw.handler = on_hit;
	kprobe_hits = 0;
	EXPECT_EQ(register_kprobe(&kp), 0);
	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	EXPECT_EQ(wa_called(2), 7);
	EXPECT_EQ(count(), 1);
	EXPECT_EQ(kprobe_hits, 1);
	unregister_kprobe(&kp);
	EXPECT_EQ(wa_called(2), 7);
	EXPECT_EQ(count(), 1);
	EXPECT_EQ(register_kprobe(&kp), 0);
	EXPECT_EQ(wa_called(2), 7);
	EXPECT_EQ(count(), 1);
	EXPECT_EQ(kprobe_hits, 2);
	unregister_kwatch_probe(&kw);
	EXPECT_EQ(wa_called(2), 7);
	EXPECT_EQ(kprobe_hits, 3);
	unregister_kprobe(&kp);
}

static void beside_a_kprobe(void)
{
	beside(NULL);
	beside(after_kprobe);
}

#if WATCH_COVERED
static void expect_covered(const void *code, bool is_jump)
{
	wait_for_kprobe_optimizer();
	EXPECT_EQ(jump_is_at(code), is_jump);
	EXPECT_EQ(watch_covered(2), 3);
	EXPECT_EQ(count(), !is_jump);
	EXPECT_EQ(kprobe_hits, 1);
	kprobe_hits = 0;
}

static void execution_within_a_jump(void)
{
	struct kwatch kw = watch_of((u8 *)watch_covered + WATCH_COVERED, 1,
				    KWATCH_EXECUTE);
	struct kprobe kp = {
		.addr		= (kprobe_opcode_t *)watch_covered,
		.pre_handler	= on_kprobe,
	};

	kw.value_handler = NULL;
	kw.handler = on_hit;
	kprobe_hits = 0;
	EXPECT_EQ(register_kprobe(&kp), 0);
	expect_covered(watch_covered, true);
	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	/* at once, and later */
	EXPECT(!jump_is_at(watch_covered));
	expect_covered(watch_covered, false);
	unregister_kwatch_probe(&kw);
	expect_covered(watch_covered, true);
	unregister_kprobe(&kp);
	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	EXPECT_EQ(register_kprobe(&kp), 0);
	expect_covered(watch_covered, false);
	unregister_kprobe(&kp);
	unregister_kwatch_probe(&kw);
}
#endif

/* --- mistakes */

#define REFUSED_TEXT(error, ...)					\
	REFUSED(error, kw.type = KWATCH_EXECUTE; kw.length = 1;		\
		kw.value_handler = NULL; kw.handler = on_hit;		\
		kw.addr = (unsigned long)wa_called; __VA_ARGS__)

static void mistakes_in_text(void)
{
	REFUSED_TEXT(-EINVAL, kw.length = 4);
	REFUSED_TEXT(-EINVAL, kw.flags = KWATCH_CHANGED);
	REFUSED_TEXT(-EINVAL, kw.value_handler = on_value);
	REFUSED_TEXT(-EINVAL, kw.addr = 0; kw.symbol_name = WATCH_ENTRY_TEXT);
	REFUSED_TEXT(-EINVAL, kw.addr = 0; kw.symbol_name = WATCH_TRAP_TEXT);
	REFUSED_TEXT(-EINVAL, kw.addr = 0;
		     kw.symbol_name = "register_kwatch_probe");
	REFUSED_TEXT(-ENOENT, kw.addr = 0; kw.symbol_name = "no_such_function");
	REFUSED_TEXT(-EINVAL, kw.addr = (unsigned long)&data.b[0]);
	REFUSED_TEXT(-ENOENT, kw.addr = 0x400000);
	REFUSED_TEXT(-EILSEQ, kw.addr = 0; kw.symbol_name = "int_sqrt";
		     kw.offset = 1);
}

static const struct api_test tests[] = {
	API_TEST(execution),
	API_TEST(execution_in_the_kernel),
	API_TEST(execution_and_an_interrupt),
	API_TEST(execution_of_flags),
	API_TEST(execution_of_what_faults),
	API_TEST(beside_a_kprobe),
#if WATCH_COVERED
	API_TEST(execution_within_a_jump),
#endif
	API_TEST(mistakes_in_text),
};

API_MODULE(tests)
MODULE_DESCRIPTION("Test: the API of watchpoints on text");
MODULE_LICENSE("GPL");
