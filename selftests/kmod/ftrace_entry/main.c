// SPDX-License-Identifier: GPL-2.0
/*
 * Probes at a function's entry, called by the function tracer directly and
 * beside another user of it: no difference but in cost.
 */
#include <linux/bug.h>
#include <linux/irqflags.h>
#include <linux/kprobes.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/rcupdate.h>
#include <linux/stacktrace.h>
#include <linux/string.h>
#include <asm/processor-flags.h>
#include <asm/text-patching.h>

#include "../../../compat/ftrace.h"
#include "../api_test.h"

#define STATUS		(X86_EFLAGS_CF | X86_EFLAGS_PF | X86_EFLAGS_AF | \
			 X86_EFLAGS_ZF | X86_EFLAGS_SF | X86_EFLAGS_OF)
#define SKIPPED		0x5c1bbed
#define REG_R11		6
/* From a function's entry to the call there: endbr. */
#define SITE_OFFSET	(IS_ENABLED(CONFIG_X86_KERNEL_IBT) ? 4 : 0)

/**
 * struct fe_regs - what fe_run() calls with, and what it finds afterwards
 * @reg: general registers, in the order of struct pt_regs
 * @flags: flags
 */
struct fe_regs {
	unsigned long reg[15];
	unsigned long flags;
};

/* run.S */
void fe_run(struct fe_regs *regs);
extern const char fe_returned[];
extern unsigned long fe_sp;
unsigned long fe_sp;

/* Leaves all registers alone. */
void fe_target(void);
noinline void fe_target(void)
{
	barrier();
}

long fe_sum(long a, long b);
noinline long fe_sum(long a, long b)
{
	barrier();
	return a + b;
}

long fe_called(long a);
noinline long fe_called(long a)
{
	barrier();
	return a;
}

long fe_other(long a, long b);
noinline notrace long fe_other(long a, long b)
{
	barrier();
	return SKIPPED;
}

static long (*volatile sum)(long a, long b) = fe_sum;
static long (*volatile called)(long a) = fe_called;

static unsigned long others_calls;
static bool is_beside;

static void notrace on_call(unsigned long ip, unsigned long parent_ip,
			    struct ftrace_ops *ops, KP_FTRACE_REGS *fregs)
{
	others_calls++;
}

static struct ftrace_ops others = { .func = on_call };

static int add_other(void)
{
	return ftrace_set_filter_ip(&others, (unsigned long)fe_target, 0, 1) ?:
	       ftrace_set_filter_ip(&others, (unsigned long)fe_sum, 0, 0) ?:
	       ftrace_set_filter_ip(&others, (unsigned long)fe_called, 0, 0) ?:
	       register_ftrace_function(&others);
}

static void remove_other(void)
{
	EXPECT_EQ(unregister_ftrace_function(&others), 0);
}

/* Where the call at a function's entry leads. */
static unsigned long site_calls(void *fn)
{
	union text_poke_insn call;

	fn += SITE_OFFSET;
	memcpy(&call, fn, CALL_INSN_SIZE);
	EXPECT_EQ(call.opcode, CALL_INSN_OPCODE);
	return (unsigned long)fn + CALL_INSN_SIZE + call.disp;
}

/* Run @test with the probes in place, alone and beside another. */
static void both_ways(void (*test)(void), void *fn)
{
	unsigned long direct = site_calls(fn);

	test();
	EXPECT_EQ(add_other(), 0);
	EXPECT(site_calls(fn) != direct);
	others_calls = 0;
	is_beside = true;
	test();
	is_beside = false;
	EXPECT(others_calls);
	remove_other();
	EXPECT_EQ(site_calls(fn), direct);
	test();
}

static struct pt_regs seen;
static unsigned int num_pre, num_post, num_jprobe;
static unsigned long post_ip;
static bool watching;
static int change;

static int on_regs(struct kprobe *kp, struct pt_regs *regs)
{
	unsigned long *reg = (unsigned long *)regs;
	int i;

	num_pre++;
	seen = *regs;
	EXPECT(preempt_count());
	watching = rcu_is_watching();
	EXPECT(kprobe_running() == kp);
	for (i = 0; change && i < 15; i++)
		reg[i] = ~reg[i];
	if (change)
		regs->flags ^= STATUS;
	return 0;
}

