/* SPDX-License-Identifier: GPL-2.0 */
/* Return probes: what the module's init and `stats` ask of them. */
#ifndef KP_PROBE_KRETPROBE_H
#define KP_PROBE_KRETPROBE_H

#include <linux/compiler.h>

struct seq_file;

int __must_check kp_returns_init(void);
void kp_returns_settle(void);
void kp_returns_wait(void);
void kp_returns_exit(void);
void kp_returns_show(struct seq_file *m);

#endif /* KP_PROBE_KRETPROBE_H */
