// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: detours and stubs on the hit path, called by stub_entry.S. No handler runs
 * with access to user memory, which the probed code may have.
 */
#include <linux/compiler.h>
#include <linux/irqflags.h>
#include <linux/sched.h>
#include <asm/mmu.h>
#include <asm/pgtable-hwdef.h>

#include <hit/detour_entry.h>
#include <kp_arch_hit.h>

/*
 * Whether the probed code may access user memory now. Handlers must not, and
 * leave it switched off. An exception switches it off and its return on again.
 */
static __always_inline bool may_access_user(unsigned long pstate)
{
	return !(pstate & PSR_PAN_BIT) &&
	       (IS_ENABLED(CONFIG_ARM64_SW_TTBR0_PAN) ||
		cpus_have_final_cap(ARM64_HAS_PAN));
}

/* The same, of this CPU now. */
static __always_inline bool has_user_access(void)
{
	if (cpus_have_final_cap(ARM64_HAS_PAN))
		return !read_sysreg_s(KP_ARM64_PAN);
	return IS_ENABLED(CONFIG_ARM64_SW_TTBR0_PAN) && kp_arm64_user_ttbr0();
}

#ifdef CONFIG_ARM64_SW_TTBR0_PAN
/* As in asm/uaccess.h, without telling the tracer of interrupts. */
static noinline void switch_ttbr0(bool on)
{
	unsigned long flags, ttbr0, ttbr1;

	raw_local_irq_save(flags);
	ttbr0 = READ_ONCE(current_thread_info()->ttbr0);
	ttbr1 = read_sysreg(ttbr1_el1) & ~KP_TTBR_ASID_MASK;
	if (on) {
		write_sysreg(ttbr1 | (ttbr0 & KP_TTBR_ASID_MASK), ttbr1_el1);
		isb();
		write_sysreg(ttbr0, ttbr0_el1);
	} else {
		write_sysreg(ttbr1 - RESERVED_SWAPPER_OFFSET, ttbr0_el1);
		isb();
		write_sysreg(ttbr1, ttbr1_el1);
	}
	isb();
	raw_local_irq_restore(flags);
}
#else
static __always_inline void switch_ttbr0(bool on)
{
}
#endif

static noinline void switch_user_access(bool on)
{
	if (!cpus_have_final_cap(ARM64_HAS_PAN))
		switch_ttbr0(on);
	else if (on)
		set_pstate_pan(0);
	else
		set_pstate_pan(1);
}

/* Before the instruction, or behind it; @at: where that is. */
static __always_inline bool call_handlers(struct pt_regs *regs,
					  struct probepoint *pp,
					  unsigned long at, const bool is_post)
{
	unsigned long pstate = regs->pstate | kp_arm64_pstate_features();
	bool may_access = may_access_user(pstate), is_moved;
	/* behind an access that tags are not checked for; nor may that be scheduled */
	bool is_unchecked = pstate & PSR_TCO_BIT;

	if (unlikely(may_access))
		switch_user_access(false);
	if (unlikely(is_unchecked))
		asm volatile(SET_PSTATE_TCO(0));
	kp_atomic_enter();
	regs->pc = at;
	regs->pstate = pstate;
	kp_set_frame(regs);
	kp_arm64_save_pmr(regs);
	is_moved = is_post ? kp_post_enter(regs, pp) : kp_detour_enter(regs, pp);
	if (unlikely(is_moved)) {
		kp_hit_moved(regs);
	} else if (unlikely((regs->pstate ^ pstate) & ~KP_ARM64_FLAGS)) {
		if (!is_post)
			regs->pc = kp_detour_copy(pp);
		is_moved = true;
	}
	kp_atomic_exit();
	if (unlikely(is_unchecked))
		asm volatile(SET_PSTATE_TCO(1));
	if (unlikely(may_access))
		switch_user_access(true);
	if (unlikely(is_moved))
		kp_arm64_forget_pan(regs);
	return is_moved;
}

