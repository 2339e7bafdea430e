// SPDX-License-Identifier: GPL-2.0
/*
 * Breakpoints of kgdb's that come after ours. It writes them when it lets the machine
 * go on, wherever its user has said, and takes them away when it stops it. One within a
 * jump of ours would change where that leads. One at a probe of ours would go with it, and
 * kgdb would write our breakpoint back later, which is nobody's then. One in kprobes.ko
 * would be hit by hits, and what it replaced in a slot or a detour be written back when that
 * is another's. A probe of our own where it writes them makes it refuse; it asks there too
 * before it takes one on.
 */
#include <linux/kgdb.h>
#include <linux/module.h>
#include <linux/ptrace.h>
#include <linux/string.h>

#include <arch/contract.h>
#include <arch/hit_hooks.h>
#include <guard/internal_probe.h>
#include <guard/kgdb_guard.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/ksyms.h>
#include <text/slot_owner.h>
#include <compat/module.h>

#define WRITER	"kgdb_arch_set_breakpoint"

/* All CPUs are stopped, anywhere: the text says what is there, and the state may not yet. */
static bool holds_jump(const struct probepoint *pp)
{
	const u8 *text = (const u8 *)pp->home.addr;

	return memcmp(text, pp->orig, KP_ARCH_BREAKPOINT_SIZE) &&
	       !kp_arch_is_breakpoint_at(pp->home.addr);
}

/* Hits go on in the detour, past what follows. */
static bool leads_past(const struct probepoint *pp)
{
	return pp->detour && pp->jump != KP_JUMP_SINGLE &&
	       READ_ONCE(pp->resume) == kp_detour_copy(pp);
}

/*
 * It would come back there before it is known whose it is, without end. Or it would be hit on
 * the way to here, when kgdb writes the next one, and kgdb panics if it is entered again.
 */
static bool is_ours(unsigned long addr)
{
	unsigned long text = kp_module_text(THIS_MODULE);

	return kp_arch_is_entry(addr) || kp_slot_chunk_of(addr) ||
	       addr - text < kp_module_text_end(THIS_MODULE) - text;
}

/* kgdb_arch_set_breakpoint(struct kgdb_bkpt *bpt) */
static bool on_set(struct pt_regs *regs)
{
	const struct kgdb_bkpt *bpt;
	struct probepoint *pp;
	unsigned int i;

	bpt = (const void *)kp_arch_argument(regs, 0);
	if (is_ours(bpt->bpt_addr)) {
		kp_arch_return_from_function(regs, -EINVAL);
		return true;
	}
	for (i = 0; i < KP_ARCH_JUMP_SIZE; i++) {
		pp = kp_probepoint_find(bpt->bpt_addr - i);
		if (!pp || pp->is_ftrace || (i && !holds_jump(pp) && !leads_past(pp)))
			continue;
		kp_arch_return_from_function(regs, -EBUSY);
		return true;
	}
	return false;
}

/**
 * kp_kgdb_guard_init() - keep kgdb from where we write
 *
 * If that cannot be the log says why: it is for the user of kgdb then.
 *
 * Context: process context, module init.
 */
void kp_kgdb_guard_init(void)
{
	if (kp_ksyms_lookup(WRITER) && kp_internal_add(WRITER, on_set))
		pr_warn("set no breakpoint of kgdb's at a probe, within a jump, or in kprobes.ko\n");
}
