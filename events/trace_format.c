// SPDX-License-Identifier: GPL-2.0
/* What the file `format` of an event says: its fields, and how they are printed. */
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "event.h"
#include "print.h"
#include "trace_event.h"

/* So much is a value in print_fmt, besides its name that may come twice. */
#define MAX_VALUE	40

/* By kind, and by the logarithm of the size. */
static const char *type_name(const struct kpe_type *type)
{
	static const char *const names[][4] = {
		[KPE_UNSIGNED]	= { "u8", "u16", "u32", "u64" },
		[KPE_SIGNED]	= { "s8", "s16", "s32", "s64" },
		[KPE_HEX]	= { "u8", "u16", "u32", "u64" },
		[KPE_CHAR]	= { "char" },
		[KPE_SYMBOL]	= { [2] = "u32", [3] = "u64" },
		[KPE_STRING]	= { [2] = "__data_loc char[]" },
	};

	return names[type->kind][ilog2(type->size)];
}

static const char *value_format(const struct kpe_type *type)
{
	bool is_long = type->size == 8;

	switch (type->kind) {
	case KPE_UNSIGNED:
		return is_long ? "%llu" : "%u";
	case KPE_SIGNED:
		return is_long ? "%lld" : "%d";
	case KPE_HEX:
		return is_long ? "0x%llx" : "0x%x";
	case KPE_CHAR:
		return "'%c'";
	case KPE_SYMBOL:
		return "%pS";
	default:
		return "\\\"%s\\\"";
	}
}

static int define_field(struct trace_event_call *call, const char *name,
			unsigned int number)
{
	return trace_define_field(call, "unsigned long", name,
				  sizeof(struct trace_entry) +
				  number * sizeof(long), sizeof(long), 0,
				  FILTER_OTHER);
}

static int define_fields(struct trace_event_call *call)
{
	struct kpe_trace *trace = container_of(call, struct kpe_trace, call);
	size_t head = kpe_trace_head_size(trace->event);
	const struct kpe_arg *arg;
	unsigned int i;
	int ret;

	if (trace->event->is_return)
		ret = define_field(call, "__probe_func", 0) ?:
		      define_field(call, "__probe_ret_ip", 1);
	else
		ret = define_field(call, "__probe_ip", 0);
	for (i = 0; !ret && i < trace->args->num; i++) {
		arg = &trace->args->of[i];
		ret = trace_define_field(call, trace->types[i], arg->name,
					 head + arg->offset,
					 arg->type->size * (arg->count ?: 1),
					 arg->type->kind == KPE_SIGNED,
					 FILTER_OTHER);
	}
	return ret;
}

static struct trace_event_fields fields[] = {
	{ .type = TRACE_FUNCTION_TYPE, .define_fields = define_fields },
	{}
};

static void add_formats(struct kpe_text *text, const struct kpe_arg *arg)
{
	const char *format = value_format(arg->type);
	unsigned int i;

	kpe_printf(text, " %s=%s%s", arg->name, arg->count ? "{" : "", format);
	for (i = 1; i < arg->count; i++)
		kpe_printf(text, ",%s", format);
	if (arg->count)
		kpe_printf(text, "}");
}

static void add_values(struct kpe_text *text, const struct kpe_arg *arg)
{
	bool is_string = arg->type->kind == KPE_STRING;
	unsigned int i;

	for (i = 0; i < (arg->count ?: 1); i++) {
		kpe_printf(text, is_string ? ", __get_str(%s" : ", REC->%s",
			   arg->name);
		if (arg->count)
			kpe_printf(text, "[%u]", i);
		if (is_string)
			kpe_printf(text, ")");
	}
}

/* Tools print by it what we print ourselves. */
static char *make_print_fmt(const struct kpe_trace *trace)
{
	const struct kpe_args *args = trace->args;
	struct kpe_text text = { .size = 128 };
	unsigned int i;

	for (i = 0; i < args->num; i++)
		text.size += (strlen(args->of[i].name) + MAX_VALUE) *
			     (1 + (args->of[i].count ?: 1));
	text.buf = kvmalloc(text.size, GFP_KERNEL);
	if (!text.buf)
		return NULL;
	kpe_printf(&text, trace->event->is_return ? "\"(%%lx <- %%lx)" :
		   "\"(%%lx)");
	for (i = 0; i < args->num; i++)
		add_formats(&text, &args->of[i]);
	kpe_printf(&text, trace->event->is_return ?
		   "\", REC->__probe_func, REC->__probe_ret_ip" :
		   "\", REC->__probe_ip");
	for (i = 0; i < args->num; i++)
		add_values(&text, &args->of[i]);
	return text.buf;
}

static char *make_type(const struct kpe_arg *arg)
{
	const char *name = type_name(arg->type);

	return arg->count ? kasprintf(GFP_KERNEL, "%s[%u]", name, arg->count) :
	       kstrdup(name, GFP_KERNEL);
}

/**
 * kpe_trace_format_init() - make the texts of an event's format
 * @trace: the event; for kpe_trace_format_exit() also if it fails
 *
 * The kernel points to them as long as it knows the event.
 *
 * Context: process context, may sleep.
 * Return: 0 or -ENOMEM.
 */
int kpe_trace_format_init(struct kpe_trace *trace)
{
	unsigned int i;

	trace->class.fields_array = fields;
	trace->types = kcalloc(trace->args->num ?: 1, sizeof(*trace->types),
			       GFP_KERNEL);
	trace->call.print_fmt = make_print_fmt(trace);
	if (!trace->types || !trace->call.print_fmt)
		return -ENOMEM;
	for (i = 0; i < trace->args->num; i++) {
		trace->types[i] = make_type(&trace->args->of[i]);
		if (!trace->types[i])
			return -ENOMEM;
	}
	return 0;
}

/**
 * kpe_trace_format_exit() - free them
 * @trace: the event, which the kernel does not know any more
 */
void kpe_trace_format_exit(struct kpe_trace *trace)
{
	unsigned int i;

	for (i = 0; trace->types && i < trace->args->num; i++)
		kfree(trace->types[i]);
	kfree(trace->types);
	trace->types = NULL;
	kvfree(trace->call.print_fmt);
	trace->call.print_fmt = NULL;
}
