// SPDX-License-Identifier: GPL-2.0
/* What the API promises of return probes, by breakpoint and through ftrace. */
#include <linux/kprobes.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "../api_test.h"
#include <test_arch.h>

#define NUM_RECORDED	64

typedef int (*target_fn)(int n);

int ra_tail(int n);
int ra_tail_end(int n);
long ra_call_keeps_all(void);
long ra_call_keeps_all_aligned(void);
void ra_keeps_all(void);

/* n, n - 1, ... 0: their sum */
int ra_traced(int n);
noinline int ra_traced(int n)
{
	int sum = n ? ra_traced(n - 1) : 0;

	/* no loop instead of the call */
	barrier();
	return n + sum;
}

int ra_untraced(int n);
noinline notrace int ra_untraced(int n)
{
	int sum = n ? ra_untraced(n - 1) : 0;

	/* no loop instead of the call */
	barrier();
	return n + sum;
}

/* --- handlers that write down what they see */

static char recorded[NUM_RECORDED];
static unsigned int num_recorded;

static void record(char what)
{
	if (num_recorded < NUM_RECORDED - 1)
		recorded[num_recorded++] = what;
}

static const char *called(target_fn fn, int n)
{
	memset(recorded, 0, sizeof(recorded));
	num_recorded = 0;
	fn(n);
	return recorded;
}

#define EXPECT_CALLED(fn, n, who)	EXPECT_STREQ(called(fn, n), who)

struct named_return {
	struct kretprobe rp;
	char name;
	bool is_refusing;
};

static struct named_return returns[4];

#define A (&returns[0].rp)
#define B (&returns[1].rp)
#define C (&returns[2].rp)

static bool is_real(const struct kretprobe_instance *ri)
{
	return !is_kretprobe_trampoline((unsigned long)ri->ret_addr);
}

static int on_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);
	struct named_return *named = container_of(rp, struct named_return, rp);

	record(named->name);
	EXPECT(kprobe_running() == &rp->kp);
	EXPECT(ri->task == current);
	EXPECT(ri->rp == rp);
	EXPECT(is_real(ri));
	*(int *)ri->data = test_argument(regs, 0);
	return named->is_refusing;
}

static int on_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);
	struct named_return *named = container_of(rp, struct named_return, rp);
	int n = *(int *)ri->data;

	record(named->name - 'a' + 'A');
	EXPECT(kprobe_running() == &rp->kp);
	EXPECT(ri->task == current);
	EXPECT(is_real(ri));
	EXPECT_EQ(instruction_pointer(regs), ri->ret_addr);
	EXPECT_EQ(get_kretprobe_retaddr(ri), ri->ret_addr);
	EXPECT_EQ(regs_return_value(regs), n * (n + 1) / 2);
	return 0;
}

static void name_returns(target_fn fn)
{
	int i;

	memset(returns, 0, sizeof(returns));
	for (i = 0; i < ARRAY_SIZE(returns); i++) {
		returns[i].name = 'a' + i;
		returns[i].rp.kp.addr = (kprobe_opcode_t *)fn;
		returns[i].rp.entry_handler = on_entry;
		returns[i].rp.handler = on_return;
		returns[i].rp.data_size = sizeof(int);
	}
}

/* Each test is run with a function that ftrace reaches, and one it does not. */
static void with_both(void (*test)(target_fn fn))
{
	test(ra_untraced);
	test(ra_traced);
}

static void check_pairs(target_fn fn)
{
	name_returns(fn);
	EXPECT_EQ(register_kretprobe(A), 0);
	EXPECT_CALLED(fn, 0, "aA");
	EXPECT_CALLED(fn, 3, "aaaaAAAA");
	EXPECT(!kprobe_running());
	unregister_kretprobe(A);
	EXPECT_CALLED(fn, 3, "");
	EXPECT_EQ(A->nmissed, 0);
	/* the same struct once more */
	EXPECT_EQ(register_kretprobe(A), 0);
	EXPECT_CALLED(fn, 1, "aaAA");
	unregister_kretprobe(A);
}

