// SPDX-License-Identifier: GPL-2.0
/* The probes on the functions, and what their handlers check. */
#include <linux/module.h>
#include <linux/sched.h>

#include "return_diff.h"

#define MAX_FRAMES	1024
#define DATA_FILL	0xa7

/* The deepest recursion, and a little more. */
#define MAX_CALLS	208

/**
 * struct ret_probe - a return probe
 * @rp: the return probe
 * @id: of the function
 * @nr: which one of the function's
 */
struct ret_probe {
	struct kretprobe rp;
	enum rd_id id;
	int nr;
};

/* Several amounts of data, and instances with and without a limit. */
static const struct {
	size_t data_size;
	bool limited;
} ret_kinds[RD_NUM_RETS] = {
	{ 16, false }, { 50, true }, { 1000, true },
};

static struct ret_probe rets[RD_NUM_RETS][RD_NUM];
static struct jprobe jprobes[RD_NUM];
static struct kprobe kprobes[RD_NUM];
static struct kretprobe *ret_ptrs[RD_NUM];
static struct jprobe *jprobe_ptrs[RD_NUM];
static struct kprobe *kprobe_ptrs[RD_NUM];

struct rd_value rd_value;
bool rd_change;
unsigned int rd_num_returns;

/**
 * struct frame - an entry that has not returned yet
 * @ri: its instance
 * @step: what was entered
 * @sp: the stack pointer
 * @result: where the result goes if it is in memory
 */
struct frame {
	struct kretprobe_instance *ri;
	const struct rd_step *step;
	unsigned long sp;
	void *result;
};

static struct frame frames[MAX_FRAMES];
static unsigned int num_frames;

/* Forget the entries that have not returned. Returns how many there were. */
unsigned int rd_forget_frames(void)
{
	unsigned int num = num_frames;

	num_frames = 0;
	return num;
}

/* --- return probes */

static int on_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct ret_probe *ret = container_of(get_kretprobe(ri),
					     struct ret_probe, rp);
	const struct rd_step *step = rd_next(RD_RET + ret->nr, ret->id);

	RD_EXPECT(kprobe_running() == &ret->rp.kp);
	RD_EXPECT(ri->task == current);
	RD_EXPECT(num_frames < MAX_FRAMES);
	if (!step || num_frames == MAX_FRAMES)
		return 0;
	RD_EXPECT(get_kretprobe_retaddr(ri) == step->ret_addr);
	RD_EXPECT(!is_kretprobe_trampoline(get_kretprobe_retaddr(ri)));
	memset(ri->data, DATA_FILL + ret->nr, ret->rp.data_size);
	frames[num_frames++] = (struct frame){
		.ri = ri,
		.step = step,
		.sp = kernel_stack_pointer(regs),
		.result = rd_result_memory(regs),
	};
	return 0;
}

static void keep_value(const struct rd_function *f, struct pt_regs *regs,
		       const struct frame *frame)
{
	rd_value.regs[0] = *rd_result(regs, 0);
	rd_value.regs[1] = *rd_result(regs, 1);
	if (f->in_memory)
		memcpy(rd_value.memory, frame->result, f->size);
}

/* Invert all bits of the result. */
static void change_value(const struct rd_function *f, struct pt_regs *regs,
			 const struct frame *frame)
{
	u8 *memory = frame->result;
	int i;

	if (f->in_memory) {
		for (i = 0; i < f->size; i++)
			memory[i] = ~memory[i];
	} else if (f->is_bool) {
		*rd_result(regs, 0) ^= 1;
	} else {
		for (i = 0; i * sizeof(long) < f->size; i++)
			*rd_result(regs, i) = ~*rd_result(regs, i);
	}
}

static int on_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct ret_probe *ret = container_of(get_kretprobe(ri),
					     struct ret_probe, rp);
	const struct rd_function *f = &rd_functions[ret->id];
	const struct frame *frame;

	rd_num_returns++;
	RD_EXPECT(kprobe_running() == &ret->rp.kp);
	RD_EXPECT(num_frames);
	if (!num_frames)
		return 0;
	frame = &frames[--num_frames];
	RD_EXPECT(frame->ri == ri);
	RD_EXPECT(frame->step->id == ret->id);
	RD_EXPECT(frame->sp + RD_RETURN_POPS == kernel_stack_pointer(regs));
	RD_EXPECT(frame->step->ret_addr == get_kretprobe_retaddr(ri));
	RD_EXPECT(instruction_pointer(regs) == get_kretprobe_retaddr(ri));
	RD_EXPECT(!is_kretprobe_trampoline(get_kretprobe_retaddr(ri)));
	RD_EXPECT(ri->task == current);
	RD_EXPECT(!memchr_inv(ri->data, DATA_FILL + ret->nr,
			      ret->rp.data_size));
	if (!num_frames)
		keep_value(f, regs, frame);
	if (rd_change)
		change_value(f, regs, frame);
	return 0;
}

