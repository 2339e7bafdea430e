/* SPDX-License-Identifier: GPL-2.0 */
/* Functions to be probed at every instruction, and what they must return. */
#ifndef STRESS_FUNCTIONS_H
#define STRESS_FUNCTIONS_H

#include <linux/types.h>

/**
 * struct stress_function - one of them
 * @start: its first byte
 * @end: the byte behind it; NULL: nothing but the first is to be probed
 * @call: call it
 * @model: what @call must return
 * @name: for people
 */
struct stress_function {
	const void *start;
	const void *end;
	unsigned long (*call)(unsigned long x);
	unsigned long (*model)(unsigned long x);
	const char *name;
};

#define STRESS_NUM_FUNCTIONS	11

extern const struct stress_function stress_functions[STRESS_NUM_FUNCTIONS];

/* How often function @i was entered if each was called @calls[its index]. */
unsigned long stress_entries(const unsigned long *calls, unsigned int i);

/* Whether a locked instruction in one of them has counted as many calls. */
bool stress_count_is_right(const unsigned long *calls);

#endif /* STRESS_FUNCTIONS_H */
