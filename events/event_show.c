// SPDX-License-Identifier: GPL-2.0
/* What the files of all events, and of hits and misses, show. */
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "event.h"

/**
 * kpe_definition_show() - a line, as it can be written again
 * @m: where to
 * @event: the event
 * @def: its definition
 *
 * Context: kpe_mutex held.
 */
void kpe_definition_show(struct seq_file *m, const struct kpe_event *event,
			 const struct kpe_definition *def)
{
	unsigned int i;

	seq_putc(m, def->is_return ? 'r' : 'p');
	if (def->maxactive)
		seq_printf(m, "%u", def->maxactive);
	seq_printf(m, ":%s/%s ", event->group, event->name);
	if (!def->symbol)
		seq_printf(m, "0x%lx", def->addr);
	else if (def->offset)
		seq_printf(m, "%s+%lu", def->symbol, def->offset);
	else
		seq_puts(m, def->symbol);
	if (def->is_all && !strpbrk(def->symbol, "*?"))
		seq_puts(m, "%all");
	for (i = 0; i < def->args.num; i++)
		seq_printf(m, " %s=%s", def->args.of[i].name,
			   def->args.of[i].body);
	seq_putc(m, '\n');
}

/* The contents of `events`. */
int kpe_events_show(struct seq_file *m, void *v)
{
	struct kpe_definition *def;
	struct kpe_event *event;

	mutex_lock(&kpe_mutex);
	list_for_each_entry(event, &kpe_events, link)
		list_for_each_entry(def, &event->defs, link)
			kpe_definition_show(m, event, def);
	mutex_unlock(&kpe_mutex);
	return 0;
}

static void show_counts(struct seq_file *m, const struct kpe_event *event,
			const struct kpe_probe *probe)
{
	unsigned long hits = 0, missed = probe->rp.kp.nmissed;
	int cpu;

	if (event->is_return)
		missed += probe->rp.nmissed;
	for_each_possible_cpu(cpu) {
		hits += READ_ONCE(per_cpu_ptr(probe->counts, cpu)->hits);
		missed += READ_ONCE(per_cpu_ptr(probe->counts, cpu)->missed);
	}
	seq_printf(m, "  %-44s %15lu %15lu", event->name, hits, missed);
	if (probe->is_registered)
		seq_printf(m, "  %pS\n", probe->rp.kp.addr);
	else
		seq_printf(m, "  %s\n", probe->def->symbol ?: "");
}

static void show_definition(struct seq_file *m, const struct kpe_event *event,
			    const struct kpe_definition *def)
{
	unsigned int i;

	/* if it overflows, all is asked for again */
	for (i = 0; i < def->num_probes && !seq_has_overflowed(m); i++) {
		show_counts(m, event, &def->probes[i]);
		cond_resched();
	}
}

/* The contents of `profile`: a line for each function that is probed. */
int kpe_profile_show(struct seq_file *m, void *v)
{
	struct kpe_definition *def;
	struct kpe_event *event;

	mutex_lock(&kpe_mutex);
	list_for_each_entry(event, &kpe_events, link)
		list_for_each_entry(def, &event->defs, link)
			show_definition(m, event, def);
	mutex_unlock(&kpe_mutex);
	return 0;
}
