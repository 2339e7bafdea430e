/* SPDX-License-Identifier: GPL-2.0 */
/* The arch contract (arch/contract.h): types and constants. */
#ifndef KP_ARCH_CONTRACT_TYPES_H
#define KP_ARCH_CONTRACT_TYPES_H

#include <linux/types.h>
#include <kp_arch_types.h>

struct exception_table_entry;
struct kp_probe;
struct kprobe;
struct mutex;
struct probepoint;
struct perf_event;
struct perf_event_attr;
struct perf_sample_data;
struct pt_regs;
struct seq_file;
struct task_struct;

/*
 * [types] in <kp_arch_types.h>:
 *
 * KP_ARCH_MAX_INSN_SIZE	longest instruction, in bytes
 * KP_ARCH_BREAKPOINT_SIZE	bytes that arming overwrites
 * KP_ARCH_LOOKBACK		bytes before an instruction that kp_arch_decode()
 *				is given, if instructions have one length; 0:
 *				the one instruction before it
 * KP_ARCH_SLOT_SIZE		bytes of an out-of-line slot, a power of two
 * KP_ARCH_SLOT_CODE_SIZE	of these, bytes for code; behind it is room for
 *				one exception-table entry
 * KP_ARCH_STUB_SIZE		bytes of a stub, see enum kp_stub_kind; no more than
 *				KP_ARCH_SLOT_CODE_SIZE
 * KP_ARCH_JPROBE_STACK		bytes of arguments on the stack that a jprobe's
 *				handler gets a copy of
 * KP_ARCH_JUMP_SIZE		bytes of the jump that may replace a breakpoint
 * KP_ARCH_DETOUR_SIZE		bytes of a detour, a power of two
 * KP_ARCH_DETOUR_COPY		offset in it of the displaced instructions, where a
 *				hit goes on
 * KP_ARCH_NATIVE_JUMP_SIZE	bytes that a jump of the kernel's own kprobes
 *				overwrites, 1 if they have none
 * KP_ARCH_MAX_WATCHES		debug registers for watches
 * KP_ARCH_USER_STEP		for user_die.c: the die notifier's event of a step
 * KP_ARCH_IS_LIVE(bytes)	whether an instruction and a breakpoint may replace
 *				each other while others execute them; if it is not
 *				defined, kp_arch_write_text() sees to that
 * KP_ARCH_JUMP_IS_LIVE		whether a jump and a breakpoint may, true if it is
 *				not defined; else they are written by
 *				kp_arch_write_text()
 * KP_ARCH_EMULATES_AT_HIT	whether kp_arch_resume() may return
 *				KP_RESUME_EMULATE
 * KP_ARCH_TRACER_PROBE		the function at whose entry kp_arch_on_tracer() is
 *				called; NULL if it is not defined
 * KP_ARCH_RELIABLE_TRACE	the function that says whether a task's stack trace is
 *				reliable, where it would miss callers behind stubs
 *				and not tell; NULL if it is not defined
 * KP_ARCH_RUN_RETURN		defined as kp_arch_run_return where there is one
 * KP_ARCH_GOES_ON		whether detours go on from a probe to the next one's
 *				handler; false if it is not defined
 * KP_ARCH_CODE_ADDR		type that has room for an address of text or of a slot,
 *				and becomes one by being assigned to unsigned long,
 *				which it is if it is not defined
 * KP_ARCH_IGNORED_TASKS	whether text that may be probed runs in other than idle
 *				tasks while RCU is not watching, outside of traps; false
 *				if it is not defined
 * struct kp_arch_insn		what decode learnt of an instruction; plain data,
 *				with at least:
 *	u8 len			length in bytes
 *	u8 emulation		0: it cannot be emulated; else kp_arch_emulate()
 *				does it, which saves a trap if there is a
 *				post_handler
 *	bool is_faultable	the instruction accesses memory through a
 *				computed address
 * struct kp_arch_region	the instructions that a jump would cover, with at
 *				least:
 *	u8 num			how many are executed
 *	u8 len			their bytes
 *	u8 at[]			where each begins, from the first
 */

/**
 * enum kp_slot_kind - what follows the instruction in an out-of-line slot
 * @KP_SLOT_BOOST: a jump back to the instruction after the probed one
 * @KP_SLOT_STEP: a breakpoint, for probepoints with a post_handler
 * @KP_SLOT_POST: for these too: code that has the post_handlers called, without an
 *	exception, and a jump back. Where kp_arch_has_post_slot() says so
 * @KP_SLOT_STUB: nothing; it has no instruction, but a stub for a jprobe
 */
enum kp_slot_kind {
	KP_SLOT_BOOST,
	KP_SLOT_STEP,
	KP_SLOT_POST,
	KP_SLOT_STUB,
};

/*
 * KP_ARCH_POST_OWNER, for architectures with KP_SLOT_POST: where in such a slot, which
 * has KP_ARCH_DETOUR_SIZE bytes, the probepoint's address is. With
 * kp_arch_has_post_slot(insn): whether an instruction runs in one.
 */
#ifndef KP_ARCH_POST_OWNER
#define KP_ARCH_POST_OWNER	0
#define kp_arch_has_post_slot(insn)	false
#define kp_arch_lead_post(buf, slot, detour)	(-ERANGE)
#endif

#ifndef KP_ARCH_IS_LIVE
#define KP_ARCH_IS_LIVE(bytes)	false
#endif
#ifndef KP_ARCH_JUMP_IS_LIVE
#define KP_ARCH_JUMP_IS_LIVE	true
#endif
#ifndef KP_ARCH_GOES_ON
#define KP_ARCH_GOES_ON	false
#endif
#ifndef KP_ARCH_CODE_ADDR
#define KP_ARCH_CODE_ADDR	unsigned long
#endif
#ifndef KP_ARCH_IGNORED_TASKS
#define KP_ARCH_IGNORED_TASKS	false
#endif
#ifndef KP_ARCH_TRACER_PROBE
#define KP_ARCH_TRACER_PROBE	NULL
#endif
#ifndef KP_ARCH_RELIABLE_TRACE
#define KP_ARCH_RELIABLE_TRACE	NULL
#endif

#endif /* KP_ARCH_CONTRACT_TYPES_H */
