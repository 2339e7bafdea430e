// SPDX-License-Identifier: GPL-2.0
/* What the API promises of watchpoint probes. */
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/kwatch.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/sched/task.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include <compat/cmpxchg.h>
#include <watch_arch.h>

#include "api_test.h"
#include "watch_seen.h"

#define NUM_WATCHES	4

/* Found by its name. */
extern u64 wa_named;
u64 wa_named;
DECLARE_PER_CPU(u64, wa_per_cpu);
DEFINE_PER_CPU(u64, wa_per_cpu);

static void write_byte(int i, u8 value)
{
	WRITE_ONCE(data.b[i], value);
}

/* --- what is a hit, and what it is told */

static void test_length(u8 length)
{
	struct kwatch kw = watch_of(&data.b[length], length, KWATCH_WRITE);
	int i;

	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	for (i = 0; i < 16; i++)
		write_byte(i, i + 1);
	EXPECT_EQ(count(), length);
	EXPECT(READ_ONCE(data.b[length]) == length + 1);
	EXPECT_EQ(count(), 0);
	unregister_kwatch_probe(&kw);
	write_byte(length, 0);
	EXPECT_EQ(count(), 0);
}

static void every_length(void)
{
	test_length(1);
	test_length(2);
	test_length(4);
	test_length(8);
}

static void access_is_read_or_written(void)
{
	struct kwatch kw = watch_of(&data.l[1], 4, KWATCH_RW);

	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	EXPECT_EQ(READ_ONCE(data.l[1]), 0);
	EXPECT_EQ(count(), 1);
	WRITE_ONCE(data.l[1], 5);
	EXPECT_EQ(count(), 1);
	EXPECT(READ_ONCE(data.l[0]) == 0 && READ_ONCE(data.l[2]) == 0);
	EXPECT_EQ(count(), 0);
	unregister_kwatch_probe(&kw);
}

static void reads(void)
{
	struct kwatch kw = watch_of(&data.l[1], 4, KWATCH_READ);

	if (!WATCH_CAN_READ)
		return;
	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	EXPECT_EQ(READ_ONCE(data.l[1]), 0);
	EXPECT_EQ(count(), 1);
	WRITE_ONCE(data.l[1], 5);
	EXPECT_EQ(count(), 0);
	EXPECT_EQ(READ_ONCE(data.q[0]) >> 32, 5);
	EXPECT_EQ(count(), 1);
	unregister_kwatch_probe(&kw);
}

static void values(void)
{
	struct kwatch kw = watch_of(&data.w[2], 2, KWATCH_WRITE);

	data.w[2] = 0x1111;
	data.w[1] = 0xffff;
	data.w[3] = 0xffff;
	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	WRITE_ONCE(data.w[2], 0x2222);
	EXPECT_EQ(last_old, 0x1111);
	EXPECT_EQ(last_new, 0x2222);
	write_byte(5, 0x33);
	EXPECT_EQ(last_old, 0x2222);
	EXPECT_EQ(last_new, 0x3322);
	WRITE_ONCE(data.q[0], 0x0102030405060708);
	EXPECT_EQ(last_old, 0x3322);
	EXPECT_EQ(last_new, 0x0304);
	EXPECT_EQ(count(), 3);
	EXPECT(last_kw == &kw);
	unregister_kwatch_probe(&kw);
}

static void only_changes(void)
{
	struct kwatch kw = watch_of(&data.q[1], 8, KWATCH_RW);

	kw.flags = KWATCH_CHANGED;
	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	WRITE_ONCE(data.q[1], 0);
	EXPECT_EQ(READ_ONCE(data.q[1]), 0);
	EXPECT_EQ(count(), 0);
	WRITE_ONCE(data.q[1], 7);
	EXPECT_EQ(count(), 1);
	WRITE_ONCE(data.q[1], 7);
	EXPECT_EQ(count(), 0);
	WRITE_ONCE(data.q[1], 1ULL << 63);
	EXPECT_EQ(count(), 1);
	EXPECT_EQ(last_old, 7);
	unregister_kwatch_probe(&kw);
}

