// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: our breakpoints reach us by a hook for their immediate, and the steps of
 * watches by a hook for steps. On kernels where none can be registered, the kernel's
 * function for them begins with a branch to a piece of code that asks kp_arm64_brk() or
 * kp_arm64_softstep(), and goes on with the function if it was not ours.
 */
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/moduleparam.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <asm/byteorder.h>
#include <asm/cpufeature.h>
#include <asm/hwcap.h>

#include <arch/contract.h>
#include <text/exec_mem.h>
#include <kernel/ksyms.h>
#include <text/text.h>
#include <kp_arch_hit.h>
#include <kp_arm64_watch.h>

#include "brk_entry.h"
#include "vector.h"

#define INSN_SIZE	4
/* The first instruction that is written for it. */
#define PUSH_X30	0xf81f0ffe	/* str x30, [sp, #-16]! */
#define LDR_X30_LITERAL(distance) (0x5800001e | (distance) / 4 << 5)
#define BLR_X30		0xd63f03c0
#define POP_X30		0xf84107fe	/* ldr x30, [sp], #16 */

static bool wanted;
module_param_named(brk_entry, wanted, bool, 0444);
MODULE_PARM_DESC(brk_entry, "Take breakpoints at the entry of the kernel's function for them even if a hook can be registered");

/**
 * struct entry_detour - where the branch leads
 * @head: saves x30, and calls @common
 * @back: where that comes back to if the exception is not ours
 * @copy: what the branch has replaced, and the way back
 * @common: what is called, in stub_entry.S
 */
struct entry_detour {
	__le32 head[3];
	__le32 back;
	u8 copy[KP_ARCH_SLOT_CODE_SIZE];
	unsigned long common;
};

/**
 * struct entry - a function of the kernel's that begins with a branch
 * @name: its name, for the log
 * @common: what is called
 * @detour: where the branch leads
 * @home: where the branch is. When it is written, nobody is in the function or in the
 *	detour, for interrupts are off there
 * @original: what was there
 * @branch: the branch
 */
struct entry {
	const char *name;
	void (*common)(void);
	struct entry_detour *detour;
	unsigned long home;
	__le32 original;
	__le32 branch;
};

/* Whichever there is. */
static struct entry brk_entries[] = {
	{ .name = "do_el1_brk64", .common = kp_arm64_brk64_common },
	{ .name = "brk_handler", .common = kp_arm64_brk_handler_common },
};

/* NULL if it is by a hook. */
static struct entry *brk_entry;

static struct entry step_entry = {
	.name = "do_el1_softstep",
	.common = kp_arm64_softstep_common,
};

/* If no hook can be registered, or if the user says so. */
static bool wants_brk_entry(void)
{
	return wanted || !kp_ksyms.register_kernel_break_hook ||
	       !kp_ksyms.unregister_kernel_break_hook;
}

/* The detour of a function at @start. */
static int build(const struct entry *entry, unsigned long start)
{
	struct entry_detour code = {
		.head = {
			cpu_to_le32(PUSH_X30),
			cpu_to_le32(LDR_X30_LITERAL(offsetof(struct entry_detour,
							     common) -
						    INSN_SIZE)),
			cpu_to_le32(BLR_X30),
		},
		.back = cpu_to_le32(POP_X30),
		.common = (unsigned long)entry->common,
	};
	unsigned long copy = (unsigned long)entry->detour->copy;
	unsigned long home = entry->home;
	struct kp_arch_insn insn;
	const char *why;
	int ret;

	BUILD_BUG_ON(offsetof(struct entry_detour, copy) % 8);

	/*
	 * A branch is no landing pad, and who calls it is not known. What follows
	 * the first instruction is one only by its name: paciasp.
	 */
	if (IS_ENABLED(CONFIG_ARM64_BTI_KERNEL) &&
	    kp_arm64_is_landing_pad((const u8 *)home) &&
	    (home == start || !kp_arm64_is_pac((const u8 *)home)))
		return -EILSEQ;
	ret = kp_arch_decode((const u8 *)home, INSN_SIZE, NULL, 0, home, &insn,
			     &why) ?:
	      kp_arm64_relocate(&insn, (const u8 *)home, home, copy, code.copy);
	if (!ret && copy - home != sign_extend64(copy - home, 27))
		ret = -ERANGE;
	if (ret)
		return ret;
	memcpy(entry->detour, &code, sizeof(code));
	return kp_exec_seal(entry->detour, PAGE_SIZE);
}

/* Of the function at @addr. */
static int entry_init(struct entry *entry, unsigned long addr)
{
	int ret;

	/* the function tracer's is left alone */
	entry->home = addr + kp_arch_entry_offset(addr);
	entry->detour = kp_exec_alloc(PAGE_SIZE, entry->home);
	if (!entry->detour)
		return -ENOMEM;
	ret = build(entry, addr);
	if (!ret) {
		entry->original = *(const __le32 *)entry->home;
		kp_arch_jump((u8 *)&entry->branch, entry->home,
			     (unsigned long)entry->detour);
		ret = kp_text_replace(entry->home, &entry->original,
				      &entry->branch, INSN_SIZE);
	}
	if (ret) {
		kp_exec_free(entry->detour, PAGE_SIZE);
		pr_err("no branch at the entry of %s: %d\n", entry->name, ret);
	}
	return ret;
}

