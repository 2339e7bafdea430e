// SPDX-License-Identifier: GPL-2.0
/*
 * Watchpoint probes: hits, and moving a watch from a handler. Runs in the
 * kernel's debug exception, with the CPU's breakpoints off, so that nothing here
 * hits a watch again.
 *
 * A watch has two places and takes turns. Its mover fills the one that is
 * not current, and only when no hit looks at it. So a hit always sees an address
 * and a value that belong together.
 */
#include <linux/export.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/kwatch.h>
#include <linux/perf_event.h>
#include <linux/percpu.h>
#include <linux/uaccess.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>
#include <watch/watch.h>

/**
 * kp_watch_addr() - what a watch is on now
 * @watch: the watch
 *
 * Context: any.
 */
unsigned long kp_watch_addr(const struct kp_watch *watch)
{
	/* pairs with the release in move() */
	return READ_ONCE(watch->places[smp_load_acquire(&watch->turn) & 1].addr);
}

/**
 * kp_watch_read() - read what is watched
 * @addr: address
 * @length: 1, 2, 4 or 8
 * @value: result
 *
 * Context: any.
 * Return: false if it cannot be read.
 */
bool kp_watch_read(unsigned long addr, u8 length, u64 *value)
{
	const void *from = (const void *)addr;
	u64 v64 = 0;
	u32 v32 = 0;
	u16 v16 = 0;
	u8 v8 = 0;
	long ret;

	switch (length) {
	case 1:
		ret = copy_from_kernel_nofault(&v8, from, sizeof(v8));
		break;
	case 2:
		ret = copy_from_kernel_nofault(&v16, from, sizeof(v16));
		break;
	case 4:
		ret = copy_from_kernel_nofault(&v32, from, sizeof(v32));
		break;
	default:
		ret = copy_from_kernel_nofault(&v64, from, sizeof(v64));
	}
	*value = v8 | v16 | v32 | v64;
	return !ret;
}

/**
 * kp_watch_is_copied() - whether all that CPUs have is copies of what is there
 * @addr: address
 *
 * The section of per-CPU variables: it is accessed no more, and free.
 *
 * Context: any.
 */
bool kp_watch_is_copied(unsigned long addr)
{
	return addr >= (unsigned long)kp_ksyms.per_cpu_start &&
	       addr < (unsigned long)kp_ksyms.per_cpu_end;
}

/* Whether the hit is of the current place; if wanted, what is and was there. */
static bool exchange_value(struct kp_watch *watch, unsigned long addr,
			   u64 *old_value, u64 *new_value)
{
	unsigned int turn = READ_ONCE(watch->turn);
	struct kp_watch_place *place = &watch->places[turn & 1];
	bool is_current = false;

	atomic_inc(&place->readers);
	/* either we see that it was moved, or the mover sees us */
	smp_mb__after_atomic();
	if (READ_ONCE(watch->turn) == turn && place->addr == addr) {
		is_current = true;
		if (watch->wants_value &&
		    kp_watch_read(addr, watch->length, new_value))
			*old_value = xchg(&place->value, *new_value);
	}
	/* the value is exchanged before the place may be taken */
	smp_mb__before_atomic();
	atomic_dec(&place->readers);
	return is_current;
}

/**
 * kp_watch_hit() - a watch was hit; kp_arch_watch_trap() calls it
 * @event: the kernel's breakpoint on this CPU
 * @regs: registers after the access, or before the instruction
 *
 * A hit of where the watch was before it was moved is none.
 *
 * Context: debug exception.
 */
void kp_watch_hit(struct perf_event *event, struct pt_regs *regs)
{
	struct kp_watch *watch = event->overflow_handler_context;
	struct kwatch *kw = watch->kw;
	u64 old_value = 0, new_value = 0;
	kwatch_value_handler_t value_handler;
	kwatch_handler_t handler;

	if (watch->type != KWATCH_EXECUTE &&
	    !exchange_value(watch, kp_arch_watch_addr(event), &old_value,
			    &new_value))
		return;
	if (watch->only_changed && old_value == new_value)
		return;
	this_cpu_inc(watch->cpus->hits);
	/* it may be set to NULL meanwhile, and so may the other */
	handler = READ_ONCE(kw->handler);
	if (handler)
		handler(kw, regs, watch->number);
	value_handler = READ_ONCE(kw->value_handler);
	if (value_handler)
		value_handler(kw, regs, old_value, new_value);
}

/**
 * kp_watch_follow() - make this CPU watch where the watch is now
 * @watch: the watch
 *
 * Context: interrupts off.
 */
