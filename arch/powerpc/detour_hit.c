// SPDX-License-Identifier: GPL-2.0
/* powerpc: detours on the hit path, called by stub_entry.S. */
#include <linux/compiler.h>
#include <linux/uaccess.h>

#include <internal/detour_entry.h>
#include <kp_arch_hit.h>

/* What the copy of an instruction does not do. */
static __always_inline void complete_copy(const struct probepoint *pp,
					  struct pt_regs *regs)
{
	const struct kp_arch_insn *insn = &pp->insn;

	if (insn->emulation == KP_PPC_ADDPCIS)
		regs->gpr[insn->bi] = insn->target;
	else if (insn->emulation >= KP_PPC_BRANCH && insn->is_link)
		regs->link = pp->home.addr + insn->len;
}

/**
 * kp_ppc_detour() - call the handlers of a probepoint whose branch was taken
 * @regs: registers at the probepoint, but for nip
 * @pp: the probepoint
 *
 * Context: that of the probed code.
 * Return: false if the detour can go on with the general registers, LR, CTR, XER
 * and CR of @regs; true if all of @regs say where and how to go on.
 */
bool kp_ppc_detour(struct pt_regs *regs, struct probepoint *pp)
{
	unsigned long msr = regs->msr, access = get_kuap();
	bool is_moved;

	/* an interrupt takes access to user memory away, too */
	if (unlikely(access != AMR_KUAP_BLOCKED))
		set_kuap(AMR_KUAP_BLOCKED);
	kp_atomic_enter();
	regs->nip = pp->home.addr;
	is_moved = kp_detour_enter(regs, pp);
	if (unlikely(is_moved)) {
		kp_hit_moved(regs);
	} else {
		complete_copy(pp, regs);
		regs->nip = pp->copy;
		is_moved = regs->msr != msr;
	}
	kp_atomic_exit();
	if (unlikely(access != AMR_KUAP_BLOCKED))
		set_kuap(access);
	return is_moved;
}
