// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of functions and members of structs by name, where the kernel has BTF:
 * `count`, `n=count:x32`, `file->f_flags` and $arg* are written out as count=$arg3:u64 and
 * so on, before a line's arguments are read. $retval without a type gets its.
 *
 * Runs on the host too: selftests/host/events_parse.sh.
 */
#include <linux/kernel.h>
#include <linux/ctype.h>
#include <linux/kstrtox.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "btf.h"
#include "definition.h"
#include "errors.h"

/* What a word becomes: two names, braces, numbers, a type. */
#define MAX_WORD	(2 * KPE_MAX_ARG + 64)

static char *body_of(char *word)
{
	char *equals = strchr(word, '=');

	return equals ? equals + 1 : word;
}

static bool is_all(const char *word)
{
	return !strcmp(word, "$arg*");
}

/* It begins with a name, or $retval-> or $argN->. */
static bool is_name(char *word)
{
	char *body = body_of(word);

	return isalpha(*body) || *body == '_' ||
	       (*body == '$' && strstr(body, "->"));
}

/* What is returned, without a type. */
static bool is_result(char *word)
{
	return !strcmp(body_of(word), "$retval");
}

/* Which argument has this name: not more than @len characters of it. */
static int find_name(const struct kpe_btf_function *function, const char *name,
		     size_t len)
{
	const char *other;
	unsigned int i;

	for (i = 0; i < function->num; i++) {
		other = kpe_btf_name(function, i);
		if (strlen(other) == len && !strncmp(other, name, len))
			return i;
	}
	return -1;
}

/**
 * struct access - a variable, and the way from it through memory
 * @base: $argN or $retval
 * @type: what is reached
 * @num: how many steps
 * @offsets: of each
 * @member: the last member that was gone to
 */
struct access {
	char base[16];
	u32 type;
	unsigned int num;
	unsigned int offsets[KPE_MAX_STEPS];
	struct kpe_btf_member member;
};

/* What kpe_btf_member() returned, in words. */
static enum kpe_error member_error(int error)
{
	switch (error) {
	case -ENOENT:
		return KPE_ERR_NO_BTF_FIELD;
	case -ERANGE:
		return KPE_ERR_BAD_BTF_TYPE;
	default:
		return KPE_ERR_NO_PTR_STRCT;
	}
}

/* ->MEMBER and .MEMBER, one after the other. */
static int go_to_members(struct kpe_parse *parse, const char *path,
			 struct access *access)
{
	bool is_arrow;
	const char *name;
	size_t len;
	int ret;

	for (; *path; path = name + len) {
		is_arrow = !strncmp(path, "->", 2);
		name = path + 1 + is_arrow;
		len = strcspn(name, "-.");
		if (is_arrow ? !kpe_btf_pointed(access->type, &access->type) :
			       *path != '.' || !access->num)
			return kpe_fail(parse, path, KPE_ERR_NO_PTR_STRCT);
		if (is_arrow && access->num == KPE_MAX_STEPS - 1)
			return kpe_fail(parse, path, KPE_ERR_TOO_MANY_OPS);
		if (is_arrow)
			access->offsets[access->num++] = 0;
		ret = kpe_btf_member(access->type, name, len, &access->member);
		if (ret)
			return kpe_fail(parse, ret == -EINVAL ? path : name,
					member_error(ret));
		access->offsets[access->num - 1] += access->member.offset;
		access->type = access->member.type;
	}
	return 0;
}

/* The type that BTF says, into @type. */
static int find_type(struct kpe_parse *parse, const char *where,
		     const struct access *access, char *type, size_t size)
{
	const struct kpe_btf_member *member = &access->member;
	const char *name = kpe_btf_type(access->type);
	struct kpe_btf_array array = {};

	if (member->width) {
		snprintf(type, size, "b%u@%u/%u", member->width, member->bit,
			 8 * member->size);
		return 0;
	}
	if (!name && access->num && kpe_btf_array(access->type, &array)) {
		if (array.count > KPE_MAX_ARRAY && !array.is_text)
			return kpe_fail(parse, where, KPE_ERR_ARRAY_TOO_BIG);
		name = array.is_text ? "string" :
		       array.count ? kpe_btf_type(array.type) : NULL;
	}
	if (!name)
		return kpe_fail(parse, where, KPE_ERR_BAD_BTF_TYPE);
	snprintf(type, size, array.count && !array.is_text ? "%s[%u]" : "%s",
		 name, array.count);
	return 0;
}

