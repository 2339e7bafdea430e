// SPDX-License-Identifier: GPL-2.0
/* For each function: who calls it, and the handler of its jprobe. */
#include <linux/kthread.h>

#include "../../../compat/stdarg.h"
#include "return_diff.h"

#ifdef __CHECKER__
#define __builtin_dwarf_cfa()	NULL
#endif

/* --- callers: as the compiler calls such a function through a pointer */

#define NAME(type, name)	name
#define NAME_NONE
#define NAMES(types)		RD_MAP(RD_COMMA, NAME, types)
#define VARIABLE(type, name)	type name;
#define VARIABLE_NONE
#define FILL(type, name)	RD_FILL(name, seed = rd_mix(seed, 1));
#define FILL_NONE

#define CALLER(kind, name, ret, types)					\
static void call_##name(void *fn, u64 seed, struct rd_outcome *outcome)	\
{									\
	RD_MAP(RD_NOTHING, VARIABLE, types)				\
	ret result;							\
									\
	RD_MAP(RD_NOTHING, FILL, types)					\
	result = ((ret (*)(RD_PARAMS(types)))fn)(NAMES(types));		\
	memcpy(outcome->result, &result, sizeof(result));		\
}

#define CALLER_OF_VOID(kind, name, ret, types)				\
static void call_##name(void *fn, u64 seed, struct rd_outcome *outcome)	\
{									\
	RD_MAP(RD_NOTHING, VARIABLE, types)				\
									\
	RD_MAP(RD_NOTHING, FILL, types)					\
	((void (*)(RD_PARAMS(types)))fn)(NAMES(types));			\
}

#define CALLER_LEAF	CALLER
#define CALLER_NEST	CALLER
#define CALLER_LEAN	CALLER
#define CALLER_TAIL	CALLER
#define CALLER_MTAIL	CALLER
#define CALLER_PTAIL	CALLER
#define CALLER_PROC	CALLER_OF_VOID
#define CALLER_VTAIL	CALLER_OF_VOID
#define CALLER_INNER(...)
#define CALLER_VINNER(...)
#define CALLER_DEEP(...)
#define RD(kind, entries, name, ret, types, ...) \
	CALLER_##kind(kind, name, ret, types)
#include "list.h"
#undef RD

static void call_va_ints(void *fn, u64 seed, struct rd_outcome *outcome)
{
	long (*va_ints)(int num, ...) = fn;
	long result;
	u32 a[12];

	rd_fill(a, sizeof(a), seed);
	result = va_ints(12, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7],
			 a[8], a[9], a[10], a[11]);
	memcpy(outcome->result, &result, sizeof(result));
}

static void call_va_longs(void *fn, u64 seed, struct rd_outcome *outcome)
{
	u64 (*va_longs)(s8 a0, u64 *a1, int num, ...) = fn;
	u64 result, a[8];
	u64 *pointer;

	rd_fill(a, sizeof(a), seed);
	rd_fill_pointer(&pointer, sizeof(pointer), seed);
	result = va_longs(seed, pointer, 4, a[0], (int)a[1], a[2], (int)a[3],
			  a[4], (int)a[5], a[6], (int)a[7]);
	memcpy(outcome->result, &result, sizeof(result));
}

int rd_exits_thread(void *fn)
{
	void (*exits)(long a0) = fn;

	exits(5);
	RD_EXPECT(!"it returns");
	complete(&rd_exited);
	return 0;
}

int rd_exits_struct_thread(void *fn)
{
	void (*exits_struct)(struct rd_72 a0, s8 a1) = fn;
	struct rd_72 a0;

	rd_fill(&a0, sizeof(a0), 7);
	exits_struct(a0, -1);
	RD_EXPECT(!"it returns");
	complete(&rd_exited);
	return 0;
}

static void run_in_thread(int (*thread)(void *fn), void *fn)
{
	struct task_struct *task = kthread_run(thread, fn, "rd_exits");

	RD_EXPECT(!IS_ERR(task));
	if (!IS_ERR(task))
		wait_for_completion(&rd_exited);
}

static void call_exits(void *fn, u64 seed, struct rd_outcome *outcome)
{
	run_in_thread(rd_exits_thread, fn);
}

static void call_exits_struct(void *fn, u64 seed, struct rd_outcome *outcome)
{
	run_in_thread(rd_exits_struct_thread, fn);
}

/* --- handlers of jprobes: all that is their own of arguments is spoilt */

#define CLOBBER(type, name)						\
	if (sizeof(name) <= RD_MAX_BY_VALUE)				\
		memset(&(name), RD_CLOBBER, sizeof(name));		\
	barrier_data(&(name));
#define CLOBBER_NONE

