// SPDX-License-Identifier: GPL-2.0
/*
 * The only writer of kernel text, except for a word that arch/powerpc/tracer.c
 * writes in place of the function tracer. Works in batches: any number of writes,
 * then one cross-CPU sync.
 */
#include <linux/cpu.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include <arch/contract.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/native_kprobes.h>
#include <kernel/quiesce.h>
#include <text/text.h>

/* Bytes of a jump that the breakpoint does not cover. */
#define TAIL_SIZE	(KP_ARCH_JUMP_SIZE - KP_ARCH_BREAKPOINT_SIZE)

/* Probepoints that are written at once, perhaps while all CPUs wait. */
#define PIECE		128

static unsigned long nr_syncs;
static kp_text_recorder_fn recorder;

static void record(enum kp_text_event event, unsigned long addr)
{
	if (unlikely(recorder))
		recorder(event, addr);
}

static int poke(enum kp_text_event event, unsigned long addr,
		const void *bytes, size_t len)
{
	int ret = kp_arch_poke((void *)addr, bytes, len);

	if (!ret)
		record(event, addr);
	return ret;
}

static void sync(void)
{
	kp_arch_poke_sync();
	nr_syncs++;
	record(KP_TEXT_SYNC, 0);
}

/**
 * kp_text_nr_syncs() - cross-CPU syncs so far
 *
 * Context: any.
 */
unsigned long kp_text_nr_syncs(void)
{
	return READ_ONCE(nr_syncs);
}

/**
 * kp_text_set_recorder() - have every write and sync reported, in order
 * @fn: called with text_mutex held; NULL stops it
 *
 * For the test that the order of writes and syncs is right, which no emulator
 * would notice.
 *
 * Context: process context.
 */
void kp_text_set_recorder(kp_text_recorder_fn fn)
{
	mutex_lock(kp_arch_text_mutex());
	recorder = fn;
	mutex_unlock(kp_arch_text_mutex());
}
EXPORT_SYMBOL_GPL(kp_text_set_recorder);

/**
 * kp_text_write_slots() - write code into slots that nobody runs
 * @code: what goes where
 * @num: how many
 *
 * When it returns, every CPU would run the new code.
 *
 * Context: process context; takes text_mutex.
 * Return: 0 or -EFAULT; the slots then hold anything.
 */
int kp_text_write_slots(const struct kp_code *code, int num)
{
	int i, ret = 0;

	if (!num)
		return 0;
	mutex_lock(kp_arch_text_mutex());
	for (i = 0; i < num && !ret; i++) {
		ret = poke(KP_TEXT_POKE_SLOT, code[i].addr, code[i].bytes,
			   code[i].len);
		kp_give_way();
	}
	sync();
	mutex_unlock(kp_arch_text_mutex());
	return ret;
}

/**
 * kp_text_clear() - write zeroes over slots that nobody runs any more
 * @addr: the first
 * @size: bytes, of whole slots
 *
 * Context: process context; takes text_mutex.
 */
void kp_text_clear(unsigned long addr, size_t size)
{
	static const u8 zeroes[KP_ARCH_SLOT_SIZE] __aligned(sizeof(long));
	unsigned long end = addr + size;
	int ret = 0;

	mutex_lock(kp_arch_text_mutex());
	for (; addr < end && !ret; addr += sizeof(zeroes))
		ret = poke(KP_TEXT_POKE_SLOT, addr, zeroes, sizeof(zeroes));
	mutex_unlock(kp_arch_text_mutex());
}

static bool holds(unsigned long addr, const u8 *bytes, size_t len)
{
	u8 now[KP_ARCH_MAX_INSN_SIZE];

	return !copy_from_kernel_nofault(now, (void *)addr, len) &&
	       !memcmp(now, bytes, len);
}

struct replacement {
	unsigned long addr;
	const void *from;
	const void *to;
	size_t len;
};

static int replace(void *data)
{
	const struct replacement *r = data;

	if (!holds(r->addr, r->from, r->len))
		return -EBUSY;
	return kp_arch_poke((void *)r->addr, r->to, r->len);
}

