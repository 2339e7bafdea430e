// SPDX-License-Identifier: GPL-2.0
/*
 * Records of hits for the kernel's tracing: the common head, one address, of returns
 * two, the arguments, and their strings; writing them, and records as text.
 */
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/rculist.h>
#include <linux/seq_buf.h>
#include <linux/string.h>
#include <linux/trace_seq.h>

#include "event.h"
#include "print.h"
#include "trace_event.h"

/* Of a record: what a page of the kernel's buffers holds, whatever its size. */
#define MAX_RECORD	4000

/* In the place of a string that cannot be read. No string has a NUL too many. */
static const char fault[] = "(fault)\0";

/**
 * struct record - a hit
 * @entry: the kernel's
 * @ip: the probed address; of a return the function, and where it returns to
 */
struct record {
	struct trace_entry entry;
	unsigned long ip[];
};

/**
 * kpe_trace_head_size() - bytes ahead of the arguments
 * @event: the event
 */
size_t kpe_trace_head_size(const struct kpe_event *event)
{
	return sizeof(struct record) + (1 + event->is_return) * sizeof(long);
}

/**
 * kpe_trace_size() - how long a record of a hit is
 * @hit: the hit
 *
 * Strings for which there is no room are cut.
 *
 * Context: a handler.
 * Return: bytes for kpe_trace_fill().
 */
size_t kpe_trace_size(const struct kpe_hit *hit)
{
	size_t head = kpe_trace_head_size(hit->event), size;

	BUILD_BUG_ON(sizeof(struct record) + 2 * sizeof(long) + KPE_MAX_SIZE +
		     sizeof(fault) > MAX_RECORD);
	if (likely(!hit->args->has_strings))
		return head + hit->args->size;
	size = head + kpe_fetch_size(hit) + sizeof(fault);
	return min_t(size_t, size, MAX_RECORD);
}

/* From the arguments on they were told; the kernel counts from the record on. */
static void move_strings(const struct kpe_args *args, char *data, size_t head,
			 size_t at_fault)
{
	const struct kpe_arg *arg;
	unsigned int i;
	u32 where;

	for (arg = args->of; arg < args->of + args->num; arg++)
		for (i = 0; arg->type->kind == KPE_STRING &&
		     i < (arg->count ?: 1); i++) {
			char *word = data + arg->offset + i * sizeof(where);

			memcpy(&where, word, sizeof(where));
			where = (where ?: at_fault | sizeof(fault) << 16) + head;
			memcpy(word, &where, sizeof(where));
		}
}

static noinline void fill_strings(const struct kpe_hit *hit, char *data,
				  size_t head, size_t size)
{
	size_t used = kpe_fetch_store(hit, data, size - sizeof(fault));

	memset(data + used, 0, size - used);
	memcpy(data + used, fault, sizeof(fault));
	move_strings(hit->args, data, head, used);
}

/* The addresses; returns where the arguments are to be. */
static __always_inline void *fill_head(const struct kpe_hit *hit, void *record)
{
	struct record *to = record;

	to->ip[0] = hit->ip;
	if (likely(!hit->event->is_return))
		return &to->ip[1];
	to->ip[1] = hit->ret_ip;
	return &to->ip[2];
}

/**
 * kpe_trace_fill() - make a record of a hit
 * @hit: the hit
 * @record: where; what the kernel writes itself is left alone
 * @size: what kpe_trace_size() returned
 *
 * Context: a handler.
 */
void kpe_trace_fill(const struct kpe_hit *hit, void *record, size_t size)
{
	void *data = fill_head(hit, record);
	size_t head = data - record;

	if (likely(!hit->args->has_strings))
		kpe_fetch_store(hit, data, size - head);
	else
		fill_strings(hit, data, head, size - head);
}

/* What the kernel is to know from the reservation of a record to its commit. */
static DEFINE_PER_CPU(struct trace_event_buffer, trace_reserved);

