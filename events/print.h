/* SPDX-License-Identifier: GPL-2.0 */
/* A record as text. */
#ifndef KPE_PRINT_H
#define KPE_PRINT_H

#include <linux/types.h>

struct kpe_args;

/**
 * struct kpe_text - a line that is being made
 * @buf: where
 * @size: its size; what does not fit is cut
 * @len: so far
 */
struct kpe_text {
	char *buf;
	size_t size;
	size_t len;
};

__printf(2, 3) void kpe_printf(struct kpe_text *text, const char *fmt, ...);
void kpe_print_args(struct kpe_text *text, const struct kpe_args *args,
		    const void *record, size_t head);

#endif /* KPE_PRINT_H */