/**
 * kp_text_replace() - put a branch of our own into text, or take it away
 * @addr: where
 * @from: what is there
 * @to: what is to be there
 * @len: bytes, at most KP_ARCH_MAX_INSN_SIZE
 *
 * Whatever the instructions are. Not for probes.
 *
 * Context: process context; takes text_mutex.
 * Return: 0; -EBUSY if something else is there; -EFAULT if it cannot be written.
 */
int kp_text_replace(unsigned long addr, const void *from, const void *to,
		    size_t len)
{
	struct replacement replacement = { addr, from, to, len };
	int ret;

	mutex_lock(kp_arch_text_mutex());
	ret = kp_arch_write_text(replace, &replacement);
	sync();
	mutex_unlock(kp_arch_text_mutex());
	return ret;
}

/* Somebody else has written over what we wrote. */
static void note_foreign(struct probepoint *pp)
{
	if (pp->is_foreign)
		return;
	pr_warn("%pS: somebody else has written here, left alone; kprobes.ko stays as long as this text\n",
		(void *)pp->home.addr);
	/* they may write our breakpoint back at any time */
	__module_get(THIS_MODULE);
	pp->is_foreign = true;
}

/**
 * kp_text_gone() - the text of a probepoint goes
 * @pp: the probepoint; nobody can write its breakpoint back any more
 *
 * Context: kp_mutex held; a notifier of modules, so that kprobes.ko stays until
 * that has returned.
 */
void kp_text_gone(struct probepoint *pp)
{
	if (!pp->is_foreign)
		return;
	pp->is_foreign = false;
	module_put(THIS_MODULE);
}

static void write_original(struct probepoint *pp)
{
	u8 breakpoint[KP_ARCH_BREAKPOINT_SIZE];

	kp_arch_breakpoint(breakpoint);
	if (!holds(pp->home.addr, breakpoint, sizeof(breakpoint)) ||
	    poke(KP_TEXT_POKE_DISARM, pp->home.addr, pp->orig,
		 KP_ARCH_BREAKPOINT_SIZE))
		note_foreign(pp);
}

/* All or none. */
static int write_breakpoints(void *data)
{
	struct list_head *batch = data;
	u8 breakpoint[KP_ARCH_BREAKPOINT_SIZE];
	struct probepoint *pp;
	int ret;

	kp_arch_breakpoint(breakpoint);
	list_for_each_entry(pp, batch, batch) {
		pp->error = -EBUSY;
		if (!holds(pp->home.addr, pp->orig, pp->insn.len))
			goto undo;
		/* nobody else's breakpoint is there, and ours is hit at once */
		WRITE_ONCE(pp->home.is_trapping, true);
		pp->error = poke(KP_TEXT_POKE_ARM, pp->home.addr, breakpoint,
				 sizeof(breakpoint));
		if (pp->error)
			goto undo;
	}
	return 0;

undo:
	ret = pp->error;
	list_for_each_entry_continue_reverse(pp, batch, batch)
		write_original(pp);
	return ret;
}

static int write_originals(void *data)
{
	struct list_head *batch = data;
	struct probepoint *pp;

	list_for_each_entry(pp, batch, batch)
		write_original(pp);
	return 0;
}

/*
 * No breakpoint of ours is there any more. A CPU that has hit one has interrupts off
 * until it has read is_trapping, and sync() has waited for that.
 */
static void set_not_trapping(struct list_head *batch)
{
	struct probepoint *pp;

	list_for_each_entry(pp, batch, batch) {
		WRITE_ONCE(pp->home.is_trapping, false);
		kp_give_way();
	}
}

static bool is_live(const struct list_head *batch)
{
	struct probepoint *pp;

	list_for_each_entry(pp, batch, batch)
		if (!KP_ARCH_IS_LIVE(pp->orig))
			return false;
	return true;
}

/* The first of @batch, so many that they are not written for long. */
static void cut_piece(struct list_head *piece, struct list_head *batch)
{
	struct list_head *last = batch;
	unsigned int i;

	for (i = 0; i < PIECE && !list_is_last(last, batch); i++)
		last = last->next;
	list_cut_position(piece, batch, last);
}

/*
 * Piece by piece, and others may run in between: if all CPUs have to stop, then
 * never for long. What was written is moved to @done. If it fails, the
 * failing piece is as it was, and leads @batch.
 */
static int write_pieces(int (*write)(void *data), bool live,
			struct list_head *batch, struct list_head *done)
{
	int ret = 0;

