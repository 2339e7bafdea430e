/* SPDX-License-Identifier: GPL-2.0 */
/* The probepoint: one probed address and everything known of it. */
#ifndef KP_HIT_PROBEPOINT_H
#define KP_HIT_PROBEPOINT_H

#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/types.h>

#include <arch/contract.h>

struct kp_probe;
struct probepoint;

/**
 * enum kp_state - what the text at a probepoint holds
 * @KP_DISARMED: the original instruction
 * @KP_ARMED: our breakpoint, or the function tracer calls us
 * @KP_OPTIMIZING: our breakpoint, soon a jump: hits do not go on in what the
 *	jump will cover, and those that are there are waited for
 * @KP_OPTIMIZED: our jump to the detour
 * @KP_GONE: the text itself was unloaded; final
 *
 * Changed by kp_probepoint_set_state() alone; Documentation/design.rst has the
 * diagram.
 */
enum kp_state {
	KP_DISARMED,
	KP_ARMED,
	KP_OPTIMIZING,
	KP_OPTIMIZED,
	KP_GONE,
};

/**
 * enum kp_jump - what is known of the jump that may replace the breakpoint
 * @KP_JUMP_OPEN: nothing, or what is in the way of it may go
 * @KP_JUMP_SINGLE: it covers the probed instruction alone, so nobody can be
 *	behind the first byte
 * @KP_JUMP_ENTERED: it covers several instructions, and hits may have gone on
 *	in them
 * @KP_JUMP_QUIET: it covers several, and since nobody could be in them but at
 *	their start, hits have not gone on there
 * @KP_JUMP_NEVER: there will be none: member why_not stays
 * @KP_JUMP_FAR: likewise, because a branch does not reach
 *
 * Documentation/design.rst has the diagram.
 */
enum kp_jump {
	KP_JUMP_OPEN,
	KP_JUMP_SINGLE,
	KP_JUMP_ENTERED,
	KP_JUMP_QUIET,
	KP_JUMP_NEVER,
	KP_JUMP_FAR,
};

/**
 * enum kp_wait - what is to be done before a probepoint may become a jump
 * @KP_WAIT_NONE: nothing, or it may not
 * @KP_WAIT_LOOK: to look whether something is in the way
 * @KP_WAIT_CODE: to write its detour; while it is planned only
 * @KP_WAIT_NEXT: to wait for those who may be where the jump will be
 * @KP_WAIT_NOW: the same; it is being waited for
 * @KP_NUM_WAITS: how many there are
 *
 * Changed by kp_jump_set_wait() alone.
 */
enum kp_wait {
	KP_WAIT_NONE,
	KP_WAIT_LOOK,
	KP_WAIT_CODE,
	KP_WAIT_NEXT,
	KP_WAIT_NOW,
	KP_NUM_WAITS,
};

/**
 * enum kp_trap_kind - what a breakpoint of ours is there for
 * @KP_TRAP_HOME: a probed address (member home of its probepoint)
 * @KP_TRAP_RETURNS: the same, with a return probe among its probes
 * @KP_TRAP_INTERNAL: the same, with a probe of our own
 * @KP_TRAP_STEP: the end of a KP_SLOT_STEP slot (member step_trap of its struct kp_rare)
 * @KP_TRAP_NONE: it is not one of ours
 */
enum kp_trap_kind {
	KP_TRAP_HOME,
	KP_TRAP_RETURNS,
	KP_TRAP_INTERNAL,
	KP_TRAP_STEP,
	KP_TRAP_NONE,
};

/**
 * struct kp_trap - what the probe table maps a trap's address to
 * @addr: where the breakpoint is
 * @kind: enum kp_trap_kind
 * @is_trapping: of a probed address: a breakpoint there is ours: from before
 *	kp_text_arm() writes it until kp_text_disarm() has taken it away on all CPUs
 * @zero: what an entry in assembly reads with the two before
 */
