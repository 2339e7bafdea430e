// SPDX-License-Identifier: GPL-2.0
/*
 * Faults in handlers and in probed instructions: the fault_handler of the right
 * probe is called, once, with the number of the trap; what it mends goes on.
 */
#include <linux/kprobes.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include <test_arch.h>

#include "fault_arch.h"
#include "ktap.h"

#define SKIPPED		0x51bb51bbUL
#define GOOD		0x600d600dUL
#define MAX_PROBES	3

/* Whether fault_handlers are called before exception tables are searched. */
static bool asked_first = true;
module_param(asked_first, bool, 0400);

/*
 * What faults: a load from @ptr, a division by @divisor. In fault_probed_* the
 * same, at a place to probe. In fault_quiet nothing does but handlers.
 */
asm(".text\n" FAULT_FUNCTIONS);

unsigned long fault_load(const unsigned long *ptr);
unsigned long fault_divide(unsigned long value, unsigned long divisor);
unsigned long fault_probed_load(const unsigned long *ptr);
unsigned long fault_probed_divide(unsigned long value, unsigned long divisor);
unsigned long fault_quiet(unsigned long value);
extern kprobe_opcode_t fault_load_after[], fault_divide_insn[],
		       fault_divide_after[], fault_probed_load_insn[],
		       fault_probed_load_after[], fault_probed_divide_insn[],
		       fault_probed_divide_after[], fault_quiet_nop[],
		       fault_quiet_imul[];

static const struct {
	const char *name;
	int trapnr;
} kinds[] = {
	FAULT_KINDS
};

enum where { PRE, POST, INSN, NUM_WHERE };

static const struct site {
	const char *name;
	enum where where;
	bool with_post;
	kprobe_opcode_t *addr;	/* NULL: the faulting instruction itself */
} sites[] = {
	{ "pre_handler, emulated", PRE, false, fault_quiet_nop },
	{ "pre_handler, boosted", PRE, false, fault_quiet_imul },
	{ "pre_handler, stepped", PRE, true, fault_quiet_imul },
	{ "post_handler, emulated", POST, true, fault_quiet_nop },
	{ "post_handler, stepped", POST, true, fault_quiet_imul },
	{ "instruction, boosted", INSN, false, NULL },
	{ "instruction, stepped", INSN, true, NULL },
};

/* What happens in this round. */
static struct {
	enum kind kind;
	enum where where;
	bool retry;
	struct kprobe *faulting;	/* whose handler faults, or who mends */
	unsigned long value;		/* what the faulting code returned */
	int pre[MAX_PROBES];
	int post[MAX_PROBES];
	int fault[MAX_PROBES];
	int wrong;
} now;

static struct kprobe probes[MAX_PROBES];
static unsigned long good = GOOD;
static void *mapped;

static const unsigned long *bad_pointer(void)
{
	switch (now.kind) {
	case NULL_POINTER:
		return NULL;
	case BAD_KERNEL:
		return mapped + PAGE_SIZE;	/* the guard page */
	default:
		return (void *)(0x0badUL << 48);
	}
}

static void fault_here(void)
{
	if (now.kind == DIVIDE)
		now.value = fault_divide(GOOD, 0);
	else
		now.value = fault_load(bad_pointer());
}

static int index_of(struct kprobe *kp)
{
	return kp - probes;
}

static int pre(struct kprobe *kp, struct pt_regs *regs)
{
	now.pre[index_of(kp)]++;
	if (now.where == PRE && kp == now.faulting)
		fault_here();
	return 0;
}

static void post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
	now.post[index_of(kp)]++;
	if (now.where == POST && kp == now.faulting)
		fault_here();
}

static unsigned long faulting_ip(bool after)
{
	if (now.where == INSN)
		return (unsigned long)(now.kind == DIVIDE ?
			after ? fault_probed_divide_after :
				fault_probed_divide_insn :
			after ? fault_probed_load_after :
				fault_probed_load_insn);
	return now.kind == DIVIDE ?
	       (unsigned long)(after ? fault_divide_after :
				       fault_divide_insn) :
	       after ? (unsigned long)fault_load_after :
		       test_code(fault_load);
}

static int on_fault(struct kprobe *kp, struct pt_regs *regs, int trapnr)
{
	now.fault[index_of(kp)]++;
	if (trapnr != kinds[now.kind].trapnr)
		now.wrong |= 1;
	if (instruction_pointer(regs) != faulting_ip(false))
		now.wrong |= 2;
	if (kprobe_running() != kp)
		now.wrong |= 4;
	if (kp != now.faulting)
		return 0;
	if (!now.retry) {
		instruction_pointer_set(regs, faulting_ip(true));
		regs_set_return_value(regs, SKIPPED);
	} else if (now.kind == DIVIDE) {
		fault_mend_divisor(regs);
	} else {
		fault_mend_pointer(regs, &good);
	}
	return 1;
}

static bool counts_are_right(const struct site *site, int num)
{
	/* a skipped instruction has nothing after it */
	bool posts = site->with_post && !(site->where == INSN && !now.retry);
	int i, mender = index_of(now.faulting);
	bool right = true;

	for (i = 0; i < num; i++) {
		bool asked = i == mender || (site->where == INSN && i < mender);

		right &= now.pre[i] == 1;
		right &= now.post[i] == posts;
		right &= now.fault[i] == asked;
	}
	return right;
}