	while (!ret && !list_empty(batch)) {
		LIST_HEAD(piece);

		cut_piece(&piece, batch);
		ret = live ? write(&piece) : kp_arch_write_text(write, &piece);
		if (ret)
			list_splice(&piece, batch);
		else
			list_splice_tail(&piece, done);
		kp_give_way();
	}
	return ret;
}

/* In whatever context the originals of a batch may be replaced in. */
static int write_batch(int (*write)(void *data), struct list_head *batch)
{
	bool live = is_live(batch);
	LIST_HEAD(written);
	LIST_HEAD(undone);
	int ret;

	ret = write_pieces(write, live, batch, &written);
	/* returns what write_originals() does */
	if (ret)
		(void)!write_pieces(write_originals, live, &written, &undone);
	list_splice(&written, batch);
	list_splice(&undone, batch);
	return ret;
}

/**
 * kp_text_arm() - put breakpoints at probepoints
 * @batch: struct probepoint, by their member batch; all disarmed
 *
 * All or none. On failure the member error of the one that failed says why.
 *
 * Context: process context, kp_mutex held; takes text_mutex.
 * Return: 0; -EBUSY if the text is not what it was when the probepoint was
 * made; -EFAULT if it cannot be written.
 */
int kp_text_arm(struct list_head *batch)
{
	int ret;

	lockdep_assert_held(&kp_mutex);
	if (list_empty(batch))
		return 0;

	mutex_lock(kp_arch_text_mutex());
	ret = write_batch(write_breakpoints, batch);
	sync();
	if (ret)
		set_not_trapping(batch);
	mutex_unlock(kp_arch_text_mutex());
	return ret;
}

/**
 * kp_text_check() - whether the text is still what kp_text_arm() wants to find
 * @batch: struct probepoint, by their member batch; all disarmed
 *
 * The member error of each where it is not says so.
 *
 * Context: process context, kp_mutex held; takes text_mutex.
 * Return: 0 or -EBUSY.
 */
int kp_text_check(struct list_head *batch)
{
	struct probepoint *pp;
	int ret = 0;

	lockdep_assert_held(&kp_mutex);
	mutex_lock(kp_arch_text_mutex());
	list_for_each_entry(pp, batch, batch) {
		if (holds(pp->home.addr, pp->orig, pp->insn.len))
			continue;
		pp->error = -EBUSY;
		ret = -EBUSY;
	}
	mutex_unlock(kp_arch_text_mutex());
	return ret;
}

/**
 * kp_text_disarm() - take breakpoints of ours away again
 * @batch: struct probepoint, by their member batch; all armed
 *
 * Where the text no longer holds our breakpoint it is left as it is, and the
 * probepoint is marked is_foreign.
 *
 * Context: process context, kp_mutex held; takes text_mutex.
 */
void kp_text_disarm(struct list_head *batch)
{
	lockdep_assert_held(&kp_mutex);
	if (list_empty(batch))
		return;

	mutex_lock(kp_arch_text_mutex());
	/* returns what write_originals() does */
	(void)!write_batch(write_originals, batch);
	sync();
	set_not_trapping(batch);
	mutex_unlock(kp_arch_text_mutex());
}

/* Back from a jump to a breakpoint, in two steps with a sync after each. */
static void write_breakpoint(struct probepoint *pp)
{
	u8 breakpoint[KP_ARCH_BREAKPOINT_SIZE], jump[KP_ARCH_JUMP_SIZE];

	kp_arch_breakpoint(breakpoint);
	kp_arch_jump(jump, pp->home.addr, pp->detour);
	pp->error = 0;
	if (holds(pp->home.addr, jump, sizeof(jump)) &&
	    !poke(KP_TEXT_POKE_ARM, pp->home.addr, breakpoint,
		  sizeof(breakpoint)))
		return;
	pp->error = -EBUSY;
	note_foreign(pp);
}

static int write_over_jumps(void *data)
{
	struct list_head *batch = data;
	struct probepoint *pp;

	list_for_each_entry(pp, batch, batch)
		write_breakpoint(pp);
	return 0;
}

