// SPDX-License-Identifier: GPL-2.0
/*
 * A line as words.
 *
 * Runs on the host too: selftests/host/events_parse.sh.
 */
#include <linux/kernel.h>
#include <linux/ctype.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "definition.h"
#include "errors.h"

/**
 * kpe_parse_begin() - split a line into words
 * @parse: result, for kpe_parse_end() also if it fails
 * @text: the line
 *
 * Return: 0; -ENOMEM; -E2BIG if it has more words than any line can have.
 */
int kpe_parse_begin(struct kpe_parse *parse, const char *text)
{
	size_t len = strlen(text), at = 0;
	bool in_word = false;

	memset(parse, 0, sizeof(*parse));
	parse->line = kzalloc(len + 1, GFP_KERNEL);
	parse->work = kzalloc(len + 1, GFP_KERNEL);
	parse->words = kcalloc(KPE_MAX_WORDS, sizeof(*parse->words), GFP_KERNEL);
	if (!parse->line || !parse->work || !parse->words)
		return -ENOMEM;
	for (; *text; text++) {
		if (isspace(*text)) {
			in_word = false;
			continue;
		}
		if (!in_word && at)
			parse->line[at++] = ' ';
		if (!in_word) {
			if (parse->num_words == KPE_MAX_WORDS)
				break;
			parse->words[parse->num_words++] = parse->work + at;
		}
		in_word = true;
		parse->line[at] = *text;
		parse->work[at++] = *text;
	}
	if (!*text)
		return 0;
	parse->error = KPE_ERR_TOO_MANY_ARGS;
	parse->at = parse->words[2 + KPE_MAX_ARGS] - parse->work;
	return -E2BIG;
}

/**
 * kpe_parse_end() - free what a line took
 * @parse: the line
 */
void kpe_parse_end(struct kpe_parse *parse)
{
	kfree(parse->line);
	kfree(parse->work);
	kfree(parse->words);
}
