/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The arch contract: everything that the core asks of an architecture.
 *
 * An architecture is a folder arch/<name>/ with its own kp_arch_types.h (the
 * types and constants below marked [types]), kp_arch_hit.h (arch/hit_hooks.h has
 * the contract) and kp_arch_task.h (arch/task_hooks.h); the rest are ordinary
 * functions, one file each. Documentation/porting.rst walks through it.
 *
 * Upward calls: trap.c calls kp_hit_breakpoint() (hit/hit.h); stub_entry.S
 * calls kp_hit_return() and the kp_jprobe_*() functions (hit/hit.h).
 */
#ifndef KP_ARCH_CONTRACT_H
#define KP_ARCH_CONTRACT_H

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
 * KP_ARCH_RUN_PLAIN		defined as kp_arch_run_plain where there is one
 * struct kp_arch_insn		what decode learnt of an instruction; plain data,
 *				with at least:
 *	u8 len			length in bytes
 *	u8 emulation		0: it cannot be emulated; else kp_arch_emulate()
 *				does it, which saves a trap if there is a
 *				post_handler
 *	u8 is_faultable		the instruction accesses memory through a
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
#ifndef KP_ARCH_TRACER_PROBE
#define KP_ARCH_TRACER_PROBE	NULL
#endif

/* decode.c: bytes in, verdict out. Pure: no lookups, no locks, no allocation. */

/**
 * kp_arch_insn_length() - length of the instruction at the start of @bytes
 * @bytes: original text (never a breakpoint of ours)
 * @avail: how many bytes may be read
 *
 * Return: the length, or -EILSEQ if the bytes are no instruction.
 */
int kp_arch_insn_length(const u8 *bytes, size_t avail);

/**
 * kp_arch_decode() - decide whether and how an instruction can be probed
 * @bytes: original bytes of the instruction and, if any, of what follows it
 * @avail: how many bytes may be read
 * @prev: original bytes of the instruction before it, or of up to
 *	KP_ARCH_LOOKBACK bytes; or NULL if unknown
 * @prev_len: length of @prev
 * @addr: where it lives
 * @insn: result; valid only on success
 * @why: on refusal, a static string for people
 *
 * Context: any. Locks: none.
 * Return: 0; -EINVAL if it is a breakpoint or a BUG or WARN site; -EILSEQ if
 * @bytes is no instruction, or one that cannot be probed.
 */
int __must_check kp_arch_decode(const u8 *bytes, size_t avail,
				const u8 *prev, size_t prev_len,
				unsigned long addr, struct kp_arch_insn *insn,
				const char **why);

/**
 * kp_arch_branch_target() - where the instruction at an address leads to
 * @addr: text
 * @avail: how many bytes may be read
 * @target: set, for a direct call or jump
 *
 * Return: the instruction's length, or that of data that can be told from it; or -EILSEQ.
 */
int kp_arch_branch_target(unsigned long addr, size_t avail,
			  unsigned long *target);

/* kp_arch_resume(): no address, but the instruction is emulated at each hit. */
#define KP_RESUME_EMULATE	1UL

/**
 * kp_arch_resume() - where to go on if the instruction needs no code at all
 * @insn: result of kp_arch_decode()
 * @addr: where it lives
 *
 * Return: the address, for one that does nothing but go on there;
 * KP_RESUME_EMULATE, on architectures with KP_ARCH_EMULATES_AT_HIT; else 0, and
 * it needs a KP_SLOT_BOOST slot.
 */
unsigned long kp_arch_resume(const struct kp_arch_insn *insn,
			     unsigned long addr);