/* In whatever context jumps and breakpoints may replace each other in. */
static int write_jump_batch(int (*write)(void *data), struct list_head *batch)
{
	LIST_HEAD(written);
	int ret;

	ret = write_pieces(write, KP_ARCH_JUMP_IS_LIVE, batch, &written);
	list_splice(&written, batch);
	return ret;
}

/*
 * A CPU that comes up between the tail and the first byte takes part in no
 * sync, and might have seen the one without the other. As the kernel's own
 * code has it: this lock before text_mutex.
 */
static void jumps_lock(void)
{
	if (TAIL_SIZE)
		cpus_read_lock();
	mutex_lock(kp_arch_text_mutex());
}

static void jumps_unlock(void)
{
	mutex_unlock(kp_arch_text_mutex());
	if (TAIL_SIZE)
		cpus_read_unlock();
}

static int write_tail(struct probepoint *pp, const u8 *bytes)
{
	if (!TAIL_SIZE)
		return 0;
	kp_assert_no_cpu_comes();
	return poke(KP_TEXT_POKE_TAIL,
		    pp->home.addr + KP_ARCH_BREAKPOINT_SIZE,
		    bytes + KP_ARCH_BREAKPOINT_SIZE, TAIL_SIZE);
}

static void sync_tails(void)
{
	if (TAIL_SIZE)
		sync();
}

/**
 * kp_text_unoptimize() - put breakpoints where jumps of ours are
 * @batch: struct probepoint, by their member batch; all optimized
 *
 * Where the text no longer holds our jump it is left as it is, and the
 * probepoint is marked is_foreign.
 *
 * Context: process context, kp_mutex held; takes text_mutex.
 */
void kp_text_unoptimize(struct list_head *batch)
{
	struct probepoint *pp;

	lockdep_assert_held(&kp_mutex);
	if (list_empty(batch))
		return;

	jumps_lock();
	/* returns what write_over_jumps() does */
	(void)!write_jump_batch(write_over_jumps, batch);
	sync();
	list_for_each_entry(pp, batch, batch) {
		if (!pp->error && write_tail(pp, pp->orig))
			note_foreign(pp);
		kp_give_way();
	}
	sync_tails();
	jumps_unlock();
}

/* What must be there before the jump is: our breakpoint, the original tail. */
static bool may_jump(struct probepoint *pp)
{
	u8 before[KP_ARCH_JUMP_SIZE];

	memcpy(before, pp->orig, sizeof(before));
	kp_arch_breakpoint(before);
	return holds(pp->home.addr, before, sizeof(before));
}

static int write_jumps(void *data)
{
	struct list_head *batch = data;
	u8 jump[KP_ARCH_JUMP_SIZE];
	struct probepoint *pp;

	list_for_each_entry(pp, batch, batch) {
		if (pp->error)
			continue;
		kp_arch_jump(jump, pp->home.addr, pp->detour);
		pp->error = poke(KP_TEXT_POKE_JUMP, pp->home.addr, jump,
				 KP_ARCH_BREAKPOINT_SIZE);
		/* the tail is as it was, or never will be */
		if (pp->error && write_tail(pp, pp->orig))
			note_foreign(pp);
	}
	return 0;
}

/**
 * kp_text_optimize() - put jumps where breakpoints of ours are
 * @batch: struct probepoint, by their member batch; all armed, and nobody is
 *	behind the first byte of what their jumps cover
 *
 * The member error of those that were not changed says why: -EBUSY if the text
 * is not what it was, -EFAULT if it cannot be written.
 *
 * Context: process context, kp_mutex held; takes text_mutex.
 */
void kp_text_optimize(struct list_head *batch)
{
	u8 jump[KP_ARCH_JUMP_SIZE];
	struct probepoint *pp;

	lockdep_assert_held(&kp_mutex);
	if (list_empty(batch))
		return;

	jumps_lock();
	list_for_each_entry(pp, batch, batch) {
		kp_arch_jump(jump, pp->home.addr, pp->detour);
		pp->error = may_jump(pp) ? write_tail(pp, jump) : -EBUSY;
		kp_give_way();
	}
	sync_tails();
	/* returns what write_jumps() does */
	(void)!write_jump_batch(write_jumps, batch);
	sync();
	jumps_unlock();
}

/**
 * kp_text_reserved_why() - whether the architecture patches an instruction
 * @addr: its address
 *
 * Context: process context; takes text_mutex.
 * Return: NULL, or who patches it.
 */
