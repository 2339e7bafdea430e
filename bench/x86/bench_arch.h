/* SPDX-License-Identifier: GPL-2.0 */
/* x86: what bench/probe_bench.h times, and by what. */
#include <asm/msr.h>
#include <asm/text-patching.h>

/* One tick is one instruction. */
#define bench_ticks()	rdtsc()

static bool bench_is_breakpoint(const void *text)
{
	return READ_ONCE(*(const u8 *)text) == INT3_INSN_OPCODE;
}

static bool bench_is_jump(const void *text)
{
	return READ_ONCE(*(const u8 *)text) == JMP32_INSN_OPCODE;
}

/* Name, and instructions; the first is probed, and the last returns. */
#define BENCH_TARGETS(T)						\
	T(lea, "lea 1(%rdi), %rax; ret; int3")				\
	T(nop, "nopl 0(%rax); ret; int3")				\
	T(push, "push %rbp; pop %rbp; ret; int3")			\
	T(call, "call 1f; ret; int3; 1: ret; int3")			\
	T(mov_mem, "mov (%rsp), %rax; ret; int3")			\
	T(jmp, "jmp 1f; int3; 1: ret; int3")				\
	T(ret, "ret; int3")						\
	T(mov, "mov %rdi, %rax; mov %rsi, %rdx; mov %rdi, %rcx; ret; int3")
