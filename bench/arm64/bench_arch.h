/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: what bench/probe_bench.h times, and by what. */
#include <asm/arch_timer.h>
#include <asm/debug-monitors.h>
#include <asm/insn.h>

/* One tick is one instruction, with a counter of 1 GHz. */
#define bench_ticks()	__arch_counter_get_cntvct()

static bool bench_is_breakpoint(const void *text)
{
	return aarch64_insn_is_brk(READ_ONCE(*(const u32 *)text));
}

static bool bench_is_jump(const void *text)
{
	return aarch64_insn_is_b(READ_ONCE(*(const u32 *)text));
}

/* Name, and instructions; the first is probed, and the last returns. */
#define BENCH_TARGETS(T)						\
	T(add, "add x0, x0, #1; ret")					\
	T(nop, "nop; ret")						\
	T(push, "stp x29, x30, [sp, #-16]!; add sp, sp, #16; ret")	\
	T(ldr_mem, "ldr x0, [sp]; ret")					\
	T(b, "b 1f; 1: ret")						\
	T(ret, "ret")							\
	T(adrp, "adrp x0, init_task; ret")				\
	T(cbz, "cbz x30, 1f; ret; 1: ret")				\
	T(paciasp, "hint #25; hint #29; ret")				\
	T(mov, "mov x0, x1; ret")
