// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: watches that were hit. A debug register traps before the access or the
 * instruction, and would trap again: it is switched off, the instruction stepped,
 * and then it is switched on again. Handlers of data are called behind that step.
 * No interrupt is taken in between, so nothing else runs on this CPU, and the task
 * stays. Documentation/design.rst, "Watchpoints", has the rest.
 *
 * Runs in debug exceptions, where all debug exceptions but brk are masked.
 *
 * Source: Arm Architecture Reference Manual for A-profile, D2.12 "Software Step
 * exceptions".
 */
#include <linux/hw_breakpoint.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>

#include <arch/contract.h>
#include <hit/hit.h>
#include <kp_arch_hit.h>
#include <kp_arm64_watch.h>

#define NUM_REGISTERS	16
#define NOP		0xd503201f
#define MASKED		(PSR_A_BIT | PSR_I_BIT | PSR_F_BIT)
/* Instructions that are stepped for one exclusive sequence. */
#define MAX_STEPS	32

/**
 * struct step - what this CPU steps over
 * @frame: the registers that the exception before has saved
 * @pc: what is stepped
 * @pstate: PSTATE before
 * @off: of each kind, the debug registers that are off
 * @hits: of those for data, which were hit by this instruction
 * @steps_left: in an exclusive sequence, how many more
 * @exclusive: the sequence
 * @is_on: there is a step
 * @is_held: an exception is taken before the instruction, not behind it
 * @is_masked: MASKED is set in PSTATE meanwhile
 */
struct step {
	struct pt_regs *frame;
	unsigned long pc;
	unsigned long pstate;
	u32 off[2];
	u32 hits;
	unsigned int steps_left;
	struct kp_arm64_exclusive exclusive;
	bool is_on;
	bool is_held;
	bool is_masked;
};

static DEFINE_PER_CPU(struct step, steps);

static u32 word_at(unsigned long addr)
{
	return le32_to_cpu(READ_ONCE(*(__le32 *)addr));
}

static void write_step_bit(bool on)
{
	u64 mdscr = read_sysreg(mdscr_el1) & ~(u64)KP_MDSCR_SS;

	write_sysreg(on ? mdscr | KP_MDSCR_SS : mdscr, mdscr_el1);
	isb();
}

/* --- debug registers */

/* Whether it was on. */
static bool switch_off(struct step *step, enum kp_arm64_debug kind, int i)
{
	if (!kp_arm64_debug_switch(kind, i, false))
		return false;
	step->off[kind] |= BIT(i);
	return true;
}

static void switch_all_on(struct step *step)
{
	int i;

	for (i = 0; i < NUM_REGISTERS; i++) {
		if (step->off[KP_ARM64_WATCH] & BIT(i))
			kp_arm64_debug_switch(KP_ARM64_WATCH, i, true);
		if (step->off[KP_ARM64_BREAK] & BIT(i))
			kp_arm64_debug_switch(KP_ARM64_BREAK, i, true);
	}
	step->off[KP_ARM64_WATCH] = 0;
	step->off[KP_ARM64_BREAK] = 0;
}

static bool is_ours(const struct perf_event *event)
{
	return event && event->overflow_handler == kp_arch_watch_trap;
}

static void switch_ours_on(void)
{
	int i;

	for (i = 0; i < NUM_REGISTERS; i++) {
		if (is_ours(kp_arm64_debug_event(KP_ARM64_WATCH, i)))
			kp_arm64_debug_switch(KP_ARM64_WATCH, i, true);
		if (is_ours(kp_arm64_debug_event(KP_ARM64_BREAK, i)))
			kp_arm64_debug_switch(KP_ARM64_BREAK, i, true);
	}
}

/* --- stepping */

/* Registers as if there were no step. */
static void unmask(const struct step *step, struct pt_regs *regs)
{
	regs->pstate &= ~DBG_SPSR_SS;
	if (step->is_masked)
		regs->pstate = (regs->pstate & ~MASKED) |
			       (step->pstate & MASKED);
}

static void end(struct step *step);

/* Once more; unless a debugger that a handler went to has ended stepping. */
static void mask(struct step *step, struct pt_regs *regs)
{
	if (!(read_sysreg(mdscr_el1) & KP_MDSCR_SS)) {
		end(step);
		return;
	}
	step->frame = regs;
	step->pc = regs->pc;
	regs->pstate &= ~DBG_SPSR_SS;
	if (!step->is_held)
		regs->pstate |= DBG_SPSR_SS;
	if (step->is_masked)
		regs->pstate |= MASKED;
}

/*
 * Whether somebody else steps this instruction. They come to its end, what they do
 * with interrupts is theirs, and we may not be told: nothing is kept.
 */
static bool is_foreign(struct step *step)
{
	if (step->is_on || !(read_sysreg(mdscr_el1) & KP_MDSCR_SS))
		return false;
	step->off[KP_ARM64_WATCH] = 0;
	step->off[KP_ARM64_BREAK] = 0;
	step->hits = 0;
	return true;
}

