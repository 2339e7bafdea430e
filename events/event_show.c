// SPDX-License-Identifier: GPL-2.0
/* What the files of all events, and of hits and misses, show. */
#include <linux/kallsyms.h>
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
	char place[KPE_MAX_PLACE];
	unsigned int i;

	kpe_definition_place(def, place, sizeof(place));
	seq_putc(m, kpe_definition_letter(def));
	if (def->maxactive)
		seq_printf(m, "%u", def->maxactive);
	seq_printf(m, ":%s/%s %s", event->group, event->name, place);
	for (i = 0; i < def->args.num; i++)
		seq_printf(m, " %s=%s", def->args.of[i].name,
			   def->args.of[i].body);
	seq_putc(m, '\n');
}

static void add_counts(const struct kpe_event *event,
		       const struct kpe_probe *probe, struct kpe_count *sum)
{
	int cpu;

	sum->missed += probe->rp.kp.nmissed;
	if (event->is_return)
		sum->missed += probe->rp.nmissed;
	for_each_possible_cpu(cpu) {
		const struct kpe_count *count = per_cpu_ptr(probe->counts, cpu);

		sum->hits += READ_ONCE(count->hits);
		sum->missed += READ_ONCE(count->missed);
	}
}

static void show_counts(struct seq_file *m, const struct kpe_event *event,
			const struct kpe_count *sum)
{
	seq_printf(m, "  %-44s %15lu %15lu", event->name, sum->hits, sum->missed);
}

static void show_probe(struct seq_file *m, const struct kpe_event *event,
		       const struct kpe_probe *probe)
{
	struct kpe_count sum = {};

	add_counts(event, probe, &sum);
	show_counts(m, event, &sum);
	if (probe->is_registered && !probe->late)
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
		show_probe(m, event, &def->probes[i]);
		cond_resched();
	}
}

static void show_sum(struct seq_file *m, const struct kpe_event *event,
		     const struct kpe_definition *def)
{
	struct kpe_count sum = {};
	unsigned int i;

	for (i = 0; i < def->num_probes; i++) {
		add_counts(event, &def->probes[i], &sum);
		cond_resched();
	}
	show_counts(m, event, &sum);
	seq_putc(m, '\n');
}

static void show_all(struct seq_file *m,
		     void (*show)(struct seq_file *m,
				  const struct kpe_event *event,
				  const struct kpe_definition *def))
{
	struct kpe_definition *def;
	struct kpe_event *event;

	mutex_lock(&kpe_mutex);
	list_for_each_entry(event, &kpe_events, link)
		list_for_each_entry(def, &event->defs, link)
			show(m, event, def);
	mutex_unlock(&kpe_mutex);
}

/* The contents of `events`. */
int kpe_events_show(struct seq_file *m, void *v)
{
	show_all(m, kpe_definition_show);
	return 0;
}

/* The contents of `profile`: a line for each function that is probed. */
int kpe_profile_show(struct seq_file *m, void *v)
{
	show_all(m, show_definition);
	return 0;
}

/* Of `kprobe_profile` in tracefs: a line for each definition, as the kernel's own. */
int kpe_profile_sum_show(struct seq_file *m, void *v)
{
	show_all(m, show_sum);
	return 0;
}
