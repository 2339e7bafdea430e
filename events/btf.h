/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel's BTF says of a function's arguments. */
#ifndef KPE_BTF_H
#define KPE_BTF_H

#include <linux/types.h>

/**
 * struct kpe_btf_function - a function
 * @params: its arguments, in the BTF
 * @num: how many
 */
struct kpe_btf_function {
	const void *params;
	unsigned int num;
};

int kpe_btf_find(const char *symbol, struct kpe_btf_function *function);
const char *kpe_btf_name(const struct kpe_btf_function *function,
			 unsigned int i);
const char *kpe_btf_type(const struct kpe_btf_function *function,
			 unsigned int i);

#endif /* KPE_BTF_H */
