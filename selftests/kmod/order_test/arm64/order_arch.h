/* SPDX-License-Identifier: GPL-2.0 */
/*
 * arm64: the probed functions, and what comes with a write: the caches are
 * cleaned and invalidated at its address before it is told; and with a sync: all
 * CPUs are interrupted; and no NMI comes while all are stopped. Included once.
 */
#ifndef ORDER_ARCH_H
#define ORDER_ARCH_H

#include <linux/irqflags.h>
#include <linux/ptrace.h>
#include <asm/sysreg.h>

#define NOP_SIZE	4
#define SLOT_SIZE	4
#define ALONE_SIZE	4
#define FIRST_SIZE	4
/* Whether all CPUs are stopped to write to what is probed there. */
#define NOPS_STOP	false
#define SLOTS_STOP	true
#define JUMPS_STOP	false

#define ADDS(name)							\
	".type " name ", @function\n"					\
	name ":\n"							\
	"	mov x0, #0\n"						\
	".rept 100\n"							\
	"	add x0, x0, #1\n"					\
	".endr\n"							\
	"	ret\n"							\
	".size " name ", . - " name "\n"

asm(".pushsection .text\n"
	".type order_nops, @function\n"
	"order_nops:\n"
	".rept 100\n"
	"	nop\n"
	".endr\n"
	"	mov x0, #100\n"
	"	ret\n"
	".size order_nops, . - order_nops\n"
	ADDS("order_slots")
	ADDS("order_alone")
	".popsection\n");

static unsigned long flushed;
static unsigned int num_slots_flushed;
static bool is_kicked;

static int pre_flush(struct kprobe *kp, struct pt_regs *regs)
{
	WRITE_ONCE(flushed, regs->regs[0]);
	return 0;
}

static int pre_kick(struct kprobe *kp, struct pt_regs *regs)
{
	WRITE_ONCE(is_kicked, true);
	return 0;
}

/* With register_no_jump() it keeps them from being jumps. */
static void post_nothing(struct kprobe *kp, struct pt_regs *regs,
			 unsigned long flags)
{
}

static struct kprobe flush_probe = {
	.symbol_name	= "caches_clean_inval_pou",
	.pre_handler	= pre_flush,
	.post_handler	= post_nothing,
};

static struct kprobe first[2];

static struct kprobe kick_probe = {
	.symbol_name	= "kick_all_cpus_sync",
	.pre_handler	= pre_kick,
	.post_handler	= post_nothing,
};

/* While all CPUs are stopped, not even a pseudo-NMI may come. */
static bool is_masked(void)
{
	const unsigned long all = PSR_D_BIT | PSR_A_BIT | PSR_I_BIT | PSR_F_BIT;

	return !irqs_disabled() || (read_sysreg(daif) & all) == all;
}

/* The flush of a slot is of its last word that was not there before. */
static bool is_good(enum kp_text_event type, unsigned long addr)
{
	unsigned long last = flushed;
	bool kicked = is_kicked;

	WRITE_ONCE(flushed, 0);
	WRITE_ONCE(is_kicked, false);
	if (type == KP_TEXT_SYNC)
		return kicked && !last;
	if (type == KP_TEXT_POKE_SLOT) {
		num_slots_flushed += !!last;
		/* new memory for slots is cleaned and synced; the first slot may be in old */
		return !last || kicked || last - addr < KP_ARCH_DETOUR_SIZE;
	}
	return last == addr && !kicked && is_masked();
}

static bool is_of_arch(unsigned long addr)
{
	return addr && (addr == (unsigned long)flush_probe.addr ||
			addr == (unsigned long)kick_probe.addr);
}

static void arch_begin(void)
{
	result(!register_no_jump(&first[0], &flush_probe) &&
	       !register_no_jump(&first[1], &kick_probe),
	       "cleaning of caches and syncs are seen", 0);
	/* what registering them has left */
	flushed = 0;
	is_kicked = false;
}

static void arch_end(void)
{
	result(num_slots_flushed > MAX_PROBES, "slots are cleaned", 0);
	unregister_kprobe(&kick_probe);
	unregister_kprobe(&flush_probe);
	unregister_kprobe(&first[0]);
	unregister_kprobe(&first[1]);
}

#endif /* ORDER_ARCH_H */