/**
 * kp_arm64_detour() - call the handlers of a probepoint whose branch was taken
 * @regs: registers at the probepoint; the rest is completed here
 * @pp: the probepoint
 *
 * Context: that of the probed code.
 * Return: false if the detour can go on with the flags and the general registers
 * of @regs; true if all of @regs say where and how to go on.
 */
bool kp_arm64_detour(struct pt_regs *regs, struct probepoint *pp)
{
	return call_handlers(regs, pp, pp->home.addr, false);
}

/**
 * kp_arm64_post() - call the post_handlers of a probepoint behind its instruction
 * @regs: registers there; the rest is completed here
 * @pp: the probepoint
 *
 * Context and return: as kp_arm64_detour().
 */
bool kp_arm64_post(struct pt_regs *regs, struct probepoint *pp)
{
	return call_handlers(regs, pp, pp->home.addr + pp->insn.len, true);
}

/**
 * kp_arm64_moved() - a handler has changed where to go on, or more of PSTATE than the flags
 * @regs: registers
 * @at: where to go on; 0 if the handler has set it
 *
 * The end of kp_arm64_detour() and kp_arm64_post(), for what does the rest in assembly.
 *
 * Context: kp_atomic_enter() was called.
 */
void kp_arm64_moved(struct pt_regs *regs, unsigned long at)
{
	if (at)
		regs->pc = at;
	else
		kp_hit_moved(regs);
	kp_atomic_exit();
	kp_arm64_forget_pan(regs);
}

/**
 * kp_arm64_resched() - kp_hit_resched() where user memory may be accessible, or tags not checked
 *
 * Neither is for another task.
 */
void kp_arm64_resched(void)
{
	bool is_unchecked = cpus_have_final_cap(ARM64_MTE) &&
			    read_sysreg_s(KP_ARM64_TCO);
	bool may_access = has_user_access();

	if (unlikely(may_access))
		switch_user_access(false);
	if (unlikely(is_unchecked))
		asm volatile(SET_PSTATE_TCO(0));
	kp_hit_resched();
	if (unlikely(is_unchecked))
		asm volatile(SET_PSTATE_TCO(1));
	if (unlikely(may_access))
		switch_user_access(true);
}

/**
 * kp_arm64_return() - a function has returned to a stub
 * @regs: as kp_hit_return() wants them
 * @ri: the instance
 *
 * Context: that of the function's caller.
 */
void kp_arm64_return(struct pt_regs *regs, struct kretprobe_instance *ri)
{
	bool may_access = has_user_access();

	if (unlikely(may_access))
		switch_user_access(false);
	kp_hit_return(regs, ri);
	if (unlikely(may_access))
		switch_user_access(true);
}

/**
 * kp_arm64_jprobe_enter() - before a jprobe's handler
 * @regs: as kp_jprobe_enter() wants them
 * @pp: the probepoint
 * @stack: for the arguments on the stack
 *
 * Context: that of the probed function.
 * Return: as kp_jprobe_enter().
 */
void *kp_arm64_jprobe_enter(struct pt_regs *regs, struct probepoint *pp,
			    unsigned long *stack)
{
	void *handler = kp_jprobe_enter(regs, pp, stack);

	if (unlikely(may_access_user(regs->pstate)))
		switch_user_access(false);
	return handler;
}

/**
 * kp_arm64_jprobe_leave() - after a jprobe's handler
 * @regs: as kp_jprobe_leave() wants them
 * @pp: the probepoint
 *
 * Context: as kp_arm64_jprobe_enter().
 */
void kp_arm64_jprobe_leave(struct pt_regs *regs, struct probepoint *pp)
{
	bool may_access = may_access_user(regs->pstate);

	kp_jprobe_leave(regs, pp);
	if (unlikely(may_access))
		switch_user_access(true);
}