struct kp_trap {
	unsigned long addr;
	u8 kind;
	bool is_trapping;
	u16 zero;
};

/**
 * typedef kp_internal_fn - a probe of our own
 * @regs: registers at the probepoint
 *
 * Runs before the re-entry check, in any context, and calls nothing but
 * hit-path code and fault handlers; at a function that the hit path does not come
 * through, also what may be hit itself.
 *
 * Return: true if it has set the instruction pointer.
 */
typedef bool (*kp_internal_fn)(struct pt_regs *regs);

/**
 * enum kp_probe_mode - what a hit does for a probe
 * @KP_PROBE_PLAIN: call its pre_handler
 * @KP_PROBE_DISABLED: nothing
 * @KP_PROBE_RETURN: it is a return probe, see hit/return_entry.h
 */
enum kp_probe_mode {
	KP_PROBE_PLAIN = 0,
	KP_PROBE_DISABLED,
	KP_PROBE_RETURN,
};

/**
 * enum kp_post_way - how post_handlers are called at a breakpoint
 * @KP_POST_NONE: no enabled probe has one
 * @KP_POST_SLOT: behind the instruction in the slot that member step has
 * @KP_POST_EMULATED: when the instruction has been emulated
 * @KP_POST_ASK: as kp_hit_resume() finds out
 *
 * An entry in assembly compares them both as signed and as unsigned bytes.
 */
enum kp_post_way {
	KP_POST_NONE,
	KP_POST_SLOT,
	KP_POST_EMULATED,
	KP_POST_ASK = 0x80,
};

/**
 * enum kp_bare - whether a hit takes an instance, and calls nobody
 * @KP_BARE_NOT: it is not so
 * @KP_BARE_ONE: for a return probe with neither an entry_handler nor a limit
 * @KP_BARE_SET: for several of these, which share it: one of our own, its member own in
 *	a struct kp_return_copy
 */
enum kp_bare {
	KP_BARE_NOT,
	KP_BARE_ONE,
	KP_BARE_SET,
};

/**
 * typedef kp_detour_fn - what a detour calls; a pre_handler is one
 * @kp: the probe
 * @regs: registers at the probepoint
 * @pp: the probepoint
 * @probe: the member single of @pp; x86 passes none
 *
 * Return: not 0 if it has set the instruction pointer.
 */
typedef int (*kp_detour_fn)(struct kprobe *kp, struct pt_regs *regs,
			    struct probepoint *pp, struct kp_probe *probe);

/**
 * typedef kp_post_fn - what is called behind an instruction; a post_handler is one
 * @kp: the probe
 * @regs: registers behind the probed instruction
 * @flags: 0
 * @pp: the probepoint
 */
typedef void (*kp_post_fn)(struct kprobe *kp, struct pt_regs *regs,
			   unsigned long flags, struct probepoint *pp);

/**
 * struct kp_probe - one registered probe at its probepoint
 * @behind: the one that was registered after it at its probepoint; behind the last one
 *	that itself, see kp_is_end(); RCU for the hit path
 * @chain: the next one in its chain of the core's index by @kp
 * @kp: the caller's struct
 * @hits: how often its handlers were called or would have been: see point/counters.c
 * @call: whose pre_handler a detour calls, a kp_detour_fn: @kp, or one of our own.
 *	It is read at each hit, as callers may set theirs to NULL
 * @mode: enum kp_probe_mode; disabled mirrors KPROBE_FLAG_DISABLED
 * @bare: enum kp_bare
 * @has_post: registered with a post_handler
 * @is_return: it is a return probe
 * @kind: enum kp_kind_number; kp_kind_of() has the rest
 * @is_last: 0 if hits go on to @next where KP_ARCH_GOES_ON says that they do, else 1.
 *	At its full width it is compared with what a pre_handler has returned
 * @own: a return probe's
 * @next: of all others, the next one there that is neither disabled nor a return
 *	probe, unless @is_last; RCU
 * @clients: modules that it is removed with, from kp_clients_keep()
 */
