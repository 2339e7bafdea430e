// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel's BTF says of a function's arguments. It is read as it lies in the
 * kernel's image, by its format (uapi/linux/btf.h): the kernel's own readers of it are
 * not for modules, and change.
 */
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <uapi/linux/btf.h>

#include "btf.h"

/* Qualifiers and typedefs are this deep, at most. */
#define MAX_DEPTH	32

/* Bytes behind a type, by its kind, and for each of its members. */
static const u8 behind[] = { 0, 4, 0, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 4, 0, 0 };
static const u8 member[] = { 0, 0, 0, 0, 12, 12, 8, 0, 0, 0, 0, 0, 0, 8, 0, 12, 0, 0, 0, 12 };

/* Kinds that headers of old kernels do not name. */
enum { KIND_TYPE_TAG = 18, KIND_ENUM64 = 19 };

/**
 * struct image - the kernel's BTF
 * @types: its types
 * @end: behind them
 * @strings: names
 */
struct image {
	const void *types;
	const void *end;
	const char *strings;
};

static int find_image(struct image *image)
{
	const struct btf_header *header =
		(void *)kprobe_symbol_address("__start_BTF");

	if (!header || !kprobe_symbol_address("__stop_BTF") ||
	    header->magic != BTF_MAGIC || header->version != BTF_VERSION)
		return -ENOENT;
	image->types = (void *)header + header->hdr_len + header->type_off;
	image->end = image->types + header->type_len;
	image->strings = (void *)header + header->hdr_len + header->str_off;
	return 0;
}

/* The next type, or NULL: also behind a kind that is not known. */
static const struct btf_type *next_type(const struct image *image,
					const struct btf_type *type)
{
	unsigned int kind = BTF_INFO_KIND(type->info);
	const void *next = type + 1;

	if (kind >= ARRAY_SIZE(behind))
		return NULL;
	next += behind[kind] + member[kind] * BTF_INFO_VLEN(type->info);
	return next < image->end ? next : NULL;
}

static const struct btf_type *type_of(const struct image *image, u32 id)
{
	const struct btf_type *type = image->types;

	while (type && --id) {
		type = next_type(image, type);
		cond_resched();
	}
	return type;
}

/**
 * kpe_btf_find() - a function of the kernel, not of a module
 * @symbol: its name
 * @function: result
 *
 * Context: process context; reads all types, in milliseconds.
 * Return: 0; -ENOENT if there is no BTF, or it does not have the function.
 */
int kpe_btf_find(const char *symbol, struct kpe_btf_function *function)
{
	const struct btf_type *type;
	struct image image;

	if (find_image(&image))
		return -ENOENT;
	for (type = image.types; type; type = next_type(&image, type)) {
		if (BTF_INFO_KIND(type->info) == BTF_KIND_FUNC &&
		    !strcmp(image.strings + type->name_off, symbol))
			break;
		cond_resched();
	}
	if (!type)
		return -ENOENT;
	type = type->type ? type_of(&image, type->type) : NULL;
	if (!type || BTF_INFO_KIND(type->info) != BTF_KIND_FUNC_PROTO)
		return -ENOENT;
	function->params = type + 1;
	function->num = BTF_INFO_VLEN(type->info);
	return 0;
}

static const struct btf_param *param_of(const struct kpe_btf_function *function,
					unsigned int i)
{
	return (const struct btf_param *)function->params + i;
}

/**
 * kpe_btf_name() - the name of an argument
 * @function: the function
 * @i: which, from 0 on
 *
 * Return: the name; empty if it has none.
 */
const char *kpe_btf_name(const struct kpe_btf_function *function,
			 unsigned int i)
{
	struct image image;

	if (find_image(&image))
		return "";
	return image.strings + param_of(function, i)->name_off;
}

/* Of one of 1, 2, 4, 8 bytes. */
static const char *number(bool is_signed, u32 size)
{
	static const char *const names[][4] = {
		{ "u8", "u16", "u32", "u64" }, { "s8", "s16", "s32", "s64" },
	};

	if (!is_power_of_2(size) || size > 8)
		return NULL;
	return names[is_signed][ilog2(size)];
}

/**
 * kpe_btf_type() - the type of an argument, in the language of events
 * @function: the function
 * @i: which, from 0 on
 *
 * Return: the type: of a pointer x64; or NULL, if it is no number and no pointer.
 */
const char *kpe_btf_type(const struct kpe_btf_function *function,
			 unsigned int i)
{
	u32 id = param_of(function, i)->type;
	const struct btf_type *type;
	unsigned int depth;
	struct image image;

	if (find_image(&image))
		return NULL;
	for (depth = 0; id && depth < MAX_DEPTH; depth++) {
		type = type_of(&image, id);
		if (!type)
			return NULL;
		switch (BTF_INFO_KIND(type->info)) {
		case BTF_KIND_PTR:
			return "x64";
		case BTF_KIND_INT:
			return number(BTF_INT_ENCODING(*(u32 *)(type + 1)) &
				      BTF_INT_SIGNED, type->size);
		case BTF_KIND_ENUM:
		case KIND_ENUM64:
			return number(BTF_INFO_KFLAG(type->info), type->size);
		case BTF_KIND_TYPEDEF:
		case BTF_KIND_VOLATILE:
		case BTF_KIND_CONST:
		case BTF_KIND_RESTRICT:
		case KIND_TYPE_TAG:
			id = type->type;
			continue;
		}
		return NULL;
	}
	return NULL;
}
