// SPDX-License-Identifier: GPL-2.0
/*
 * Calls through memory that cannot be read. In its slot a call is more than one
 * instruction, but its fault is seen as if it were at home.
 */
#include <linux/kprobes.h>
#include <linux/linkage.h>
#include <asm/nospec-branch.h>
#include <asm/trapnr.h>

#include "ktap.h"

/* What is called returns the address that it returns to. */
asm(".text\n"
    "	.type fault_call, @function\n"
    "fault_call:\n"
    "	push %rbx\n"
    "fault_call_insn:\n"
    "	" ANNOTATE_RETPOLINE_SAFE "\n"
    "	call *8(%rdi)\n"
    "fault_call_after:\n"
    "	pop %rbx\n"
    "	" ASM_RET
    "	.size fault_call, . - fault_call\n"
    "	.type fault_called, @function\n"
    "fault_called:\n"
    "	mov (%rsp), %rax\n"
    "	" ASM_RET
    "	.size fault_called, . - fault_called\n");

unsigned long fault_call(void **table);
void fault_called(void);
extern kprobe_opcode_t fault_call_insn[], fault_call_after[];

#define SKIPPED		0x51bb51bbUL

static void *good[] = { NULL, fault_called };
static unsigned long sp_before;
static int num_faults, num_post;
static bool retry, wrong;

static int pre(struct kprobe *kp, struct pt_regs *regs)
{
	sp_before = regs->sp;
	return 0;
}

static void post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
	num_post++;
	wrong |= regs->ip != (unsigned long)fault_called ||
		 regs->sp != sp_before - sizeof(long);
}

static int mend(struct kprobe *kp, struct pt_regs *regs, int trapnr)
{
	num_faults++;
	wrong |= trapnr != X86_TRAP_PF || regs->sp != sp_before ||
		 regs->ip != (unsigned long)fault_call_insn;
	if (retry) {
		regs->di = (unsigned long)good;
	} else {
		regs->ax = SKIPPED;
		regs->ip = (unsigned long)fault_call_after;
	}
	return 1;
}

static void check(bool with_post)
{
	struct kprobe kp = {
		.addr = fault_call_insn,
		.pre_handler = pre,
		.post_handler = with_post ? post : NULL,
		.fault_handler = mend,
	};
	unsigned long bad, well;

	num_faults = 0;
	num_post = 0;
	wrong = register_kprobe(&kp);
	well = fault_call(good);
	bad = fault_call(NULL);
	unregister_kprobe(&kp);
	ktap_result(!wrong && num_faults == 1 &&
		    num_post == (with_post ? 1 + retry : 0) &&
		    well == (unsigned long)fault_call_after &&
		    bad == (retry ? well : SKIPPED),
		    "call through NULL, %s, %s",
		    with_post ? "stepped" : "boosted",
		    retry ? "tried again" : "skipped");
}

static int __init fault_calls_init(void)
{
	ktap_begin();
	for (retry = false; ; retry = true) {
		check(false);
		check(true);
		if (retry)
			break;
	}
	ktap_end();
	return 0;
}

static void __exit fault_calls_exit(void)
{
}

module_init(fault_calls_init);
module_exit(fault_calls_exit);
MODULE_DESCRIPTION("Test of faulting calls");
MODULE_LICENSE("GPL");
