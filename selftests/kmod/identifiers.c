// SPDX-License-Identifier: GPL-2.0
/*
 * What sources use that were written for the kernel's <linux/kprobes.h>, of 2.6 to
 * 6.x, without including more than that: it compiles. What must not be used is
 * in <linux/kprobes_refused.h>, which selftests/host/identifiers.sh tries.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/module.h>

/* By way of linux/ftrace.h, as in the kernel's header. */
static char name[KSYM_NAME_LEN];
static char symbol[KSYM_SYMBOL_LEN];
static unsigned long (*lookup)(const char *) = kallsyms_lookup_name;
static struct ftrace_ops *ops;
static refcount_t count;
static DEFINE_MUTEX(mutex);
static DEFINE_SPINLOCK(lock);
static DEFINE_PER_CPU(int, number);
static LIST_HEAD(list);

static kprobe_opcode_t opcode;
static struct arch_specific_insn insn;
static kprobe_pre_handler_t pre;
static kprobe_post_handler_t post;
static kprobe_fault_handler_t fault;
static kprobe_break_handler_t on_break;
static kretprobe_handler_t on_return;
static const int states[] = {
	KPROBE_HIT_ACTIVE, KPROBE_HIT_SS, KPROBE_REENTER, KPROBE_HIT_SSDONE,
	KPROBE_FLAG_GONE, KPROBE_FLAG_DISABLED, KPROBE_FLAG_OPTIMIZED,
	KPROBE_FLAG_FTRACE, KPROBE_FLAG_ON_FUNC_ENTRY,
	KRETPROBE_MAX_DATA_SIZE, MAX_INSN_SIZE,
};

static nokprobe_inline int add(int a, int b)
{
	return a + b;
}

static int __kprobes closed(void)
{
	return add(1, 2);
}

static noinline int marked(void)
{
	return closed();
}
NOKPROBE_SYMBOL(marked);

static void on_entry(void)
{
	jprobe_return();
}

/* Linux 2.6 to 4.14 */
static struct jprobe jp = {
	.entry = JPROBE_ENTRY(on_entry),
	.kp.symbol_name = "kernel_clone",
	.kp.flags = KPROBE_FLAG_DISABLED,
};

static int at_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	return get_kretprobe(ri)->nmissed + !ri->ret_addr +
	       (get_kretprobe_retaddr(ri) == 0) + !ri->task +
	       ri->data[0] + (int)regs_return_value(regs);
}

static struct kretprobe rp = {
	.handler = at_return,
	.entry_handler = at_return,
	.data_size = 8,
	.maxactive = 2,
	.kp.symbol_name = "kernel_clone",
};

/* to 5.13 */
static int on_fault(struct kprobe *p, struct pt_regs *regs, int trapnr)
{
	return 0;
}

static struct kprobe kp = {
	.symbol_name = "kernel_clone",
	.fault_handler = on_fault,
};

/* Called, or not even that: it is enough that it compiles. */
static void use_all(void)
{
	struct kprobe *kps[] = { &kp };
	struct kretprobe *rps[] = { &rp };
	struct jprobe *jps[] = { &jp };

	if (!kprobes_built_in())
		return;
	(void)!register_kprobes(kps, 1);
	unregister_kprobes(kps, 1);
	(void)!register_kretprobes(rps, 1);
	unregister_kretprobes(rps, 1);
	(void)!register_jprobes(jps, 1);
	unregister_jprobes(jps, 1);
	(void)!register_kretprobe(&rp);
	(void)!disable_kretprobe(&rp);
	(void)!enable_kretprobe(&rp);
	unregister_kretprobe(&rp);
	(void)!register_jprobe(&jp);
	(void)!disable_jprobe(&jp);
	(void)!enable_jprobe(&jp);
	unregister_jprobe(&jp);
	(void)!register_kprobe(&kp);
	(void)!disable_kprobe(&kp);
	(void)!enable_kprobe(&kp);
	wait_for_kprobe_optimizer();
	preempt_disable();
	if (get_kprobe(kp.addr) && !kprobe_running())
		dump_kprobe(&kp);
	preempt_enable();
	if (kprobe_gone(&kp) || kprobe_disabled(&kp) || kprobe_optimized(&kp) ||
	    kprobe_ftrace(&kp) || is_kretprobe_trampoline(0) ||
	    is_kprobe_insn_slot(0) || is_kprobe_optinsn_slot(0))
		flush_insn_slot(&kp);
	unregister_kprobe(&kp);
	sprint_symbol(symbol, (unsigned long)kp.addr);
}

static unsigned long all[] = {
	(unsigned long)name, (unsigned long)symbol, (unsigned long)&lookup,
	(unsigned long)&ops, (unsigned long)&count, (unsigned long)&mutex,
	(unsigned long)&lock, (unsigned long)&number, (unsigned long)&list,
	(unsigned long)&opcode, (unsigned long)&insn, (unsigned long)&pre,
	(unsigned long)&post, (unsigned long)&fault, (unsigned long)&on_break,
	(unsigned long)&on_return, (unsigned long)states,
	(unsigned long)marked,
};

static int __init identifiers_init(void)
{
	return all[0] ? 0 : -EINVAL;
}

static void __exit identifiers_exit(void)
{
	if (!all[0])
		use_all();
}

module_init(identifiers_init);
module_exit(identifiers_exit);
MODULE_DESCRIPTION("What sources for the kernel's kprobes use");
MODULE_LICENSE("GPL");
