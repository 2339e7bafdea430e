/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that are reached by direct calls and jumps. */
#ifndef KP_INTERNAL_CALLS_H
#define KP_INTERNAL_CALLS_H

struct kp_calls;

bool kp_calls_is_one_of(const char *name, const char * const *names);
struct kp_calls *kp_calls_init(const char * const *not_followed);
void kp_calls_free(struct kp_calls *calls);
void kp_calls_add(struct kp_calls *calls, unsigned long addr);
int __must_check kp_calls_report(struct kp_calls *calls,
				 int (*report)(unsigned long start,
					       unsigned long end, void *data),
				 void *data);

#endif /* KP_INTERNAL_CALLS_H */
