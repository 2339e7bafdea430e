// SPDX-License-Identifier: GPL-2.0
/*
 * The hit path: one machine for hit, step and re-entry, for every
 * architecture. It runs in the context of a trap, possibly in an NMI, with
 * preemption disabled; post-handlers also when a jprobe's handler has ended. It
 * takes no lock, allocates nothing, and calls nothing outside of kprobes.ko but
 * the clients' handlers: whatever it called might itself be probed. (Return
 * probes that run short of instances say so by irq_work_queue().)
 *
 * Nothing per CPU outlives the trap. A stepped instruction may sleep and come
 * back elsewhere; its second trap is known by its address.
 */
#include <linux/compiler.h>
#include <linux/sched.h>

#include <arch/hit_hooks.h>
#include <hit/hit.h>
#include <hit/idle.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <hit/return_entry.h>
#include <compat/atomic.h>
#include <compat/cfi.h>

static void count_missed(struct probepoint *pp)
{
	struct kp_probe *probe;

	kp_for_each_probe(probe, pp)
		if (!kp_is_disabled(probe))
			raw_atomic_long_inc((atomic_long_t *)
					     &probe->kp->nmissed);
}

/*
 * Call the pre-handlers, and enter return probes if there may be some. True if
 * a handler has set the instruction pointer and wants to be obeyed.
 */
static __always_inline bool run_pre_handlers(struct probepoint *pp,
					     struct pt_regs *regs,
					     const bool returns)
{
	struct kretprobe_instance *frame = NULL;
	struct kp_probe *probe;

	kp_for_each_probe(probe, pp) {
		struct kprobe *kp = probe->kp;
		kprobe_pre_handler_t pre;

		if (returns && READ_ONCE(probe->mode) == KP_PROBE_RETURN) {
			kp_arch_cpu_inc(*probe->hits);
			frame = kp_return_enter(probe->own, regs, frame,
						false);
			continue;
		}
		if (unlikely(probe->mode != KP_PROBE_PLAIN))
			continue;
		kp_arch_cpu_inc(*probe->hits);
		pre = READ_ONCE(kp->pre_handler);
		if (unlikely(!pre))
			continue;
		kp_arch_cpu_write(kp_cpu.running, kp);
		/* after that, no nested hit changes it */
		kp_arch_cpu_write(kp_cpu.regs, regs);
		if (unlikely(pre(kp, regs))) {
			kp_arch_cpu_write(kp_cpu.running, NULL);
			return true;
		}
	}
	kp_arch_cpu_write(kp_cpu.running, NULL);
	return false;
}

/* Of several probes. */
static void run_posts(struct kprobe *kp, struct pt_regs *regs,
		      unsigned long flags, struct probepoint *pp)
{
	struct kp_probe *probe;

	kp_for_each_probe(probe, pp) {
		kprobe_post_handler_t post;

		if (kp_is_disabled(probe))
			continue;
		kp = probe->kp;
		post = READ_ONCE(kp->post_handler);
		if (!post)
			continue;
		kp_arch_cpu_write(kp_cpu.running, kp);
		post(kp, regs, 0);
	}
}

/* The only one's, or run_posts() for all. */
static __always_inline void __nocfi run_post_handlers(struct probepoint *pp,
						      struct pt_regs *regs)
{
	struct kprobe *kp = READ_ONCE(pp->posts);
	kp_post_fn post = (kp_post_fn)(void *)READ_ONCE(kp->post_handler);

	if (unlikely(!post))
		return;
	kp_arch_cpu_write(kp_cpu.running, kp);
	/* after that, no nested hit changes it */
	kp_arch_cpu_write(kp_cpu.regs, regs);
	/* it is passed more than it takes */
	post(kp, regs, 0, pp);
	kp_arch_cpu_write(kp_cpu.running, NULL);
}

