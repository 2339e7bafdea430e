/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: functions by what they begin with, and who calls them. */
#ifndef JPROBE_ARCH_H
#define JPROBE_ARCH_H

long ja_stdu(long a, long b);
long ja_red(long a, long b);
long ja_add(long a, long b);
long ja_b(long a, long b);
long ja_nop(long a, long b);
long ja_mr(long a, long b);
long ja_mflr(long a, long b);
long ja_cond_clear(long a, long b);

#define ARCH_TARGETS							\
	{ "ja_stdu", ja_stdu }, { "ja_red", ja_red },			\
	{ "ja_add", ja_add }, { "ja_b", ja_b }, { "ja_nop", ja_nop },	\
	{ "ja_mr", ja_mr }, { "ja_mflr", ja_mflr },			\
	{ "ja_cond", ja_cond_clear },

/*
 * All registers but the stack pointer, r2, which calls need, r13, the kernel's,
 * and r31, which may be the frame's; and the flags. They are set to what no
 * argument is.
 */
#define SPOIL_REGISTERS()						\
	asm volatile(".irp n, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, "	\
		     "15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, "	\
		     "27, 28, 29, 30\n"					\
		     "	li \\n, -\\n - 1\n"				\
		     ".endr\n"						\
		     "	mtctr 3\n"					\
		     "	cmpd 3, 3\n"					\
		     "	mtcr 4\n"					\
		     : : : "r0", "r3", "r4", "r5", "r6", "r7", "r8",	\
		     "r9", "r10", "r11", "r12", "r14", "r15", "r16",	\
		     "r17", "r18", "r19", "r20", "r21", "r22", "r23",	\
		     "r24", "r25", "r26", "r27", "r28", "r29", "r30",	\
		     "ctr", "cr0", "cr1", "cr2", "cr3", "cr4", "cr5",	\
		     "cr6", "cr7")

#endif /* JPROBE_ARCH_H */
