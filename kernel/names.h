/* SPDX-License-Identifier: GPL-2.0 */
/* Where the kernel's functions are, by name. */
#ifndef KP_KERNEL_NAMES_H
#define KP_KERNEL_NAMES_H

#include <linux/types.h>

struct seq_file;

int __must_check kp_names_init(bool (*is_closed)(unsigned long addr));
void kp_names_tell(const char *version);
void kp_names_exit(void);
unsigned long kp_names_lookup(const char *name);
void kp_names_each(void (*fn)(const char *name, void *data), void *data);
void kp_names_show(struct seq_file *m);

#endif /* KP_KERNEL_NAMES_H */
