/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that are reached by direct calls and jumps. */
#ifndef KP_KERNEL_CALLS_H
#define KP_KERNEL_CALLS_H

struct kp_calls;

/* To leave out where nothing else is known. */
extern const char * const kp_calls_elsewhere[];

bool kp_calls_is_one_of(const char *name, const char * const *names);
struct kp_calls *kp_calls_init(const char * const *not_followed,
			       const char * const *ends);
void kp_calls_free(struct kp_calls *calls);
void kp_calls_add(struct kp_calls *calls, unsigned long addr);
void kp_calls_add_all(struct kp_calls *calls, const char * const *names);
void kp_calls_add_from(struct kp_calls *calls, unsigned long start,
		       unsigned long end);
int __must_check kp_calls_report(struct kp_calls *calls,
				 int (*report)(unsigned long start,
					       unsigned long end, void *data),
				 void *data);

#endif /* KP_KERNEL_CALLS_H */