static void on_hit_writes(struct kwatch *kw, struct pt_regs *regs, u64 old_value,
			  u64 new_value)
{
	on_value(kw, regs, old_value, new_value);
	WRITE_ONCE(data.l[0], new_value + 100);
}

static void handlers_do_not_hit(void)
{
	struct kwatch kw = watch_of(&data.l[0], 4, KWATCH_RW);

	kw.value_handler = on_hit_writes;
	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	WRITE_ONCE(data.l[0], 1);
	EXPECT_EQ(count(), 1);
	unregister_kwatch_probe(&kw);
	EXPECT_EQ(data.l[0], 101);
}

static void by_symbol(void)
{
	struct kwatch kw = watch_of(NULL, 4, KWATCH_WRITE);

	wa_named = 0;
	kw.symbol_name = "watch_api:wa_named";
	kw.offset = 4;
	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	EXPECT(kw.addr == (unsigned long)&wa_named + 4);
	WRITE_ONCE(wa_named, 1ULL << 32);
	EXPECT_EQ(count(), 1);
	EXPECT_EQ(last_new, 1);
	unregister_kwatch_probe(&kw);
	/* as it was left */
	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	WRITE_ONCE(wa_named, 0);
	EXPECT_EQ(count(), 1);
	unregister_kwatch_probe(&kw);
}

static void memory_of_all_kinds(void)
{
	u64 *on_heap = kzalloc(sizeof(*on_heap), GFP_KERNEL);
	u64 *in_vmalloc = vzalloc(PAGE_SIZE);
	struct kwatch a = watch_of(on_heap, 8, KWATCH_WRITE);
	struct kwatch b = watch_of(in_vmalloc, 8, KWATCH_WRITE);

	EXPECT_EQ(register_kwatch_probe(&a), 0);
	EXPECT_EQ(register_kwatch_probe(&b), 0);
	WRITE_ONCE(*on_heap, 1);
	EXPECT(last_kw == &a);
	WRITE_ONCE(*in_vmalloc, 1);
	EXPECT(last_kw == &b);
	EXPECT_EQ(count(), 2);
	unregister_kwatch_probe(&a);
	unregister_kwatch_probe(&b);
	kfree(on_heap);
	vfree(in_vmalloc);
}

static void write_on_cpu(void *value)
{
	WRITE_ONCE(data.l[0], (unsigned long)value);
}

/* --- several by one access, and accesses that are more than a write */

static void expect_hits_of_2(void)
{
	int num = count();

	EXPECT(num >= WATCH_MIN_OF_2 && num <= 2);
}

static void one_access_of_two(void)
{
	struct kwatch a = watch_of(&data.l[0], 4, KWATCH_WRITE);
	struct kwatch b = watch_of(&data.l[1], 4, KWATCH_WRITE);

	EXPECT_EQ(register_kwatch_probe(&a), 0);
	EXPECT_EQ(register_kwatch_probe(&b), 0);
	WRITE_ONCE(data.q[0], 1);
	expect_hits_of_2();
	WRITE_ONCE(data.l[1], 1);
	EXPECT_EQ(count(), 1);
	EXPECT(last_kw == &b);
	unregister_kwatch_probe(&a);
	WRITE_ONCE(data.q[0], 1);
	EXPECT_EQ(count(), 1);
	unregister_kwatch_probe(&b);
}

static void two_at_one_place(void)
{
	struct kwatch a = watch_of(&data.l[0], 4, KWATCH_WRITE);
	struct kwatch b = watch_of(&data.l[0], 4, KWATCH_RW);

	EXPECT_EQ(register_kwatch_probe(&a), 0);
	EXPECT_EQ(register_kwatch_probe(&b), 0);
	WRITE_ONCE(data.l[0], 1);
	expect_hits_of_2();
	EXPECT_EQ(READ_ONCE(data.l[0]), 1);
	EXPECT_EQ(count(), 1);
	EXPECT(last_kw == &b);
	unregister_kwatch_probe(&b);
	unregister_kwatch_probe(&a);
}

