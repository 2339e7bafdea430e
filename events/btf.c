// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel's BTF says of a function's arguments and of structs. It is read as it lies in the
 * kernel's image, by its format (uapi/linux/btf.h): the kernel's own readers of it are
 * not for modules, and change.
 */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/log2.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <uapi/linux/btf.h>

#include "arch/arch.h"
#include "btf.h"

struct btf;
typedef struct btf *(*get_btf_fn)(void);

/* Qualifiers and typedefs are this deep, at most. */
#define MAX_DEPTH	32
/* And structs that are members without a name. */
#define MAX_NESTED	8

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

/*
 * Where kallsyms knows functions alone, one of the kernel's returns what it has made of its
 * BTF: the first member says where that is, from 5.10 to 7.3. Whether it is so is seen there.
 */
static unsigned long find_start(void)
{
	unsigned long start = kprobe_symbol_address("__start_BTF");
	unsigned long get = kprobe_symbol_address("bpf_get_btf_vmlinux");
	struct btf *btf;

	if (start || !get || !kpe_arch_may_call(get))
		return start;
	btf = ((get_btf_fn)get)();
	if (IS_ERR_OR_NULL(btf) ||
	    copy_from_kernel_nofault(&start, btf, sizeof(start)))
		return 0;
	return start;
}

static int find_image(struct image *image)
{
	const struct btf_header *header = (void *)find_start();
	struct btf_header seen;

	if (!header ||
	    copy_from_kernel_nofault(&seen, header, sizeof(seen)) ||
	    seen.magic != BTF_MAGIC || seen.version != BTF_VERSION)
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

/* Behind qualifiers and typedefs. */
static const struct btf_type *bare_type(const struct image *image, u32 id)
{
	const struct btf_type *type;
	unsigned int depth;

	for (depth = 0; id && depth < MAX_DEPTH; depth++) {
		type = type_of(image, id);
		if (!type)
			return NULL;
		switch (BTF_INFO_KIND(type->info)) {
		case BTF_KIND_TYPEDEF:
		case BTF_KIND_VOLATILE:
		case BTF_KIND_CONST:
		case BTF_KIND_RESTRICT:
		case KIND_TYPE_TAG:
			id = type->type;
			continue;
		}
		return type;
	}
	return NULL;
}

/* Likewise; NULL also if there is no BTF, else @image is what it is in. */
static const struct btf_type *find_bare(struct image *image, u32 id)
{
	return find_image(image) ? NULL : bare_type(image, id);
}

static bool is_kind(const struct btf_type *type, unsigned int kind)
{
	return type && BTF_INFO_KIND(type->info) == kind;
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
	if (!is_kind(type, BTF_KIND_FUNC_PROTO))
		return -ENOENT;
	function->params = type + 1;
	function->num = BTF_INFO_VLEN(type->info);
	function->result = type->type;
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

/**
 * kpe_btf_arg() - the type of an argument
 * @function: the function
 * @i: which, from 0 on
 *
 * Return: its number; 0 is void.
 */
u32 kpe_btf_arg(const struct kpe_btf_function *function, unsigned int i)
{
	return param_of(function, i)->type;
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
 * kpe_btf_type() - a type, in the language of events
 * @id: its number
 *
 * Context: process context.
 * Return: the type: of a pointer x64; or NULL, if it is no number and no pointer.
 */
const char *kpe_btf_type(u32 id)
{
	const struct btf_type *type;
	struct image image;

	type = find_bare(&image, id);
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
	}
	return NULL;
}

/**
 * kpe_btf_pointed() - what a pointer points to
 * @id: a type
 * @pointed: result: the other's number; 0 is void
 *
 * Context: process context.
 * Return: whether it is a pointer.
 */
bool kpe_btf_pointed(u32 id, u32 *pointed)
{
	const struct btf_type *type;
	struct image image;

	type = find_bare(&image, id);
	if (!is_kind(type, BTF_KIND_PTR))
		return false;
	*pointed = type->type;
	return true;
}

/**
 * kpe_btf_array() - what an array is made of
 * @id: a type
 * @array: result
 *
 * Context: process context.
 * Return: whether it is an array.
 */
bool kpe_btf_array(u32 id, struct kpe_btf_array *array)
{
	const struct btf_array *found;
	const struct btf_type *type;
	struct image image;

	type = find_bare(&image, id);
	if (!is_kind(type, BTF_KIND_ARRAY))
		return false;
	found = (const void *)(type + 1);
	type = bare_type(&image, found->type);
	array->type = found->type;
	array->count = found->nelems;
	array->is_text = is_kind(type, BTF_KIND_INT) &&
			 !strcmp(image.strings + type->name_off, "char");
	return true;
}

static bool is_struct(const struct btf_type *type)
{
	return is_kind(type, BTF_KIND_STRUCT) || is_kind(type, BTF_KIND_UNION);
}

/* In bits; those of members without a name around it are ahead. */
static int find_member(const struct image *image, const struct btf_type *type,
		       const char *name, size_t len, unsigned int depth,
		       struct kpe_btf_member *found)
{
	const struct btf_member *member = (const void *)(type + 1);
	bool has_fields = BTF_INFO_KFLAG(type->info);
	const struct btf_type *inner;
	unsigned int i, bits;
	const char *other;

	for (i = 0; i < BTF_INFO_VLEN(type->info); i++, member++) {
		bits = has_fields ? BTF_MEMBER_BIT_OFFSET(member->offset) :
				    member->offset;
		other = image->strings + member->name_off;
		if (strlen(other) == len && len && !strncmp(other, name, len)) {
			found->type = member->type;
			found->offset += bits;
			found->width = has_fields ?
				BTF_MEMBER_BITFIELD_SIZE(member->offset) : 0;
			return 0;
		}
		inner = *other || depth == MAX_NESTED ? NULL :
			bare_type(image, member->type);
		if (!is_struct(inner))
			continue;
		found->offset += bits;
		if (!find_member(image, inner, name, len, depth + 1, found))
			return 0;
		found->offset -= bits;
	}
	return -ENOENT;
}

/* To the number that has the bits, as a bit field of events counts them. */
static int place_field(const struct image *image, struct kpe_btf_member *found)
{
	const struct btf_type *type = bare_type(image, found->type);
	unsigned int bits, bit;

	if (!found->width) {
		found->offset /= 8;
		return 0;
	}
	if (!type || !number(false, type->size))
		return -ERANGE;
	bits = 8 * type->size;
	bit = found->offset % bits;
	if (bit + found->width > bits)
		return -ERANGE;
	found->offset = found->offset / bits * type->size;
	found->bit = IS_ENABLED(CONFIG_CPU_BIG_ENDIAN) ?
		     bits - found->width - bit : bit;
	found->size = type->size;
	return 0;
}

/**
 * kpe_btf_member() - a member of a struct or union, also within such that has no name
 * @id: the struct or union
 * @name: the member's name
 * @len: characters of it
 * @found: result
 *
 * Context: process context.
 * Return: 0; -ENOENT; -EINVAL if it is no struct; -ERANGE if the bit field lies in no
 * number.
 */
int kpe_btf_member(u32 id, const char *name, size_t len,
		   struct kpe_btf_member *found)
{
	const struct btf_type *type;
	struct image image;
	int ret;

	type = find_bare(&image, id);
	if (!is_struct(type))
		return -EINVAL;
	memset(found, 0, sizeof(*found));
	ret = find_member(&image, type, name, len, 0, found);
	return ret ?: place_field(&image, found);
}