/* A string is what a pointer points to, or an array in memory. */
static int add_string_step(struct kpe_parse *parse, const char *where,
			   struct access *access)
{
	struct kpe_btf_array array;
	u32 unused;

	/* an argument may hold an address, whatever its type is */
	if (!access->num || kpe_btf_pointed(access->type, &unused)) {
		access->offsets[access->num++] = 0;
		return 0;
	}
	return kpe_btf_array(access->type, &array) ?
	       0 : kpe_fail(parse, where, KPE_ERR_BAD_STRING);
}

/* To a word; what does not fit is left out, and @len is MAX_WORD. */
static __printf(3, 4) void append(char *word, size_t *len, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	*len += vsnprintf(word + *len, MAX_WORD - *len, fmt, args);
	va_end(args);
	if (*len > MAX_WORD)
		*len = MAX_WORD;
}

/* [NAME=]+OFFSET(...)...:TYPE; @type may be NULL. Returns characters. */
static int write_access(struct kpe_parse *parse, const char *where, char *word,
			struct access *access, const char *name, size_t name_len,
			const char *type)
{
	char own_type[24];
	unsigned int i;
	size_t len = 0;
	int ret;

	if (!type)
		ret = find_type(parse, where, access, own_type,
				sizeof(own_type));
	else if (!strncmp(type, "string", 6) || !strncmp(type, "ustring", 7))
		ret = add_string_step(parse, where, access);
	else
		ret = 0;
	if (ret)
		return ret;
	if (name_len)
		append(word, &len, "%.*s=", (int)name_len, name);
	for (i = access->num; i-- > 0;)
		append(word, &len, "+%u(", access->offsets[i]);
	append(word, &len, "%s", access->base);
	for (i = 0; i < access->num; i++)
		append(word, &len, ")");
	append(word, &len, ":%s", type ?: own_type);
	return len < MAX_WORD ? (int)len :
	       kpe_fail(parse, where, KPE_ERR_ARG_TOO_LONG);
}

/* The variable that a body begins with, @len characters of it. */
static int find_base(struct kpe_parse *parse, const char *body, size_t len,
		     const struct kpe_btf_function *function,
		     struct access *access)
{
	unsigned int n;

	memset(access, 0, sizeof(*access));
	if (*body != '$') {
		int i = find_name(function, body, len);

		if (i < 0)
			return kpe_fail(parse, body, KPE_ERR_NO_BTF_ARG);
		access->type = kpe_btf_arg(function, i);
		snprintf(access->base, sizeof(access->base), "$arg%d", i + 1);
		return 0;
	}
	if (len >= sizeof(access->base))
		return kpe_fail(parse, body, KPE_ERR_BAD_VAR);
	memcpy(access->base, body, len);
	if (!strcmp(access->base, "$retval")) {
		access->type = function->result;
		return 0;
	}
	if (strncmp(access->base, "$arg", 4) ||
	    kstrtouint(access->base + 4, 10, &n))
		return kpe_fail(parse, body, KPE_ERR_BAD_VAR);
	if (!n || n > function->num)
		return kpe_fail(parse, body, KPE_ERR_BAD_ARG_NUM);
	access->type = kpe_btf_arg(function, n - 1);
	return 0;
}

