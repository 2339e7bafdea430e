// SPDX-License-Identifier: GPL-2.0
/* The types of arguments, and how they are written: u8, x64[4], b4@2/16, %pd. */
#include <linux/kernel.h>
#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/kstrtox.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "arguments.h"
#include "errors.h"

/* In a record, of a string: its offset, and in the upper half its length. */
#define STRING_SIZE	sizeof(u32)

static const struct kpe_type types[] = {
	{ "u8", KPE_UNSIGNED, 1 },
	{ "u16", KPE_UNSIGNED, 2 },
	{ "u32", KPE_UNSIGNED, 4 },
	{ "u64", KPE_UNSIGNED, 8 },
	{ "s8", KPE_SIGNED, 1 },
	{ "s16", KPE_SIGNED, 2 },
	{ "s32", KPE_SIGNED, 4 },
	{ "s64", KPE_SIGNED, 8 },
	{ "x8", KPE_HEX, 1 },
	{ "x16", KPE_HEX, 2 },
	{ "x32", KPE_HEX, 4 },
	{ "x64", KPE_HEX, 8 },
	{ "char", KPE_CHAR, 1 },
	{ "symbol", KPE_SYMBOL, sizeof(long) },
	{ "string", KPE_STRING, STRING_SIZE },
	{ "ustring", KPE_STRING, STRING_SIZE },
	{ "symstr", KPE_STRING, STRING_SIZE },
};

/**
 * kpe_type_find() - a type by its name
 * @name: the name
 *
 * Return: the type, or NULL.
 */
const struct kpe_type *kpe_type_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(types); i++)
		if (!strcmp(types[i].name, name))
			return &types[i];
	return NULL;
}

/* A number that ends at @end. */
static int parse_number(char *text, char *end, unsigned int *number)
{
	char was = *end;
	int ret;

	*end = '\0';
	ret = kstrtouint(text, 0, number);
	*end = was;
	return ret;
}

/* b<width>@<offset>/<container>; without a container it is no type at all. */
static const struct kpe_type *parse_bit_field(struct kpe_parse *parse,
					      char *text, struct kpe_arg *arg)
{
	char *at = strchr(text, '@'), *slash = strchr(text, '/');
	const struct kpe_type *type = NULL;
	char name[8];

	if (slash && snprintf(name, sizeof(name), "u%s", slash + 1) <
	    (int)sizeof(name))
		type = kpe_type_find(name);
	if (!type) {
		kpe_fail(parse, text, KPE_ERR_BAD_TYPE);
		return NULL;
	}
	if (!at || at > slash ||
	    parse_number(text + 1, at, &arg->bit_width) ||
	    parse_number(at + 1, slash, &arg->bit_offset) ||
	    !arg->bit_width || arg->bit_width > 8 * type->size ||
	    arg->bit_offset > 8 * type->size - arg->bit_width) {
		kpe_fail(parse, text, KPE_ERR_BAD_BITFIELD);
		return NULL;
	}
	return type;
}

/* [N] behind a type. */
static int parse_array(struct kpe_parse *parse, char *bracket,
		       struct kpe_arg *arg)
{
	char *number = bracket + 1, *close = strchr(number, ']');

	if (!close)
		return kpe_fail(parse, number + strlen(number),
				KPE_ERR_ARRAY_NO_CLOSE);
	if (close[1])
		return kpe_fail(parse, close + 1, KPE_ERR_BAD_ARRAY_SUFFIX);
	if (parse_number(number, close, &arg->count) || !arg->count)
		return kpe_fail(parse, number, KPE_ERR_BAD_ARRAY_NUM);
	if (arg->count > KPE_MAX_ARRAY)
		return kpe_fail(parse, number, KPE_ERR_ARRAY_TOO_BIG);
	*bracket = '\0';
	return 0;
}

static void add_step(struct kpe_arg *arg, long offset)
{
	arg->steps[arg->num_steps++].offset = offset;
}

/* Names of directory entries and files are strings some steps further on. */
static const struct kpe_type *parse_name_of(struct kpe_parse *parse, char *text,
					    struct kpe_arg *arg)
{
	unsigned int steps = !strcmp(text, "%pd") ? 2 :
			     !strcmp(text, "%pD") ? 3 : 0;

	if (!steps || arg->count) {
		kpe_fail(parse, text, KPE_ERR_BAD_TYPE);
		return NULL;
	}
	if (arg->num_steps + steps > KPE_MAX_STEPS) {
		kpe_fail(parse, text, KPE_ERR_TOO_MANY_OPS);
		return NULL;
	}
	if (steps == 3)
		add_step(arg, offsetof(struct file, f_path.dentry));
	add_step(arg, offsetof(struct dentry, d_name.name));
	add_step(arg, 0);
	return kpe_type_find("string");
}

/**
 * kpe_type_parse() - read a type
 * @parse: the line
 * @text: the type, or NULL; is changed
 * @arg: of this argument, whose source and steps are known; its count, bit field
 *	and more steps are set
 *
 * Return: the type; or NULL, and @parse says why.
 */
const struct kpe_type *kpe_type_parse(struct kpe_parse *parse, char *text,
				      struct kpe_arg *arg)
{
	bool is_text = !arg->num_steps && (arg->source == KPE_COMM ||
					   arg->source == KPE_CONSTANT);
	const struct kpe_type *type;
	char *bracket;

	if (!text)
		return kpe_type_find(is_text ? "string" :
				     arg->source == KPE_LATENCY ? "u64" : "x64");
	bracket = strchr(text, '[');
	if (bracket && parse_array(parse, bracket, arg))
		return NULL;
	if (is_text && (arg->count || strcmp(text, "string"))) {
		kpe_fail(parse, text, KPE_ERR_BAD_TYPE);
		return NULL;
	}
	if (text[0] == '%')
		return parse_name_of(parse, text, arg);
	if (text[0] == 'b')
		return parse_bit_field(parse, text, arg);
	type = kpe_type_find(text);
	if (!type)
		kpe_fail(parse, text, KPE_ERR_BAD_TYPE);
	return type;
}