/* @is_words: of all arguments &kpe_args.num_words says what is to be done. */
static __always_inline void write_hit(const struct kpe_hit *hit, const bool is_words)
{
	/* there is one hit at a time: on the stack all of it would be zeroed */
	struct trace_event_buffer *buffer = this_cpu_ptr(&trace_reserved);
	const struct kpe_trace *trace = hit->event->trace;
	const struct kpe_trace_file *to;
	size_t size;
	void *record;

	/* preemption is disabled, and RCU is watching */
	list_for_each_entry_rcu(to, &trace->files, link, true) {
		if (trace_trigger_soft_disabled(to->file))
			continue;
		size = is_words ? trace->size : kpe_trace_size(hit);
		record = trace_event_buffer_reserve(buffer, to->file, size);
		if (!record)
			continue;
		buffer->regs = hit->regs;
		if (is_words)
			kpe_fetch_words(hit, fill_head(hit, record));
		else
			kpe_trace_fill(hit, record, size);
		trace_event_buffer_commit(buffer);
	}
}

static noinline void write_any(const struct kpe_hit *hit)
{
	write_hit(hit, false);
}

/**
 * kpe_trace_hit() - a hit, for all instances of tracing for which its event is enabled
 * @hit: the hit
 *
 * Of a lost record the file per_cpu/cpuN/stats of tracefs tells that.
 *
 * Context: a handler: see &kpe_sink.hit.
 */
void kpe_trace_hit(const struct kpe_hit *hit)
{
	if (likely(hit->args->num_words == hit->args->num))
		write_hit(hit, true);
	else
		write_any(hit);
}

/**
 * kpe_trace_sink_hit() - the same, as a sink has it
 * @hit: the hit
 *
 * Context: a handler: see &kpe_sink.hit.
 * Return: true.
 */
bool kpe_trace_sink_hit(const struct kpe_hit *hit)
{
	kpe_trace_hit(hit);
	return true;
}

static bool is_string_in(const char *record, size_t size, const char *word)
{
	u64 where = kpe_load(word, sizeof(u32));
	size_t at = where & 0xffff, len = where >> 16;

	return len && at + len <= size && !record[at + len - 1];
}

/* An event that has gone may have had the number, and its records are there. */
static bool is_ours(const struct kpe_trace *trace, const char *record,
		    size_t size)
{
	size_t head = kpe_trace_head_size(trace->event);
	const struct kpe_args *args = trace->args;
	const struct kpe_arg *arg;
	unsigned int i;

	if (size < head + args->size)
		return false;
	for (arg = args->of; arg < args->of + args->num; arg++)
		for (i = 0; arg->type->kind == KPE_STRING &&
		     i < (arg->count ?: 1); i++)
			if (!is_string_in(record, size, record + head +
					  arg->offset + i * sizeof(u32)))
				return false;
	return true;
}

/* All of them, or the line is asked for again with more room. */
static void print_args(struct trace_seq *s, const struct kpe_trace *trace,
		       const void *record)
{
	struct kpe_text text = {};

	text.size = seq_buf_get_buf(&s->seq, &text.buf);
	kpe_print_args(&text, trace->args, record,
		       kpe_trace_head_size(trace->event));
	if (text.len + 1 < text.size) {
		seq_buf_commit(&s->seq, text.len);
		return;
	}
	seq_buf_set_overflow(&s->seq);
	s->full = 1;
}

static enum print_line_t print_record(struct trace_iterator *iter, int flags,
				      struct trace_event *event)
{
	const struct kpe_trace *trace =
		container_of(event, struct kpe_trace, call.event);
	const struct record *record = (const struct record *)iter->ent;
	struct trace_seq *s = &iter->seq;

	trace_seq_printf(s, "%s: (", trace->event->name);
	if (!is_ours(trace, (const char *)record, iter->ent_size)) {
		trace_seq_puts(s, "of an event that is gone)\n");
		return trace_handle_return(s);
	}
	if (trace->event->is_return)
		trace_seq_printf(s, "%pS <- %ps)", (void *)record->ip[1],
				 (void *)record->ip[0]);
	else
		trace_seq_printf(s, "%pS)", (void *)record->ip[0]);
	if (trace->args->num)
		print_args(s, trace, record);
	trace_seq_putc(s, '\n');
	return trace_handle_return(s);
}

struct trace_event_functions kpe_trace_functions = {
	.trace	= print_record,
};