static void begin(struct step *step, struct pt_regs *regs, bool with_mask)
{
	if (!step->is_on) {
		write_step_bit(true);
		step->is_on = true;
		step->is_masked = with_mask;
		step->pstate = regs->pstate;
	}
	mask(step, regs);
}

static void end(struct step *step)
{
	write_step_bit(false);
	switch_all_on(step);
	step->is_on = false;
	step->is_held = false;
	step->steps_left = 0;
	step->hits = 0;
}

/* --- watches of data */

static kp_watch_fn on_hit;

/* As kp_atomic_enter(): handlers are not to sleep in page faults, with a step under way. */
static void call(struct perf_event *event, struct pt_regs *regs)
{
	__preempt_count_add(PREEMPT_OFFSET);
	barrier();
	on_hit(event, regs);
	barrier();
	__preempt_count_sub(PREEMPT_OFFSET);
}

static void call_hits(u32 hits, struct pt_regs *regs)
{
	struct perf_event *event;
	int i;

	for (i = 0; i < NUM_REGISTERS; i++) {
		event = hits & BIT(i) ?
			kp_arm64_debug_event(KP_ARM64_WATCH, i) : NULL;
		if (is_ours(event))
			call(event, regs);
	}
}

/* Of a store that was made for an exclusive one, and has trapped nobody. */
static u32 stored(const struct step *step, unsigned int length)
{
	const struct perf_event *event;
	u32 hits = 0;
	int i;

	for (i = 0; i < NUM_REGISTERS; i++) {
		event = kp_arm64_debug_event(KP_ARM64_WATCH, i);
		if (is_ours(event) && event->attr.bp_type & HW_BREAKPOINT_W &&
		    kp_arm64_watch_overlaps(event, step->exclusive.addr, length))
			hits |= BIT(i);
	}
	return hits;
}

static void on_access(struct step *step, struct perf_event *event,
		      struct pt_regs *regs)
{
	u32 word = word_at(regs->pc);
	bool was_on = false;
	int i;

	for (i = 0; i < NUM_REGISTERS; i++) {
		if (kp_arm64_debug_event(KP_ARM64_WATCH, i) != event)
			continue;
		was_on = switch_off(step, KP_ARM64_WATCH, i);
		step->hits |= BIT(i);
	}
	/* the kernel guesses whose an unclear one is; another it must be */
	for (i = 0; i < NUM_REGISTERS && !was_on; i++)
		if (kp_arm64_debug_event(KP_ARM64_WATCH, i))
			switch_off(step, KP_ARM64_WATCH, i);
	if (is_foreign(step))
		return;
	if (!step->is_on && kp_arm64_is_exclusive(word)) {
		step->is_held = true;
		step->steps_left = MAX_STEPS;
		step->exclusive = (struct kp_arm64_exclusive){
			.addr = kp_arm64_exclusive_addr(word, regs),
		};
	}
	begin(step, regs, true);
}

/*
 * Whether an instruction can belong to an exclusive sequence: it stays nearby, and
 * does not touch what mask() has changed.
 */
static bool is_in_sequence(u32 word)
{
	bool is_barrier = (word & 0xfffff000) == 0xd5033000;
	bool is_call = (word & 0xfc000000) == 0x94000000;

	/* exceptions, system instructions, branches to registers */
	return is_barrier || word == NOP ||
	       (!is_call && (word & 0xfc000000) != 0xd4000000);
}

/* Do exclusive ones, until there is another to be stepped. False at the end. */
static bool do_sequence(struct step *step, struct pt_regs *regs)
{
	u32 word, hits;

	while (step->steps_left) {
		step->steps_left--;
		word = word_at(regs->pc);
		hits = step->hits;
		step->hits = 0;
		switch (kp_arm64_do_exclusive(&step->exclusive, word, regs)) {
		case KP_ARM64_NOT_EXCLUSIVE:
			return is_in_sequence(word);
		case KP_ARM64_ELSEWHERE:
			return false;
		case KP_ARM64_LOADED:
			call_hits(hits, regs);
			break;
		case KP_ARM64_STORED:
			call_hits(stored(step, kp_arm64_exclusive_length(word)),
				  regs);
			return false;
		case KP_ARM64_NOT_STORED:
			break;
		}
	}
	return false;
}

/* --- watches for execution */

/* What reads or writes the bits that a step changes, is done here. */
static bool do_daif(u32 word, struct pt_regs *regs)
{
	const unsigned long daif = PSR_D_BIT | MASKED;
	unsigned int reg = word & 31;
	unsigned long imm = ((word >> 8) & 15) << 6;
	unsigned long value = reg == 31 ? 0 : regs->regs[reg];

	if ((word & ~31U) == 0xd53b4220) {
		if (reg != 31)
			regs->regs[reg] = regs->pstate & daif;
	} else if ((word & ~31U) == 0xd51b4220) {
		regs->pstate = (regs->pstate & ~daif) | (value & daif);
	} else if ((word & 0xfffff0ff) == 0xd50340df) {
		regs->pstate |= imm;
	} else if ((word & 0xfffff0ff) == 0xd50340ff) {
		regs->pstate &= ~imm;
	} else {
		return false;
	}
	regs->pc += 4;
	return true;
}