/* One write each, that is reported as such. */
#define WRITES(length, what, old_value, new_value) do {			\
		struct kwatch kw = watch_of(&data, length, KWATCH_WRITE); \
									\
		data.q[0] = old_value;					\
		EXPECT_EQ(register_kwatch_probe(&kw), 0);		\
		EXPECT(what);						\
		EXPECT_EQ(count(), 1);					\
		EXPECT_EQ(last_old, old_value);				\
		EXPECT_EQ(last_new, new_value);				\
		unregister_kwatch_probe(&kw);				\
		EXPECT_EQ(data.q[0], new_value);			\
	} while (0)

static void atomic_operations(void)
{
	atomic_t *word = (atomic_t *)&data.l[0];
	atomic64_t *quad = (atomic64_t *)&data.q[0];

	WRITES(4, (atomic_inc(word), true), 7, 8);
	WRITES(4, atomic_add_return(5, word) == 12, 7, 12);
	WRITES(4, atomic_fetch_or(8, word) == 7, 7, 15);
	WRITES(4, atomic_xchg(word, 9) == 7, 7, 9);
	WRITES(4, atomic_cmpxchg(word, 7, 9) == 7, 7, 9);
	WRITES(4, atomic_add_unless(word, 1, 3), 7, 8);
	WRITES(8, atomic64_sub_return(1ULL << 40, quad) == 1ULL << 40,
	       1ULL << 41, 1ULL << 40);
	WRITES(8, atomic64_cmpxchg_relaxed(quad, 7, 9) == 7, 7, 9);
	WRITES(1, cmpxchg(&data.b[0], 7, 9) == 7, 7, 9);
	WRITES(2, cmpxchg(&data.w[0], 7, 9) == 7, 7, 9);
	WRITES(2, xchg(&data.w[0], 9) == 7, 7, 9);
	WRITES(8, !test_and_set_bit(3, (unsigned long *)&data), 7, 15);
	if (kp_has_cmpxchg_two())
		WRITES(8, kp_cmpxchg_two(data.q, 7, 0, 9, 1) && data.q[1] == 1,
		       7, 9);
}

/* They read, and write or not: what they do counts, not how often they hit. */
static void atomic_operations_that_read(void)
{
	atomic_t *word = (atomic_t *)&data.l[0];
	struct kwatch kw = watch_of(word, 4, KWATCH_RW);

	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	EXPECT_EQ(atomic_add_return(5, word), 5);
	EXPECT(count() > 0);
	EXPECT_EQ(atomic_cmpxchg(word, 6, 7), 5);
	EXPECT(count() > 0);
	EXPECT_EQ(atomic_cmpxchg(word, 5, 7), 5);
	EXPECT(count() > 0);
	EXPECT_EQ(last_old, 5);
	EXPECT_EQ(last_new, 7);
	unregister_kwatch_probe(&kw);
	EXPECT_EQ(atomic_read(word), 7);
}

#define NUM_ADDS	2000
#define MAX_THREADS	8

static DEFINE_SPINLOCK(watched_lock);
static unsigned long locked_adds;

static int add_atomically(void *done)
{
	int i;

	for (i = 0; i < NUM_ADDS; i++)
		atomic_inc((atomic_t *)&data.l[0]);
	complete(done);
	return 0;
}

static int add_locked(void *done)
{
	int i;

	for (i = 0; i < NUM_ADDS; i++) {
		spin_lock(&watched_lock);
		locked_adds++;
		spin_unlock(&watched_lock);
	}
	complete(done);
	return 0;
}