static unsigned long run_target(const struct site *site)
{
	if (site->where != INSN)
		return fault_quiet(7);
	if (now.kind == DIVIDE)
		return fault_probed_divide(GOOD, 0);
	return fault_probed_load(bad_pointer());
}

/* One fault, @num probes, the one in the middle is concerned. */
static bool run_one(const struct site *site, enum kind kind, bool retry,
		    int num)
{
	unsigned long mended = retry ? GOOD : SKIPPED, result;
	struct kprobe *kps[MAX_PROBES];
	bool right;
	int i, ret;

	memset(&now, 0, sizeof(now));
	now.kind = kind;
	now.where = site->where;
	now.retry = retry;
	now.faulting = &probes[num / 2];
	memset(probes, 0, sizeof(probes));
	for (i = 0; i < num; i++) {
		kps[i] = &probes[i];
		probes[i].addr = site->addr ?: (void *)faulting_ip(false);
		probes[i].pre_handler = pre;
		probes[i].post_handler = site->with_post ? post : NULL;
		probes[i].fault_handler = on_fault;
	}
	ret = register_kprobes(kps, num);
	if (ret) {
		ktap_note("register: %d", ret);
		return false;
	}
	result = run_target(site);
	unregister_kprobes(kps, num);

	right = counts_are_right(site, num) && !now.wrong;
	if (site->where == INSN)
		right &= result == mended;
	else
		right &= result == 21 && now.value == mended;
	if (!right)
		ktap_note("%s, %d: %lx %lx wrong %d, calls %d %d %d, %d %d %d, %d %d %d",
			  retry ? "retried" : "skipped", num, result, now.value,
			  now.wrong, now.pre[0], now.pre[1], now.pre[2],
			  now.post[0], now.post[1], now.post[2],
			  now.fault[0], now.fault[1], now.fault[2]);
	return right;
}

static void test_fault_handlers(void)
{
	enum kind kind;
	int i;

	for (i = 0; i < ARRAY_SIZE(sites); i++)
		for (kind = 0; kind < NUM_KINDS; kind++) {
			bool right = true;
			int num;

			for (num = 1; num <= MAX_PROBES; num++) {
				right &= run_one(&sites[i], kind, false, num);
				right &= run_one(&sites[i], kind, true, num);
			}
			ktap_result(right, "%s in %s", kinds[kind].name,
				    sites[i].name);
		}
}

/*
 * Accesses that have entries in exception tables need nobody's help, with and
 * without a fault_handler that declines.
 */
static struct {
	int runs;
	int faults;
	int wrong;
} own;

static int own_fault(struct kprobe *kp, struct pt_regs *regs, int trapnr)
{
	own.faults++;
	return 0;
}

static void use_own_tables(void)
{
	unsigned long value = 0;
	u32 word = 0;

	own.runs++;
	if (copy_from_kernel_nofault(&value, mapped + PAGE_SIZE,
				     sizeof(value)) != -EFAULT)
		own.wrong |= 1;
	if (copy_from_kernel_nofault(&value, &good, sizeof(value)) ||
	    value != GOOD)
		own.wrong |= 2;
	if (copy_from_user_nofault(&value, (void __user *)8,
				   sizeof(value)) != -EFAULT)
		own.wrong |= 4;
	pagefault_disable();
	if (__get_user(word, (u32 __user *)8) != -EFAULT || word)
		own.wrong |= 8;
	if (__put_user(1, (u32 __user *)8) != -EFAULT)
		own.wrong |= 16;
	if (__copy_from_user_inatomic(&value, (void __user *)8, 8) != 8)
		own.wrong |= 32;
	pagefault_enable();
}

static int own_pre(struct kprobe *kp, struct pt_regs *regs)
{
	use_own_tables();
	return 0;
}

static void own_post(struct kprobe *kp, struct pt_regs *regs,
		     unsigned long flags)
{
	use_own_tables();
}

static void test_own_tables(kprobe_opcode_t *addr, bool with_handler,
			    const char *what)
{
	struct kprobe kp = {
		.addr = addr,
		.pre_handler = own_pre,
		.post_handler = own_post,
		.fault_handler = with_handler ? own_fault : NULL,
	};
	bool right;

	memset(&own, 0, sizeof(own));
	right = !register_kprobe(&kp) && fault_quiet(7) == 21;
	unregister_kprobe(&kp);
	/* five of the accesses of a run fault, the last one maybe twice */
	right &= own.runs == 2 && !own.wrong &&
		 (with_handler && asked_first ? own.faults >= 10 : !own.faults);
	if (!right)
		ktap_note("runs %d wrong %x faults %d", own.runs, own.wrong,
			  own.faults);
	ktap_result(right, "handlers' own exception tables, %s, %s", what,
		    with_handler ? "fault_handler declines" :
		    "no fault_handler");
}

static int __init fault_handlers_init(void)
{
	ktap_begin();
	mapped = vmalloc(PAGE_SIZE);
	if (!mapped)
		return -ENOMEM;
	test_fault_handlers();
	test_own_tables(fault_quiet_nop, false, "emulated");
	test_own_tables(fault_quiet_imul, false, "stepped");
	test_own_tables(fault_quiet_nop, true, "emulated");
	test_own_tables(fault_quiet_imul, true, "stepped");
	vfree(mapped);
	ktap_end();
	return 0;
}

static void __exit fault_handlers_exit(void)
{
}

module_init(fault_handlers_init);
module_exit(fault_handlers_exit);
MODULE_DESCRIPTION("Test of fault handlers");
MODULE_LICENSE("GPL");