struct kp_probe {
	struct kp_probe *behind;
	struct kp_probe *chain;
	struct kprobe *kp;
	unsigned long __percpu *hits;
	struct kprobe *call;
	u8 mode;
	u8 bare;
	bool has_post : 1;
	bool is_return : 1;
	u8 kind;
	u32 is_last;
	union {
		void *own;
		struct kp_probe *next;
	};
	unsigned long clients;
};

/**
 * struct kp_rare - what few probepoints have
 * @step_trap: the table's entry for the breakpoint in member step; addr is 0 if it has none
 * @pp: the probepoint
 * @internal: a probe of our own that runs before all others, or NULL
 * @post: slot of KP_SLOT_POST that takes the place of the first instruction in the
 *	detour; 0 if a hit by that has no post_handlers called
 * @stub: slot with the stub of @jprobe, or 0 if not needed so far
 * @jprobe: the jprobe, or NULL
 * @only_internal: `enabled` is 0, and it is armed only for @internal
 * @jprobe_returned: the handler of @jprobe has returned once
 *
 * Stays until the probepoint is freed.
 */
struct kp_rare {
	struct kp_trap step_trap;
	struct probepoint *pp;
	kp_internal_fn internal;
	unsigned long post;
	unsigned long stub;
	struct jprobe *jprobe;
	bool only_internal;
	bool jprobe_returned;
};

/**
 * struct probepoint - one probed address
 * @home: the table's entry for the probed address; first, as hits start here
 * @probes: the first of kp_for_each_probe(), in order of registration, as the member
 *	behind of the others; RCU
 * @single: what a detour calls: the only enabled probe; or the first one, with its
 *	member next; else one of our own that serves all, or none; or one of
 *	KP_BARE_SET
 * @posts: whose post_handler is called, a kp_post_fn: the only enabled probe's
 *	member call, or one of our own that has all called
 * @resume: where a hit without post-handlers goes on: in @boost, in @detour, or
 *	in the text; the probed address itself until that is known, and it is not armed:
 *	a hit from before is tried again
 * @step: out-of-line slot of KP_SLOT_STEP or KP_SLOT_POST, or 0 if not needed so far
 * @insn: the decoded instruction
 * @post_way: enum kp_post_way
 * @had_post: there was a probe with a post_handler: hits may still be calling them
 * @is_ftrace: reached through the function tracer; no slot, no breakpoint
 * @is_foreign: the text no longer held what we wrote when we wanted to remove
 *	it; the probepoint stays as long as that text does
 * @has_fixup: the instruction has an exception-table entry, and so have slots
 * @state: enum kp_state
 * @jump: enum kp_jump
 * @room: bytes from @home to the function's end, 255 for more
 * @why_not: number of the reason why it is no jump, or 0 if it is one or nobody has
 *	looked; kp_jump_why_not() has the words
 * @error: what arming it last returned
 * @nr_enabled: probes at it that are not disabled
 * @rare: what few have, or NULL if not needed so far; kp_rare_post() and its like look
 *	there
 * @boost: out-of-line slot of KP_SLOT_BOOST, or 0 if not needed so far: @detour serves, or
 *	the text
 * @detour: where the jump leads, or 0 if there was none so far
 * @link: in the core's list of all probepoints, or waiting to be freed
 * @batch: in the batch being worked on
 * @orig: original bytes
 * @wait: enum kp_wait
 *
 * All but what the hit path reads is protected by kp_mutex. There is one for each probed
 * address: what is added here counts as many times.
 */
