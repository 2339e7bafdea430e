// SPDX-License-Identifier: GPL-2.0
/*
 * x86: what an exception's entry calls if the exception came from the kernel. One
 * function serves both; what it does for user space ends in the scheduler, and the
 * compiler may put that into the function itself. So the function is gone through as
 * it runs, and where it asks whether the registers are those of user space, on the
 * kernel's side alone.
 */
#include <linux/bitmap.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/ptrace.h>
#include <linux/slab.h>

#include <arch/contract.h>
#include <compat/jump_label.h>
#include <kernel/calls.h>
#include <kernel/ksyms.h>

#include <kp_x86_split.h>
#include <kp_x86_kernel_half.h>

/* Bytes of an entry, and branches that are still to be followed. */
#define MAX_SIZE	16384
#define MAX_TODO	512

/**
 * struct half - a walk through a function
 * @start: first byte
 * @size: bytes
 * @calls: where calls lead
 * @seen: instructions that were looked at, by their offset
 * @todo: offsets to go on at
 * @num: how many
 * @has_asked: it has been asked where the exception came from
 * @is_lost: something was not understood
 */
struct half {
	unsigned long start;
	unsigned long size;
	struct kp_calls *calls;
	DECLARE_BITMAP(seen, MAX_SIZE);
	u16 todo[MAX_TODO];
	unsigned int num;
	bool has_asked;
	bool is_lost;
};

/* Go on there later; outside of the function it is a call. */
static void go_on(struct half *half, unsigned long addr)
{
	unsigned long offset = addr - half->start;

	if (offset >= half->size)
		kp_calls_add(half->calls, addr);
	else if (half->num == MAX_TODO)
		half->is_lost = true;
	else
		half->todo[half->num++] = offset;
}

/* testb $3, cs(regs) */
static bool asks_for_user(const struct kp_x86_split *s)
{
	return s->map == MAP_ONE_BYTE && s->op == 0xf6 && !(s->reg & 6) &&
	       s->mod == 2 &&
	       s->insn.displacement.value == offsetof(struct pt_regs, cs) &&
	       s->insn.immediate.value == 3;
}

/* The condition of a branch: Intel SDM volume 2, table B-10; or a negative number. */
static int condition(const struct kp_x86_split *s)
{
	if ((s->map == MAP_ONE_BYTE && (s->op & 0xf0) == 0x70) ||
	    (s->map == MAP_0F && (s->op & 0xf0) == 0x80))
		return s->op & 0xf;
	return -1;
}

static bool is_jump(const struct kp_x86_split *s)
{
	return s->map == MAP_ONE_BYTE && (s->op == 0xe9 || s->op == 0xeb);
}

/* Nothing comes behind it: ret, iret, an indirect jump. */
static bool is_last(const struct kp_x86_split *s)
{
	return s->map == MAP_ONE_BYTE &&
	       (s->op == 0xc2 || s->op == 0xc3 || s->op == 0xcf ||
		(s->op == 0xff && (s->reg & 7) == 4));
}

/* A nop or jump that the kernel exchanges: both ways. */
static void add_label(struct half *half, unsigned long addr, unsigned long next)
{
	const struct jump_entry *entry;

	if (!kp_ksyms.start_jump_table)
		half->is_lost |= IS_ENABLED(CONFIG_JUMP_LABEL);
	for (entry = kp_ksyms.start_jump_table; entry < kp_ksyms.stop_jump_table;
	     entry++)
		if (kp_jump_entry_code(entry) == addr) {
			go_on(half, kp_jump_entry_target(entry));
			go_on(half, next);
		}
}

static bool is_nop(const struct kp_x86_split *s)
{
	return (s->map == MAP_0F && s->op == 0x1f) ||
	       (s->map == MAP_ONE_BYTE && s->op == 0x90);
}

/* Zero means the kernel: je leads to its side, jne to the other. */
static unsigned long kernel_side(struct half *half, int cond,
				 unsigned long target, unsigned long next)
{
	unsigned long side = cond == 4 ? target : next;

	if ((cond != 4 && cond != 5) || side - half->start >= half->size)
		half->is_lost = true;
	return side;
}

/* One instruction; returns where to go on, or 0. */
static unsigned long step(struct half *half, unsigned long addr, bool *asked)
{
	struct kp_x86_split s;
	unsigned long next, target;
	int cond;

	if (kp_x86_split(&s, (const u8 *)addr, half->start + half->size - addr)) {
		half->is_lost = true;
		return 0;
	}
	next = addr + s.insn.length;
	target = next + s.insn.immediate.value;
	cond = condition(&s);
	if (cond >= 0 && *asked) {
		half->has_asked = true;
		*asked = false;
		return kernel_side(half, cond, target, next);
	}
	*asked = asks_for_user(&s);
	if (is_last(&s))
		return 0;
	if (is_nop(&s) || is_jump(&s))
		add_label(half, addr, next);
	if (is_jump(&s))
		return target;
	if (s.map == MAP_ONE_BYTE && s.op == 0xe8)
		kp_calls_add(half->calls, target);
	else if (cond >= 0 || (s.map == MAP_ONE_BYTE && (s.op & 0xfc) == 0xe0))
		go_on(half, target);
	return next;
}

static void follow(struct half *half, unsigned long addr)
{
	bool asked = false;

	while (addr - half->start < half->size &&
	       !test_and_set_bit(addr - half->start, half->seen)) {
		addr = step(half, addr, &asked);
		if (!addr)
			return;
	}
	if (addr - half->start >= half->size)
		kp_calls_add(half->calls, addr);
}

/**
 * kp_x86_add_kernel_half() - add what an exception's entry calls for the kernel
 * @calls: where to add it
 * @start: the function
 * @size: its size
 *
 * Context: process context; takes text_mutex.
 * Return: true; or false if it was not understood, and anything may be called.
 */
bool kp_x86_add_kernel_half(struct kp_calls *calls, unsigned long start,
			    unsigned long size)
{
	struct half *half;
	bool is_known;

	if (size > MAX_SIZE)
		return false;
	half = kzalloc(sizeof(*half), GFP_KERNEL);
	if (!half)
		return false;
	half->start = start;
	half->size = size;
	half->calls = calls;
	go_on(half, start);
	/* no label is half written meanwhile */
	mutex_lock(kp_arch_text_mutex());
	while (half->num)
		follow(half, start + half->todo[--half->num]);
	mutex_unlock(kp_arch_text_mutex());
	is_known = half->has_asked && !half->is_lost;
	kfree(half);
	return is_known;
}
