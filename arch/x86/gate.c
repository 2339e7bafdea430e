// SPDX-License-Identifier: GPL-2.0
/*
 * x86: a gate of our own for vector 3. The IDT is data: half of the gate changes, by one
 * store to another mapping of its page, and from then on breakpoints come to
 * gate_entry.S. The die notifier stays where it is, for all that is handed on.
 *
 * kprobes.ko cannot go as long as somebody else's gate may lead to ours.
 */
#include <linux/atomic.h>
#include <linux/kstrtox.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/vmalloc.h>
#include <asm/cpufeature.h>
#include <asm/desc.h>
#include <asm/set_memory.h>
#include <asm/special_insns.h>
#include <asm/text-patching.h>
#include <asm/trapnr.h>

#include <hit/own_entry.h>
#include <kernel/ksyms.h>
#include <kernel/native_kprobes.h>
#include <kernel/quiesce.h>
#include <kp_x86_gate.h>
#include <text/text.h>

#define KERNELS_ENTRY	"asm_exc_int3"

/* Processors with FRED; headers before 6.9 have no name for it. */
#define CR4_FRED	BIT(32)

/* The lower half of a gate: its bits that are no address. */
#define NO_ADDRESS	GENMASK_ULL(47, 16)

/* Protects what follows, and who writes the gate. Taken after kp_mutex. */
static DEFINE_MUTEX(gate_mutex);

static bool wanted = true;
/* Between init and exit. */
static bool is_open;
/* We have written the gate, and not taken that back. */
static bool is_ours;
static bool holds_module;
/* The lower halves: the kernel's and ours. */
static u64 kernels_half, our_half;
static const char *why_not = "int3_gate=0";

static const gate_desc *gate_now(void)
{
	struct desc_ptr idt;

	store_idt(&idt);
	return (const gate_desc *)idt.address + X86_TRAP_BP;
}

static u64 half_now(void)
{
	return READ_ONCE(*(const u64 *)gate_now());
}

/* What gate_entry.S does not do, and the kernel's entry does. */
static const char *kernel_why(void)
{
	/* one bit means that nested NMIs are counted elsewhere */
	if (NMI_BITS < 4)
		return "nested NMIs are counted elsewhere";
	if (boot_cpu_has(X86_FEATURE_XENPV))
		return "Xen delivers exceptions";
	if (native_read_cr4() & CR4_FRED)
		return "FRED delivers exceptions";
	return kp_own_entry_why();
}

/* Whether it is what the kernel has always there, and leads to its entry. */
static const char *gate_why(const gate_desc *gate, unsigned long kernels)
{
	if (!kernels)
		return "the kernel's entry is not known";
	if (gate->segment != __KERNEL_CS || !gate->bits.p || gate->bits.ist ||
	    gate->bits.dpl != 3 || gate->bits.type != GATE_INTERRUPT)
		return "the gate is not of the kind that is known";
	if (gate_offset(gate) != kernels)
		return "somebody else has the gate";
	if (kernels >> 32 != (unsigned long)kp_x86_gate >> 32)
		return "the kernel's entry is out of reach";
	return NULL;
}

static u64 make_half(u64 half, unsigned long to)
{
	return (half & NO_ADDRESS) | (to & 0xffff) |
	       (u64)(to & 0xffff0000) << 32;
}

/* The table itself is mapped for reading only. */
static int exchange(u64 from, u64 to)
{
	unsigned long gate = (unsigned long)gate_now();
	struct page *page = pfn_to_page(PHYS_PFN(slow_virt_to_phys((void *)gate)));
	void *map = vmap(&page, 1, VM_MAP, PAGE_KERNEL);
	u64 old;

	if (!map)
		return -ENOMEM;
	/* CPUs read half of a gate at once */
	old = cmpxchg64((u64 *)(map + offset_in_page(gate)), from, to);
	vunmap(map);
	return old == from ? 0 : -EBUSY;
}

static int write_jump_back(unsigned long kernels)
{
	unsigned long at = (unsigned long)kp_x86_gate_back;
	u8 bytes[JMP32_INSN_SIZE] = { JMP32_INSN_OPCODE };
	struct kp_code code = { at, sizeof(bytes), bytes };
	u32 displacement;

	/* objtool wants to see only what is marked */
	OPTIMIZER_HIDE_VAR(at);
	code.addr = at;
	displacement = kp_x86_jump(at + sizeof(bytes), kernels);
	memcpy(bytes + 1, &displacement, sizeof(displacement));
	return kp_text_write_slots(&code, 1);
}

static int write_entry(unsigned long kernels, unsigned long *to)
{
	int ret = write_jump_back(kernels);

	*to = (unsigned long)kp_x86_gate;
	if (ret || !boot_cpu_has(X86_FEATURE_PTI))
		return ret;
	why_not = kp_x86_landing_find();
	if (why_not)
		return -ENOENT;
	*to = kp_x86_landing;
	return kp_x86_landing_write(kernels);
}