static noinline void run_with_post(struct probepoint *pp, struct pt_regs *regs)
{
	unsigned long next, resume;

	/* pairs with kp_probe_set_disabled(): the step slot is there */
	smp_rmb();
	resume = READ_ONCE(pp->resume);
	if (kp_rare_post(pp) && resume == kp_detour_copy(pp)) {
		/* what follows may not run at home any more, or soon */
		kp_arch_set_ip(regs, resume);
	} else if (pp->insn.emulation) {
		kp_arch_emulate(&pp->insn, pp->home.addr, regs);
		next = instruction_pointer(regs);
		run_post_handlers(pp, regs);
		if (unlikely(instruction_pointer(regs) != next))
			kp_hit_moved(regs);
	} else {
		kp_arch_set_ip(regs, pp->step);
	}
}

/**
 * kp_hit_go_on() - go on where the instruction is done, or do it
 * @pp: the probepoint
 * @regs: where to go on is set; if the instruction is emulated, all
 *
 * No post-handlers are called.
 *
 * Context: preemption disabled.
 */
void kp_hit_go_on(struct probepoint *pp, struct pt_regs *regs)
{
	unsigned long resume = READ_ONCE(pp->resume);

	if (KP_ARCH_EMULATES_AT_HIT && resume == KP_RESUME_EMULATE)
		kp_arch_emulate(&pp->insn, pp->home.addr, regs);
	else
		kp_arch_set_ip(regs, resume);
}

/**
 * kp_hit_resume() - go on after the pre-handlers
 * @pp: the probepoint
 * @regs: where to go on is set; if the instruction has been emulated, all
 *
 * Context: preemption disabled.
 */
void kp_hit_resume(struct probepoint *pp, struct pt_regs *regs)
{
	if (likely(!pp->post_way)) {
		kp_hit_go_on(pp, regs);
	} else if (READ_ONCE(pp->post_way) == KP_POST_SLOT) {
		/* pairs with kp_probe_set_disabled(): the slot is there */
		smp_rmb();
		kp_arch_set_ip(regs, pp->step);
	} else {
		run_with_post(pp, regs);
	}
}

/**
 * kp_hit_moved() - a handler has set the instruction pointer
 * @regs: registers
 *
 * It may be where a jump of ours is, or will be soon, but behind its start: go
 * on in the detour's copy of what was there.
 *
 * Context: preemption disabled.
 */
void kp_hit_moved(struct pt_regs *regs)
{
	unsigned long addr = instruction_pointer(regs), at;
	struct kp_trap *trap;
	struct probepoint *pp;
	unsigned int i;

	if (unlikely(!READ_ONCE(kp_ip_was_set)))
		WRITE_ONCE(kp_ip_was_set, true);
	for (i = KP_ARCH_BREAKPOINT_SIZE; i < KP_ARCH_JUMP_SIZE; i++) {
		trap = kp_table_find(addr - i);
		if (trap->kind > KP_TRAP_INTERNAL)
			continue;
		pp = container_of(trap, struct probepoint, home);
		/* another's breakpoint may be behind the start of one that is disarmed */
		if (!kp_is_armed(pp) || !pp->detour ||
		    READ_ONCE(pp->resume) != kp_detour_copy(pp))
			continue;
		at = kp_arch_detour_at(pp->detour, i);
		if (at)
			kp_arch_set_ip(regs, at);
	}
}

static noinline int hit_missed(struct probepoint *pp, struct pt_regs *regs)
{
	count_missed(pp);
	kp_hit_go_on(pp, regs);
	return KP_ARCH_HIT_OURS;
}

static __always_inline int hit_home(struct probepoint *pp, struct pt_regs *regs,
				    const bool returns)
{
	if (unlikely(kp_arch_cpu_read(kp_cpu.running)))
		return hit_missed(pp, regs);
	if (likely(!run_pre_handlers(pp, regs, returns)))
		kp_hit_resume(pp, regs);
	else if (instruction_pointer(regs) != kp_rare_stub(pp))
		kp_hit_moved(regs);
	return KP_ARCH_HIT_OURS;
}

