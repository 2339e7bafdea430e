/* SPDX-License-Identifier: GPL-2.0 */
/* Where text may be entered: a bit for each of its bytes. */
#ifndef KP_TEXT_TEXT_MAP_H
#define KP_TEXT_TEXT_MAP_H

#include <linux/types.h>

struct module;
struct seq_file;

int __must_check kp_text_map_init(void);
void kp_text_map_exit(void);
int kp_text_map_entered(unsigned long addr, const struct module *mod,
			unsigned int len);
void kp_text_map_forget(const struct module *mod);
void kp_text_map_show(struct seq_file *m);

#endif /* KP_TEXT_TEXT_MAP_H */