/* Named as the argument, if it is one; a member gets the name of any other. */
static int expand_name(struct kpe_parse *parse, char *word, char *to,
		       const struct kpe_btf_function *function)
{
	char *body = body_of(word), *colon = strchr(body, ':');
	struct access access;
	size_t len, name_len;
	int ret;

	if (body == word + 1)
		return kpe_fail(parse, word, KPE_ERR_NO_ARG_NAME);
	if (colon)
		*colon++ = '\0';
	len = strcspn(body, "-.");
	ret = find_base(parse, body, len, function, &access) ?:
	      go_to_members(parse, body + len, &access);
	if (ret)
		return ret;
	if (body != word)
		name_len = body - word - 1;
	else
		name_len = body[len] ? 0 : len;
	return write_access(parse, body, to, &access, word, name_len, colon);
}

/* All arguments of the function, with spaces between them. */
static int expand_all(struct kpe_parse *parse, char *word, char *to,
		      const struct kpe_btf_function *function)
{
	struct access access;
	const char *name;
	char other[16];
	int len = 0, ret;
	unsigned int i;

	for (i = 0; i < function->num; i++) {
		name = kpe_btf_name(function, i);
		if (!*name) {
			snprintf(other, sizeof(other), "arg%u", i + 1);
			name = other;
		}
		if (i)
			to[len++] = ' ';
		memset(&access, 0, sizeof(access));
		access.type = kpe_btf_arg(function, i);
		snprintf(access.base, sizeof(access.base), "$arg%u", i + 1);
		ret = write_access(parse, word, to + len, &access, name,
				   strlen(name), NULL);
		if (ret < 0)
			return ret;
		len += ret;
	}
	return len;
}

/* As it was, if it is no number and no pointer. */
static int expand_result(const char *word, char *to,
			 const struct kpe_btf_function *function)
{
	const char *type = kpe_btf_type(function->result);

	return type ? sprintf(to, "%s:%s", word, type) : sprintf(to, "%s", word);
}

static int expand(struct kpe_parse *parse, char *text,
		  const struct kpe_btf_function *function, bool is_return)
{
	unsigned int i;
	int len = 0, ret;
	char *word;

	for (i = 0; i < parse->num_words; i++) {
		word = parse->words[i];
		if (i)
			text[len++] = ' ';
		if (i > 1 && is_all(word))
			ret = expand_all(parse, word, text + len, function);
		else if (i > 1 && is_name(word))
			ret = expand_name(parse, word, text + len, function);
		else if (i > 1 && is_return && is_result(word))
			ret = expand_result(word, text + len, function);
		else	/* as it was written: the place has been cut */
			ret = strcspn(strcpy(text + len, parse->line +
					     (word - parse->work)), " ");
		if (ret < 0)
			return ret;
		len += ret;
	}
	text[len] = '\0';
	return 0;
}

/**
 * kpe_names_expand() - write out names of a function's arguments, and of members
 * @parse: the line, its arguments not yet read; written anew if there are any
 * @symbol: the function
 * @is_return: what it returns gets its type
 *
 * Return: 0; -ENOMEM; -E2BIG; -EINVAL, and @parse says why.
 */
int kpe_names_expand(struct kpe_parse *parse, const char *symbol, bool is_return)
{
	struct kpe_btf_function function = {};
	unsigned int i, num = 0, results = 0;
	struct kpe_parse old;
	char *text;
	int ret;

	for (i = 2; i < parse->num_words; i++) {
		num += is_all(parse->words[i]) || is_name(parse->words[i]);
		results += is_return && is_result(parse->words[i]);
	}
	if (!num && !results)
		return 0;
	if (!symbol || kpe_btf_find(symbol, &function)) {
		if (!num)
			return 0;
		for (i = 2; !is_all(parse->words[i]) && !is_name(parse->words[i]); i++)
			;
		return kpe_fail(parse, body_of(parse->words[i]),
				KPE_ERR_NO_BTF_ENTRY);
	}
	num += results;
	text = kzalloc(strlen(parse->line) + 1 + num * MAX_WORD *
		       (function.num ?: 1), GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	ret = expand(parse, text, &function, is_return);
	if (!ret) {
		old = *parse;
		ret = kpe_parse_begin(parse, text);
		kpe_parse_end(&old);
	}
	kfree(text);
	return ret;
}
