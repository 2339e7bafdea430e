// SPDX-License-Identifier: GPL-2.0
/* Registers by name, arguments by number, stacks: x86_64. */
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/thread_info.h>
#include <linux/uaccess.h>

#include <asm/cpufeature.h>
#include <asm/unwind.h>

#include "arch.h"

#define REG(name)	{ #name, offsetof(struct pt_regs, name), sizeof(long) }

const struct kpe_register kpe_registers[] = {
	REG(r15), REG(r14), REG(r13), REG(r12), REG(bp), REG(bx), REG(r11),
	REG(r10), REG(r9), REG(r8), REG(ax), REG(cx), REG(dx), REG(si), REG(di),
	REG(orig_ax), REG(ip), REG(cs), REG(flags), REG(sp), REG(ss), {}
};

/* System V ABI, AMD64 supplement, 3.2.3: in registers first, then on the stack. */
static const int arg_offsets[] = {
	offsetof(struct pt_regs, di), offsetof(struct pt_regs, si),
	offsetof(struct pt_regs, dx), offsetof(struct pt_regs, cx),
	offsetof(struct pt_regs, r8), offsetof(struct pt_regs, r9),
};

const unsigned int kpe_arch_max_args = THREAD_SIZE / sizeof(long);

int kpe_arch_arg_offset(unsigned int n)
{
	return n < ARRAY_SIZE(arg_offsets) ? arg_offsets[n] : -1;
}

unsigned long kpe_arch_arg(const struct pt_regs *regs, unsigned int n)
{
	const unsigned long *stack = (const unsigned long *)regs->sp;
	unsigned long value = 0;

	if (n < ARRAY_SIZE(arg_offsets))
		return *(const unsigned long *)((const char *)regs +
						arg_offsets[n]);
	/* above the return address */
	stack += 1 + n - ARRAY_SIZE(arg_offsets);
	if (user_mode((struct pt_regs *)regs) ?
	    copy_from_user_nofault(&value, (const void __user *)stack,
				   sizeof(value)) :
	    copy_from_kernel_nofault(&value, stack, sizeof(value)))
		return 0;
	return value;
}

/* What the probed code returns to, from its registers on; not what is below it. */
unsigned int kpe_arch_stack(const struct pt_regs *regs, bool is_entry,
			    unsigned long *entries, unsigned int max)
{
	struct pt_regs copy = *regs;
	struct unwind_state state;
	unsigned int num = 0;
	unsigned long addr;

	/* unwinders that are given registers begin with the caller, at the entry, too */
	if (max)
		entries[num++] = regs->ip;
	for (unwind_start(&state, current, &copy, NULL);
	     num < max && !unwind_done(&state); unwind_next_frame(&state)) {
		addr = unwind_get_return_address(&state);
		if (!addr)
			break;
		entries[num++] = addr;
	}
	return num;
}

/* With IBT a call by address goes to an ENDBR; those not needed are taken away. */
bool kpe_arch_may_call(unsigned long addr)
{
#ifdef CONFIG_X86_KERNEL_IBT
	static const u8 endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };

	return !boot_cpu_has(X86_FEATURE_IBT) ||
	       !memcmp((const void *)addr, endbr64, sizeof(endbr64));
#else
	return true;
#endif
}