/**
 * kp_arch_build_slot() - relocate an instruction into an out-of-line slot
 * @insn: result of kp_arch_decode(): for KP_SLOT_BOOST one without a
 *	kp_arch_resume(), for KP_SLOT_STEP one without emulation, or one whose
 *	KP_SLOT_BOOST was out of reach
 * @bytes: its original bytes
 * @addr: its home
 * @slot: address where the code will run
 * @kind: what follows it
 * @buf: KP_ARCH_SLOT_CODE_SIZE bytes, KP_ARCH_DETOUR_SIZE for KP_SLOT_POST, filled
 *	completely (unused bytes with breakpoints)
 * @trap_offset: offset in the slot of the KP_SLOT_STEP breakpoint
 * @why: on refusal, a static string for people
 *
 * Return: 0; -ERANGE if a displacement cannot reach from @slot, or the instruction
 * runs at home only.
 */
int __must_check kp_arch_build_slot(const struct kp_arch_insn *insn,
				    const u8 *bytes, unsigned long addr,
				    unsigned long slot, enum kp_slot_kind kind,
				    u8 *buf, u8 *trap_offset,
				    const char **why);

/**
 * kp_arch_build_fixup() - an exception-table entry for a slot
 * @entry: the entry of the instruction at home
 * @addr: its home
 * @insn: what kp_arch_decode() learnt
 * @slot: its slot
 * @buf: KP_ARCH_SLOT_SIZE - KP_ARCH_SLOT_CODE_SIZE bytes, the entry as it must
 *	read at @slot + KP_ARCH_SLOT_CODE_SIZE
 *
 * A fixup that leads to the next instruction leads to what follows the
 * instruction in the slot instead.
 *
 * Return: 0; -ERANGE if the fixup is out of the entry's reach.
 */
int __must_check
kp_arch_build_fixup(const struct exception_table_entry *entry,
		    unsigned long addr, const struct kp_arch_insn *insn,
		    unsigned long slot, u8 *buf);

/* scan.c: pure, too. */

/**
 * kp_arch_scan() - an instruction's length, and the addresses it names
 * @bytes: original text, which can be read up to KP_ARCH_MAX_INSN_SIZE + 1 bytes
 *	from here
 * @addr: where it lives
 * @names: result: where it may jump to, and addresses that are its operands;
 *	two, 0 if there are fewer
 *
 * Return: the length, or 0 if it is not understood.
 */
int kp_arch_scan(const u8 *bytes, unsigned long addr, unsigned long *names);

/* scan.c or addresses.c */

/**
 * kp_arch_addresses() - the addresses that a function forms
 * @function: as C calls it, a function of the kernel
 * @size: bytes of its code
 * @addrs: result; some may be none
 * @max: for how many @addrs has room
 *
 * Context: process context.
 * Return: how many.
 */
unsigned int kp_arch_addresses(const void *function, unsigned long size,
			       unsigned long *addrs, unsigned int max);

/* detour.c: a jump instead of a breakpoint, and where it leads. */

/**
 * kp_arch_jump_region() - find what a jump would cover
 * @bytes: original bytes from the probed instruction on
 * @avail: how many, to the end of the function at most
 * @addr: where it lives
 * @region: result
 * @why: on refusal, a static string for people
 *
 * Context: process context.
 * Return: 0; -EILSEQ if some instruction cannot be displaced; -ERANGE if the
 * function ends too soon.
 */
int __must_check kp_arch_jump_region(const u8 *bytes, size_t avail,
				     unsigned long addr,
				     struct kp_arch_region *region,
				     const char **why);

/**
 * kp_arch_build_detour() - the code of a detour
 * @region: what kp_arch_jump_region() found
 * @bytes: as it was given
 * @addr: as it was given
 * @detour: where it will run
 * @pp: passed to kp_hit_detour() and the like
 * @buf: KP_ARCH_DETOUR_SIZE bytes, filled completely
 * @copy: result: offset of the displaced instructions, where a hit goes on
 * @why: on refusal, a static string for people
 *
 * Return: 0; -ERANGE if something does not reach from @detour; -ENOSPC if the
 * instructions are too long.
 */
int __must_check kp_arch_build_detour(const struct kp_arch_region *region,
				      const u8 *bytes, unsigned long addr,
				      unsigned long detour,
				      const struct probepoint *pp, u8 *buf,
				      unsigned int *copy, const char **why);

