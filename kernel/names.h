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
int kp_names_each(int (*fn)(const char *name, unsigned long addr, void *data),
		  void *data);
unsigned int kp_names_count(const char *name);
void kp_names_show(struct seq_file *m);

#endif /* KP_KERNEL_NAMES_H */
