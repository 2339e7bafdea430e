/* SPDX-License-Identifier: GPL-2.0 */
/* The last refusals, with their reasons, for people. */
#ifndef KP_PLACE_REFUSALS_H
#define KP_PLACE_REFUSALS_H

#include <linux/kernel.h>

struct kprobe;
struct kwatch;
struct seq_file;

/**
 * struct kp_call - a call of the API
 * @name: the function
 * @ip: where it returns to, in the client
 */
struct kp_call {
	const char *name;
	unsigned long ip;
};

/* In a function of the API: the call of itself. */
#define KP_CALL (&(const struct kp_call){ __func__, _RET_IP_ })

/* Longest reason, in bytes. */
#define KP_MAX_WHY	160

int kp_refuse(const struct kp_call *call, const struct kprobe *kp,
	      unsigned int at, unsigned int num, int error, const char *why);
int kp_refuse_at(const struct kp_call *call, const void *of, const char *target,
		 int error, const char *why);
int kp_refuse_watch(const struct kp_call *call, const struct kwatch *kw,
		    const struct kprobe *kp, int error, const char *why);
void kp_note(const struct kp_call *call, const struct kprobe *kp,
	     unsigned int at, unsigned int num, int error, const char *why);
void kp_refusals_forget(struct kprobe **kps, unsigned int num);
void kp_refusal_forget(const void *of);
int kp_refusal_of(const void *of, char *why, size_t size);
void kp_add_near_name(const struct kprobe *kp, int error, char *why, size_t size);
int kp_refusals_show(struct seq_file *m, void *v);

#endif /* KP_PLACE_REFUSALS_H */