/**
 * kp_arch_jump() - the bytes of a jump to a detour
 * @buf: KP_ARCH_JUMP_SIZE bytes
 * @addr: where the jump is
 * @detour: where it leads, within reach
 */
void kp_arch_jump(u8 *buf, unsigned long addr, unsigned long detour);

/**
 * kp_arch_run_plain() - what a detour calls for several probes, if none of those
 *	that are enabled is a return probe
 * @kp: unused
 * @regs: registers at the probepoint
 * @pp: the probepoint
 * @probe: unused
 *
 * Only where KP_ARCH_RUN_PLAIN says so; else hit.c has one.
 *
 * Context: as a handler.
 * Return: not 0 if a handler has set the instruction pointer.
 */
int kp_arch_run_plain(struct kprobe *kp, struct pt_regs *regs,
		      struct probepoint *pp, struct kp_probe *probe);

/* stub.c, stub_entry.S: code of ours that runs outside of traps. */

/**
 * enum kp_stub_kind - what a stub leads to
 * @KP_STUB_RETURN: kp_hit_return(), for a function that returns to the stub;
 *	the stub's data is a struct kretprobe_instance
 * @KP_STUB_JPROBE: kp_jprobe_enter() and the jprobe's handler, when the
 *	instruction pointer is set to the stub at a function's entry; the
 *	stub's data is a struct probepoint
 */
enum kp_stub_kind {
	KP_STUB_RETURN,
	KP_STUB_JPROBE,
};

/**
 * kp_arch_build_stub() - the code of a stub
 * @buf: KP_ARCH_STUB_SIZE bytes
 * @addr: where it will run
 * @kind: where it leads
 * @data: what is passed on
 *
 * Return: 0; -ERANGE if it is out of reach from @addr.
 */
int __must_check kp_arch_build_stub(u8 *buf, unsigned long addr,
				    enum kp_stub_kind kind, const void *data);

/*
 * What stubs lead to, in assembly: saves the registers as a struct pt_regs,
 * calls kp_hit_return(); or kp_jprobe_enter(), the handler that it returns, and,
 * if that handler comes back, kp_jprobe_forgot() and kp_arch_jprobe_leave().
 * A task that is between these two labels, or has called from there, has one of
 * their addresses on the stack.
 */
extern const char kp_arch_stub_text[], kp_arch_stub_text_end[];

/**
 * kp_arch_jprobe_leave() - abandon a jprobe's handler
 * @regs: what kp_jprobe_enter() was given
 *
 * Goes back to where these registers were saved, calls kp_jprobe_leave() and
 * goes on with what that makes of them. Does not return.
 */
void kp_arch_jprobe_leave(struct pt_regs *regs);

/**
 * kp_arch_ftrace_trampoline() - what call sites of the function tracer may call
 *
 * Saves the registers as they are for probes there, finds the probepoint by the
 * return address, and does what kp_hit_ftrace() does; lies between the two
 * labels above.
 *
 * Return: its address; 0 if there is none, and the function tracer makes one
 * that calls us.
 */
unsigned long kp_arch_ftrace_trampoline(void);

/**
 * kp_arch_is_direct() - whether a call site calls that trampoline now
 * @addr: the site
 *
 * Context: any; the answer may be out of date.
 */
bool kp_arch_is_direct(unsigned long addr);

/**
 * kp_arch_on_tracer() - keep the function tracer from falling over our text
 * @regs: at the entry of KP_ARCH_TRACER_PROBE, if that is not NULL
 *
 * Context: as a kp_internal_fn.
 * Return: true if it has set the instruction pointer.
 */
bool kp_arch_on_tracer(struct pt_regs *regs);

/*
 * In <kp_arch_ksyms.h>:
 *
 * KP_ARCH_KSYMS(FN, DATA)
 *	The unexported symbols that the architecture's folder uses, as rows of
 *	KP_KSYMS() (kernel/ksyms.h).
 */

/* patch.c: bytes and barriers; called by text.c only. */

