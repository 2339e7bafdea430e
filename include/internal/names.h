/* SPDX-License-Identifier: GPL-2.0 */
/* Where the kernel's functions are, by name. */
#ifndef KP_INTERNAL_NAMES_H
#define KP_INTERNAL_NAMES_H

struct seq_file;

int __must_check kp_names_init(void);
void kp_names_exit(void);
unsigned long kp_names_lookup(const char *name);
void kp_names_show(struct seq_file *m);

#endif /* KP_INTERNAL_NAMES_H */
