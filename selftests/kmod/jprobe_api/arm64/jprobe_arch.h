/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: functions by what they begin with, and who calls them. */
#ifndef JPROBE_ARCH_H
#define JPROBE_ARCH_H

long ja_push(long a, long b);
long ja_sub(long a, long b);
long ja_add(long a, long b);
long ja_b(long a, long b);
long ja_nop(long a, long b);
long ja_mov(long a, long b);
long ja_adr(long a, long b);
long ja_cond_clear(long a, long b);
long ja_pad(long a, long b);

#define ARCH_TARGETS							\
	{ "ja_push", ja_push }, { "ja_sub", ja_sub }, { "ja_add", ja_add }, \
	{ "ja_b", ja_b }, { "ja_nop", ja_nop }, { "ja_mov", ja_mov },	\
	{ "ja_adr", ja_adr }, { "ja_cond", ja_cond_clear },		\
	{ "ja_pad", ja_pad },

/*
 * All registers but the stack pointer, the frame's and x18, and the flags. They
 * are set to what no argument is.
 */
#define SPOIL_REGISTERS()						\
	asm volatile(".irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, " \
		     "14, 15, 16, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, " \
		     "30\n"						\
		     "	mov x\\n, #-\\n - 1\n"				\
		     ".endr\n"						\
		     "	cmp xzr, xzr\n"					\
		     : : : "x0", "x1", "x2", "x3", "x4", "x5", "x6",	\
		     "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", \
		     "x15", "x16", "x17", "x19", "x20", "x21", "x22",	\
		     "x23", "x24", "x25", "x26", "x27", "x28", "x30", "cc")

#endif /* JPROBE_ARCH_H */
