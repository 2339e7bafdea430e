// SPDX-License-Identifier: GPL-2.0
/* x86: numbers that stub_entry.S needs; kbuild makes kp_offsets.h of this. */
#include <linux/build_bug.h>
#include <linux/hardirq.h>
#include <linux/hash.h>
#include <linux/kbuild.h>
#include <linux/kprobes.h>
#include <linux/sched.h>

#include <hit/hit.h>
#include <hit/return_probe.h>
#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <compat/context_tracking.h>

/* kbuild's format */
int main(void);

int main(void)
{
	/* the table leads to this member */
	BUILD_BUG_ON(offsetof(struct probepoint, home));
	OFFSET(PP_SINGLE, probepoint, single);
	OFFSET(PP_POSTS, probepoint, posts);
	OFFSET(PP_POST_WAY, probepoint, post_way);
	OFFSET(PP_INSN, probepoint, insn);
	/* loaded with their sign */
	BUILD_BUG_ON(sizeof(KP_ARCH_CODE_ADDR) != sizeof(s32));
	OFFSET(PP_RESUME, probepoint, resume);
	OFFSET(PP_STEP, probepoint, step);
	OFFSET(PP_RARE, probepoint, rare);
	OFFSET(RARE_STUB, kp_rare, stub);
	OFFSET(PROBE_MODE, kp_probe, mode);
	OFFSET(PROBE_NEXT, kp_probe, next);
	OFFSET(PROBE_IS_LAST, kp_probe, is_last);
	OFFSET(PROBE_HITS, kp_probe, hits);
	OFFSET(PROBE_CALL, kp_probe, call);
	OFFSET(PROBE_BARE, kp_probe, bare);
	OFFSET(PROBE_OWN, kp_probe, own);
	OFFSET(KPROBE_PRE, kprobe, pre_handler);
	OFFSET(KPROBE_POST, kprobe, post_handler);
	OFFSET(RETURN_RP, kp_return, rp);
	OFFSET(RETURN_POOL, kp_return, pool);
	BUILD_BUG_ON(offsetof(struct kp_return_copy, own));
	OFFSET(COPY_OLDER, kp_return_copy, older);
	OFFSET(COPY_HITS, kp_return_copy, hits);
	OFFSET(POOL_HINT, kp_pool, hint);
	OFFSET(GROUP_FREE, kp_group, free);
	OFFSET(GROUP_FIRST, kp_group, first);
	OFFSET(GROUP_SIZE, kp_group, size);
	OFFSET(INSTANCE_RP, kretprobe_instance, rp);
	OFFSET(INSTANCE_OWN, kretprobe_instance, own);
	OFFSET(INSTANCE_NEXT, kretprobe_instance, next);
	OFFSET(INSTANCE_RET_ADDR, kretprobe_instance, ret_addr);
	OFFSET(INSTANCE_TASK, kretprobe_instance, task);
	OFFSET(INSTANCE_STUB, kretprobe_instance, stub);
	OFFSET(CPU_RUNNING, kp_cpu, running);
	OFFSET(CPU_REGS, kp_cpu, regs);
	OFFSET(TABLE_SHIFT, kp_table, shift);
	OFFSET(TABLE_MASK, kp_table, mask);
	OFFSET(TABLE_SLOT, kp_table, slot);
	OFFSET(TRAP_ADDR, kp_trap, addr);
	OFFSET(TRAP_KIND, kp_trap, kind);
	OFFSET(TRAP_IS_TRAPPING, kp_trap, is_trapping);
	DEFINE(MODE_PLAIN, KP_PROBE_PLAIN);
	/* compared as more and less */
	BUILD_BUG_ON(KP_BARE_NOT || KP_BARE_ONE > KP_BARE_SET);
	DEFINE(BARE_NOT, KP_BARE_NOT);
	DEFINE(BARE_ONE, KP_BARE_ONE);
	/* kind and is_trapping as one number */
	BUILD_BUG_ON(offsetof(struct kp_trap, is_trapping) !=
		     offsetof(struct kp_trap, kind) + 1);
	BUILD_BUG_ON(offsetofend(struct kp_trap, zero) !=
		     offsetof(struct kp_trap, kind) + sizeof(u32));
	DEFINE(HOME_TRAPPING, KP_TRAP_HOME | true << 8);
	/* compared as more and less, signed and unsigned */
	BUILD_BUG_ON(KP_POST_NONE || KP_POST_SLOT != 1 || KP_POST_EMULATED != 2 ||
		     (s8)KP_POST_ASK > 0);
	DEFINE(POST_SLOT, KP_POST_SLOT);
	DEFINE(KIND_RETURNS, KP_TRAP_RETURNS);
	DEFINE(KIND_STEP, KP_TRAP_STEP);
	DEFINE(HASH_FACTOR, GOLDEN_RATIO_64);
	OFFSET(TASK_FLAGS, task_struct, flags);
	OFFSET(TASK_USAGE, task_struct, usage);
	DEFINE(TASK_IS_IDLE, PF_IDLE);
	/* the lower half, where there are two */
	DEFINE(NO_PREEMPTION, (u32)(PREEMPT_ENABLED + PREEMPT_OFFSET));
#ifdef KP_OFFERS_PCPU_HOT
	OFFSET(HOT_PREEMPT_COUNT, pcpu_hot, preempt_count);
	OFFSET(HOT_CURRENT_TASK, pcpu_hot, current_task);
#endif
	DEFINE(NMI_COUNT, NMI_OFFSET + HARDIRQ_OFFSET);
#ifdef CONFIG_CONTEXT_TRACKING_IDLE
	OFFSET(CONTEXT_STATE, context_tracking, state);
	DEFINE(CONTEXT_WATCHED, KP_CONTEXT_WATCHED);
#endif
	return 0;
}
