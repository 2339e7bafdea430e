// SPDX-License-Identifier: GPL-2.0
/* The table of sinks: the one place that names them all; and what is told to each. */
#include <linux/kernel.h>

#include "errors.h"
#include "event.h"
#include "trace_event.h"

const struct kpe_sink *const kpe_sinks[] = {
	&kpe_text_trace,
	&kpe_event_files,
#ifdef KPE_TRACE
	&kpe_trace_event,
#ifdef CONFIG_PERF_EVENTS
	&kpe_trace_perf,
#endif
#endif
};

const unsigned int kpe_num_sinks = ARRAY_SIZE(kpe_sinks);

static_assert(ARRAY_SIZE(kpe_sinks) <= KPE_MAX_SINKS);

/**
 * kpe_sink_number() - for kpe_events_switch() and &kpe_event.of_sink
 * @sink: one that is in the table
 */
unsigned int kpe_sink_number(const struct kpe_sink *sink)
{
	unsigned int i;

	for (i = 0; i < kpe_num_sinks - 1; i++)
		if (kpe_sinks[i] == sink)
			break;
	return i;
}

/**
 * kpe_sinks_init() - the module is loaded
 *
 * Return: 0, or an error, and no sink is left initialized.
 */
int kpe_sinks_init(void)
{
	unsigned int i;
	int ret;

	for (i = 0; i < kpe_num_sinks; i++) {
		ret = kpe_sinks[i]->init ? kpe_sinks[i]->init() : 0;
		if (!ret)
			continue;
		while (i-- > 0)
			if (kpe_sinks[i]->exit)
				kpe_sinks[i]->exit();
		return ret;
	}
	return 0;
}

/**
 * kpe_sinks_exit() - the module is unloaded; no event is left
 */
void kpe_sinks_exit(void)
{
	unsigned int i;

	for (i = kpe_num_sinks; i-- > 0;)
		if (kpe_sinks[i]->exit)
			kpe_sinks[i]->exit();
}

/**
 * kpe_sinks_lock() - take the locks of sinks, ahead of any of ours
 */
void kpe_sinks_lock(void)
{
	unsigned int i;

	for (i = 0; i < kpe_num_sinks; i++)
		if (kpe_sinks[i]->lock)
			kpe_sinks[i]->lock();
}

/**
 * kpe_sinks_unlock() - release them
 */
void kpe_sinks_unlock(void)
{
	unsigned int i;

	for (i = kpe_num_sinks; i-- > 0;)
		if (kpe_sinks[i]->unlock)
			kpe_sinks[i]->unlock();
}

/**
 * kpe_sinks_add() - tell of a new event
 * @event: the event
 * @num: result: so many were told, for kpe_sinks_remove()
 *
 * Return: 0; or the error with which one refuses it.
 */
int kpe_sinks_add(struct kpe_event *event, unsigned int *num)
{
	int ret;

	for (*num = 0; *num < kpe_num_sinks; ++*num) {
		ret = kpe_sinks[*num]->add ? kpe_sinks[*num]->add(event) : 0;
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * kpe_sinks_remove() - tell that an event goes
 * @event: the event
 * @num: so many know of it
 */
void kpe_sinks_remove(struct kpe_event *event, unsigned int num)
{
	unsigned int i;

	for (i = num; i-- > 0;)
		if (kpe_sinks[i]->remove)
			kpe_sinks[i]->remove(event);
}

/**
 * kpe_sinks_define() - tell of a definition that an event has now, or no more
 * @def: the definition
 * @is_there: whether it has
 */
void kpe_sinks_define(struct kpe_definition *def, bool is_there)
{
	unsigned int i;

	for (i = 0; i < kpe_num_sinks; i++)
		if (kpe_sinks[i]->define)
			kpe_sinks[i]->define(def, is_there);
}

/**
 * kpe_sinks_are_busy() - whether one forbids to delete an event
 * @event: the event
 */
bool kpe_sinks_are_busy(const struct kpe_event *event)
{
	unsigned int i;

	for (i = 0; i < kpe_num_sinks; i++)
		if (kpe_sinks[i]->is_busy && kpe_sinks[i]->is_busy(event))
			return true;
	return false;
}

/**
 * kpe_sinks_refuse() - tell of a line that was refused
 * @parse: the line, and why
 * @error: what its writer gets
 */
void kpe_sinks_refuse(const struct kpe_parse *parse, int error)
{
	unsigned int i;

	for (i = 0; i < kpe_num_sinks; i++)
		if (kpe_sinks[i]->refuse)
			kpe_sinks[i]->refuse(parse, error);
}