static noinline int hit_returns(struct kp_trap *trap, struct pt_regs *regs)
{
	return hit_home(container_of(trap, struct probepoint, home), regs,
			true);
}

static noinline int hit_step(struct kp_trap *trap, struct pt_regs *regs)
{
	struct probepoint *pp = container_of(trap, struct kp_rare, step_trap)->pp;
	unsigned long next;

	kp_arch_finish_step(&pp->insn, pp->home.addr, regs);
	next = instruction_pointer(regs);
	if (likely(!kp_arch_cpu_read(kp_cpu.running)))
		run_post_handlers(pp, regs);
	if (unlikely(instruction_pointer(regs) != next))
		kp_hit_moved(regs);
	return KP_ARCH_HIT_OURS;
}

static noinline int hit_internal(struct kp_trap *trap, struct pt_regs *regs)
{
	struct probepoint *pp = container_of(trap, struct probepoint, home);
	/* there before the address was in the table */
	const struct kp_rare *rare = pp->rare;
	kp_internal_fn internal = READ_ONCE(rare->internal);

	if (internal && internal(regs))
		return KP_ARCH_HIT_OURS;
	if (READ_ONCE(rare->only_internal)) {
		kp_hit_go_on(pp, regs);
		return KP_ARCH_HIT_OURS;
	}
	return hit_returns(trap, regs);
}

static noinline int hit_known(struct kp_trap *trap, struct pt_regs *regs)
{
	u8 kind = READ_ONCE(trap->kind);

	/* it may have become KP_TRAP_HOME just now */
	if (likely(kind <= KP_TRAP_RETURNS))
		return hit_returns(trap, regs);
	if (kind == KP_TRAP_STEP)
		return hit_step(trap, regs);
	if (kind == KP_TRAP_INTERNAL)
		return hit_internal(trap, regs);
	return KP_ARCH_HIT_FOREIGN;
}

/*
 * No probepoint here. If there is no breakpoint either, it was ours and has
 * been removed since the trap was taken: run what is there now.
 */
static noinline int hit_unknown(struct pt_regs *regs, unsigned long addr)
{
	if (kp_arch_is_breakpoint_at(addr)) {
		/* or it has come again: in the table before it was written */
		smp_rmb();
		return hit_known(kp_table_find(addr), regs);
	}
	kp_arch_set_ip(regs, addr);
	return KP_ARCH_HIT_OURS;
}

static noinline int hit_other(struct kp_trap *trap, struct pt_regs *regs,
			      unsigned long addr)
{
	if (READ_ONCE(trap->kind) == KP_TRAP_NONE)
		return hit_unknown(regs, addr);
	return hit_known(trap, regs);
}

/**
 * kp_hit_breakpoint() - a breakpoint was hit in the kernel
 * @regs: registers at the trap
 * @addr: address of the breakpoint
 *
 * Context: trap, preemption disabled, RCU watching.
 * Return: KP_ARCH_HIT_OURS, and @regs say where to go on; or
 * KP_ARCH_HIT_FOREIGN, and they are as they were.
 */
int kp_hit_breakpoint(struct pt_regs *regs, unsigned long addr)
{
	struct kp_trap *trap = kp_table_find(addr);

	if (unlikely(trap->kind != KP_TRAP_HOME))
		return hit_other(trap, regs, addr);
	return hit_home(container_of(trap, struct probepoint, home), regs,
			false);
}

static int run_many(struct kprobe *kp, struct pt_regs *regs,
		    struct probepoint *pp, struct kp_probe *probe)
{
	struct kretprobe_instance *frame = NULL;

	kp_for_each_probe(probe, pp) {
		u8 mode = READ_ONCE(probe->mode);
		kprobe_pre_handler_t pre;

		if (unlikely(mode != KP_PROBE_PLAIN)) {
			if (mode == KP_PROBE_DISABLED)
				continue;
			kp_arch_cpu_inc(*probe->hits);
			frame = kp_return_enter(probe->own, regs, frame,
						false);
			continue;
		}
		kp_arch_cpu_inc(*probe->hits);
		kp = probe->kp;
		pre = READ_ONCE(kp->pre_handler);
		if (unlikely(!pre))
			continue;
		kp_arch_cpu_write(kp_cpu.running, kp);
		if (unlikely(pre(kp, regs)))
			return 1;
	}
	return 0;
}