#define CLOBBER_STACK()							\
	do {								\
		void *stack_ = __builtin_dwarf_cfa() + RD_STACK_OFFSET;	\
									\
		memset(stack_, RD_CLOBBER, RD_STACK_BYTES);		\
		barrier_data(stack_);					\
	} while (0)

#define HANDLER(kind, name, ret, types)					\
static ret jprobe_##name(RD_PARAMS(types))				\
{									\
	static ret result;						\
	RD_HASH(kind, name, types)					\
									\
	rd_in_jprobe(RD_##name, h);					\
	RD_MAP(RD_NOTHING, CLOBBER, types)				\
	CLOBBER_STACK();						\
	jprobe_return();						\
	return result;							\
}

#define HANDLER_OF_VOID(kind, name, ret, types)				\
static void jprobe_##name(RD_PARAMS(types))				\
{									\
	RD_HASH(kind, name, types)					\
									\
	rd_in_jprobe(RD_##name, h);					\
	RD_MAP(RD_NOTHING, CLOBBER, types)				\
	CLOBBER_STACK();						\
	jprobe_return();						\
}

#define HANDLER_LEAF	HANDLER
#define HANDLER_NEST	HANDLER
#define HANDLER_DEEP	HANDLER
#define HANDLER_LEAN	HANDLER
#define HANDLER_TAIL	HANDLER
#define HANDLER_MTAIL	HANDLER
#define HANDLER_PTAIL	HANDLER
#define HANDLER_INNER	HANDLER
#define HANDLER_VINNER	HANDLER_OF_VOID
#define HANDLER_PROC	HANDLER_OF_VOID
#define HANDLER_VTAIL	HANDLER_OF_VOID
#define RD(kind, entries, name, ret, types, ...) \
	HANDLER_##kind(kind, name, ret, types)
#include "list.h"
#undef RD

static long jprobe_va_ints(int num, ...)
{
	u64 h = rd_mix(RD_va_ints, num);
	va_list args;
	int i;

	va_start(args, num);
	for (i = 0; i < num; i++)
		h = rd_mix(h, va_arg(args, int));
	va_end(args);
	rd_in_jprobe(RD_va_ints, h);
	CLOBBER_STACK();
	jprobe_return();
	return 0;
}

static u64 jprobe_va_longs(s8 a0, u64 *a1, int num, ...)
{
	u64 h = rd_mix(RD_va_longs, a0);
	va_list args;

	va_start(args, num);
	while (num--) {
		h = rd_mix(h, va_arg(args, long));
		h = rd_mix(h, va_arg(args, int));
	}
	va_end(args);
	rd_in_jprobe(RD_va_longs, h);
	CLOBBER_STACK();
	jprobe_return();
	return 0;
}

static void jprobe_exits(long a0)
{
	rd_in_jprobe(RD_exits, rd_mix(RD_exits, a0));
	CLOBBER_STACK();
	jprobe_return();
}

static void jprobe_exits_struct(struct rd_72 a0, s8 a1)
{
	u64 h = rd_mix_bytes(RD_exits_struct, &a0, sizeof(a0)) ^ a1;

	rd_in_jprobe(RD_exits_struct, h);
	CLOBBER_STACK();
	jprobe_return();
}

/* --- the table */

#define SIZE_AND_KIND(ret)						\
	.size = sizeof(ret),						\
	.is_bool = __same_type(ret, bool),				\
	.in_memory = RD_IN_MEMORY(ret)

#define MORE_LEAF(name, ret)	.call = call_##name, SIZE_AND_KIND(ret),
#define MORE_NEST		MORE_LEAF
#define MORE_LEAN		MORE_LEAF
#define MORE_TAIL(name, ret)	MORE_LEAF(name, ret) .by_jumps = true,
#define MORE_PROC(name, ret)	.call = call_##name,
#define MORE_VTAIL(name, ret)	.call = call_##name, .by_jumps = true,
#define MORE_INNER(...)
#define MORE_VINNER(...)
#define MORE_DEEP(...)
#define MEMBERS(name_, entries)						\
	.name = #name_,							\
	.fn = { rd_traced_##name_, rd_untraced_##name_ },		\
	.jprobe = jprobe_##name_,					\
	.num_entries = entries
#define RD(kind, entries, name, ret, ...) \
	[RD_##name] = { MEMBERS(name, entries), MORE_##kind(name, ret) },

const struct rd_function rd_functions[RD_NUM] = {
#include "list.h"
	[RD_va_ints] = { MEMBERS(va_ints, 1), MORE_LEAF(va_ints, long) },
	[RD_va_longs] = { MEMBERS(va_longs, 1), MORE_LEAF(va_longs, u64) },
	[RD_exits] = {
		MEMBERS(exits, 1),
		.call = call_exits,
		.never_returns = true,
	},
	[RD_exits_struct] = {
		MEMBERS(exits_struct, 1),
		.call = call_exits_struct,
		.never_returns = true,
	},
};