static void check_regs(unsigned long seed, unsigned long flags)
{
	struct fe_regs in, out;
	unsigned long irqs, differ = change ? ~0UL : 0;
	const unsigned long *reg = (const unsigned long *)&seen;
	int i;

	for (i = 0; i < 15; i++)
		in.reg[i] = seed * (i + 1);
	in.flags = flags;
	out = in;
	memset(&seen, 0, sizeof(seen));
	/* raw: the flags that it is entered with are enabled ones, or not */
	raw_local_irq_save(irqs);
	fe_run(&out);
	raw_local_irq_disable();
	raw_local_irq_restore(irqs);
	for (i = 0; i < 15; i++) {
		EXPECT_EQ(reg[i], in.reg[i]);
		/* the function tracer does not restore r11 */
		if (i != REG_R11 || !is_beside)
			EXPECT_EQ(out.reg[i], in.reg[i] ^ differ);
	}
	EXPECT_EQ(seen.flags, in.flags);
	/* status flags say nothing at a function's entry */
	EXPECT_EQ(out.flags & ~STATUS, in.flags & ~STATUS);
	EXPECT_EQ(seen.ip, (unsigned long)fe_target + SITE_OFFSET + 1);
	EXPECT_EQ(seen.cs, __KERNEL_CS);
	EXPECT_EQ(seen.ss, __KERNEL_DS);
	EXPECT_EQ(seen.sp, fe_sp - sizeof(long));
	EXPECT_EQ(kernel_stack_pointer(&seen), seen.sp);
	EXPECT(watching);
}

static void check_all_regs(void)
{
	for (change = 0; change < 2; change++) {
		num_pre = 0;
		check_regs(0x0123456789abcdef, X86_EFLAGS_FIXED);
		check_regs(0xfedcba9876543211, X86_EFLAGS_FIXED | STATUS);
		check_regs(0x1111111111111111,
			   X86_EFLAGS_FIXED | X86_EFLAGS_IF);
		check_regs(0x7777777777777777,
			   X86_EFLAGS_FIXED | X86_EFLAGS_IF | STATUS);
		EXPECT_EQ(num_pre, 4);
	}
	change = 0;
}

static void on_post(struct kprobe *kp, struct pt_regs *regs,
		    unsigned long flags)
{
	num_post++;
	post_ip = regs->ip;
	EXPECT(kprobe_running() == kp);
}

static struct kprobe regs_probe = {
	.addr = (kprobe_opcode_t *)fe_target,
	.pre_handler = on_regs,
};

static void probe_again(struct kprobe *kp)
{
	kprobe_pre_handler_t pre = kp->pre_handler;
	kprobe_post_handler_t post = kp->post_handler;
	void *addr = kp->addr;

	memset(kp, 0, sizeof(*kp));
	kp->addr = addr;
	kp->pre_handler = pre;
	kp->post_handler = post;
	EXPECT_EQ(register_kprobe(kp), 0);
	EXPECT(kprobe_ftrace(kp));
}

static void registers(void)
{
	probe_again(&regs_probe);
	both_ways(check_all_regs, fe_target);
	EXPECT_EQ(regs_probe.nmissed, 0);
	unregister_kprobe(&regs_probe);
}

static void registers_and_post(void)
{
	regs_probe.post_handler = on_post;
	probe_again(&regs_probe);
	num_post = 0;
	both_ways(check_all_regs, fe_target);
	EXPECT_EQ(num_post, 3 * 2 * 4);
	EXPECT_EQ(post_ip,
		  (unsigned long)fe_target + SITE_OFFSET + CALL_INSN_SIZE);
	unregister_kprobe(&regs_probe);
	regs_probe.post_handler = NULL;
}

static struct kretprobe target_return = { .kp.addr = (void *)fe_target };
static unsigned int num_entered, num_returned;

static int on_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	num_entered++;
	EXPECT_EQ((unsigned long)ri->ret_addr, (unsigned long)fe_returned);
	return 0;
}

static int on_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	num_returned++;
	EXPECT_EQ((unsigned long)ri->ret_addr, (unsigned long)fe_returned);
	return 0;
}

static void registers_and_return(void)
{
	memset(&target_return, 0, sizeof(target_return));
	target_return.kp.addr = (void *)fe_target;
	target_return.entry_handler = on_entry;
	target_return.handler = on_return;
	num_entered = 0;
	num_returned = 0;
	probe_again(&regs_probe);
	EXPECT_EQ(register_kretprobe(&target_return), 0);
	both_ways(check_all_regs, fe_target);
	EXPECT_EQ(num_entered, 3 * 2 * 4);
	EXPECT_EQ(num_returned, 3 * 2 * 4);
	EXPECT_EQ(target_return.nmissed, 0);
	unregister_kretprobe(&target_return);
	unregister_kprobe(&regs_probe);
}

static int on_count(struct kprobe *kp, struct pt_regs *regs)
{
	num_pre++;
	return 0;
}

static int on_skip(struct kprobe *kp, struct pt_regs *regs)
{
	num_pre++;
	regs->ip = (unsigned long)fe_other;
	return 1;
}

/* As a call in the function's place would leave the stack. */
static int on_skip_by_push(struct kprobe *kp, struct pt_regs *regs)
{
	num_pre++;
	regs->sp -= sizeof(long);
	*(unsigned long *)regs->sp = (unsigned long)fe_other;
	regs->sp -= sizeof(long);
	*(unsigned long *)regs->sp = (unsigned long)fe_other;
	regs->sp += sizeof(long);
	regs->ip = *(unsigned long *)regs->sp;
	regs->sp += sizeof(long);
	return 1;
}

static struct kprobe sum_probe = { .addr = (void *)fe_sum };
static long wanted;

