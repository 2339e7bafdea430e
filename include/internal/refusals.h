/* SPDX-License-Identifier: GPL-2.0 */
/* The last refusals, with their reasons, for people. */
#ifndef KP_INTERNAL_REFUSALS_H
#define KP_INTERNAL_REFUSALS_H

struct kprobe;
struct seq_file;

/* Longest reason, in bytes. */
#define KP_MAX_WHY	160

int kp_refuse(const char *call, const struct kprobe *kp, int error,
	      const char *why);
int kp_refuse_at(const char *call, const char *target, int error,
		 const char *why);
int kp_refusals_show(struct seq_file *m, void *v);

#endif /* KP_INTERNAL_REFUSALS_H */