/* A probe of the kernel's own kprobes there would be hit by its own breakpoint. */
static bool has_native_probe(void)
{
	unsigned long addr = (unsigned long)kp_x86_gate;
	bool has = false;

	kp_native_lock();
	for (; addr < (unsigned long)kp_x86_gate_end && !has; addr++)
		has = kp_native_has(addr);
	kp_native_unlock();
	return has;
}

/* Whether it could be had or not: the notifier is there in any case. */
static void take_gate(void)
{
	unsigned long kernels = kp_ksyms_lookup(KERNELS_ENTRY), to;

	lockdep_assert_held(&gate_mutex);
	if (is_ours)
		return;
	why_not = kernel_why() ?: gate_why(gate_now(), kernels);
	if (!why_not && has_native_probe())
		why_not = "the kernel's own kprobes have a probe in the entry";
	if (why_not)
		return;
	if (write_entry(kernels, &to)) {
		why_not = why_not ?: "text cannot be written";
		return;
	}
	kernels_half = half_now();
	our_half = make_half(kernels_half, to);
	if (exchange(kernels_half, our_half)) {
		why_not = "the gate cannot be written";
		kp_x86_landing_clear();
		return;
	}
	is_ours = true;
}

/* Only if nobody has changed it since: they may lead to us. */
static int give_gate_back(void)
{
	int ret;

	if (!is_ours)
		return 0;
	ret = exchange(our_half, kernels_half);
	if (ret)
		return ret;
	is_ours = false;
	/* interrupts are off from the gate to where we are left again */
	kp_wait_for_cpus();
	kp_x86_landing_clear();
	return 0;
}

/* Keep kprobes.ko loaded while the gate is another one. */
static void look_at_gate(void)
{
	bool is_changed = is_ours && half_now() != our_half;

	lockdep_assert_held(&gate_mutex);
	if (is_changed == holds_module)
		return;
	holds_module = is_changed;
	if (is_changed) {
		pr_warn("somebody else has changed the gate of breakpoints: kprobes.ko stays until that is undone\n");
		__module_get(THIS_MODULE);
	} else {
		module_put(THIS_MODULE);
	}
}

/* Who changes gates does so when it is loaded, and undoes it when it goes. */
static int on_module(struct notifier_block *nb, unsigned long state, void *data)
{
	if (state != MODULE_STATE_LIVE && state != MODULE_STATE_GOING)
		return NOTIFY_DONE;
	mutex_lock(&gate_mutex);
	if (is_open)
		look_at_gate();
	mutex_unlock(&gate_mutex);
	return NOTIFY_DONE;
}

static struct notifier_block module_block = {
	.notifier_call = on_module,
};

static int set_wanted(const char *val, const struct kernel_param *param)
{
	bool want;
	int ret = kstrtobool(val, &want);

	if (ret)
		return ret;
	mutex_lock(&gate_mutex);
	/* init does it; and after exit nobody may */
	if (is_open && !want) {
		look_at_gate();
		ret = give_gate_back();
		if (!ret)
			why_not = "int3_gate=0";
	} else if (is_open) {
		take_gate();
	}
	if (!ret)
		wanted = want;
	mutex_unlock(&gate_mutex);
	return ret;
}

static const struct kernel_param_ops wanted_ops = {
	.set = set_wanted,
	.get = param_get_bool,
};
module_param_cb(int3_gate, &wanted_ops, &wanted, 0644);
MODULE_PARM_DESC(int3_gate, "Take breakpoints by a gate of our own, where that is possible");

/**
 * kp_x86_gate_init() - take vector 3, if we may
 *
 * Context: process context, module init.
 * Return: 0, or what register_module_notifier() returned.
 */
int kp_x86_gate_init(void)
{
	int ret = register_module_notifier(&module_block);

	if (ret)
		return ret;
	mutex_lock(&gate_mutex);
	is_open = true;
	if (wanted)
		take_gate();
	mutex_unlock(&gate_mutex);
	return 0;
}

/**
 * kp_x86_gate_exit() - give vector 3 back
 *
 * When it returns no CPU is in gate_entry.S, and none comes there. Waits as long as
 * somebody else has the gate, who came too late for look_at_gate().
 *
 * Context: process context, module exit.
 */
void kp_x86_gate_exit(void)
{
	bool is_told = false;

	mutex_lock(&gate_mutex);
	is_open = false;
	mutex_unlock(&gate_mutex);
	unregister_module_notifier(&module_block);
	while (give_gate_back()) {
		if (!is_told)
			pr_warn("somebody else has changed the gate of breakpoints: waiting until that is undone\n");
		is_told = true;
		schedule_timeout_idle(HZ);
	}
}

/**
 * kp_x86_gate_show() - for `stats`
 * @m: where to
 *
 * Context: process context.
 */
void kp_x86_gate_show(struct seq_file *m)
{
	mutex_lock(&gate_mutex);
	if (is_open)
		look_at_gate();
	if (holds_module)
		seq_puts(m, "breakpoints: kprobes.ko held, as somebody else has changed the gate\n");
	else if (why_not)
		seq_printf(m, "breakpoints: by the kernel's notifiers: %s\n",
			   why_not);
	else
		seq_puts(m, "breakpoints: by a gate of our own\n");
	mutex_unlock(&gate_mutex);
}
