// SPDX-License-Identifier: GPL-2.0
/* The table of sinks: the one place that names them all. */
#include <linux/kernel.h>

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
