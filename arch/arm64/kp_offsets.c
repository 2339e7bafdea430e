// SPDX-License-Identifier: GPL-2.0
/* arm64: numbers that stub_entry.S needs; kbuild makes kp_offsets.h of this. */
#include <linux/build_bug.h>
#include <linux/kbuild.h>
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <asm/ptrace.h>

#include <hit/hit.h>
#include <hit/probepoint.h>
#include <hit/return_probe.h>
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
	OFFSET(PROBE_BARE, kp_probe, bare);
	DEFINE(BARE_ONE, KP_BARE_ONE);
	OFFSET(PROBE_OWN, kp_probe, own);
	OFFSET(KPROBE_PRE, kprobe, pre_handler);
	OFFSET(KPROBE_POST, kprobe, post_handler);
	/* stored as a pair */
	BUILD_BUG_ON(offsetof(struct kp_cpu, regs) !=
		     offsetof(struct kp_cpu, running) + sizeof(long));
	OFFSET(CPU_RUNNING, kp_cpu, running);
	OFFSET(RETURN_RP, kp_return, rp);
	OFFSET(RETURN_MAX, kp_return, max);
	OFFSET(RETURN_POOL, kp_return, pool);
	OFFSET(POOL_HINT, kp_pool, hint);
	/* loaded as a pair */
	BUILD_BUG_ON(offsetof(struct kp_group, size) !=
		     offsetof(struct kp_group, first) + sizeof(long));
	OFFSET(GROUP_FIRST, kp_group, first);
	BUILD_BUG_ON(offsetof(struct kretprobe, kp));
	OFFSET(KRETPROBE_HANDLER, kretprobe, handler);
	/* loaded as a pair */
	BUILD_BUG_ON(offsetof(struct kretprobe_instance, own) !=
		     offsetof(struct kretprobe_instance, next) + sizeof(long));
	OFFSET(INSTANCE_NEXT, kretprobe_instance, next);
	/* likewise */
	BUILD_BUG_ON(offsetof(struct kretprobe_instance, ret_addr) !=
		     offsetof(struct kretprobe_instance, rp) + sizeof(long));
	OFFSET(INSTANCE_RP, kretprobe_instance, rp);
	OFFSET(INSTANCE_RET_ADDR, kretprobe_instance, ret_addr);
	OFFSET(INSTANCE_TASK, kretprobe_instance, task);
	OFFSET(INSTANCE_HOME, kretprobe_instance, home);
	OFFSET(INSTANCE_STUB, kretprobe_instance, stub);
	/* where an instance's home leads to is what is to be written; the rest counts 64 bits */
	BUILD_BUG_ON(offsetof(struct kp_group, free) || KP_GROUP_SIZE != 64);
	DEFINE(GROUP_BITS, KP_GROUP_SIZE);
	OFFSET(TASK_USAGE, task_struct, usage);
	OFFSET(TASK_FLAGS, task_struct, flags);
	DEFINE(TASK_IDLE_BIT, ilog2(PF_IDLE));
	/* the half that counts, and both */
	BUILD_BUG_ON(PREEMPT_OFFSET != 1);
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
