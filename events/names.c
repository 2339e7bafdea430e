// SPDX-License-Identifier: GPL-2.0
/*
 * Arguments of functions by name, where the kernel has BTF: `count`, `n=count:x32` and
 * $arg* are written out as count=$arg3:u64 and so on, before a line's arguments are read.
 *
 * Runs on the host too: selftests/host/events_parse.sh.
 */
#include <linux/kernel.h>
#include <linux/ctype.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "btf.h"
#include "definition.h"
#include "errors.h"

/* What a word becomes: two names, braces, a number, a type. */
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

static bool is_name(char *word)
{
	char *body = body_of(word);

	return isalpha(*body) || *body == '_';
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

/* NAME=$argN:TYPE; of a string, what the argument points to. */
static int write_arg(struct kpe_parse *parse, const char *where, char *word,
		     const struct kpe_btf_function *function, int i,
		     const char *name, size_t name_len, const char *type)
{
	bool is_string = type && (!strncmp(type, "string", 6) ||
				  !strncmp(type, "ustring", 7));
	int len;

	type = type ?: kpe_btf_type(function, i);
	if (!type)
		return kpe_fail(parse, where, KPE_ERR_BAD_BTF_TYPE);
	len = snprintf(word, MAX_WORD, is_string ? "%.*s=+0($arg%d):%s" :
		       "%.*s=$arg%d:%s", (int)name_len, name, i + 1, type);
	return len < MAX_WORD ? len :
	       kpe_fail(parse, where, KPE_ERR_ARG_TOO_LONG);
}

static int expand_name(struct kpe_parse *parse, char *word, char *to,
		       const struct kpe_btf_function *function)
{
	char *body = body_of(word), *colon = strchr(body, ':');
	size_t len = colon ? colon - body : strlen(body);
	int i = find_name(function, body, len);

	if (i < 0)
		return kpe_fail(parse, body, KPE_ERR_NO_BTF_ARG);
	return write_arg(parse, body, to, function, i, word,
			 body == word ? len : body - word - 1,
			 colon ? colon + 1 : NULL);
}

/* All arguments of the function, with spaces between them. */
static int expand_all(struct kpe_parse *parse, char *word, char *to,
		      const struct kpe_btf_function *function)
{
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
		ret = write_arg(parse, word, to + len, function, i, name,
				strlen(name), NULL);
		if (ret < 0)
			return ret;
		len += ret;
	}
	return len;
}

static int expand(struct kpe_parse *parse, char *text,
		  const struct kpe_btf_function *function)
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
 * kpe_names_expand() - write out names of a function's arguments
 * @parse: the line, its arguments not yet read; written anew if there are any
 * @symbol: the function
 *
 * Return: 0; -ENOMEM; -E2BIG; -EINVAL, and @parse says why.
 */
int kpe_names_expand(struct kpe_parse *parse, const char *symbol)
{
	struct kpe_btf_function function = {};
	struct kpe_parse old;
	unsigned int i, num = 0;
	char *text;
	int ret;

	for (i = 2; i < parse->num_words; i++)
		num += is_all(parse->words[i]) || is_name(parse->words[i]);
	if (!num)
		return 0;
	for (i = 2; !is_all(parse->words[i]) && !is_name(parse->words[i]); i++)
		;
	if (!symbol || kpe_btf_find(symbol, &function))
		return kpe_fail(parse, body_of(parse->words[i]),
				KPE_ERR_NO_BTF_ENTRY);
	text = kzalloc(strlen(parse->line) + 1 + num * MAX_WORD *
		       (function.num ?: 1), GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	ret = expand(parse, text, &function);
	if (!ret) {
		old = *parse;
		ret = kpe_parse_begin(parse, text);
		kpe_parse_end(&old);
	}
	kfree(text);
	return ret;
}
