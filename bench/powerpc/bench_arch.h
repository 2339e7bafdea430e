/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: what the bench times, and by what. */
#include <asm/time.h>

/* One nanosecond is one instruction; QEMU's time base has 512 MHz. */
#define bench_ticks()	(mftb() * 125 >> 6)

static bool bench_is_breakpoint(const void *text)
{
	return (READ_ONCE(*(const u32 *)text) & 0xfc0007fe) == 0x7c000008;
}

static bool bench_is_jump(const void *text)
{
	return READ_ONCE(*(const u32 *)text) >> 26 == 18;
}

/* Name, and instructions; the first is probed, and the last returns. */
#define BENCH_TARGETS(T)						\
	T(addi, "addi 3, 3, 1; blr")					\
	T(nop, "nop; blr")						\
	T(stdu, "stdu 1, -32(1); addi 1, 1, 32; blr")			\
	T(ld_mem, "ld 3, 0(1); blr")					\
	T(b, "b 1f; 1: blr")						\
	T(blr, "blr")							\
	T(beq, "beq 1f; blr; 1: blr")					\
	T(mflr, "mflr 0; blr")						\
	T(mov, "mr 3, 4; blr")