/* One instance for several; the hit of the newest has been counted. */
static noinline void enter_set(struct kp_return *own, struct pt_regs *regs)
{
	bool is_missed = !kp_return_enter(own, regs, NULL, true);
	struct kp_return_copy *older = kp_return_older(own);

	for (; older; older = older->older) {
		kp_arch_cpu_inc(*older->hits);
		if (unlikely(is_missed))
			raw_atomic_inc((atomic_t *)&older->own.rp->nmissed);
	}
}

/**
 * kp_run_return() - what a detour calls for a return probe, or a set of them
 * @kp: one of our own
 * @regs: registers at the probepoint
 * @pp: the probepoint
 * @probe: that of the return probe or the set; no others are enabled, so there is no
 *	frame to share
 *
 * Context: as a handler.
 * Return: 0.
 */
int kp_run_return(struct kprobe *kp, struct pt_regs *regs,
		  struct probepoint *pp, struct kp_probe *probe)
{
	struct kp_return *own = probe->own;

	if (unlikely(own->max < 0))
		enter_set(own, regs);
	else
		kp_return_enter(own, regs, NULL, false);
	return 0;
}

/* An architecture may have one that passes the probe. */
#ifndef KP_ARCH_RUN_RETURN
#define KP_ARCH_RUN_RETURN	kp_run_return
#endif

static DEFINE_PER_CPU(unsigned long, uncounted);

/* Detours and KP_SLOT_POST slots pass handlers more than these take. */
#define OWN_PRE(fn)	.pre_handler = (kprobe_pre_handler_t)(void *)(fn)
#define OWN_POST(fn)	.post_handler = (kprobe_post_handler_t)(void *)(fn)

static struct kprobe call_many = { OWN_PRE(run_many), OWN_POST(run_posts) };
static struct kprobe call_return = { OWN_PRE(KP_ARCH_RUN_RETURN) };
static struct kprobe call_none;

struct kp_probe kp_many_probes = {
	.call = &call_many,
	.hits = &uncounted,
	.is_last = true,
};

struct kp_probe kp_no_probe = {
	.call = &call_none,
	.hits = &uncounted,
	.is_last = true,
};

/**
 * kp_probe_prepare() - find out what a detour calls for a probe
 * @probe: the probe, still disabled
 *
 * Context: kp_mutex held.
 */
void kp_probe_prepare(struct kp_probe *probe)
{
	const struct kp_return *own = probe->own;

	if (probe->is_return) {
		WRITE_ONCE(probe->bare,
			   !own->max && !own->rp->entry_handler ? KP_BARE_ONE :
								  KP_BARE_NOT);
		WRITE_ONCE(probe->call, &call_return);
	} else {
		WRITE_ONCE(probe->call, probe->kp);
	}
}

static noinline bool detour_in_idle(struct probepoint *pp, struct pt_regs *regs)
{
	struct kp_idle idle;
	bool moved;

	kp_idle_enter(&idle);
	moved = run_pre_handlers(pp, regs, true);
	kp_idle_exit(&idle);
	return moved;
}

/**
 * kp_hit_detour() - a detour was taken while a handler runs, or where RCU is perhaps
 *	not watching
 * @regs: registers at the probepoint
 * @pp: the probepoint
 *
 * Context: counts as atomic; RCU perhaps not watching.
 * Return: whether a handler has set the instruction pointer.
 */
bool kp_hit_detour(struct pt_regs *regs, struct probepoint *pp)
{
	if (unlikely(kp_arch_cpu_read(kp_cpu.running))) {
		count_missed(pp);
		return false;
	}
	return detour_in_idle(pp, regs);
}

