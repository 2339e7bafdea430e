// SPDX-License-Identifier: GPL-2.0
/*
 * The reader of lines: p, r, w or u, the event's names, the place; arguments are read by
 * arguments.c.
 *
 * Runs on the host too: selftests/host/events_parse.sh.
 */
#include <linux/kernel.h>
#include <linux/ctype.h>
#include <linux/kallsyms.h>
#include <linux/kstrtox.h>
#include <linux/log2.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "definition.h"
#include "errors.h"

/**
 * kpe_glob() - whether a name matches a pattern
 * @pattern: where * stands for any characters, and ? for one
 * @name: the name
 */
bool kpe_glob(const char *pattern, const char *name)
{
	const char *star = NULL, *from = NULL;

	while (*name) {
		if (*pattern == '*') {
			star = ++pattern;
			from = name;
		} else if (*pattern == '?' || *pattern == *name) {
			pattern++;
			name++;
		} else if (star) {
			pattern = star;
			name = ++from;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}

/* What is between r and the colon. */
static int parse_maxactive(struct kpe_parse *parse, char *word, char *colon,
			   struct kpe_definition *def)
{
	char number[16];
	size_t len = (colon ?: word + strlen(word)) - (word + 1);

	if (!len)
		return 0;
	if (!isdigit(word[1]))
		return kpe_fail(parse, word + 1, KPE_ERR_BAD_COMMAND);
	if (!def->is_return)
		return kpe_fail(parse, word + 1, KPE_ERR_MAXACT_NO_KPROBE);
	if (len >= sizeof(number))
		return kpe_fail(parse, word + 1, KPE_ERR_BAD_MAXACT);
	memcpy(number, word + 1, len);
	number[len] = '\0';
	if (kstrtouint(number, 0, &def->maxactive) || !def->maxactive)
		return kpe_fail(parse, word + 1, KPE_ERR_BAD_MAXACT);
	if (def->maxactive > KPE_MAX_MAXACTIVE)
		return kpe_fail(parse, word + 1, KPE_ERR_MAXACT_TOO_BIG);
	return 0;
}

static int parse_suffix(struct kpe_parse *parse, char *word,
			struct kpe_definition *def)
{
	char *percent;

	while ((percent = strrchr(word, '%'))) {
		if (!strcmp(percent, "%return"))
			def->is_return = true;
		else if (!strcmp(percent, "%all"))
			def->is_all = true;
		else
			return kpe_fail(parse, percent, KPE_ERR_BAD_ADDR_SUFFIX);
		*percent = '\0';
	}
	return 0;
}

/* Up to the last colon. */
static int parse_path(struct kpe_parse *parse, char **word,
		      struct kpe_definition *def)
{
	char *colon = strrchr(*word, ':');

	if (**word != '/' || !colon || !colon[1] ||
	    colon - *word > KPE_MAX_PATH)
		return kpe_fail(parse, *word, KPE_ERR_BAD_PATH);
	def->path = kstrndup(*word, colon - *word, GFP_KERNEL);
	*word = colon + 1;
	return def->path ? 0 : -ENOMEM;
}

/* [r|w|rw]@ before a variable, and :BYTES behind it. */
static int parse_watch(struct kpe_parse *parse, char **word,
		       struct kpe_definition *def)
{
	char *start = *word, *at = strchr(start, '@'), *colon;

	def->is_read = at == start || *start == 'r';
	def->is_written = at && (at == start || at[-1] == 'w');
	if (!at || at - start != (at == start ? 0 : def->is_read + def->is_written))
		return kpe_fail(parse, start, KPE_ERR_BAD_WATCH);
	*word = at + 1;
	def->length = sizeof(int);
	colon = strrchr(*word, ':');
	if (!colon || !isdigit(colon[1]))
		return 0;
	*colon = '\0';
	def->length = colon[1] - '0';
	if (colon[2] || !is_power_of_2(def->length) || def->length > 8)
		return kpe_fail(parse, colon + 1, KPE_ERR_BAD_WATCH);
	return 0;
}

static int parse_place(struct kpe_parse *parse, char *word,
		       struct kpe_definition *def)
{
	char *sign;
	int ret = 0;

	if (def->target == KPE_USER)
		ret = parse_path(parse, &word, def);
	else if (def->target == KPE_DATA)
		ret = parse_watch(parse, &word, def);
	if (ret || !kstrtoul(word, 0, &def->addr))
		return ret;
	ret = parse_suffix(parse, word, def);
	if (ret)
		return ret;
	if (def->target == KPE_DATA && def->is_return)
		return kpe_fail(parse, word, KPE_ERR_BAD_PROBE_ADDR);
	if (!kstrtoul(word, 0, &def->addr))
		return def->is_all ? kpe_fail(parse, word, KPE_ERR_NO_MATCH) : 0;
	sign = strpbrk(word, "+-");
	if (sign) {
		if (*sign == '-' || kstrtoul(sign + 1, 0, &def->offset) ||
		    def->offset > UINT_MAX)
			return kpe_fail(parse, word, KPE_ERR_BAD_PROBE_ADDR);
		*sign = '\0';
	}
	if (strpbrk(word, "*?"))
		def->is_all = true;
	if (def->target != KPE_TEXT && def->is_all)
		return kpe_fail(parse, word, KPE_ERR_BAD_PROBE_ADDR);
	if (!*word || isdigit(*word) || strlen(word) >= KSYM_NAME_LEN ||
	    (def->is_all && def->offset))
		return kpe_fail(parse, word, KPE_ERR_BAD_PROBE_ADDR);
	def->symbol = kstrdup(word, GFP_KERNEL);
	return def->symbol ? 0 : -ENOMEM;
}

/* [GRP/][EVENT], where a dot is a slash too; @word is changed. */
static int parse_names(struct kpe_parse *parse, char *word, char *group,
		       char *name)
{
	char *slash = strpbrk(word, "/");

	slash = slash ?: strchr(word, '.');
	if (slash) {
		if (slash == word)
			return kpe_fail(parse, word, KPE_ERR_NO_GROUP_NAME);
		*slash = '\0';
		if (slash - word >= KPE_MAX_NAME)
			return kpe_fail(parse, word, KPE_ERR_GROUP_TOO_LONG);
		if (!kpe_is_name(word))
			return kpe_fail(parse, word, KPE_ERR_BAD_GROUP_NAME);
		strscpy(group, word, KPE_MAX_NAME);
		word = slash + 1;
		if (!*word)
			return 0;
	}
	if (!*word)
		return kpe_fail(parse, word, KPE_ERR_NO_EVENT_NAME);
	if (strlen(word) >= KPE_MAX_NAME)
		return kpe_fail(parse, word, KPE_ERR_EVENT_TOO_LONG);
	if (!kpe_is_name(word))
		return kpe_fail(parse, word, KPE_ERR_BAD_EVENT_NAME);
	strscpy(name, word, KPE_MAX_NAME);
	return 0;
}

/**
 * kpe_definition_letter() - what a line of this kind begins with
 * @def: the definition
 */
char kpe_definition_letter(const struct kpe_definition *def)
{
	switch (def->target) {
	case KPE_DATA:
		return 'w';
	case KPE_USER:
		return 'u';
	default:
		return def->is_return ? 'r' : 'p';
	}
}

/* One that nobody has given: p_vfs_read_0 */
static void make_name(struct kpe_definition *def)
{
	char letter = kpe_definition_letter(def), *c;

	if (def->symbol)
		snprintf(def->name, sizeof(def->name), "%c_%s_%lu", letter,
			 def->symbol, def->offset);
	else
		snprintf(def->name, sizeof(def->name), "%c_0x%lx", letter,
			 def->addr);
	for (c = def->name; *c; c++)
		if (!isalnum(*c))
			*c = '_';
}

/**
 * kpe_definition_parse() - read a line that begins with p, r, w or u
 * @parse: the line
 * @check: asked about the place
 * @def: result, for kpe_definition_exit() also if it fails
 *
 * Return: 0; -ENOMEM; what @check returned; -EINVAL or -E2BIG, and @parse says why.
 */
int kpe_definition_parse(struct kpe_parse *parse, kpe_place_check_t check,
			 struct kpe_definition *def)
{
	char *word = parse->words[0], *colon = strchr(word, ':');
	struct kpe_site site = {};
	int ret;

	memset(def, 0, sizeof(*def));
	INIT_LIST_HEAD(&def->link);
	INIT_LIST_HEAD(&def->in_module);
	def->is_return = *word == 'r';
	def->target = *word == 'w' ? KPE_DATA :
		      *word == 'u' ? KPE_USER : KPE_TEXT;
	strscpy(def->group, def->target == KPE_DATA ? KPE_WATCH_GROUP : KPE_GROUP,
		sizeof(def->group));
	if (*word != 'p' && *word != 'r' && def->target == KPE_TEXT)
		return kpe_fail(parse, word, KPE_ERR_BAD_COMMAND);
	ret = parse_maxactive(parse, word, colon, def);
	if (ret)
		return ret;
	if (parse->num_words < 2)
		return kpe_fail(parse, word + strlen(word), KPE_ERR_NO_PLACE);
	ret = parse_place(parse, parse->words[1], def) ?:
	      check(parse, parse->words[1], def, &site);
	if (ret)
		return ret;
	ret = kpe_names_expand(parse, def->target != KPE_TEXT || def->is_all ?
				      NULL : def->symbol, def->is_return);
	if (ret)
		return ret;
	word = parse->words[0];
	colon = strchr(word, ':');
	site.is_return = def->is_return;
	site.target = def->target;
	if (colon)
		ret = parse_names(parse, colon + 1, def->group, def->name);
	if (!def->name[0])
		make_name(def);
	return ret ?: kpe_args_parse(parse, parse->words + 2,
				     parse->num_words - 2, &site, &def->args);
}

/**
 * kpe_definition_exit() - free what a definition has
 * @def: the definition, without probes
 */
void kpe_definition_exit(struct kpe_definition *def)
{
	kpe_args_free(&def->args);
	kfree(def->path);
	def->path = NULL;
	kfree(def->symbol);
	def->symbol = NULL;
}

/**
 * kpe_definition_place() - the place, as people read it
 * @def: the definition
 * @place: result
 * @size: its size
 */
void kpe_definition_place(const struct kpe_definition *def, char *place,
			  size_t size)
{
	const char *all = def->is_all && !strpbrk(def->symbol, "*?") ? "%all" : "";
	size_t len = 0;

	if (def->path)
		len = scnprintf(place, size, "%s:", def->path);
	if (def->length)
		len = scnprintf(place, size, "%s%s@", def->is_read ? "r" : "",
				def->is_written ? "w" : "");
	if (!def->symbol)
		len += scnprintf(place + len, size - len, "0x%lx", def->addr);
	else if (def->offset)
		len += scnprintf(place + len, size - len, "%s+%lu", def->symbol,
				 def->offset);
	else
		len += scnprintf(place + len, size - len, "%s%s", def->symbol,
				 all);
	if (def->length)
		scnprintf(place + len, size - len, ":%u", def->length);
	if (def->path && def->is_return)
		scnprintf(place + len, size - len, "%%return");
}

/**
 * kpe_definition_matches() - whether a definition is what a line describes
 * @def: the definition
 * @words: its place, and its first arguments with their names
 * @num: how many words; 0 describes any
 */
bool kpe_definition_matches(const struct kpe_definition *def,
			    const char *const *words, unsigned int num)
{
	char place[KPE_MAX_PLACE], arg[KPE_MAX_ARG_NAME + KPE_MAX_ARG + 2];
	unsigned int i;

	if (!num)
		return true;
	kpe_definition_place(def, place, sizeof(place));
	if (strcmp(place, words[0]) || num - 1 > def->args.num)
		return false;
	for (i = 1; i < num; i++) {
		snprintf(arg, sizeof(arg), "%s=%s", def->args.of[i - 1].name,
			 def->args.of[i - 1].body);
		if (strcmp(arg, words[i]))
			return false;
	}
	return true;
}

/**
 * kpe_deletion_parse() - read a line that begins with -
 * @parse: the line
 * @deletion: result
 *
 * Return: 0; -EINVAL, and @parse says why.
 */
int kpe_deletion_parse(struct kpe_parse *parse, struct kpe_deletion *deletion)
{
	char *word = parse->words[0];

	memset(deletion, 0, sizeof(*deletion));
	if (word[1] != ':')
		return kpe_fail(parse, word + 1, KPE_ERR_BAD_COMMAND);
	deletion->words = (const char *const *)parse->words + 1;
	deletion->num_words = parse->num_words - 1;
	return parse_names(parse, word + 2, deletion->group, deletion->name);
}