/**
 * kp_arch_text_mutex() - what a writer of text holds
 *
 * Return: the mutex.
 */
struct mutex *kp_arch_text_mutex(void);

/**
 * kp_arch_breakpoint() - the bytes of our breakpoint
 * @buf: KP_ARCH_BREAKPOINT_SIZE bytes
 */
void kp_arch_breakpoint(u8 *buf);

/**
 * kp_arch_poke() - write bytes that no CPU can be half-way through executing
 * @addr: kernel or module text, or a slot
 * @bytes: what to write
 * @len: how many
 *
 * Either a single breakpoint-sized write, or memory that is not yet run.
 * Visible to every CPU only after kp_arch_poke_sync().
 *
 * Context: process context, kp_arch_text_mutex() held.
 * Return: 0 or -EFAULT.
 */
int __must_check kp_arch_poke(void *addr, const void *bytes, size_t len);

/**
 * kp_arch_poke_sync() - make all earlier pokes visible to every CPU
 *
 * Context: process context, interrupts enabled.
 */
void kp_arch_poke_sync(void);

/**
 * kp_arch_write_text() - write text that others may be executing
 * @write: writes it by kp_arch_poke(), a breakpoint or an original instruction
 *	at a time; called once, perhaps with all other CPUs waiting and
 *	interrupts off. Jumps, and breakpoints in their place, are written
 *	without this where they KP_ARCH_JUMP_IS_LIVE.
 * @data: passed on
 *
 * kp_arch_poke_sync() comes after it.
 *
 * Context: process context, kp_arch_text_mutex() held.
 * Return: what @write returned.
 */
int __must_check kp_arch_write_text(int (*write)(void *data), void *data);

/**
 * kp_arch_exec_alloc() - memory for code, from where a jump reaches some text if
 *	that can be had
 * @size: a multiple of PAGE_SIZE
 * @near: an address in that text; 0 for the kernel's
 *
 * Context: process context, may sleep.
 * Return: writable memory that module_memfree() frees; or memory that is
 * kp_arch_exec_is_sealed(); or NULL.
 */
void *kp_arch_exec_alloc(size_t size, unsigned long near);

/**
 * kp_arch_exec_seal() - make memory executable and read-only
 * @addr: what kp_arch_exec_alloc() returned
 * @num: pages
 *
 * Context: process context, may sleep.
 * Return: 0, or an error of the kernel.
 */
int __must_check kp_arch_exec_seal(unsigned long addr, int num);

/**
 * kp_arch_exec_unseal() - make memory what it was when it was allocated
 * @addr: what kp_arch_exec_alloc() returned
 * @num: pages
 *
 * Context: process context, may sleep.
 */
void kp_arch_exec_unseal(unsigned long addr, int num);

/**
 * kp_arch_exec_is_sealed() - whether memory is executable and read-only as it is
 *	allocated, and written by kp_arch_poke() alone
 * @mem: what kp_arch_exec_alloc() returned
 *
 * Such memory is not freed: zeroes are written over it, and it is there again
 * the next time kprobes.ko is loaded.
 */
bool kp_arch_exec_is_sealed(const void *mem);

/**
 * kp_arch_reaches() - whether a jump reaches
 * @from: code, or memory for it
 * @to: text
 *
 * Return: true if there is no doubt.
 */
bool kp_arch_reaches(unsigned long from, unsigned long to);

/* trap.c: the exception hook. */

int __must_check kp_arch_trap_init(void);
void kp_arch_trap_exit(void);

/**
 * kp_arch_trap_show() - for `stats`: how breakpoints reach us
 * @m: where to
 *
 * Context: process context.
 */
void kp_arch_trap_show(struct seq_file *m);

/* Functions where CPUs that are off wait: none can be waited for there. */
extern const char * const kp_arch_off_functions[];

/* symbol.c: what symbols, functions and patch sites look like. */

/**
 * kp_arch_adjust_entry() - the address to probe for a symbol and an offset
 * @start: address of the symbol
 * @offset: bytes from there
 * @on_entry: result: whether that is the function's entry
 *
 * Skips a landing pad when the entry is asked for.
 *
 * Return: the address to probe.
 */
