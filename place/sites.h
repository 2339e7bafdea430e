/* SPDX-License-Identifier: GPL-2.0 */
/* Instructions that the kernel writes while it runs. */
#ifndef KP_PLACE_SITES_H
#define KP_PLACE_SITES_H

#include <linux/compiler.h>

struct module;
struct seq_file;

int __must_check kp_sites_init(void);
void kp_sites_exit(void);
void kp_sites_show(struct seq_file *m);
const char *kp_reserved_why(unsigned long addr, const struct module *mod);

#endif /* KP_PLACE_SITES_H */