void kp_watch_follow(struct kp_watch *watch)
{
	struct perf_event *event = this_cpu_read(watch->cpus->event);
	unsigned long addr = kp_watch_addr(watch);

	/* never moved; and of an arm64 register this would change what it is for */
	if (watch->type == KWATCH_EXECUTE)
		return;
	/* whatever its address says: the register may have another */
	if (event)
		kp_arch_watch_move(event, addr);
}

/**
 * kp_watch_follow_csd() - kp_watch_follow() on a CPU that was asked to
 * @data: the watch
 *
 * Context: interrupt.
 */
void kp_watch_follow_csd(void *data)
{
	/* the CPU that found us still asked relies on us to see its address */
	smp_mb();
	kp_watch_follow(data);
}

/**
 * kp_watch_kick() - ask the other CPUs to follow a watch
 * @work: its member kick
 *
 * A CPU that has been asked and has not come to it yet will see the latest
 * address. One that is offline gets it when it comes.
 *
 * Context: interrupt.
 */
void kp_watch_kick(struct irq_work *work)
{
	struct kp_watch *watch = container_of(work, struct kp_watch, kick);
	int cpu, this_cpu = smp_processor_id();
	unsigned long flags;

	local_irq_save(flags);
	/* what was here interrupted may have been installing the breakpoint */
	kp_watch_follow(watch);
	local_irq_restore(flags);
	for_each_online_cpu(cpu)
		if (cpu != this_cpu)
			smp_call_function_single_async(cpu,
						       &per_cpu_ptr(watch->cpus, cpu)->move);
}

static int move(struct kp_watch *watch, unsigned long addr)
{
	struct kp_watch_place *place;
	u64 value;
	int ret;

	if (watch->type == KWATCH_EXECUTE)
		return -EOPNOTSUPP;
	ret = kp_watch_is_copied(addr) ? -EINVAL :
	      kp_arch_watch_check(addr, watch->length);
	if (ret)
		return ret;
	if (!kp_watch_read(addr, watch->length, &value))
		return -EFAULT;
	if (test_and_set_bit_lock(0, &watch->moving))
		return -EBUSY;

	place = &watch->places[(watch->turn + 1) & 1];
	/* a hit that came before the last move may still look at it */
	if (atomic_read(&place->readers)) {
		ret = -EBUSY;
	} else {
		WRITE_ONCE(place->addr, addr);
		WRITE_ONCE(place->value, value);
		/* pairs with kp_watch_addr() */
		smp_store_release(&watch->turn, watch->turn + 1);
		WRITE_ONCE(watch->kw->addr, addr);
	}
	/* the turn is seen before readers are looked at next time */
	smp_mb();
	clear_bit_unlock(0, &watch->moving);
	return ret;
}

/*
 * Whether an irq_work would run. A CPU that is going off has run its last ones; and when a
 * machine is suspended, the interrupt of the last CPU is forgotten.
 */
static bool can_ask(void)
{
	return cpu_online(smp_processor_id()) && system_state != SYSTEM_SUSPEND;
}

/**
 * move_kwatch_probe() - watch another address
 * @kw: a registered watch, not of KWATCH_EXECUTE
 * @addr: the new address
 *
 * The old address is hit no more when this returns, on any CPU. The new one is
 * watched by this CPU when it returns, by the others when they have taken an
 * interrupt.
 *
 * Context: any, also handlers of watches, probes and NMIs. Takes no lock, does not
 * allocate or sleep.
 * Return: 0; -EINVAL if @kw is not registered or gone, or @addr is unaligned,
 * not the kernel's, or that of a per-CPU variable's symbol; -EFAULT if it is not
 * mapped; -EOPNOTSUPP for KWATCH_EXECUTE, or if the kernel lacks a symbol; -EBUSY
 * if it is being moved by somebody else, or was moved a moment ago and another CPU
 * is still in a hit, or this CPU is going off or is the last of a machine that is
 * suspended.
 */
int move_kwatch_probe(struct kwatch *kw, unsigned long addr)
{
	struct kp_watch *watch;
	unsigned long flags;
	int ret = -EINVAL;

	/* unregistering waits for CPUs that have interrupts off */
	local_irq_save(flags);
	watch = READ_ONCE(kw->own);
	if (watch && !READ_ONCE(watch->is_gone))
		ret = can_ask() ? move(watch, addr) : -EBUSY;
	if (!ret) {
		kp_watch_follow(watch);
		irq_work_queue(&watch->kick);
	}
	local_irq_restore(flags);
	return ret;
}
EXPORT_SYMBOL_GPL(move_kwatch_probe);