/* How many threads there were. */
static int run_on_all_cpus(int (*run)(void *))
{
	DECLARE_COMPLETION_ONSTACK(done);
	struct task_struct *threads[MAX_THREADS], *thread;
	int cpu, num = 0, i;

	for_each_online_cpu(cpu) {
		if (num == MAX_THREADS)
			break;
		thread = kthread_create(run, &done, "watch/%d", cpu);
		if (IS_ERR(thread))
			continue;
		kthread_bind(thread, cpu);
		threads[num++] = get_task_struct(thread);
		wake_up_process(thread);
	}
	for (i = 0; i < num; i++)
		wait_for_completion(&done);
	for (i = 0; i < num; i++) {
		kthread_stop(threads[i]);
		put_task_struct(threads[i]);
	}
	return num;
}

static void atomic_operations_of_all_cpus(void)
{
	struct kwatch kw = watch_of(&data.l[0], 4, KWATCH_WRITE);
	int num;

	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	num = run_on_all_cpus(add_atomically);
	unregister_kwatch_probe(&kw);
	EXPECT_EQ(data.l[0], num * NUM_ADDS);
	EXPECT_EQ(count(), num * NUM_ADDS);
}

static void a_lock(void)
{
	struct kwatch kw = watch_of(&watched_lock, 4, KWATCH_RW);
	int num;

	locked_adds = 0;
	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	num = run_on_all_cpus(add_locked);
	unregister_kwatch_probe(&kw);
	EXPECT_EQ(locked_adds, num * NUM_ADDS);
	EXPECT(count() >= 2 * num * NUM_ADDS);
}

static void on_all_cpus(void)
{
	struct kwatch kw = watch_of(&data.l[0], 4, KWATCH_WRITE);
	int cpu;

	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	for_each_online_cpu(cpu) {
		smp_call_function_single(cpu, write_on_cpu, (void *)1 + cpu,
					 true);
		EXPECT_EQ(count(), 1);
		EXPECT_EQ(last_cpu, cpu);
		EXPECT_EQ(last_new, 1 + cpu);
	}
	unregister_kwatch_probe(&kw);
}

/* Half of it is watched, half is not mapped. */
static void accesses_that_fault(void)
{
	u8 *page = vzalloc(PAGE_SIZE);
	struct kwatch kw = watch_of(page + PAGE_SIZE - 4, 4, KWATCH_RW);
	long value;

	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	EXPECT_EQ(get_kernel_nofault(value, (long *)(page + PAGE_SIZE - 4)), -EFAULT);
	EXPECT(!irqs_disabled());
	count();
	WRITE_ONCE(page[PAGE_SIZE - 1], 1);
	EXPECT_EQ(count(), 1);
	unregister_kwatch_probe(&kw);
	vfree(page);
}

static void on_hit_fault(struct kwatch *kw, struct pt_regs *regs, int debugreg)
{
	long value;

	see(kw, regs);
	if (!get_kernel_nofault(value, (long *)-4096L))
		count();
}

/* What the kernel has not read yet of a page fault is as it was. */
static void handlers_that_fault(void)
{
	struct kwatch kw = watch_of(&data.b[0], 1, KWATCH_WRITE);
	unsigned long flags, fault;

	kw.handler = on_hit_fault;
	kw.value_handler = NULL;
	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	local_irq_save(flags);
	watch_set_fault(0x12340);
	write_byte(0, 1);
	fault = watch_fault();
	local_irq_restore(flags);
	EXPECT_EQ(count(), 1);
	if (WATCH_KEEPS_FAULT)
		EXPECT_EQ(fault, 0x12340);
	unregister_kwatch_probe(&kw);
}

/* --- the classic functions */