static noinline void check_sum(void)
{
	int i;

	num_pre = 0;
	for (i = 0; i < 10; i++)
		EXPECT_EQ(sum(i, 7), wanted ?: i + 7);
	EXPECT_EQ(num_pre, 10);
}

static void check_sum_unprobed(void)
{
	int i;

	for (i = 0; i < 10; i++)
		EXPECT_EQ(sum(i, 7), i + 7);
}

static void handler_sets_ip(void)
{
	wanted = SKIPPED;
	sum_probe.pre_handler = on_skip;
	probe_again(&sum_probe);
	both_ways(check_sum, fe_sum);
	unregister_kprobe(&sum_probe);
	wanted = 0;
}

static void handler_pushes(void)
{
	/* the function tracer keeps the stack pointer: alone only */
	wanted = SKIPPED;
	sum_probe.pre_handler = on_skip_by_push;
	probe_again(&sum_probe);
	check_sum();
	unregister_kprobe(&sum_probe);
	wanted = 0;
}

static void on_jump(long a, long b)
{
	num_jprobe++;
	EXPECT_EQ(b, 7);
	EXPECT(preempt_count());
	jprobe_return();
}

static struct jprobe sum_jprobe = { .entry = on_jump };

static void jprobe_and_others(void)
{
	memset(&sum_jprobe.kp, 0, sizeof(sum_jprobe.kp));
	sum_jprobe.kp.addr = (void *)fe_sum;
	sum_probe.pre_handler = on_count;
	sum_probe.post_handler = on_post;
	num_jprobe = 0;
	num_post = 0;
	EXPECT_EQ(register_jprobe(&sum_jprobe), 0);
	both_ways(check_sum_unprobed, fe_sum);
	EXPECT_EQ(num_jprobe, 3 * 10);
	probe_again(&sum_probe);
	both_ways(check_sum, fe_sum);
	EXPECT_EQ(num_jprobe, 6 * 10);
	EXPECT_EQ(num_post, 3 * 10);
	EXPECT_EQ(sum_jprobe.kp.nmissed, 0);
	unregister_jprobe(&sum_jprobe);
	unregister_kprobe(&sum_probe);
	sum_probe.post_handler = NULL;
}

static int on_nest(struct kprobe *kp, struct pt_regs *regs)
{
	num_pre++;
	EXPECT_EQ(called(5), 5);
	return 0;
}

static struct kprobe called_probe = { .addr = (void *)fe_called };

/* A handler calls what is probed: counted, not called. */
static void check_nested(void)
{
	unsigned long missed = called_probe.nmissed;

	check_sum();
	EXPECT_EQ(called_probe.nmissed, missed + 10);
	EXPECT_EQ(called(3), 3);
	EXPECT_EQ(num_pre, 11);
	EXPECT_EQ(called_probe.nmissed, missed + 10);
}

static void nested(void)
{
	sum_probe.pre_handler = on_nest;
	called_probe.pre_handler = on_count;
	probe_again(&sum_probe);
	probe_again(&called_probe);
	both_ways(check_nested, fe_sum);
	unregister_kprobe(&called_probe);
	unregister_kprobe(&sum_probe);
}

static void several(void)
{
	static struct kprobe second = {
		.addr = (void *)fe_target,
		.pre_handler = on_count,
	};

	probe_again(&second);
	probe_again(&regs_probe);
	EXPECT_EQ(disable_kprobe(&second), 0);
	both_ways(check_all_regs, fe_target);
	unregister_kprobe(&second);
	check_all_regs();
	unregister_kprobe(&regs_probe);
}

static unsigned long trace[64];
static unsigned int trace_len;

static int on_trace(struct kprobe *kp, struct pt_regs *regs)
{
	num_pre++;
	trace_len = stack_trace_save(trace, ARRAY_SIZE(trace), 0);
	return 0;
}

static void check_trace(void)
{
	unsigned int i;
	bool probed = false, caller = false;

	memset(trace, 0, sizeof(trace));
	check_sum();
	for (i = 0; i < trace_len; i++) {
		char symbol[KSYM_SYMBOL_LEN];

		sprint_symbol(symbol, trace[i]);
		probed |= strstarts(symbol, "fe_sum+");
		caller |= strstarts(symbol, "check_sum+");
	}
	EXPECT(probed);
	EXPECT(caller);
}

static void stack_traces(void)
{
	sum_probe.pre_handler = on_trace;
	probe_again(&sum_probe);
	both_ways(check_trace, fe_sum);
	unregister_kprobe(&sum_probe);
}

static const struct api_test tests[] = {
	API_TEST(registers),
	API_TEST(registers_and_post),
	API_TEST(registers_and_return),
	API_TEST(several),
	API_TEST(handler_sets_ip),
	API_TEST(handler_pushes),
	API_TEST(jprobe_and_others),
	API_TEST(nested),
	API_TEST(stack_traces),
};

API_MODULE(tests)
MODULE_DESCRIPTION("Probes at a function's entry, through the function tracer");
MODULE_LICENSE("GPL");
