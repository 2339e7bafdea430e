/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel's BTF says of a function's arguments and of structs. */
#ifndef KPE_BTF_H
#define KPE_BTF_H

#include <linux/types.h>

/**
 * struct kpe_btf_function - a function
 * @params: its arguments, in the BTF
 * @num: how many
 * @result: type of what it returns; 0 is void
 */
struct kpe_btf_function {
	const void *params;
	unsigned int num;
	u32 result;
};

/**
 * struct kpe_btf_member - where in a struct something is
 * @type: its type
 * @offset: from the beginning, in bytes; of a bit field, of the number that has it
 * @width: of a bit field: bits; else 0
 * @bit: of a bit field: the lowest, of the number
 * @size: of a bit field: bytes of the number
 */
struct kpe_btf_member {
	u32 type;
	unsigned int offset;
	unsigned int width;
	unsigned int bit;
	unsigned int size;
};

/**
 * struct kpe_btf_array - an array
 * @type: of its elements
 * @count: how many; 0 if it is the open end of a struct
 * @is_text: they are char
 */
struct kpe_btf_array {
	u32 type;
	unsigned int count;
	bool is_text;
};

int kpe_btf_find(const char *symbol, struct kpe_btf_function *function);
const char *kpe_btf_name(const struct kpe_btf_function *function,
			 unsigned int i);
u32 kpe_btf_arg(const struct kpe_btf_function *function, unsigned int i);
const char *kpe_btf_type(u32 id);
bool kpe_btf_pointed(u32 id, u32 *pointed);
bool kpe_btf_array(u32 id, struct kpe_btf_array *array);
int kpe_btf_member(u32 id, const char *name, size_t len,
		   struct kpe_btf_member *found);

#endif /* KPE_BTF_H */