unsigned long kp_arch_adjust_entry(unsigned long start, unsigned long offset,
				   bool *on_entry);

/**
 * kp_arch_lookup() - look a symbol up, as people write it
 * @name: symbol, or "module:symbol"
 * @lookup: the kernel's look-up
 *
 * Return: its address, for a function that of its code; or 0.
 */
unsigned long kp_arch_lookup(const char *name,
			     unsigned long (*lookup)(const char *name));

/**
 * kp_arch_function() - what C calls a function by
 * @code: its code, in the kernel
 *
 * Context: process context, module init.
 * Return: a pointer that stays valid; NULL for 0, and if there are too many.
 */
void *kp_arch_function(unsigned long code);

/**
 * kp_arch_code() - where the code is of what may be a pointer to a function
 * @addr: such a pointer, or the address of code
 *
 * Context: process context.
 * Return: the address of the code; or @addr.
 */
unsigned long kp_arch_code(unsigned long addr);

/**
 * kp_arch_reserved_why() - whether the architecture patches an instruction
 * @addr: its address
 *
 * Context: process context, kp_arch_text_mutex() held.
 * Return: NULL, or who patches it.
 */
const char *kp_arch_reserved_why(unsigned long addr);

/**
 * kp_arch_read_native() - undo what the function tracer and the kernel's own
 *	kprobes wrote
 * @addr: address of an instruction
 * @buf: KP_ARCH_MAX_INSN_SIZE bytes read from there; the original ones on
 *	return, if one of them is there
 *
 * Context: process context, kp_native_lock() held.
 */
void kp_arch_read_native(unsigned long addr, u8 *buf);

/**
 * kp_arch_entry_offset() - bytes from a function's symbol to the place where
 *	its arguments are in place and a breakpoint may be put
 * @addr: address of the symbol
 *
 * Skips landing pads and the call site of the function tracer.
 */
unsigned long kp_arch_entry_offset(unsigned long addr);

/**
 * kp_arch_entry_why() - whether a symbol is no function that is called, and
 *	that returns to where it was called from
 * @name: the symbol
 *
 * Context: process context.
 * Return: NULL, or why it is none.
 */
const char *kp_arch_entry_why(const char *name);

/**
 * kp_arch_idle_goes_on() - whether the idle task of a CPU that was offline goes
 *	on where it was
 *
 * Context: any.
 * Return: true if so; false if it starts anew.
 */
bool kp_arch_idle_goes_on(void);

/* trap_path.c: what must never be probed by a trap. */

/**
 * kp_arch_trap_path() - report the text that runs between a trap and the
 *	re-entry check, or between the last handler and the return
 * @report: called for every range
 * @data: passed on
 *
 * Context: process context, at init.
 * Return: 0, or what @report returned.
 */
int kp_arch_trap_path(int (*report)(unsigned long start, unsigned long end,
				    void *data), void *data);

/**
 * kp_arch_no_trap_path() - report the text that runs where no trap can be taken,
 *	whatever for
 * @report: called for every range
 * @data: passed on
 *
 * On CPUs that come up, before they have their vectors and what is per CPU, or
 * RCU knows of them; that wake up; that leave the kernel for another.
 *
 * Context: process context, at init.
 * Return: 0, -ENOENT (the log says what for), -ENOMEM, -E2BIG, or what @report
 * returned.
 */
int kp_arch_no_trap_path(int (*report)(unsigned long start, unsigned long end,
				       void *data), void *data);

/* watch.c: debug registers, through the kernel's hw_breakpoint layer. */

/**
 * kp_arch_watch_why() - whether the CPU cannot watch in some way
 * @type: KWATCH_*
 * @length: bytes
 *
 * Return: NULL, or the reason.
 */
const char *kp_arch_watch_why(u8 type, u8 length);

