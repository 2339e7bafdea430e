// SPDX-License-Identifier: GPL-2.0
/* arm64: numbers that stub_entry.S needs; kbuild makes kp_offsets.h of this. */
#include <linux/build_bug.h>
#include <linux/kbuild.h>
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/sched.h>
#include <asm/ptrace.h>

#include <hit/hit.h>
#include <hit/probepoint.h>
#include <kp_arch_hit.h>

/* kbuild's format */
int main(void);

int main(void)
{
	/* a probepoint begins with the address of the probed instruction */
	BUILD_BUG_ON(offsetof(struct probepoint, home.addr));
	OFFSET(PP_SINGLE, probepoint, single);
	OFFSET(PP_POSTS, probepoint, posts);
	/* loaded as a pair */
	BUILD_BUG_ON(offsetof(struct kp_probe, call) !=
		     offsetof(struct kp_probe, hits) + sizeof(long));
	OFFSET(PROBE_HITS, kp_probe, hits);
	OFFSET(KPROBE_PRE, kprobe, pre_handler);
	OFFSET(KPROBE_POST, kprobe, post_handler);
	/* stored as a pair */
	BUILD_BUG_ON(offsetof(struct kp_cpu, regs) !=
		     offsetof(struct kp_cpu, running) + sizeof(long));
	OFFSET(CPU_RUNNING, kp_cpu, running);
	OFFSET(TASK_FLAGS, task_struct, flags);
	DEFINE(TASK_IDLE_BIT, ilog2(PF_IDLE));
	/* the half that counts, and both */
	OFFSET(TASK_COUNT, task_struct, thread_info.preempt.count);
	OFFSET(TASK_PREEMPT, task_struct, thread_info.preempt_count);
	DEFINE(PSTATE_TCO_BIT, ilog2(PSR_TCO_BIT));
	DEFINE(PSTATE_NOT_FLAGS, (u32)~KP_ARM64_FLAGS);
#ifdef KP_OFFERS_FRAME_META
	OFFSET(REGS_FRAME_TYPE, pt_regs, stackframe.type);
	DEFINE(FRAME_OF_REGS, FRAME_META_TYPE_PT_REGS);
#endif
	return 0;
}
