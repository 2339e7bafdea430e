/* SPDX-License-Identifier: GPL-2.0 */
/* Kernel text: written here and nowhere else. */
#ifndef KP_TEXT_H
#define KP_TEXT_H

#include <linux/list.h>
#include <linux/types.h>

struct probepoint;

/**
 * enum kp_text_event - what a recorder is told
 * @KP_TEXT_POKE_SLOT: bytes of an out-of-line slot were written
 * @KP_TEXT_POKE_ARM: a breakpoint was written
 * @KP_TEXT_POKE_DISARM: original bytes were written back
 * @KP_TEXT_POKE_TAIL: bytes behind a breakpoint were written
 * @KP_TEXT_POKE_JUMP: a breakpoint became the start of a jump
 * @KP_TEXT_SYNC: every CPU has seen all writes so far
 */
enum kp_text_event {
	KP_TEXT_POKE_SLOT,
	KP_TEXT_POKE_ARM,
	KP_TEXT_POKE_DISARM,
	KP_TEXT_POKE_TAIL,
	KP_TEXT_POKE_JUMP,
	KP_TEXT_SYNC,
};

typedef void (*kp_text_recorder_fn)(enum kp_text_event event,
				    unsigned long addr);

/**
 * struct kp_code - code for a slot, to be written
 * @addr: where it will run
 * @len: bytes
 * @bytes: what to write
 */
struct kp_code {
	unsigned long addr;
	size_t len;
	const u8 *bytes;
};

int __must_check kp_text_write_slots(const struct kp_code *code, int num);
void kp_text_clear(unsigned long addr, size_t size);
int __must_check kp_text_replace(unsigned long addr, const void *from,
				 const void *to, size_t len);
int __must_check kp_text_arm(struct list_head *batch);
int __must_check kp_text_check(struct list_head *batch);
void kp_text_disarm(struct list_head *batch);
void kp_text_gone(struct probepoint *pp);
void kp_text_optimize(struct list_head *batch);
void kp_text_unoptimize(struct list_head *batch);
const char *kp_text_reserved_why(unsigned long addr);
void kp_text_read(unsigned long addr, void *buf, size_t len);
void kp_text_read_locked(unsigned long addr, void *buf, size_t len);
unsigned long kp_text_walk(unsigned long addr, unsigned long to,
			   unsigned long end, int *last);
unsigned long kp_text_nr_syncs(void);
void kp_text_set_recorder(kp_text_recorder_fn fn);

#endif /* KP_TEXT_H */
