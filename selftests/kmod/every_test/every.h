/* SPDX-License-Identifier: GPL-2.0 */
#ifndef EVERY_H
#define EVERY_H

#include <linux/atomic.h>
#include <linux/kprobes.h>
#include <linux/types.h>

/* What of a module's text may change where a probe is. */
#define NUM_WAS		16

/**
 * struct every - one probe
 * @kp: what is registered
 * @addr: its address
 * @hits: calls of the handler since it was registered last
 * @was: what was there, in a module
 */
struct every {
	struct kprobe kp;
	unsigned long addr;
	atomic_long_t hits;
	u8 was[NUM_WAS];
};

bool text_is_known(void);
int text_snapshot(struct every *every, unsigned int num);
int text_compare(const struct every *every, unsigned int num);
void text_free(void);

#endif /* EVERY_H */
