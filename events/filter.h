/* SPDX-License-Identifier: GPL-2.0 */
/* Conditions on arguments: which hits count. */
#ifndef KPE_FILTER_H
#define KPE_FILTER_H

#include <linux/types.h>

struct kpe_args;
struct kpe_filter;
struct kpe_parse;

/**
 * struct kpe_subject - what a condition is about
 * @data: the arguments, as kpe_fetch_store() stores them
 * @comm: the task's name
 * @pid: its number
 * @cpu: where
 */
struct kpe_subject {
	const void *data;
	const char *comm;
	int pid;
	int cpu;
};

struct kpe_filter *kpe_filter_parse(struct kpe_parse *parse, char *text,
				    const struct kpe_args *args);
bool kpe_filter_matches(const struct kpe_filter *filter,
			const struct kpe_subject *subject);
const char *kpe_filter_text(const struct kpe_filter *filter);
void kpe_filter_free(struct kpe_filter *filter);

#endif /* KPE_FILTER_H */