const char *kp_text_reserved_why(unsigned long addr)
{
	const char *why;

	mutex_lock(kp_arch_text_mutex());
	why = kp_arch_reserved_why(addr);
	mutex_unlock(kp_arch_text_mutex());
	return why;
}

/* If there is a jump of ours at @at, put what it covers into @bytes. */
static void undo_jump(unsigned long addr, u8 *bytes, size_t len,
		      unsigned long at)
{
	const struct probepoint *pp = kp_probepoint_find(at);
	unsigned int i;

	if (!pp || pp->state != KP_OPTIMIZED)
		return;
	for (i = 0; i < KP_ARCH_JUMP_SIZE; i++)
		if (at + i - addr < len)
			bytes[at + i - addr] = pp->orig[i];
}

/**
 * kp_text_read_locked() - as kp_text_read(), for who holds text_mutex
 * @addr: where
 * @buf: receives the bytes; zeroes where nothing can be read
 * @len: how many
 *
 * Context: process context, kp_mutex and kp_arch_text_mutex() held.
 */
void kp_text_read_locked(unsigned long addr, void *buf, size_t len)
{
	u8 breakpoint[KP_ARCH_BREAKPOINT_SIZE], *bytes = buf;
	struct kp_trap *trap;
	unsigned long at;
	size_t i;

	lockdep_assert_held(&kp_mutex);

	if (copy_from_kernel_nofault(buf, (void *)addr, len))
		memset(buf, 0, len);

	kp_arch_breakpoint(breakpoint);
	for (i = 0; i + sizeof(breakpoint) <= len; i++) {
		if (memcmp(bytes + i, breakpoint, sizeof(breakpoint)))
			continue;
		trap = kp_table_find(addr + i);
		if (trap->kind <= KP_TRAP_INTERNAL)
			memcpy(bytes + i,
			       container_of(trap, struct probepoint,
					    home)->orig, sizeof(breakpoint));
	}
	for (at = addr - KP_ARCH_JUMP_SIZE + 1; at != addr + len; at++)
		undo_jump(addr, bytes, len, at);
}

/**
 * kp_text_read() - read text as it would be without breakpoints and jumps of ours
 * @addr: where
 * @buf: receives the bytes; zeroes where nothing can be read
 * @len: how many
 *
 * Context: process context, kp_mutex held; takes text_mutex.
 */
void kp_text_read(unsigned long addr, void *buf, size_t len)
{
	/* with the mutex, nobody's write is half done */
	mutex_lock(kp_arch_text_mutex());
	kp_text_read_locked(addr, buf, len);
	mutex_unlock(kp_arch_text_mutex());
}

/**
 * kp_text_walk() - go from instruction to instruction, as they were without
 *	breakpoints and jumps of anybody's
 * @addr: the first
 * @to: where to stop, or behind it
 * @end: end of what may be read
 * @last: result: length of the last; -EILSEQ if one cannot be decoded
 *
 * Where nothing was changed, text is read in its place: functions are long.
 *
 * Context: process context, kp_mutex and kp_native_lock() held; takes
 * text_mutex.
 * Return: the first instruction that is not before @to.
 */
unsigned long kp_text_walk(unsigned long addr, unsigned long to,
			   unsigned long end, int *last)
{
	/* jumps do not reach from one function into the next */
	unsigned long changed_end = addr;
	u8 buf[KP_ARCH_MAX_INSN_SIZE + 1];

	mutex_lock(kp_arch_text_mutex());
	for (*last = 0; addr < to; addr += *last) {
		const u8 *bytes = (const u8 *)addr;
		size_t avail = min_t(size_t, end - addr, sizeof(buf));

		if (kp_probepoint_find(addr) || kp_native_has(addr))
			changed_end = addr + KP_ARCH_JUMP_SIZE;
		if (addr < changed_end) {
			memset(buf, 0, sizeof(buf));
			kp_text_read_locked(addr, buf, avail);
			kp_arch_read_native(addr, buf);
			bytes = buf;
		}
		*last = kp_arch_insn_length(bytes, avail);
		if (*last < 0)
			break;
	}
	mutex_unlock(kp_arch_text_mutex());
	return addr;
}