static void pairs(void)
{
	with_both(check_pairs);
}

static void check_deep(target_fn fn)
{
	name_returns(fn);
	A->entry_handler = NULL;
	A->handler = NULL;
	EXPECT_EQ(register_kretprobe(A), 0);
	EXPECT_EQ(fn(TEST_DEPTH), TEST_DEPTH * (TEST_DEPTH + 1) / 2);
	unregister_kretprobe(A);
	EXPECT_EQ(A->nmissed, 0);
}

static void deep(void)
{
	with_both(check_deep);
}

/* The last registered sees the return first, as with the kernel's own. */
static void check_several(target_fn fn)
{
	struct kretprobe *all[] = { A, B, C };

	name_returns(fn);
	EXPECT_EQ(register_kretprobes(all, 3), 0);
	EXPECT_CALLED(fn, 0, "abcCBA");
	EXPECT_CALLED(fn, 1, "abcabcCBACBA");
	returns[1].is_refusing = true;
	EXPECT_CALLED(fn, 0, "abcCA");
	unregister_kretprobe(A);
	EXPECT_CALLED(fn, 0, "bcC");
	unregister_kretprobes(all + 1, 2);
	EXPECT_CALLED(fn, 0, "");
}

static void several(void)
{
	with_both(check_several);
}

static void check_disabled(target_fn fn)
{
	name_returns(fn);
	A->kp.flags = KPROBE_FLAG_DISABLED;
	EXPECT_EQ(register_kretprobe(A), 0);
	EXPECT_CALLED(fn, 0, "");
	EXPECT_EQ(enable_kretprobe(A), 0);
	EXPECT_CALLED(fn, 0, "aA");
	EXPECT_EQ(disable_kretprobe(A), 0);
	EXPECT_CALLED(fn, 0, "");
	unregister_kretprobe(A);
}

static void disabled(void)
{
	with_both(check_disabled);
}

static void check_maxactive(target_fn fn)
{
	name_returns(fn);
	A->maxactive = 2;
	EXPECT_EQ(register_kretprobe(A), 0);
	EXPECT_CALLED(fn, 4, "aaAA");
	EXPECT_EQ(A->nmissed, 3);
	EXPECT_CALLED(fn, 1, "aaAA");
	EXPECT_EQ(A->nmissed, 3);
	unregister_kretprobe(A);
	EXPECT_EQ(A->maxactive, 2);

	A->maxactive = 0;
	EXPECT_EQ(register_kretprobe(A), 0);
	EXPECT_EQ(A->nmissed, 0);
	EXPECT_EQ(A->maxactive, max_t(int, 10, 2 * num_possible_cpus()));
	EXPECT_CALLED(fn, 15, "aaaaaaaaaaaaaaaaAAAAAAAAAAAAAAAA");
	EXPECT_EQ(A->nmissed, 0);
	unregister_kretprobe(A);

	/* what registering has put there is no limit */
	EXPECT_EQ(register_kretprobe(A), 0);
	EXPECT_CALLED(fn, 15, "aaaaaaaaaaaaaaaaAAAAAAAAAAAAAAAA");
	unregister_kretprobe(A);
	A->maxactive = 1;
	EXPECT_EQ(register_kretprobe(A), 0);
	EXPECT_CALLED(fn, 15, "aA");
	unregister_kretprobe(A);
}

static void maxactive(void)
{
	with_both(check_maxactive);
}

/* --- beside kprobes */

static int record_pre(struct kprobe *kp, struct pt_regs *regs)
{
	record('k');
	return 0;
}

static void record_post(struct kprobe *kp, struct pt_regs *regs,
			unsigned long flags)
{
	record('K');
}

static void check_kprobe_beside(target_fn fn)
{
	struct kprobe kp = { .addr = (kprobe_opcode_t *)fn,
			     .pre_handler = record_pre,
			     .post_handler = record_post };

	name_returns(fn);
	EXPECT_EQ(register_kprobe(&kp), 0);
	EXPECT_EQ(register_kretprobe(A), 0);
	EXPECT_CALLED(fn, 1, "kaKkaKAA");
	unregister_kprobe(&kp);
	EXPECT_CALLED(fn, 0, "aA");
	unregister_kretprobe(A);
}

