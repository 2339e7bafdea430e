// SPDX-License-Identifier: GPL-2.0
/* The file `error_log`: the last lines that were refused, and where they are wrong. */
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/mutex.h>
#include <linux/sched/clock.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "errors.h"

/* As many as the kernel's own keeps. */
#define MAX_KEPT	8

#define KPE_ERROR_TEXT(name, text)	text,

const char *const kpe_error_texts[] = { KPE_ERRORS(KPE_ERROR_TEXT) };

/**
 * struct kept - a line that was refused
 * @time: when, as in the kernel's log
 * @line: a copy
 * @at: where the mistake is
 * @code: which
 * @error: what the writer got
 * @why: what kprobes.ko says, or nothing
 */
struct kept {
	u64 time;
	char *line;
	unsigned int at;
	enum kpe_error code;
	int error;
	char why[KPE_MAX_WHY];
};

static DEFINE_MUTEX(errors_mutex);
static struct kept kept[MAX_KEPT];
static unsigned int num_kept;

/**
 * kpe_errors_add() - remember what is wrong with a line
 * @parse: the line
 * @error: what its writer gets
 *
 * Context: process context.
 */
void kpe_errors_add(const struct kpe_parse *parse, int error)
{
	char *line = kstrdup(parse->line, GFP_KERNEL);
	struct kept *entry;

	if (!line)
		return;
	mutex_lock(&errors_mutex);
	entry = &kept[num_kept++ % MAX_KEPT];
	kfree(entry->line);
	entry->time = local_clock();
	entry->line = line;
	entry->at = parse->at;
	entry->code = parse->error;
	entry->error = error;
	strscpy(entry->why, parse->why, sizeof(entry->why));
	mutex_unlock(&errors_mutex);
}

static void show(struct seq_file *m, const struct kept *entry)
{
	u64 seconds = entry->time;
	u32 ns = do_div(seconds, NSEC_PER_SEC);

	seq_printf(m, "[%5llu.%06u] kprobe_events: error: %s", seconds,
		   ns / 1000, kpe_error_texts[entry->code]);
	if (entry->why[0])
		seq_printf(m, " (%d: %s)", entry->error, entry->why);
	seq_printf(m, "\n  Command: %s\n%*s^\n", entry->line,
		   (int)(entry->at + strlen("  Command: ")), "");
}

/**
 * kpe_errors_show() - the contents of `error_log`, oldest first
 * @m: where to
 * @v: unused
 *
 * Context: process context.
 * Return: 0.
 */
int kpe_errors_show(struct seq_file *m, void *v)
{
	unsigned int i;

	mutex_lock(&errors_mutex);
	for (i = num_kept > MAX_KEPT ? num_kept - MAX_KEPT : 0; i < num_kept; i++)
		show(m, &kept[i % MAX_KEPT]);
	mutex_unlock(&errors_mutex);
	return 0;
}

/**
 * kpe_errors_clear() - forget all
 *
 * Context: process context.
 */
void kpe_errors_clear(void)
{
	unsigned int i;

	mutex_lock(&errors_mutex);
	for (i = 0; i < MAX_KEPT; i++) {
		kfree(kept[i].line);
		kept[i].line = NULL;
	}
	num_kept = 0;
	mutex_unlock(&errors_mutex);
}