struct probepoint {
	struct kp_trap home;
	struct kp_probe *probes;
	struct kp_probe *single;
	struct kprobe *posts;
	KP_ARCH_CODE_ADDR resume;
	KP_ARCH_CODE_ADDR step;
	struct kp_arch_insn insn;
	u8 post_way;
	bool had_post : 1;
	bool is_ftrace : 1;
	bool is_foreign : 1;
	bool has_fixup : 1;
	u8 state;
	u8 jump;
	u8 room;
	u8 why_not;
	s16 error;
	unsigned int nr_enabled;
	struct kp_rare *rare;
	KP_ARCH_CODE_ADDR boost;
	KP_ARCH_CODE_ADDR detour;
	struct list_head link;
	struct list_head batch;
	u8 orig[KP_ARCH_MAX_INSN_SIZE];
	u8 wait;
};

/* What is behind the last probe: @pp, marked so. */
static inline struct kp_probe *kp_end_of(const struct probepoint *pp)
{
	return (struct kp_probe *)((unsigned long)pp | 1);
}

static __always_inline bool kp_is_end(const struct kp_probe *behind)
{
	return (unsigned long)behind & 1;
}

/* The probepoint of a probe that is there, with kp_mutex held. Few others are behind it. */
static inline struct probepoint *kp_probe_pp(const struct kp_probe *probe)
{
	while (!kp_is_end(probe))
		probe = probe->behind;
	return (struct probepoint *)((unsigned long)probe & ~1UL);
}

/*
 * The probes at a probepoint, with kp_mutex held or in a hit. rcu_read_lock() may be
 * probed; preemption that is off is as good.
 */
#define kp_for_each_probe(probe, pp)					\
	for (probe = READ_ONCE((pp)->probes); !kp_is_end(probe);	\
	     probe = READ_ONCE((probe)->behind))

static inline bool kp_has_probes(const struct probepoint *pp)
{
	return !kp_is_end(pp->probes);
}

/* Hits reach it. */
static inline bool kp_is_armed(const struct probepoint *pp)
{
	u8 state = READ_ONCE(pp->state);

	return state >= KP_ARMED && state <= KP_OPTIMIZED;
}

/* It cannot be armed yet. */
static inline bool kp_lacks_resume(const struct probepoint *pp)
{
	unsigned long resume = pp->resume;

	return resume == pp->home.addr && !pp->is_ftrace;
}

/* Where in its detour the displaced instructions are; of use only if it has one. */
static __always_inline unsigned long kp_detour_copy(const struct probepoint *pp)
{
	unsigned long detour = pp->detour;

	return detour + KP_ARCH_DETOUR_COPY;
}

/* The member post of its struct kp_rare. */
static __always_inline unsigned long kp_rare_post(const struct probepoint *pp)
{
	const struct kp_rare *rare = READ_ONCE(pp->rare);

	return rare ? rare->post : 0;
}

/* Its member stub. */
static __always_inline unsigned long kp_rare_stub(const struct probepoint *pp)
{
	const struct kp_rare *rare = READ_ONCE(pp->rare);

	return rare ? rare->stub : 0;
}

/* Its member jprobe. */
static __always_inline struct jprobe *kp_rare_jprobe(const struct probepoint *pp)
{
	const struct kp_rare *rare = READ_ONCE(pp->rare);

	return rare ? READ_ONCE(rare->jprobe) : NULL;
}

/* There is a probe of our own. */
static inline bool kp_is_internal(const struct probepoint *pp)
{
	return pp->rare && pp->rare->internal;
}

/* There will be no jump; member why_not says why. */
static inline bool kp_jump_is_never(const struct probepoint *pp)
{
	return pp->jump >= KP_JUMP_NEVER;
}

/* Hits go on again in what a jump would cover. */
static inline void kp_jump_set_entered(struct probepoint *pp)
{
	if (pp->jump == KP_JUMP_QUIET)
		pp->jump = KP_JUMP_ENTERED;
}

static __always_inline bool kp_is_disabled(const struct kp_probe *probe)
{
	return READ_ONCE(probe->mode) == KP_PROBE_DISABLED;
}

#endif /* KP_HIT_PROBEPOINT_H */