static void classic(void)
{
	int number;

	watch_of(NULL, 0, 0);
	number = register_kwatch((unsigned long)&data.l[2], 4, KWATCH_WRITE,
				 on_hit);
	EXPECT(number >= 0 && number < NUM_WATCHES);
	last_number = -1;
	WRITE_ONCE(data.l[2], 3);
	EXPECT_EQ(count(), 1);
	EXPECT_EQ(last_number, number);
	EXPECT(last_kw->addr == (unsigned long)&data.l[2]);
	EXPECT(last_kw->length == 4 && last_kw->type == KWATCH_WRITE);
	unregister_kwatch(number);
	WRITE_ONCE(data.l[2], 4);
	EXPECT_EQ(count(), 0);
	/* mistakes */
	unregister_kwatch(number);
	unregister_kwatch(-1);
	unregister_kwatch(1000);
	EXPECT_EQ(register_kwatch(1, 1, KWATCH_WRITE, on_hit), -EINVAL);
}

static void numbers_are_reused(void)
{
	int number[NUM_WATCHES], i;

	watch_of(NULL, 0, 0);
	for (i = 0; i < NUM_WATCHES; i++) {
		number[i] = register_kwatch((unsigned long)&data.l[i], 4,
					    KWATCH_WRITE, on_hit);
		EXPECT_EQ(number[i], i);
	}
	EXPECT_EQ(register_kwatch((unsigned long)&wa_named, 8, KWATCH_WRITE,
				  on_hit), -ENOSPC);
	for (i = 0; i < NUM_WATCHES; i++) {
		WRITE_ONCE(data.l[i], 1);
		EXPECT_EQ(last_number, i);
	}
	EXPECT_EQ(count(), NUM_WATCHES);
	unregister_kwatch(number[1]);
	EXPECT_EQ(register_kwatch((unsigned long)&wa_named, 8, KWATCH_WRITE,
				  on_hit), 1);
	for (i = 0; i < NUM_WATCHES; i++)
		unregister_kwatch(number[i]);
}

/* --- moving */

static unsigned int next_place;
static volatile int move_result;

static void on_hit_moves(struct kwatch *kw, struct pt_regs *regs, u64 old_value,
			 u64 new_value)
{
	on_value(kw, regs, old_value, new_value);
	next_place++;
	move_result = move_kwatch_probe(kw, (unsigned long)&data.l[next_place % 4]);
}

static void moved_by_its_handler(void)
{
	struct kwatch kw = watch_of(&data.l[0], 4, KWATCH_WRITE);
	int i;

	data.l[2] = 50;
	next_place = 0;
	kw.value_handler = on_hit_moves;
	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	for (i = 0; i < 40; i++) {
		WRITE_ONCE(data.l[i % 4], 100 + i);
		EXPECT_EQ(move_result, 0);
		EXPECT_EQ(count(), 1);
		EXPECT_EQ(last_old, i >= 4 ? 96 + i : i == 2 ? 50 : 0);
		EXPECT_EQ(last_new, 100 + i);
		EXPECT(kw.addr == (unsigned long)&data.l[(i + 1) % 4]);
		/* where it was */
		WRITE_ONCE(data.l[i % 4], 100 + i);
		EXPECT_EQ(count(), 0);
	}
	unregister_kwatch_probe(&kw);
}

static struct kwatch moved;

static int on_kprobe_moves(struct kprobe *kp, struct pt_regs *regs)
{
	int n = regs_get_kernel_argument(regs, 0);

	move_result = move_kwatch_probe(&moved, (unsigned long)&data.l[n]);
	return 0;
}

static void write_all(void *unused)
{
	int i;

	for (i = 0; i < 4; i++)
		WRITE_ONCE(data.l[i], data.l[i] + 1);
}

static void do_nothing(void *unused)
{
}