static void prepare_ret(struct ret_probe *ret, enum rd_id id, int nr,
			void *addr)
{
	memset(ret, 0, sizeof(*ret));
	ret->id = id;
	ret->nr = nr;
	ret->rp.kp.addr = addr;
	ret->rp.entry_handler = on_entry;
	ret->rp.handler = on_return;
	ret->rp.data_size = ret_kinds[nr].data_size;
	if (ret_kinds[nr].limited)
		ret->rp.maxactive = rd_functions[id].call ? 8 : MAX_CALLS;
}

static int register_rets(int nr, enum rd_way way)
{
	enum rd_id id;

	for (id = 0; id < RD_NUM; id++) {
		prepare_ret(&rets[nr][id], id, nr, rd_functions[id].fn[way]);
		ret_ptrs[id] = &rets[nr][id].rp;
	}
	return register_kretprobes(ret_ptrs, RD_NUM);
}

static void unregister_rets(int nr)
{
	enum rd_id id;

	for (id = 0; id < RD_NUM; id++)
		ret_ptrs[id] = &rets[nr][id].rp;
	unregister_kretprobes(ret_ptrs, RD_NUM);
	for (id = 0; id < RD_NUM; id++) {
		RD_EXPECT(!rets[nr][id].rp.nmissed);
		RD_EXPECT(!rets[nr][id].rp.kp.nmissed);
	}
}

/* --- the others */

static int on_pre(struct kprobe *kp, struct pt_regs *regs)
{
	RD_EXPECT(kprobe_running() == kp);
	rd_next(RD_PRE, kp - kprobes);
	return 0;
}

static void on_post(struct kprobe *kp, struct pt_regs *regs,
		    unsigned long flags)
{
	RD_EXPECT(kprobe_running() == kp);
	rd_next(RD_POST, kp - kprobes);
}

void rd_in_jprobe(enum rd_id id, u64 hash)
{
	const struct rd_step *step = rd_next(RD_JPROBE, id);

	RD_EXPECT(kprobe_running() == &jprobes[id].kp);
	if (step)
		RD_EXPECT(step->hash == hash);
}

static int register_kprobe_each(bool post, enum rd_way way)
{
	enum rd_id id;

	memset(kprobes, 0, sizeof(kprobes));
	for (id = 0; id < RD_NUM; id++) {
		kprobes[id].addr = rd_functions[id].fn[way];
		kprobes[id].pre_handler = on_pre;
		kprobes[id].post_handler = post ? on_post : NULL;
		kprobe_ptrs[id] = &kprobes[id];
	}
	return register_kprobes(kprobe_ptrs, RD_NUM);
}

static int register_jprobe_each(enum rd_way way)
{
	enum rd_id id;

	memset(jprobes, 0, sizeof(jprobes));
	for (id = 0; id < RD_NUM; id++) {
		jprobes[id].kp.addr = rd_functions[id].fn[way];
		jprobes[id].entry = rd_functions[id].jprobe;
		jprobe_ptrs[id] = &jprobes[id];
	}
	return register_jprobes(jprobe_ptrs, RD_NUM);
}

/* --- all of them */

static bool is_traced(enum rd_way way)
{
	return way == RD_TRACED && RD_ENTRY_IS_SITE;
}

static void check_way(const struct rd_variant *variant, enum rd_way way)
{
	enum rd_id id;
	int nr;

	for (id = 0; id < RD_NUM; id++) {
		for (nr = 0; nr < variant->num_rets; nr++)
			RD_EXPECT(kprobe_ftrace(&rets[nr][id].rp.kp) ==
				  is_traced(way));
		if (variant->jprobe)
			RD_EXPECT(kprobe_ftrace(&jprobes[id].kp) ==
				  is_traced(way));
		if (variant->kprobe)
			RD_EXPECT(kprobe_ftrace(&kprobes[id]) ==
				  is_traced(way));
	}
}

/* Put the probes of a variant on all functions. */
int rd_register(const struct rd_variant *variant, enum rd_way way)
{
	int nr, ret = 0;

	if (variant->jprobe)
		ret = register_jprobe_each(way);
	for (nr = 0; !ret && nr < variant->num_rets; nr++)
		ret = register_rets(nr, way);
	if (!ret && variant->kprobe)
		ret = register_kprobe_each(variant->post, way);
	if (!ret)
		check_way(variant, way);
	return ret;
}

/* Remove them. */
void rd_unregister(const struct rd_variant *variant)
{
	enum rd_id id;
	int nr;

	for (nr = 0; nr < variant->num_rets; nr++)
		unregister_rets(nr);
	if (variant->jprobe) {
		unregister_jprobes(jprobe_ptrs, RD_NUM);
		for (id = 0; id < RD_NUM; id++)
			RD_EXPECT(!jprobes[id].kp.nmissed);
	}
	if (variant->kprobe) {
		unregister_kprobes(kprobe_ptrs, RD_NUM);
		for (id = 0; id < RD_NUM; id++)
			RD_EXPECT(!kprobes[id].nmissed);
	}
}
