// SPDX-License-Identifier: GPL-2.0
/*
 * powerpc: detours and stubs on the hit path, called by stub_entry.S. No handler
 * runs with access to user memory, which the probed code may have.
 */
#include <linux/compiler.h>
#include <linux/uaccess.h>

#include <hit/detour_entry.h>
#include <kp_arch_hit.h>

/* Interrupts take access to user memory away, too. Returns what it was. */
static __always_inline unsigned long take_user_access(void)
{
	unsigned long access = get_kuap();

	if (unlikely(access != AMR_KUAP_BLOCKED))
		set_kuap(AMR_KUAP_BLOCKED);
	return access;
}

static __always_inline void put_back_user_access(unsigned long access)
{
	if (unlikely(access != AMR_KUAP_BLOCKED))
		set_kuap(access);
}

/* Where it is kept while a jprobe's handler runs. */
#ifdef CONFIG_PPC_KUAP
#define USER_ACCESS(regs)	((regs)->kuap)
#else
#define USER_ACCESS(regs)	((regs)->result)
#endif

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

/* Before the instruction, or behind it; @at: where that is. */
static __always_inline bool call_handlers(struct pt_regs *regs,
					  struct probepoint *pp,
					  unsigned long at, const bool is_post)
{
	unsigned long msr = regs->msr, access = take_user_access();
	bool is_moved;

	kp_atomic_enter();
	regs->nip = at;
	is_moved = is_post ? kp_post_enter(regs, pp) : kp_detour_enter(regs, pp);
	if (unlikely(is_moved)) {
		kp_hit_moved(regs);
	} else {
		if (!is_post)
			complete_copy(pp, regs);
		is_moved = regs->msr != msr;
		if (unlikely(is_moved) && !is_post)
			regs->nip = kp_detour_copy(pp);
	}
	kp_atomic_exit();
	put_back_user_access(access);
	return is_moved;
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
	return call_handlers(regs, pp, pp->home.addr, false);
}

/**
 * kp_ppc_post() - call the post_handlers of a probepoint behind its instruction
 * @regs: registers there, but for nip
 * @pp: the probepoint
 *
 * Context and return: as kp_ppc_detour().
 */
bool kp_ppc_post(struct pt_regs *regs, struct probepoint *pp)
{
	return call_handlers(regs, pp, pp->home.addr + pp->insn.len, true);
}

/**
 * kp_ppc_return() - a function has returned to a stub
 * @regs: as kp_hit_return() wants them
 * @ri: the instance
 *
 * Context: that of the function's caller.
 */
void kp_ppc_return(struct pt_regs *regs, struct kretprobe_instance *ri)
{
	unsigned long access = take_user_access();

	kp_hit_return(regs, ri);
	put_back_user_access(access);
}

/**
 * kp_ppc_jprobe_enter() - before a jprobe's handler
 * @regs: as kp_jprobe_enter() wants them
 * @pp: the probepoint
 * @stack: for the arguments on the stack
 *
 * Context: that of the probed function.
 * Return: as kp_jprobe_enter().
 */
void *kp_ppc_jprobe_enter(struct pt_regs *regs, struct probepoint *pp,
			  unsigned long *stack)
{
	USER_ACCESS(regs) = take_user_access();
	return kp_jprobe_enter(regs, pp, stack);
}

/**
 * kp_ppc_jprobe_leave() - after a jprobe's handler
 * @regs: as kp_jprobe_leave() wants them
 * @pp: the probepoint
 *
 * Context: as kp_ppc_jprobe_enter().
 */
void kp_ppc_jprobe_leave(struct pt_regs *regs, struct probepoint *pp)
{
	kp_jprobe_leave(regs, pp);
	put_back_user_access(USER_ACCESS(regs));
}
