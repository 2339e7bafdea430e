// SPDX-License-Identifier: GPL-2.0
/*
 * As long as side_target.ko, to come where that was; but its side_plain goes on into the
 * middle of its start. It is not called.
 */
#include "kmod_arch.h"

#undef SIDE_PLAIN
#define SIDE_PLAIN							\
	"	lea 1(%rdi), %rax\n"					\
	"2:	add $2, %rax\n"						\
	"	imul $3, %rax, %rax\n"					\
	"	nop\n"							\
	"	jz 2b\n"			/* +13, 2 bytes */	\
	"	nop; nop\n"

#include "side_target.c"
