/* SPDX-License-Identifier: GPL-2.0 */
/* What tests of watchpoints watch, and handlers that write down what they see. */
#ifndef KP_WATCH_SEEN_H
#define KP_WATCH_SEEN_H

#include <linux/atomic.h>
#include <linux/kwatch.h>
#include <linux/preempt.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "api_test.h"

/* What is watched. Aligned, so that it is known what lies beside. */
static union {
	u8 b[16];
	u16 w[8];
	u32 l[4];
	u64 q[2];
} data __aligned(16);

/* Not static, or it may be made anew for each argument. */
int wa_called(int n);
noinline notrace int wa_called(int n)
{
	/* more than one instruction */
	barrier();
	return n * 3 + 1;
}

static atomic_t hits;
static volatile unsigned long last_ip;
static volatile int last_cpu, last_number;
static volatile u64 last_old, last_new;
static struct kwatch *volatile last_kw;

static void see(struct kwatch *kw, struct pt_regs *regs)
{
	/* or a page fault of a handler would sleep */
	EXPECT(preempt_count());
	atomic_inc(&hits);
	last_kw = kw;
	last_cpu = raw_smp_processor_id();
	last_ip = instruction_pointer(regs);
}

static inline void on_hit(struct kwatch *kw, struct pt_regs *regs, int debugreg)
{
	see(kw, regs);
	last_number = debugreg;
}

static inline void on_value(struct kwatch *kw, struct pt_regs *regs,
			    u64 old_value, u64 new_value)
{
	see(kw, regs);
	last_old = old_value;
	last_new = new_value;
}

static int count(void)
{
	return atomic_xchg(&hits, 0);
}

static struct kwatch watch_of(void *addr, u8 length, u8 type)
{
	memset(&data, 0, sizeof(data));
	count();
	return (struct kwatch){
		.addr		= (unsigned long)addr,
		.length		= length,
		.type		= type,
		.value_handler	= on_value,
	};
}

/* Nothing is watched, and the next one works. */
static int refused(struct kwatch kw)
{
	struct kwatch good = watch_of(&data.l[0], 4, KWATCH_WRITE);
	struct kwatch asked = kw;
	int ret = register_kwatch_probe(&kw);

	if (!ret)
		unregister_kwatch_probe(&kw);
	EXPECT(kw.addr == asked.addr);
	EXPECT_EQ(register_kwatch_probe(&good), 0);
	WRITE_ONCE(data.l[0], 1);
	EXPECT_EQ(count(), 1);
	unregister_kwatch_probe(&good);
	return ret;
}

#define REFUSED(error, ...) do {					\
		struct kwatch kw = watch_of(&data.l[1], 4, KWATCH_WRITE); \
									\
		__VA_ARGS__;						\
		EXPECT_EQ(refused(kw), error);				\
	} while (0)

#endif /* KP_WATCH_SEEN_H */
