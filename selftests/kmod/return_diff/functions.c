// SPDX-License-Identifier: GPL-2.0
/* The functions, each twice: one that is traced, one that is not. */
#include "../../../compat/stdarg.h"
#include "../../../compat/task.h"
#include "return_diff.h"

u64 rd_side[RD_NUM_SIDE];
DECLARE_COMPLETION(rd_inside);
DECLARE_COMPLETION(rd_gate);
DECLARE_COMPLETION(rd_exited);

u64 rd_mix_bytes(u64 h, const void *data, size_t size)
{
	const u8 *byte = data;

	while (size--)
		h = rd_mix(h, *byte++);
	return h;
}

void rd_fill(void *data, size_t size, u64 seed)
{
	u8 *byte = data;

	while (size--) {
		seed = rd_mix(seed, size + 1);
		*byte++ = seed >> 40;
	}
}

void rd_fill_bool(void *data, size_t size, u64 seed)
{
	*(bool *)data = rd_mix(seed, 1) >> 40 & 1;
}

void rd_fill_pointer(void *data, size_t size, u64 seed)
{
	*(u64 **)data = &rd_side[(rd_mix(seed, 1) >> 40) % RD_NUM_SIDE];
}

static void touch_pointed(u64 *pointer, u64 h)
{
	if (pointer)
		*pointer = rd_mix(*pointer, h);
}

#define TOUCH_NONE
#define TOUCH(type, name)						\
	touch_pointed(_Generic((name), u64 *: (name), default: NULL), h);

#define ENTER(name)							\
	rd_enter(RD_##name, __builtin_return_address(0), h)

#define BODY_LEAF(kind, name, ret, types, ...)				\
ret ATTRIBUTES FN(name)(RD_PARAMS(types))				\
{									\
	ret result;							\
	RD_HASH(kind, name, types)					\
									\
	ENTER(name);							\
	__VA_ARGS__							\
	RD_MAP(RD_NOTHING, TOUCH, types)				\
	rd_side[0] = rd_mix(rd_side[0], h);				\
	RD_FILL(result, h);						\
	return result;							\
}
#define BODY_NEST	BODY_LEAF
#define BODY_DEEP	BODY_LEAF

#define BODY_PROC(kind, name, ret, types, ...)				\
void ATTRIBUTES FN(name)(RD_PARAMS(types))				\
{									\
	RD_HASH(kind, name, types)					\
									\
	ENTER(name);							\
	RD_MAP(RD_NOTHING, TOUCH, types)				\
	rd_side[0] = rd_mix(rd_side[0], h);				\
}

#define BODY_LEAN(kind, name, ret, types, ...)				\
ret ATTRIBUTES FN(name)(RD_PARAMS(types))				\
{									\
	RD_HASH(kind, name, types)					\
									\
	ENTER(name);							\
	rd_side[0] = rd_mix(rd_side[0], h);				\
	__VA_ARGS__							\
}
#define BODY_TAIL	BODY_LEAN
#define BODY_VTAIL	BODY_LEAN
#define BODY_PTAIL	BODY_LEAN
#define BODY_INNER	BODY_LEAN
#define BODY_VINNER	BODY_LEAN

#define RD(kind, entries, name, ret, types, ...)			\
	BODY_##kind(kind, name, ret, types, ##__VA_ARGS__)

#define BODY_VA_INTS							\
long ATTRIBUTES FN(va_ints)(int num, ...)				\
{									\
	u64 h = rd_mix(RD_va_ints, num);				\
	va_list args;							\
	int i;								\
									\
	va_start(args, num);						\
	for (i = 0; i < num; i++)					\
		h = rd_mix(h, va_arg(args, int));			\
	va_end(args);							\
	ENTER(va_ints);							\
	return h;							\
}

#define BODY_VA_LONGS							\
u64 ATTRIBUTES FN(va_longs)(s8 a0, u64 *a1, int num, ...)		\
{									\
	u64 h = rd_mix(RD_va_longs, a0);				\
	va_list args;							\
									\
	va_start(args, num);						\
	while (num--) {							\
		h = rd_mix(h, va_arg(args, long));			\
		h = rd_mix(h, va_arg(args, int));			\
	}								\
	va_end(args);							\
	ENTER(va_longs);						\
	*a1 = rd_mix(*a1, h);						\
	return h;							\
}

#define BODY_EXITS							\
void __noreturn ATTRIBUTES FN(exits)(long a0)				\
{									\
	u64 h = rd_mix(RD_exits, a0);					\
									\
	ENTER(exits);							\
	rd_side[0] = rd_mix(rd_side[0], h);				\
	complete(&rd_inside);						\
	wait_for_completion(&rd_gate);					\
	kp_kthread_complete_and_exit(&rd_exited, 0);			\
}

#define BODY_EXITS_STRUCT						\
void __noreturn ATTRIBUTES FN(exits_struct)(struct rd_72 a0, s8 a1)	\
{									\
	u64 h = rd_mix_bytes(RD_exits_struct, &a0, sizeof(a0)) ^ a1;	\
									\
	ENTER(exits_struct);						\
	rd_side[1] = rd_mix(rd_side[1], h);				\
	complete(&rd_inside);						\
	wait_for_completion(&rd_gate);					\
	kp_kthread_complete_and_exit(&rd_exited, 0);			\
}

#define FN(name)	rd_traced_##name
#define ATTRIBUTES	__attribute__((noipa))
BY_POINTER(tail_to_struct, struct rd_40, u64 a0, int a1);
#include "list.h"
BODY_VA_INTS
BODY_VA_LONGS
BODY_EXITS
BODY_EXITS_STRUCT
#undef ATTRIBUTES
#undef FN

#define FN(name)	rd_untraced_##name
#define ATTRIBUTES	notrace __attribute__((noipa))
BY_POINTER(tail_to_struct, struct rd_40, u64 a0, int a1);
#include "list.h"
BODY_VA_INTS
BODY_VA_LONGS
BODY_EXITS
BODY_EXITS_STRUCT