static void moved_by_a_probe(void)
{
	struct kprobe kp = {
		.addr		= (kprobe_opcode_t *)wa_called,
		.pre_handler	= on_kprobe_moves,
	};
	int n, cpu;

	moved = watch_of(&data.l[3], 4, KWATCH_WRITE);
	EXPECT_EQ(register_kwatch_probe(&moved), 0);
	EXPECT_EQ(register_kprobe(&kp), 0);
	for (n = 0; n < 4; n++) {
		EXPECT_EQ(wa_called(n), n * 3 + 1);
		EXPECT_EQ(move_result, 0);
		write_all(NULL);
		EXPECT_EQ(count(), 1);
		EXPECT_EQ(last_new, data.l[n]);
		for_each_online_cpu(cpu) {
			/* an interrupt, that makes it follow */
			smp_call_function_single(cpu, do_nothing, NULL, true);
			smp_call_function_single(cpu, write_all, NULL, true);
			EXPECT_EQ(count(), 1);
			EXPECT_EQ(last_cpu, cpu);
			EXPECT_EQ(last_new, data.l[n]);
			EXPECT_EQ(last_old, data.l[n] - 1);
		}
	}
	unregister_kprobe(&kp);
	unregister_kwatch_probe(&moved);
	EXPECT_EQ(move_kwatch_probe(&moved, (unsigned long)&data.l[0]), -EINVAL);
}

static void moved_to_bad_places(void)
{
	struct kwatch kw = watch_of(&data.l[0], 4, KWATCH_WRITE);
	struct kwatch x = watch_of(wa_called, 1, KWATCH_EXECUTE);

	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	EXPECT_EQ(move_kwatch_probe(&kw, (unsigned long)&data.b[2]), -EINVAL);
	EXPECT_EQ(move_kwatch_probe(&kw, 0x1000), -EINVAL);
	EXPECT_EQ(move_kwatch_probe(&kw, -8), -EFAULT);
	/* a program's registers */
	if (WATCH_HAS_ENTRY_DATA)
		EXPECT_EQ(move_kwatch_probe(&kw, (unsigned long)task_pt_regs(current)),
			  -EINVAL);
	/* no CPU's */
	EXPECT_EQ(move_kwatch_probe(&kw, kprobe_symbol_address("runqueues")),
		  -EINVAL);
	EXPECT(kw.addr == (unsigned long)&data.l[0]);
	WRITE_ONCE(data.l[0], 1);
	EXPECT_EQ(count(), 1);
	x.value_handler = NULL;
	x.handler = on_hit;
	EXPECT_EQ(register_kwatch_probe(&x), 0);
	EXPECT_EQ(move_kwatch_probe(&x, (unsigned long)int_sqrt), -EOPNOTSUPP);
	unregister_kwatch_probe(&x);
	unregister_kwatch_probe(&kw);
}

/* --- mistakes: nothing is watched, and the next one works */

static void mistakes(void)
{
	struct kwatch kw = watch_of(&data.l[1], 4, KWATCH_WRITE);

	EXPECT_EQ(register_kwatch_probe(NULL), -EINVAL);
	/* the last page but one is none */
	EXPECT_EQ(register_kwatch_probe((void *)-8192L), -EFAULT);
	unregister_kwatch_probe((void *)-8192L);
	EXPECT_EQ(register_kwatch_probe(&kw), 0);
	EXPECT_EQ(register_kwatch_probe(&kw), -EINVAL);
	WRITE_ONCE(data.l[1], 1);
	EXPECT_EQ(count(), 1);
	unregister_kwatch_probe(&kw);
	unregister_kwatch_probe(&kw);
	unregister_kwatch_probe(NULL);

	REFUSED(-EINVAL, kw.addr = 0);
	REFUSED(-EINVAL, kw.symbol_name = "jiffies");
	REFUSED(-ENOENT, kw.addr = 0; kw.symbol_name = "no_such_variable");
	REFUSED(-EINVAL, kw.addr += 2);
	REFUSED(-EINVAL, kw.addr = 0x400000);
	REFUSED(-EFAULT, kw.addr = -8UL);
	REFUSED(-EINVAL, kw.length = 0);
	REFUSED(-EINVAL, kw.length = 3);
	REFUSED(-EINVAL, kw.length = 16);
	REFUSED(-EINVAL, kw.length = 255);
	REFUSED(-EINVAL, kw.type = 4);
	if (!WATCH_CAN_READ)
		REFUSED(-EOPNOTSUPP, kw.type = KWATCH_READ);
	REFUSED(-EINVAL, kw.flags = 2);
	REFUSED(-EINVAL, kw.value_handler = NULL);
}