static void kprobe_beside(void)
{
	with_both(check_kprobe_beside);
}

/* --- the value returned */

static int change_value(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	regs_set_return_value(regs, regs_return_value(regs) + 1000);
	return 0;
}

static void check_changed(target_fn fn)
{
	name_returns(fn);
	A->handler = change_value;
	A->entry_handler = NULL;
	EXPECT_EQ(register_kretprobe(A), 0);
	EXPECT_EQ(fn(2), 3003);
	unregister_kretprobe(A);
	EXPECT_EQ(fn(2), 3);
}

static void changed(void)
{
	with_both(check_changed);
}

/* --- one frame, two functions */

static unsigned long tail_ret_addr[2];
static int num_tail;

static int see_tail(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	EXPECT(is_real(ri));
	if (num_tail < ARRAY_SIZE(tail_ret_addr))
		tail_ret_addr[num_tail] = (unsigned long)ri->ret_addr;
	num_tail++;
	record(get_kretprobe(ri) == A ? 'A' : 'B');
	return 0;
}

static void tail_call(void)
{
	struct kretprobe *both[] = { A, B };

	name_returns(ra_tail);
	B->kp.addr = (kprobe_opcode_t *)ra_tail_end;
	A->entry_handler = NULL;
	B->entry_handler = NULL;
	A->handler = see_tail;
	B->handler = see_tail;
	num_tail = 0;
	EXPECT_EQ(register_kretprobes(both, 2), 0);
	EXPECT_CALLED(ra_tail, 6, "BA");
	EXPECT_EQ(num_tail, 2);
	EXPECT_EQ(tail_ret_addr[0], tail_ret_addr[1]);
	EXPECT_EQ(ra_tail(6), 7);
	unregister_kretprobes(both, 2);
}

/* --- functions whose callers rely on more than the ABI */

/* Where stubs are told by the address, x86's second caller returns to one like theirs. */
__weak long ra_call_keeps_all_aligned(void)
{
	return ra_call_keeps_all();
}

static void all_registers_kept(void)
{
	EXPECT_EQ(ra_call_keeps_all(), 0);
	name_returns((target_fn)ra_keeps_all);
	A->entry_handler = NULL;
	A->handler = NULL;
	EXPECT_EQ(register_kretprobe(A), 0);
	EXPECT_EQ(ra_call_keeps_all(), 0);
	EXPECT_EQ(ra_call_keeps_all_aligned(), 0);
	unregister_kretprobe(A);
}

/* --- a handler that calls what is probed */

static int nest(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	record('n');
	ra_untraced(1);
	return 0;
}

static void check_nested(target_fn fn)
{
	name_returns(fn);
	A->entry_handler = nest;
	A->handler = nest;
	B->kp.addr = (kprobe_opcode_t *)ra_untraced;
	EXPECT_EQ(register_kretprobe(A), 0);
	EXPECT_EQ(register_kretprobe(B), 0);
	EXPECT_CALLED(fn, 0, fn == ra_untraced ? "nbBn" : "nn");
	/* two calls in each of the two handlers */
	EXPECT_EQ(B->kp.nmissed, 4);
	EXPECT_EQ(A->kp.nmissed, fn == ra_untraced ? 4 : 0);
	EXPECT_EQ(A->nmissed, 0);
	unregister_kretprobe(A);
	unregister_kretprobe(B);
}

static void nested(void)
{
	with_both(check_nested);
}

/* --- what the caller does to its struct */

static void check_careless(target_fn fn)
{
	name_returns(fn);
	EXPECT_EQ(register_kretprobe(A), 0);
	A->handler = NULL;
	EXPECT_CALLED(fn, 0, "a");
	A->entry_handler = NULL;
	EXPECT_CALLED(fn, 0, "");
	unregister_kretprobe(A);
	unregister_kretprobe(A);
	EXPECT_EQ(A->kp.addr, 0);
	/* the struct is the caller's again, at once */
	memset(A, 0x5a, sizeof(*A));
	EXPECT_CALLED(fn, 0, "");
}

