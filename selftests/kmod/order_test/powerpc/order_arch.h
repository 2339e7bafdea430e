/* SPDX-License-Identifier: GPL-2.0 */
/*
 * powerpc: the probed functions, and what comes with a write: the kernel's
 * patch_instruction() is called with its address before it is told, or calls what
 * may be probed; and with a sync: all CPUs are interrupted. Included once.
 */
#ifndef ORDER_ARCH_H
#define ORDER_ARCH_H

#define NOP_SIZE	4
#define SLOT_SIZE	4
#define ALONE_SIZE	4
#define FIRST_SIZE	4
/* Whether all CPUs are stopped to write to what is probed there. */
#define NOPS_STOP	true
#define SLOTS_STOP	true
#define JUMPS_STOP	true

#define ADDS(name)							\
	TEST_FUNCTION(name)						\
	"	li 3, 0\n"						\
	".rept 100\n"							\
	"	addi 3, 3, 1\n"						\
	".endr\n"							\
	"	blr\n"							\
	TEST_FUNCTION_END(name)

asm(".pushsection .text\n"
	TEST_FUNCTION("order_nops")
	".rept 100\n"
	"	nop\n"
	".endr\n"
	"	li 3, 100\n"
	"	blr\n"
	TEST_FUNCTION_END("order_nops")
	ADDS("order_slots")
	ADDS("order_alone")
	".popsection\n");

static unsigned long patched;
static unsigned int num_slots_patched;
static bool is_kicked;

static int pre_patch(struct kprobe *kp, struct pt_regs *regs)
{
	WRITE_ONCE(patched, regs->gpr[3]);
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

static struct kprobe patch_probe = {
	/* the first thing that is called with the address, where that is for kprobes */
	.symbol_name	= IS_ENABLED(CONFIG_KPROBES) ?
			  "is_vmalloc_or_module_addr" : "patch_instruction",
	.pre_handler	= pre_patch,
	.post_handler	= post_nothing,
};

static struct kprobe first[2];

static struct kprobe kick_probe = {
	.symbol_name	= "kick_all_cpus_sync",
	.pre_handler	= pre_kick,
	.post_handler	= post_nothing,
};

/* What is written last of a slot is of its words that were not there before. */
static bool is_good(enum kp_text_event type, unsigned long addr)
{
	unsigned long last = patched;
	bool kicked = is_kicked;

	WRITE_ONCE(patched, 0);
	WRITE_ONCE(is_kicked, false);
	if (type == KP_TEXT_SYNC)
		return kicked && !last;
	if (type == KP_TEXT_POKE_SLOT) {
		num_slots_patched += !!last;
		return !last || last - addr < KP_ARCH_DETOUR_SIZE;
	}
	return last == addr && !kicked;
}

static bool is_of_arch(unsigned long addr)
{
	return addr && (addr == (unsigned long)patch_probe.addr ||
			addr == (unsigned long)kick_probe.addr);
}

static void arch_begin(void)
{
	result(!register_no_jump(&first[0], &patch_probe) &&
	       !register_no_jump(&first[1], &kick_probe),
	       "patching and syncs are seen", 0);
	/* what registering them has left */
	patched = 0;
	is_kicked = false;
}

static void arch_end(void)
{
	result(num_slots_patched > MAX_PROBES, "slots are patched", 0);
	unregister_kprobe(&kick_probe);
	unregister_kprobe(&patch_probe);
	unregister_kprobe(&first[0]);
	unregister_kprobe(&first[1]);
}

#endif /* ORDER_ARCH_H */