static void entry_data(void)
{
	unsigned int cpu;

	if (!WATCH_HAS_ENTRY_DATA)
		return;
	/* registers of programs: the first, and the last before the top of the stack */
	REFUSED(-EINVAL, kw.addr = (unsigned long)task_pt_regs(current));
	REFUSED(-EINVAL, kw.addr = (unsigned long)(task_pt_regs(current) + 1) - 4);
	if (WATCH_PRED_CMD)
		REFUSED(-EINVAL, kw.addr = WATCH_PRED_CMD);
	for_each_possible_cpu(cpu) {
		if (WATCH_HAS_CANARY) {
			REFUSED(-EINVAL, kw.addr = watch_canary(cpu));
			REFUSED(-EINVAL, kw.addr = watch_canary(cpu) + 4);
		}
		REFUSED(-EINVAL, kw.addr = watch_spec_ctrl(cpu));
		if (WATCH_HAS_TOP)
			REFUSED(-EINVAL, kw.addr = watch_top_of_stack(cpu));
	}
}

/* By name it is none of any CPU's. */
static void per_cpu_variables(void)
{
	static const char * const names[] = { "runqueues", "watch_api:wa_per_cpu" };
	struct kwatch kw;
	char why[128];
	int i, cpu;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		kw = watch_of(NULL, 8, KWATCH_WRITE);
		kw.symbol_name = names[i];
		EXPECT_EQ(register_kwatch_probe(&kw), -EINVAL);
		unregister_kwatch_probe(&kw);
		EXPECT_EQ(kwatch_refusal(&kw, why, sizeof(why)), -EINVAL);
		EXPECT_STREQ(why, "a per-CPU variable: the address of a CPU's is needed");
	}
	REFUSED(-EINVAL, kw.addr = kprobe_symbol_address("runqueues"));
	for_each_possible_cpu(cpu) {
		kw = watch_of(per_cpu_ptr(&wa_per_cpu, cpu), 8, KWATCH_WRITE);
		EXPECT_EQ(register_kwatch_probe(&kw), 0);
		per_cpu(wa_per_cpu, cpu) = 1;
		EXPECT_EQ(count(), 1);
		unregister_kwatch_probe(&kw);
	}
}

static const struct api_test tests[] = {
	API_TEST(every_length),
	API_TEST(access_is_read_or_written),
	API_TEST(reads),
	API_TEST(values),
	API_TEST(only_changes),
	API_TEST(handlers_do_not_hit),
	API_TEST(by_symbol),
	API_TEST(memory_of_all_kinds),
	API_TEST(on_all_cpus),
	API_TEST(one_access_of_two),
	API_TEST(two_at_one_place),
	API_TEST(atomic_operations),
	API_TEST(atomic_operations_that_read),
	API_TEST(atomic_operations_of_all_cpus),
	API_TEST(a_lock),
	API_TEST(accesses_that_fault),
	API_TEST(handlers_that_fault),
	API_TEST(classic),
	API_TEST(numbers_are_reused),
	API_TEST(moved_by_its_handler),
	API_TEST(moved_by_a_probe),
	API_TEST(moved_to_bad_places),
	API_TEST(mistakes),
	API_TEST(entry_data),
	API_TEST(per_cpu_variables),
};

API_MODULE(tests)
MODULE_DESCRIPTION("Test: the API of watchpoint probes");
MODULE_LICENSE("GPL");