static bool is_breakpoint(u32 word)
{
	return (word & 0xffe0001f) == 0xd4200000;
}

/*
 * All that are there at once: the registers will be others for the next. False if
 * that was done for the one before.
 */
static bool call_executes(struct step *step, struct pt_regs *regs)
{
	unsigned long addr = regs->pc;
	struct perf_event *event;
	bool any = false;
	int i;

	for (i = 0; i < NUM_REGISTERS; i++) {
		event = kp_arm64_debug_event(KP_ARM64_BREAK, i);
		if (!is_ours(event) || kp_arch_watch_addr(event) != addr ||
		    !switch_off(step, KP_ARM64_BREAK, i))
			continue;
		any = true;
		call(event, regs);
	}
	return any;
}

static void on_execute(struct step *step, struct perf_event *event,
		       struct pt_regs *regs)
{
	unsigned long addr = kp_arch_watch_addr(event);
	u32 word;

	if (regs->pc != addr)
		return;
	if (step->is_on) {
		/* of an exclusive sequence, or there are two watches */
		unmask(step, regs);
		call_executes(step, regs);
		mask(step, regs);
		return;
	}
	if (!call_executes(step, regs))
		return;
	word = word_at(addr);
	if (regs->pc != addr || do_daif(word, regs) ||
	    (word == KP_ARM64_BRK &&
	     kp_arm64_on_brk(regs, 0) == KP_ARCH_HIT_OURS)) {
		switch_all_on(step);
		return;
	}
	/* the handler of a foreign breakpoint relies on what it finds */
	if (!is_foreign(step))
		begin(step, regs, !is_breakpoint(word));
}

/* --- what the kernel calls */

/**
 * kp_arch_watch_init() - see arch/contract.h
 * @fn: what a hit calls
 */
void kp_arch_watch_init(kp_watch_fn fn)
{
	on_hit = fn;
}

/**
 * kp_arch_watch_trap() - see arch/contract.h
 * @event: a breakpoint of this CPU
 * @data: unused
 * @regs: registers before the access
 */
void kp_arch_watch_trap(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs)
{
	struct step *step = this_cpu_ptr(&steps);

	/*
	 * Of a program's watchpoint: where the address that the CPU reports is not valid (SME),
	 * or the kind of access is not what that is for, the kernel takes ours for the nearest.
	 */
	if (user_mode(regs))
		return;
	if (counter_arch_bp(event)->ctrl.type == ARM_BREAKPOINT_EXECUTE)
		on_execute(step, event, regs);
	else
		on_access(step, event, regs);
}

/*
 * The stepped instruction has taken an exception, whose handler runs below what
 * that has saved, and has just unmasked debug exceptions. The step ends here: both
 * get back what the handler would have got.
 */
static bool give_up(struct step *step, struct pt_regs *regs)
{
	struct pt_regs *frame = step->frame;

	if (regs->pc == step->pc + 4 || regs->sp > (unsigned long)frame)
		return false;
	regs->pstate &= ~DBG_SPSR_SS;
	if (step->is_masked && frame->pc == step->pc) {
		unmask(step, frame);
		unmask(step, regs);
		if (interrupts_enabled(frame))
			kp_regs_irqs_were_on(regs);
	}
	end(step);
	return true;
}

/**
 * kp_arm64_watch_step() - a step was made in the kernel
 * @regs: registers behind it
 * @esr: unused
 *
 * Context: debug exception.
 * Return: KP_ARCH_HIT_OURS if it was ours alone, KP_ARCH_HIT_FOREIGN otherwise.
 */
int kp_arm64_watch_step(struct pt_regs *regs, unsigned long esr)
{
	struct step *step = this_cpu_ptr(&steps);
	bool was_held = step->is_held;

	if (!step->is_on) {
		switch_ours_on();
		return KP_ARCH_HIT_FOREIGN;
	}
	if (give_up(step, regs))
		return KP_ARCH_HIT_OURS;
	unmask(step, regs);
	step->is_held = false;
	if (!was_held) {
		call_hits(step->hits, regs);
		step->hits = 0;
	}
	if (do_sequence(step, regs))
		mask(step, regs);
	else
		end(step);
	return KP_ARCH_HIT_OURS;
}

/**
 * kp_arm64_softstep() - called at the entry of do_el1_softstep()
 * @args: its arguments: ESR_EL1 and registers
 *
 * Context: debug exception, of the kernel.
 * Return: whether it is dealt with.
 */
bool kp_arm64_softstep(const unsigned long *args)
{
	return kp_arm64_watch_step((void *)args[1], args[0]) == KP_ARCH_HIT_OURS;
}
