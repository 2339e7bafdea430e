/* SPDX-License-Identifier: GPL-2.0 */
/* Out-of-line slots: executable memory within reach of the text. */
#ifndef KP_INTERNAL_SLOTS_H
#define KP_INTERNAL_SLOTS_H

#include <linux/list.h>
#include <linux/types.h>

struct probepoint;
struct seq_file;

int __must_check kp_slots_reserve(unsigned int num);
unsigned long kp_slot_alloc(struct probepoint *owner);
void kp_slot_free(unsigned long slot);
struct probepoint *kp_slot_owner(unsigned long addr);
void kp_slots_look(bool preempted);
bool kp_slot_is_busy(unsigned long slot);
void kp_slots_show(struct seq_file *m);
void kp_slots_exit(void);

#endif /* KP_INTERNAL_SLOTS_H */
