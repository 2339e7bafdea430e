/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Mistakes of clients: what their files share. Each has rows, of the kinds below, in a
 * header that is included twice: for functions, and for a table of them.
 *
 * Built twice, against our header and, as badinput_native, against the kernel's own.
 */
#ifndef BADINPUT_H
#define BADINPUT_H

#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <asm/sections.h>

#include "../badinput_target.h"
#include "badinput_arch.h"

/* Instead of a result: the mistake cannot be made here. */
#define NOT_HERE	INT_MIN

#ifdef KP_NATIVE
#define IS_NATIVE	true

static inline int kprobe_check(struct kprobe *kp, char *why, size_t size)
{
	return NOT_HERE;
}
#else
#define IS_NATIVE	false
#endif

/* The kernel's own would fall over this, or never recover. */
#define NOT_ON_NATIVE()				\
	do {					\
		if (IS_NATIVE)			\
			return NOT_HERE;	\
	} while (0)

/**
 * struct mistake - one that can be made
 * @name: what the tests call it
 * @make: makes it; returns what came of it, or NOT_HERE
 */
struct mistake {
	const char *name;
	int (*make)(void);
};

/* Ends where there is no name. */
extern const struct mistake bad_places[], bad_structs[];

extern int hits;
int count_hit(struct kprobe *kp, struct pt_regs *regs);
int try_probe(struct kprobe *kp);

/* The module's init, which nothing of a later module lies in. */
extern void *own_init;

/* Where the code of a function is. */
static inline void *bt_code(int (*fn)(void))
{
	return dereference_function_descriptor(fn);
}

/* a request by symbol; by address; for a return probe; flags that it has */
#define SYMBOL(name, symbol, offset)					\
	CALL(name, try_symbol(symbol, offset))
#define ADDR(name, addr, offset)					\
	CALL(name, try_addr(addr, offset))
#define RETURN(name, symbol, addr, offset, data_size)			\
	CALL(name, try_return(symbol, addr, offset, data_size))
#define FLAGS(name, flags)						\
	CALL(name, flags_from(flags))

/* not for the kernel's own, which would fall over it */
#define OURS(name, expression)						\
	CALL(name, IS_NATIVE ? NOT_HERE : (expression))

/* an expression, a function is made of it; a function that is there */
#define CALL(name, expression)						\
	static int name(void)						\
	{								\
		return expression;					\
	}
#define OTHER(name)

/* the second time */
#define CALL_ROW(name, expression)	{ #name, name },
#define OTHER_ROW(name)			{ #name, name },

#endif /* BADINPUT_H */