/**
 * kp_hit_post() - an instruction has run in a KP_SLOT_POST slot, while a handler
 *	runs, or where RCU is perhaps not watching
 * @regs: registers behind it
 * @pp: its probepoint
 *
 * Context: counts as atomic; RCU perhaps not watching.
 * Return: whether a handler has set the instruction or the stack pointer.
 */
bool kp_hit_post(struct pt_regs *regs, struct probepoint *pp)
{
	unsigned long next = instruction_pointer(regs);
	unsigned long sp = kernel_stack_pointer(regs);
	struct kp_idle idle;

	/* as at the end of a step */
	if (unlikely(kp_arch_cpu_read(kp_cpu.running)))
		return false;
	kp_idle_enter(&idle);
	run_post_handlers(pp, regs);
	kp_idle_exit(&idle);
	return instruction_pointer(regs) != next ||
	       kernel_stack_pointer(regs) != sp;
}

/**
 * kp_hit_resched() - a detour stops to be atomic, and another task is due
 */
void kp_hit_resched(void)
{
	kp_atomic_enter();
	kp_atomic_exit();
}

/* Call all handlers at a function's entry, where nothing is executed. */
static __always_inline bool run_at_entry(struct probepoint *pp,
					 struct pt_regs *regs)
{
	if (unlikely(run_pre_handlers(pp, regs, true)))
		return true;
	/* post-handlers see the next instruction */
	kp_arch_set_ip(regs, pp->home.addr + pp->insn.len);
	if (unlikely(pp->post_way))
		run_post_handlers(pp, regs);
	return false;
}

static noinline bool run_at_entry_in_idle(struct probepoint *pp,
					  struct pt_regs *regs)
{
	struct kp_idle idle;
	bool moved;

	kp_idle_enter(&idle);
	moved = run_at_entry(pp, regs);
	kp_idle_exit(&idle);
	return moved;
}

/**
 * kp_hit_entry() - a function was entered with a probepoint at the function
 *	tracer's call site
 * @regs: registers at the probepoint
 * @pp: the probepoint
 *
 * Context: counts as atomic; RCU perhaps not watching.
 * Return: whether a handler has set the instruction pointer; if not, it is
 * void.
 */
bool kp_hit_entry(struct pt_regs *regs, struct probepoint *pp)
{
	if (unlikely(kp_arch_cpu_read(kp_cpu.running))) {
		count_missed(pp);
		return false;
	}
	if (unlikely(kp_may_be_idle()))
		return run_at_entry_in_idle(pp, regs);
	return run_at_entry(pp, regs);
}

/* A jprobe goes on with the function itself, not with what replaces it. */
static void keep_live_patch(struct probepoint *pp, struct pt_regs *regs,
			    unsigned long next)
{
	struct jprobe *jp = kp_rare_jprobe(pp);

	if (next == pp->resume)
		return;
	if (jp)
		raw_atomic_long_inc((atomic_long_t *)&jp->kp.nmissed);
	kp_arch_set_ip(regs, next);
}

/**
 * kp_hit_ftrace() - the function tracer called us for a probepoint
 * @regs: registers as at the call site, instruction pointer behind it
 * @addr: the probepoint
 *
 * Context: any, preemption disabled.
 */
void kp_hit_ftrace(struct pt_regs *regs, unsigned long addr)
{
	unsigned long next = instruction_pointer(regs);
	struct kp_trap *trap = kp_table_find(addr);
	struct probepoint *pp;

	if (unlikely(trap->kind == KP_TRAP_NONE))
		return;
	pp = container_of(trap, struct probepoint, home);

	kp_arch_ftrace_regs(regs);
	kp_arch_set_handler_ip(regs, addr);
	if (likely(!kp_hit_entry(regs, pp)))
		/* tracers see what they set */
		kp_arch_set_ip(regs, next);
	else if (instruction_pointer(regs) == kp_rare_stub(pp))
		keep_live_patch(pp, regs, next);
	else
		kp_hit_moved(regs);
}
