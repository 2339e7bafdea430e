// SPDX-License-Identifier: GPL-2.0
/*
 * arm64: exclusive loads and stores done in software, for watches. An exception
 * between the two clears the monitor, so that a store which traps never succeeds
 * by itself. In its place memory is compared with what was loaded and exchanged:
 * all that the kernel makes with such sequences are operations on one value.
 * Called with debug exceptions masked: calls nothing.
 *
 * Source: Arm Architecture Reference Manual for A-profile, B2.9 "Synchronization
 * and semaphores", C4 "Load/store exclusive".
 */
#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/kconfig.h>
#include <linux/ptrace.h>

#include <kp_arm64_watch.h>

#define IS_LOAD		BIT(22)
#define IS_PAIR		BIT(21)

/**
 * kp_arm64_is_exclusive() - whether an instruction is an exclusive load or store
 * @word: the instruction
 *
 * One of a pair has bit 31 set; without it, casp looks the same.
 */
bool kp_arm64_is_exclusive(u32 word)
{
	return (word & 0x3f800000) == 0x08000000 &&
	       (!(word & IS_PAIR) || word >> 31);
}

/* Of one register. */
static unsigned int reg_length(u32 word)
{
	return 1 << (word >> 30);
}

/**
 * kp_arm64_exclusive_length() - how many bytes it loads or stores
 * @word: an exclusive load or store
 */
unsigned int kp_arm64_exclusive_length(u32 word)
{
	return reg_length(word) << !!(word & IS_PAIR);
}

/**
 * kp_arm64_exclusive_addr() - where it loads or stores
 * @word: an exclusive load or store
 * @regs: registers before it
 */
unsigned long kp_arm64_exclusive_addr(u32 word, const struct pt_regs *regs)
{
	unsigned int reg = (word >> 5) & 31;

	return reg == 31 ? regs->sp : regs->regs[reg];
}

static u64 read_reg(const struct pt_regs *regs, unsigned int reg)
{
	return reg == 31 ? 0 : regs->regs[reg];
}

static void write_reg(struct pt_regs *regs, unsigned int reg, u64 value)
{
	if (reg != 31)
		regs->regs[reg] = value;
}

static u64 read_memory(unsigned long addr, unsigned int length)
{
	switch (length) {
	case 1:
		return READ_ONCE(*(u8 *)addr);
	case 2:
		return READ_ONCE(*(u16 *)addr);
	case 4:
		return READ_ONCE(*(u32 *)addr);
	default:
		return READ_ONCE(*(u64 *)addr);
	}
}

/* Whether it was so, and has been exchanged. */
static bool exchange(unsigned long addr, unsigned int length, u64 old_value,
		     u64 new_value)
{
	switch (length) {
	case 1:
		return cmpxchg((u8 *)addr, (u8)old_value, (u8)new_value) ==
		       (u8)old_value;
	case 2:
		return cmpxchg((u16 *)addr, (u16)old_value, (u16)new_value) ==
		       (u16)old_value;
	case 4:
		return cmpxchg((u32 *)addr, (u32)old_value, (u32)new_value) ==
		       (u32)old_value;
	default:
		return cmpxchg((u64 *)addr, old_value, new_value) == old_value;
	}
}

/* The same of two registers of 8 bytes. */
static bool exchange_pair(unsigned long addr, const u64 *old_value,
			  u64 new_low, u64 new_high)
{
	u64 low, high;
	u32 failed;

	/* ordered on both sides, as cmpxchg() is */
	smp_mb();
	asm volatile("1:	ldxp	%[low], %[high], %[memory]\n"
		     "	eor	%[low], %[low], %[old_low]\n"
		     "	eor	%[high], %[high], %[old_high]\n"
		     "	orr	%[low], %[low], %[high]\n"
		     "	mov	%w[failed], #1\n"
		     "	cbnz	%[low], 2f\n"
		     "	stxp	%w[failed], %[new_low], %[new_high], %[memory]\n"
		     "	cbnz	%w[failed], 1b\n"
		     "2:\n"
		     : [low] "=&r" (low), [high] "=&r" (high),
		       [failed] "=&r" (failed),
		       [memory] "+Q" (*(__uint128_t *)addr)
		     : [old_low] "r" (old_value[0]),
		       [old_high] "r" (old_value[1]),
		       [new_low] "r" (new_low), [new_high] "r" (new_high)
		     : "memory");
	/* the other side */
	smp_mb();
	return !failed;
}

/* Two of 4 bytes, as one of 8. */
static u64 join(u32 first, u32 second)
{
	return IS_ENABLED(CONFIG_CPU_BIG_ENDIAN) ? (u64)first << 32 | second :
						   (u64)second << 32 | first;
}

static void load(struct kp_arm64_exclusive *sequence, u32 word,
		 struct pt_regs *regs)
{
	unsigned int length = reg_length(word);

	/* what was stored with release is not to be overtaken */
	smp_mb();
	sequence->value[0] = read_memory(sequence->addr, length);
	write_reg(regs, word & 31, sequence->value[0]);
	if (word & IS_PAIR) {
		sequence->value[1] = read_memory(sequence->addr + length,
						 length);
		write_reg(regs, (word >> 10) & 31, sequence->value[1]);
	}
	/* it may be one that acquires */
	smp_mb();
	sequence->is_loaded = true;
}

static bool store(struct kp_arm64_exclusive *sequence, u32 word,
		  const struct pt_regs *regs)
{
	const u64 *old_value = sequence->value;
	u64 low = read_reg(regs, word & 31);
	u64 high = read_reg(regs, (word >> 10) & 31);

	if (!(word & IS_PAIR))
		return exchange(sequence->addr, reg_length(word), old_value[0],
				low);
	if (reg_length(word) == 8)
		return exchange_pair(sequence->addr, old_value, low, high);
	return exchange(sequence->addr, 8,
			join(old_value[0], old_value[1]), join(low, high));
}

/**
 * kp_arm64_do_exclusive() - do an exclusive load or store
 * @sequence: where we are; all but @addr zero at first
 * @word: the instruction
 * @regs: registers before it
 *
 * A store without its load fails, as it is allowed to at any time.
 *
 * Context: debug exception. The address has been loaded from or stored to.
 */
enum kp_arm64_exclusive_result
kp_arm64_do_exclusive(struct kp_arm64_exclusive *sequence, u32 word,
		      struct pt_regs *regs)
{
	bool is_stored;

	if (!kp_arm64_is_exclusive(word))
		return KP_ARM64_NOT_EXCLUSIVE;
	if (kp_arm64_exclusive_addr(word, regs) != sequence->addr)
		return KP_ARM64_ELSEWHERE;
	regs->pc += 4;
	if (word & IS_LOAD) {
		load(sequence, word, regs);
		return KP_ARM64_LOADED;
	}
	is_stored = sequence->is_loaded && store(sequence, word, regs);
	sequence->is_loaded = false;
	write_reg(regs, (word >> 16) & 31, !is_stored);
	return is_stored ? KP_ARM64_STORED : KP_ARM64_NOT_STORED;
}