static void careless(void)
{
	with_both(check_careless);
}

/* --- what is refused */

/* Symbols that a kernel has or has not, but that no return probe may be at. */
static void refused_symbols(void)
{
	static const char * const symbols[] = {
		"ra_tail.cold", "__switch_to_asm", "cpu_switch_to",
		"ret_from_fork", "preempt_schedule_notrace",
		"preempt_schedule_notrace_thunk",
		"dynamic_preempt_schedule_notrace", "native_play_dead",
		"arch_cpu_idle_dead", "__x86_indirect_thunk_r15",
		"return_to_handler", "kp_no_such_symbol",
	};
	int i, ret, absent = 0;

	for (i = 0; i < ARRAY_SIZE(symbols); i++) {
		name_returns(NULL);
		A->kp.symbol_name = symbols[i];
		/* not armed, should it be taken */
		A->kp.flags = KPROBE_FLAG_DISABLED;
		ret = register_kretprobe(A);
		if (!ret)
			unregister_kretprobe(A);
		if (ret != -EINVAL && ret != -ENOENT) {
			failed = true;
			ktap_note("%s: %d", symbols[i], ret);
		}
		absent += ret == -ENOENT;
	}
	ktap_note("%d of %d are not in this kernel", absent, i);
	EXPECT(absent < i);
}

static void refused(void)
{
	struct kretprobe *bad[] = { A, B };

	name_returns(ra_untraced);
	A->kp.offset = 1;
	EXPECT_EQ(register_kretprobe(A), -EINVAL);

	name_returns(ra_untraced);
	A->data_size = KRETPROBE_MAX_DATA_SIZE + 1;
	EXPECT_EQ(register_kretprobe(A), -E2BIG);
	A->data_size = KRETPROBE_MAX_DATA_SIZE;
	EXPECT_EQ(register_kretprobe(A), 0);
	EXPECT_EQ(register_kretprobe(A), -EINVAL);
	EXPECT_CALLED(ra_untraced, 0, "aA");
	unregister_kretprobe(A);

	name_returns(ra_untraced);
	A->kp.addr = NULL;
	A->kp.symbol_name = "ra_no_such_function";
	EXPECT_EQ(register_kretprobe(A), -ENOENT);
	A->kp.symbol_name = "ret_from_fork";
	EXPECT_EQ(register_kretprobe(A), -EINVAL);

	/* more than there is memory for, and than is taken up in trying */
	name_returns(ra_untraced);
	A->maxactive = INT_MAX;
	EXPECT_EQ(register_kretprobe(A), -ENOMEM);
	EXPECT_CALLED(ra_untraced, 0, "");
	A->maxactive = 300;
	EXPECT_EQ(register_kretprobe(A), 0);
	EXPECT_CALLED(ra_untraced, 0, "aA");
	unregister_kretprobe(A);

	/* all or none */
	name_returns(ra_untraced);
	B->data_size = KRETPROBE_MAX_DATA_SIZE + 1;
	EXPECT_EQ(register_kretprobes(bad, 2), -E2BIG);
	EXPECT_CALLED(ra_untraced, 0, "");
	EXPECT_EQ(register_kretprobes(bad, 0), -EINVAL);
	EXPECT_EQ(register_kretprobes(bad, -1), -EINVAL);
}

static const struct api_test tests[] = {
	API_TEST(pairs), API_TEST(deep), API_TEST(several), API_TEST(disabled),
	API_TEST(maxactive), API_TEST(kprobe_beside), API_TEST(changed),
	API_TEST(tail_call), API_TEST(all_registers_kept), API_TEST(nested),
	API_TEST(careless), API_TEST(refused), API_TEST(refused_symbols),
};

API_MODULE(tests)
MODULE_DESCRIPTION("Test of return probes");
MODULE_LICENSE("GPL");
