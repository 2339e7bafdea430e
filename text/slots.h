/* SPDX-License-Identifier: GPL-2.0 */
/* Out-of-line slots: executable memory within reach of the text. */
#ifndef KP_TEXT_SLOTS_H
#define KP_TEXT_SLOTS_H

#include <linux/list.h>
#include <linux/types.h>

struct probepoint;
struct seq_file;

/**
 * enum kp_slot_size - for what a slot has room
 * @KP_SLOT_SIZE_INSN: one instruction, or a stub: KP_ARCH_SLOT_SIZE bytes
 * @KP_SLOT_SIZE_DETOUR: a detour: KP_ARCH_DETOUR_SIZE bytes
 * @KP_NUM_SLOT_SIZES: how many sizes there are
 */
enum kp_slot_size {
	KP_SLOT_SIZE_INSN,
	KP_SLOT_SIZE_DETOUR,
	KP_NUM_SLOT_SIZES,
};

int __must_check kp_slots_reserve(enum kp_slot_size size, unsigned int num);
unsigned long kp_slot_alloc(enum kp_slot_size size, struct probepoint *owner);
void kp_slot_free(unsigned long slot);
bool __must_check kp_slots_look(bool preempted);
void kp_slots_look_at_caller(void);
bool kp_slot_is_busy(unsigned long slot);
void kp_slots_show(struct seq_file *m, size_t waiting);
void kp_slots_show_holders(struct seq_file *m);
void kp_slots_exit(void);

#endif /* KP_TEXT_SLOTS_H */
