/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86: by what C calls functions of the kernel that do not begin with ENDBR, where a CPU
 * may insist on it (IBT). See kp_arch_function().
 *
 * Behind its ENDBR each has what the kernel takes for the trampoline of a static call, so
 * that the kernel writes the jump: five bytes and a signature, at a multiple of 4. Until
 * then the jump leads to the signature, an undefined instruction.
 */
#include <linux/linkage.h>
#include <asm/unwind_hints.h>

#include <kp_x86_call_thunks.h>
#include <compat/ibt.h>

	.pushsection .rodata
	.balign	8
SYM_DATA_START(kp_x86_call_thunks)
	.popsection

	.text
SYM_CODE_START_LOCAL(kp_x86_call_thunk_text)
	.rept	KP_X86_CALL_THUNKS
	.balign	16, 0xcc
	UNWIND_HINT_FUNC
1:
	/* without a pointer to it, objtool has this ENDBR made useless too */
	.pushsection .rodata
	.quad	1b
	.popsection
	ENDBR
	.byte	0xe9, 0, 0, 0, 0
	/* ud1 %esp, %ecx */
	.byte	0x0f, 0xb9, 0xcc
	.endr
SYM_CODE_END(kp_x86_call_thunk_text)

	.pushsection .rodata
SYM_DATA_END(kp_x86_call_thunks)
	.popsection
