/* SPDX-License-Identifier: GPL-2.0 */
#ifndef RETURN_DIFF_H
#define RETURN_DIFF_H

#include <linux/completion.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/string.h>
#include <linux/types.h>

#include "rd_arch.h"

/* What a jprobe's handler has of its arguments on the stack. */
#define RD_STACK_BYTES	256
#define RD_NUM_SIDE	8
#define RD_CLOBBER	0x5a

struct rd_4 { u32 v; };
struct rd_12 { u32 v[3]; };
struct rd_16 { u64 v[2]; };
struct rd_24 { u64 v[3]; };
struct rd_40 { u64 v[5]; };
struct rd_72 { u64 v[9]; };

/* --- RD_MAP(between, macro, (types)) is macro(type, a0) between macro(...) */

#define RD_NOTHING()
#define RD_COMMA()	,
#define RD_UNPAREN(...)	__VA_ARGS__
#define RD_MAP(s, m, types)	RD_MAP_LIST(s, m, RD_UNPAREN types)
#define RD_MAP_LIST(...)	RD_MAP_COUNT(__VA_ARGS__)
#define RD_MAP_COUNT(s, m, ...) \
	CONCATENATE(RD_MAP_, COUNT_ARGS(__VA_ARGS__))(s, m, ##__VA_ARGS__)
#define RD_MAP_0(s, m, ...)	m##_NONE
#define RD_MAP_1(s, m, a)	m(a, a0)
#define RD_MAP_2(s, m, a, b)	RD_MAP_1(s, m, a) s() m(b, a1)
#define RD_MAP_3(s, m, a, b, c)	RD_MAP_2(s, m, a, b) s() m(c, a2)
#define RD_MAP_4(s, m, a, b, c, d) \
	RD_MAP_3(s, m, a, b, c) s() m(d, a3)
#define RD_MAP_5(s, m, a, b, c, d, e) \
	RD_MAP_4(s, m, a, b, c, d) s() m(e, a4)
#define RD_MAP_6(s, m, a, b, c, d, e, f) \
	RD_MAP_5(s, m, a, b, c, d, e) s() m(f, a5)
#define RD_MAP_7(s, m, a, b, c, d, e, f, g) \
	RD_MAP_6(s, m, a, b, c, d, e, f) s() m(g, a6)
#define RD_MAP_8(s, m, a, b, c, d, e, f, g, h) \
	RD_MAP_7(s, m, a, b, c, d, e, f, g) s() m(h, a7)
#define RD_MAP_9(s, m, a, b, c, d, e, f, g, h, i) \
	RD_MAP_8(s, m, a, b, c, d, e, f, g, h) s() m(i, a8)
#define RD_MAP_10(s, m, a, b, c, d, e, f, g, h, i, j) \
	RD_MAP_9(s, m, a, b, c, d, e, f, g, h, i) s() m(j, a9)
#define RD_MAP_11(s, m, a, b, c, d, e, f, g, h, i, j, k) \
	RD_MAP_10(s, m, a, b, c, d, e, f, g, h, i, j) s() m(k, a10)
#define RD_MAP_12(s, m, a, b, c, d, e, f, g, h, i, j, k, l) \
	RD_MAP_11(s, m, a, b, c, d, e, f, g, h, i, j, k) s() m(l, a11)

#define RD_PARAM(type, name)	type name
#define RD_PARAM_NONE		void
#define RD_PARAMS(types)	RD_MAP(RD_COMMA, RD_PARAM, types)

/* --- the hash of the arguments */

static __always_inline u64 rd_mix(u64 h, u64 value)
{
	h = (h ^ value) * 0x9e3779b97f4a7c15;
	return h ^ h >> 29;
}

u64 rd_mix_bytes(u64 h, const void *data, size_t size);

/* In a function whose stack frame is to be small, only values. */
#define RD_MIX_BYTES(type, name)	h = rd_mix_bytes(h, &(name), sizeof(name));
#define RD_MIX_BYTES_NONE
#define RD_MIX_VALUE(type, name)	h = rd_mix(h, name);
#define RD_MIX_VALUE_NONE
#define RD_MIX_LEAF	RD_MIX_BYTES
#define RD_MIX_NEST	RD_MIX_BYTES
#define RD_MIX_PROC	RD_MIX_BYTES
#define RD_MIX_DEEP	RD_MIX_BYTES
#define RD_MIX_LEAN	RD_MIX_VALUE
#define RD_MIX_TAIL	RD_MIX_VALUE
#define RD_MIX_VTAIL	RD_MIX_VALUE
#define RD_MIX_PTAIL	RD_MIX_VALUE
#define RD_MIX_MTAIL	RD_MIX_VALUE
#define RD_MIX_INNER	RD_MIX_VALUE
#define RD_MIX_VINNER	RD_MIX_VALUE

#define RD_HASH(kind, name, types)					\
	u64 h = rd_mix(1, RD_##name);					\
									\
	RD_MAP(RD_NOTHING, RD_MIX_##kind, types)

/* --- who is who */

enum rd_id {
#define RD(kind, entries, name, ...)	RD_##name,
#include "list.h"
#undef RD
	RD_va_ints,
	RD_va_longs,
	RD_exits,
	RD_exits_struct,
	RD_NUM,
};

/* How functions are entered by probes. */
enum rd_way { RD_TRACED, RD_UNTRACED, RD_NUM_WAYS };

/**
 * struct rd_outcome - what a call has done
 * @side: what it has written
 * @result: what it has returned
 */
struct rd_outcome {
	u64 side[RD_NUM_SIDE];
	u8 result[sizeof(struct rd_72)];
};

/**
 * struct rd_function - a function
 * @name: without its prefix
 * @fn: its twins, by the way in which they are entered
 * @jprobe: the handler for a jprobe
 * @call: calls one of the twins with arguments made of a number; or NULL
 * @num_entries: how many functions that enters
 * @size: of the result
 * @is_bool: the result is 0 or 1
 * @in_memory: the result is not in registers
 * @by_jumps: it calls others by jumps only
 * @never_returns: it does not
 */
struct rd_function {
	const char *name;
	void *fn[RD_NUM_WAYS];
	void *jprobe;
	void (*call)(void *fn, u64 seed, struct rd_outcome *outcome);
	unsigned int num_entries;
	unsigned int size;
	bool is_bool;
	bool in_memory;
	bool by_jumps;
	bool never_returns;
};

/* --- functions.c */
extern u64 rd_side[RD_NUM_SIDE];
extern struct completion rd_inside, rd_gate, rd_exited;

#define RD(kind, entries, name, ret, types, ...)			\
	ret rd_traced_##name(RD_PARAMS(types));				\
	ret rd_untraced_##name(RD_PARAMS(types));
#include "list.h"
#undef RD
long rd_traced_va_ints(int num, ...);
long rd_untraced_va_ints(int num, ...);
u64 rd_traced_va_longs(s8 a0, u64 *a1, int num, ...);
u64 rd_untraced_va_longs(s8 a0, u64 *a1, int num, ...);
void __noreturn rd_traced_exits(long a0);
void __noreturn rd_untraced_exits(long a0);
void __noreturn rd_traced_exits_struct(struct rd_72 a0, s8 a1);
void __noreturn rd_untraced_exits_struct(struct rd_72 a0, s8 a1);

static __always_inline u64 rd_hide(u64 value)
{
	OPTIMIZER_HIDE_VAR(value);
	return value;
}

void rd_fill(void *data, size_t size, u64 seed);
void rd_fill_bool(void *data, size_t size, u64 seed);
void rd_fill_pointer(void *data, size_t size, u64 seed);

/* Make any value of the variable's type. */
#define RD_FILL(variable, seed)						\
	_Generic(&(variable), default: rd_fill, bool *: rd_fill_bool,	\
		 u64 **: rd_fill_pointer)(&(variable), sizeof(variable), seed)

/* --- callers.c */
extern const struct rd_function rd_functions[RD_NUM];

int rd_exits_thread(void *fn);
int rd_exits_struct_thread(void *fn);

/* --- main.c: expectations, and what a run is to do */

#define RD_NUM_RETS	3

/* What is seen of each function that is entered, in order. */
enum rd_seen {
	RD_BODY, RD_PRE, RD_POST, RD_JPROBE, RD_RET,
	RD_NUM_SEEN = RD_RET + RD_NUM_RETS,
};

/**
 * struct rd_step - a function that a call enters
 * @id: which one
 * @hash: of its arguments
 * @ret_addr: where it returns to
 */
struct rd_step {
	enum rd_id id;
	u64 hash;
	unsigned long ret_addr;
};

void rd_failed(const char *file, int line, const char *condition);

#define RD_EXPECT(condition)						\
	do {								\
		if (!(condition))					\
			rd_failed(__FILE__, __LINE__, #condition);	\
	} while (0)

const struct rd_step *rd_next(enum rd_seen seen, enum rd_id id);
void rd_enter(enum rd_id id, void *ret_addr, u64 hash);
void rd_in_jprobe(enum rd_id id, u64 hash);

/* --- probes.c */

/**
 * struct rd_variant - the probes on each function
 * @name: for results
 * @num_rets: return probes
 * @jprobe: a jprobe
 * @kprobe: a kprobe
 * @post: that one has a post_handler
 * @change: a return probe changes what is returned
 */
struct rd_variant {
	const char *name;
	int num_rets;
	bool jprobe;
	bool kprobe;
	bool post;
	bool change;
};

/**
 * struct rd_value - what the return handler called last has seen
 * @regs: the result, if it is in registers
 * @memory: the result, if it is not
 */
struct rd_value {
	unsigned long regs[2];
	u8 memory[sizeof(struct rd_72)];
};

extern struct rd_value rd_value;
extern bool rd_change;
extern unsigned int rd_num_returns;

int rd_register(const struct rd_variant *variant, enum rd_way way);
void rd_unregister(const struct rd_variant *variant);
unsigned int rd_forget_frames(void);

/* --- hold.c: functions that do not return while somebody looks */
int rd_hold(void);
void rd_unhold(void);

#endif /* RETURN_DIFF_H */
