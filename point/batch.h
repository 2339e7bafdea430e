/* SPDX-License-Identifier: GPL-2.0 */
/* Probepoints that are worked on together. */
#ifndef KP_POINT_BATCH_H
#define KP_POINT_BATCH_H

#include <linux/list.h>
#include <linux/types.h>

#include <text/text.h>

struct kp_arch_region;
struct probepoint;

/**
 * struct kp_batch - probepoints that are worked on together
 * @pps: the probepoints, by their member batch
 * @code: code of their slots that is to be written
 * @bytes: what @code points to
 * @code_size: bytes of each
 * @num_code: entries of @code in use
 * @max_code: entries there is room for
 */
struct kp_batch {
	struct list_head pps;
	struct kp_code *code;
	u8 *bytes;
	unsigned int code_size;
	unsigned int num_code;
	unsigned int max_code;
};

void kp_batch_init(struct kp_batch *batch);
void kp_batch_exit(struct kp_batch *batch);
void kp_batch_add(struct kp_batch *batch, struct probepoint *pp);
int __must_check kp_batch_reserve(struct kp_batch *batch, unsigned int pps,
				  unsigned int slots, unsigned int posts);
int __must_check kp_batch_reserve_detours(struct kp_batch *batch,
					  unsigned int num);
u8 *kp_batch_room(const struct kp_batch *batch, unsigned long slot);
void kp_batch_queue(struct kp_batch *batch, unsigned long slot, const u8 *bytes,
		    unsigned int len);
unsigned long kp_batch_add_detour(struct kp_batch *batch,
				  struct probepoint *pp,
				  const struct kp_arch_region *region,
				  const u8 *insns, const char **why);
int __must_check kp_batch_write_slots(struct kp_batch *batch);
void kp_batch_drop_slots(struct kp_batch *batch);

#endif /* KP_POINT_BATCH_H */
