/* SPDX-License-Identifier: GPL-2.0 */
/* x86: functions by what they begin with, and who calls them. */
#ifndef JPROBE_ARCH_H
#define JPROBE_ARCH_H

long ja_push(long a, long b);
long ja_sub(long a, long b);
long ja_lea(long a, long b);
long ja_call(long a, long b);
long ja_jmp(long a, long b);
long ja_nop(long a, long b);
long ja_mov(long a, long b);
long ja_jcc_clear(long a, long b);

#define ARCH_TARGETS							\
	{ "ja_push", ja_push }, { "ja_sub", ja_sub }, { "ja_lea", ja_lea }, \
	{ "ja_call", ja_call }, { "ja_jmp", ja_jmp }, { "ja_nop", ja_nop }, \
	{ "ja_mov", ja_mov }, { "ja_jcc", ja_jcc_clear },

/* All registers but the stack pointer and the frame's, and the flags. */
#define SPOIL_REGISTERS()						\
	asm volatile("stc" : : : "rax", "rcx", "rdx", "rsi", "rdi", "r8", \
		     "r9", "r10", "r11", "rbx", "r12", "r13", "r14", "r15", \
		     "cc")

#endif /* JPROBE_ARCH_H */