/* All CPUs are stopped for each write: nobody is in the detour, or in what it calls. */
static void entry_exit(struct entry *entry)
{
	unsigned long detour = (unsigned long)entry->detour;
	__le32 push = cpu_to_le32(PUSH_X30), past;

	if (!kp_text_replace(entry->home, &entry->branch, &entry->original,
			     INSN_SIZE)) {
		kp_exec_free(entry->detour, PAGE_SIZE);
		return;
	}
	/* whoever has it now leads to the copy, and not to us */
	kp_arch_jump((u8 *)&past, detour, (unsigned long)entry->detour->copy);
	pr_warn("somebody else has written over the entry of %s: it stays so, and leads past us\n",
		entry->name);
	if (kp_text_replace(detour, &push, &past, INSN_SIZE))
		pr_emerg("%s leads into what is unloaded\n", entry->name);
}

static int brk_entry_init(void)
{
	unsigned long addr;
	int i;

	for (i = 0; i < ARRAY_SIZE(brk_entries); i++) {
		brk_entry = &brk_entries[i];
		addr = kp_ksyms_lookup(brk_entry->name);
		if (addr)
			return entry_init(brk_entry, addr);
	}
	pr_err("neither a hook for breakpoints nor the function for them is there\n");
	return -ENOENT;
}

/* As the kernels' that have hooks know it: struct break_hook there. */
static struct brk_hook {
	struct list_head node;
	int (*fn)(struct pt_regs *regs, unsigned long esr);
	u16 imm;
	u16 mask;
} brk_hook = {
	.fn = kp_arm64_on_brk,
	.imm = KP_ARM64_BRK_IMM,
};

/* The same: struct step_hook. */
static struct kernel_step_hook {
	struct list_head node;
	int (*fn)(struct pt_regs *regs, unsigned long esr);
} step_hook = {
	.fn = kp_arm64_watch_step,
};

static void steps_init(void)
{
	unsigned long addr;

	if (!kp_ksyms.wp_on_reg || !kp_ksyms.bp_on_reg)
		return;
	if (kp_ksyms.register_kernel_step_hook &&
	    kp_ksyms.unregister_kernel_step_hook) {
		kp_ksyms.register_kernel_step_hook((struct step_hook *)&step_hook);
		kp_arm64_steps = KP_ARM64_STEPS_BY_HOOK;
		return;
	}
	addr = kp_ksyms_lookup(step_entry.name);
	if (addr && !entry_init(&step_entry, addr))
		kp_arm64_steps = KP_ARM64_STEPS_BY_ENTRY;
}

static void steps_exit(void)
{
	if (kp_arm64_steps == KP_ARM64_STEPS_BY_HOOK)
		kp_ksyms.unregister_kernel_step_hook((struct step_hook *)&step_hook);
	else if (kp_arm64_steps == KP_ARM64_STEPS_BY_ENTRY)
		entry_exit(&step_entry);
}

/**
 * kp_arch_trap_init() - start to receive breakpoints, and steps
 *
 * Return: 0; -ENOENT, -ENOMEM, or why the kernel's function cannot begin with a
 * branch: the log says what.
 */
int kp_arch_trap_init(void)
{
	int ret = 0;

	kp_arm64_has_dit = cpu_have_named_feature(DIT);
	if (wants_brk_entry())
		ret = brk_entry_init();
	else
		kp_ksyms.register_kernel_break_hook((struct break_hook *)&brk_hook);
	if (ret)
		return ret;
	steps_init();
	kp_arm64_vector_init();
	return 0;
}

/**
 * kp_arch_trap_exit() - receive no more of either
 *
 * Waits until nobody is in the hooks. No breakpoint of ours may be left, and
 * no watch.
 */
void kp_arch_trap_exit(void)
{
	kp_arm64_vector_exit();
	steps_exit();
	if (brk_entry)
		entry_exit(brk_entry);
	else
		kp_ksyms.unregister_kernel_break_hook((struct break_hook *)&brk_hook);
}

/**
 * kp_arch_trap_show() - for `stats`
 * @m: where to
 *
 * Context: process context.
 */
void kp_arch_trap_show(struct seq_file *m)
{
	const char *why = kp_arm64_vector_why();

	if (!why)
		seq_puts(m, "breakpoints: by a call of our own in the kernel's vector\n");
	else
		seq_printf(m, "breakpoints: %s: %s\n",
			   brk_entry ?
			   "at the entry of the kernel's function for them" :
			   "by a hook of the kernel", why);
}
