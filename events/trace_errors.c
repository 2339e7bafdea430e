// SPDX-License-Identifier: GPL-2.0
/*
 * The file error_log of tracefs: lines of ours that were refused, with a caret.
 *
 * The kernel keeps some errors, each with a pointer to its text, and shows them when this
 * module may have gone. So the texts lie in memory that is never freed. It is used again
 * in turn: a text is written over when so many newer errors have come that the kernel
 * does not have it any more.
 */
#include <linux/kernel.h>
#include <linux/kmemleak.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "errors.h"
#include "event.h"
#include "trace_event.h"

/* More than the kernel keeps, which is 8. */
#define NUM_TEXTS	17

#define MAX_TEXT	(KPE_MAX_WHY + 96)

/* The kernel's limit of a line. */
#define MAX_LINE	4096

/* What wrote it: the kernel's own name for this, where the kernel has none. */
#ifdef CONFIG_KPROBE_EVENTS
#define WRITER		"trace_kpm"
#else
#define WRITER		"trace_kprobe"
#endif

/**
 * struct error_text - what is wrong with a line
 * @pointer: to @text; the kernel keeps a pointer to this
 * @text: in words
 */
struct error_text {
	const char *pointer;
	char text[MAX_TEXT];
};

/* One line is refused at a time. */
static struct error_text *texts;
static unsigned int next_text;

static struct error_text *next(void)
{
	if (!texts) {
		texts = kcalloc(NUM_TEXTS, sizeof(*texts), GFP_KERNEL);
		if (!texts)
			return NULL;
		/* there from now on, when the module has gone, too */
		kmemleak_not_leak(texts);
	}
	return &texts[next_text++ % NUM_TEXTS];
}

/**
 * kpe_trace_refuse() - put a line into the kernel's error_log
 * @parse: the line, and why it was refused
 * @error: what its writer gets
 *
 * Context: process context, may sleep; one at a time.
 */
void kpe_trace_refuse(const struct kpe_parse *parse, int error)
{
	struct error_text *to;

	if (!kpe_trace_kernel.log_error || !parse->line[0] ||
	    strlen(parse->line) >= MAX_LINE)
		return;
	to = next();
	if (!to)
		return;
	to->pointer = to->text;
	if (parse->why[0])
		scnprintf(to->text, sizeof(to->text), "%s (%d: %s)",
			  kpe_error_texts[parse->error], error, parse->why);
	else
		strscpy(to->text, kpe_error_texts[parse->error],
			sizeof(to->text));
	kpe_trace_kernel.log_error(NULL, WRITER, parse->line, &to->pointer, 0,
				   parse->at);
}
