/* SPDX-License-Identifier: GPL-2.0 */
/* Functions to be probed by return_life.c, in return_life_target.c. */
#ifndef RETURN_LIFE_H
#define RETURN_LIFE_H

#include <linux/types.h>

struct return_life_sleeper;

/* Sleeps until it is let go, and returns return_life_model(@x). */
unsigned long return_life_sleep(unsigned long x,
				struct return_life_sleeper *sleeper);

/* Calls return_life_sleep(), and returns 1 more. */
unsigned long return_life_outer(unsigned long x,
				struct return_life_sleeper *sleeper);

/* Sleeps until it is let go or killed: then it returns 0. */
unsigned long return_life_user(unsigned long x);

/* Ends the calling thread, and completes something for its creator. */
unsigned long return_life_die(unsigned long x);

/* Calls return_life_die(). */
unsigned long return_life_die_outer(unsigned long x);

/* Calls @fn, and returns return_life_model(@x). */
unsigned long return_life_call(unsigned long x, void (*fn)(void));

/* Calls return_life_call(), and returns 1 more. */
unsigned long return_life_call_outer(unsigned long x, void (*fn)(void));

static inline unsigned long return_life_model(unsigned long x)
{
	return 3 * x + 1;
}

#endif /* RETURN_LIFE_H */
