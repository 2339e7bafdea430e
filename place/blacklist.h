/* SPDX-License-Identifier: GPL-2.0 */
/* Text that must not be probed, no matter by whom. */
#ifndef KP_PLACE_BLACKLIST_H
#define KP_PLACE_BLACKLIST_H

#include <linux/types.h>

struct module;
struct seq_file;

/* Functions that are called when a handler is left; NULL ends them. */
extern const char * const kp_rescheduling[];

bool kp_is_mark(const char *why);

int __must_check kp_blacklist_init(void);
void kp_blacklist_exit(void);
const char *kp_blacklist_why(unsigned long addr, const struct module *mod,
			     bool by_trap);
int kp_blacklist_show(struct seq_file *m, void *v);

#endif /* KP_PLACE_BLACKLIST_H */