/**
 * kp_arch_watch_check() - whether data may be watched
 * @addr: its address
 * @length: bytes: 1, 2, 4 or 8
 *
 * Context: any.
 * Return: 0; -EINVAL if it is unaligned, not the kernel's, or what the CPU needs
 * to enter the kernel; -EOPNOTSUPP if the kernel lacks a symbol.
 */
int __must_check kp_arch_watch_check(unsigned long addr, u8 length);

/**
 * kp_arch_watch_attr() - how the kernel is asked for a breakpoint
 * @type: KWATCH_*
 * @length: bytes
 * @attr: result: bp_type and bp_len
 */
void kp_arch_watch_attr(u8 type, u8 length, struct perf_event_attr *attr);

/**
 * typedef kp_watch_fn - a watch was hit
 * @event: the breakpoint
 * @regs: registers behind the access, or before the instruction
 *
 * Context: debug exception.
 */
typedef void (*kp_watch_fn)(struct perf_event *event, struct pt_regs *regs);

/**
 * kp_arch_watch_init() - say what kp_arch_watch_trap() calls
 * @fn: the function
 *
 * Context: module init, before there is a breakpoint.
 */
void kp_arch_watch_init(kp_watch_fn fn);

/**
 * kp_arch_watch_trap() - what the kernel calls when a breakpoint is hit
 * @event: the breakpoint
 * @data: unused
 * @regs: registers at the trap
 *
 * Sees to it that what kp_arch_watch_init() was given is called: behind the
 * access, or before the instruction; and that the same does not trap again.
 *
 * Context: debug exception.
 */
void kp_arch_watch_trap(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs);

/**
 * kp_arch_watch_execute() - make a breakpoint one for execution
 * @event: as kp_arch_watch_attr() has it for KWATCH_EXECUTE, disabled
 */
void kp_arch_watch_execute(struct perf_event *event);

/**
 * kp_arch_watch_addr() - what a breakpoint is on
 * @event: the breakpoint
 *
 * Context: any.
 */
unsigned long kp_arch_watch_addr(const struct perf_event *event);

/**
 * kp_arch_watch_move() - put a breakpoint on another address
 * @event: a breakpoint for data, of this CPU
 * @addr: where to, checked
 *
 * Also where all breakpoints of the CPU are off for the moment: it must not switch
 * them on.
 *
 * Context: interrupts off, or NMI.
 */
void kp_arch_watch_move(struct perf_event *event, unsigned long addr);

/**
 * kp_arch_watch_holder() - which breakpoint is in a debug register now
 * @cpu: whose
 * @i: from 0 to KP_ARCH_MAX_WATCHES - 1
 *
 * Context: any; the result is valid in a read-side critical section of RCU.
 * Return: the breakpoint, or NULL if there is none or it is not known.
 */
const struct perf_event *kp_arch_watch_holder(int cpu, int i);

/**
 * kp_arch_watch_traced() - whether ptrace has breakpoints in a task
 * @task: the task
 *
 * Context: any.
 */
bool kp_arch_watch_traced(const struct task_struct *task);

/* user.c, or user_die.c (KP_ARCH_USER_STEP): probes in user space. */

/**
 * kp_arch_user_trapnr() - the trap that the current task took in user space,
 *	stepping for the kernel's uprobes
 *
 * Context: at the entry of arch_uprobe_abort_xol() or uprobe_free_utask(), in
 * any context.
 * Return: its number, or -1 if there was none.
 */
int kp_arch_user_trapnr(void);

/**
 * kp_arch_user_steps_init() - have it told when a task has made a step in user
 *	space
 * @fn: called in that task's exception, before the kernel's uprobes
 *
 * Context: process context.
 * Return: 0; -EOPNOTSUPP if the kernel lacks a symbol.
 */
int __must_check kp_arch_user_steps_init(void (*fn)(void));

/**
 * kp_arch_user_steps_exit() - undo kp_arch_user_steps_init()
 *
 * When it returns, nobody is in what was called.
 */
void kp_arch_user_steps_exit(void);

#endif /* KP_ARCH_CONTRACT_H */
