// SPDX-License-Identifier: GPL-2.0
/*
 * How long nothing else runs while slots are waited for: with many probes, and
 * many tasks that sleep deep in their stacks. Parameters:
 *
 * probe: 1 registers all probes, 0 unregisters them, in one batch each
 * late: the latest that a timer's interrupt has been, in nanoseconds
 */
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <asm/asm.h>

#include <compat/hrtimer.h>

#define NUM_FNS		300
#define NUM_INSNS	100
#define INSN_SIZE	4
#define NUM_PROBES	(NUM_FNS * NUM_INSNS)
#define NUM_TASKS	3000

#define DEPTH		8
#define FRAME_BYTES	512

#define PERIOD		(200 * NSEC_PER_USEC)

/* Never called. stop_user: a copy of its first instruction could sleep. */
asm(".text\n"
    ".macro stop_fn\n"
    "	.type stop_fn_\\@, @function\n"
    "stop_fn_\\@:\n"
    "	.rept 100\n"
    "	lea 1(%rax), %rax\n"
    "	.endr\n"
    "	ud2\n"
    "	int3\n"
    "	int3\n"
    "	.size stop_fn_\\@, . - stop_fn_\\@\n"
    ".endm\n"
    "stop_text:\n"
    "	.rept 300\n"
    "	stop_fn\n"
    "	.endr\n"
    "	.type stop_user, @function\n"
    "stop_user:\n"
    "1:	mov (%rdi), %rax\n"
    "	nop\n"
    "2:	ud2\n"
    "	" _ASM_EXTABLE(1b, 2b)
    "	.size stop_user, . - stop_user\n");
extern u8 stop_text[], stop_user[];

#define FN_SIZE		(NUM_INSNS * INSN_SIZE + 4)

static struct kprobe *kps;
static struct kprobe **pointers;
static struct task_struct **tasks;
static struct hrtimer timer;
static unsigned long late;
module_param(late, ulong, 0400);

static int pre_nothing(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

static enum hrtimer_restart tick(struct hrtimer *unused)
{
	s64 by = ktime_to_ns(ktime_sub(ktime_get(),
				       hrtimer_get_expires(&timer)));

	late = max_t(s64, late, by);
	hrtimer_forward_now(&timer, ns_to_ktime(PERIOD));
	return HRTIMER_RESTART;
}

static void sleep_until_stopped(void)
{
	for (;;) {
		set_current_state(TASK_IDLE);
		if (kthread_should_stop())
			break;
		schedule();
	}
	__set_current_state(TASK_RUNNING);
}

static noinline int sleep_deep(int depth)
{
	u8 frame[FRAME_BYTES];

	memset(frame, depth, sizeof(frame));
	barrier_data(frame);
	if (depth)
		depth = sleep_deep(depth - 1);
	else
		sleep_until_stopped();
	barrier_data(frame);
	return depth;
}

static int sleeper(void *unused)
{
	return sleep_deep(DEPTH);
}

static void end_tasks(void)
{
	int i;

	for (i = 0; tasks && i < NUM_TASKS && tasks[i]; i++)
		kthread_stop(tasks[i]);
}

static int start_tasks(void)
{
	struct task_struct *task;
	int i;

	for (i = 0; i < NUM_TASKS; i++) {
		task = kthread_run(sleeper, NULL, "stop_sleeper");
		if (IS_ERR(task))
			return PTR_ERR(task);
		tasks[i] = task;
	}
	return 0;
}

static int add_probes(void)
{
	int i;

	memset(kps, 0, (NUM_PROBES + 1) * sizeof(*kps));
	for (i = 0; i <= NUM_PROBES; i++) {
		kps[i].addr = i == NUM_PROBES ?
			      (kprobe_opcode_t *)stop_user :
			      (kprobe_opcode_t *)(stop_text +
						  i / NUM_INSNS * FN_SIZE +
						  i % NUM_INSNS * INSN_SIZE);
		kps[i].pre_handler = pre_nothing;
		pointers[i] = &kps[i];
	}
	return register_kprobes(pointers, NUM_PROBES + 1);
}

static bool is_probed;

static int set_probe(const char *value, const struct kernel_param *param)
{
	bool add;
	int ret = kstrtobool(value, &add);

	if (ret || add == is_probed)
		return ret ?: -EINVAL;
	if (add)
		ret = add_probes();
	else
		unregister_kprobes(pointers, NUM_PROBES + 1);
	if (!ret)
		is_probed = add;
	return ret;
}

static const struct kernel_param_ops probe_ops = { .set = set_probe };
module_param_cb(probe, &probe_ops, NULL, 0200);

static void free_all(void)
{
	end_tasks();
	kvfree(kps);
	kvfree(pointers);
	kvfree(tasks);
}

static int __init stop_test_init(void)
{
	int ret = -ENOMEM;

	kps = kvcalloc(NUM_PROBES + 1, sizeof(*kps), GFP_KERNEL);
	pointers = kvcalloc(NUM_PROBES + 1, sizeof(*pointers), GFP_KERNEL);
	tasks = kvcalloc(NUM_TASKS, sizeof(*tasks), GFP_KERNEL);
	if (kps && pointers && tasks)
		ret = start_tasks();
	if (ret) {
		free_all();
		return ret;
	}
	kp_hrtimer_setup(&timer, tick, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	hrtimer_start(&timer, ns_to_ktime(PERIOD), HRTIMER_MODE_REL_HARD);
	return 0;
}

static void __exit stop_test_exit(void)
{
	hrtimer_cancel(&timer);
	if (is_probed)
		unregister_kprobes(pointers, NUM_PROBES + 1);
	free_all();
}

module_init(stop_test_init);
module_exit(stop_test_exit);
MODULE_DESCRIPTION("How long nothing else runs while slots are waited for");
MODULE_LICENSE("GPL");
