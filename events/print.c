// SPDX-License-Identifier: GPL-2.0
/* A record's arguments as text, as the kernel's own events show them. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "event.h"
#include "print.h"

void kpe_printf(struct kpe_text *text, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	text->len += vscnprintf(text->buf + text->len, text->size - text->len,
				fmt, args);
	va_end(args);
}

static s64 sign_extend(u64 value, unsigned int size)
{
	return (s64)(value << (64 - 8 * size)) >> (64 - 8 * size);
}

/*
 * What cannot be read has no length; or, where tools are to print something, a length
 * that its text does not have.
 */
static bool is_fault(const char *string, size_t len)
{
	return !len || (len > strlen(string) + 1 && !strcmp(string, "(fault)"));
}

static void print_value(struct kpe_text *text, const struct kpe_type *type,
			const void *record, const char *from)
{
	u64 value = kpe_load(from, type->size);
	const char *string = (const char *)record + (value & 0xffff);

	switch (type->kind) {
	case KPE_UNSIGNED:
		kpe_printf(text, "%llu", value);
		break;
	case KPE_SIGNED:
		kpe_printf(text, "%lld", sign_extend(value, type->size));
		break;
	case KPE_HEX:
		kpe_printf(text, "0x%llx", value);
		break;
	case KPE_CHAR:
		kpe_printf(text, "'%c'", (char)value);
		break;
	case KPE_SYMBOL:
		kpe_printf(text, "%pS", (void *)(unsigned long)value);
		break;
	case KPE_STRING:
		if (is_fault(string, value >> 16))
			kpe_printf(text, "(fault)");
		else
			kpe_printf(text, "\"%s\"", string);
	}
}

/**
 * kpe_print_args() - all arguments of a record: " name=value name={value,value}"
 * @text: where to
 * @args: the arguments
 * @record: what they were stored in; strings are told from there
 * @head: bytes ahead of the arguments
 *
 * Context: any.
 */
void kpe_print_args(struct kpe_text *text, const struct kpe_args *args,
		    const void *record, size_t head)
{
	const char *data = (const char *)record + head;
	const struct kpe_arg *arg;
	unsigned int i;

	for (arg = args->of; arg < args->of + args->num; arg++) {
		kpe_printf(text, " %s=%s", arg->name, arg->count ? "{" : "");
		for (i = 0; i < (arg->count ?: 1); i++) {
			if (i)
				kpe_printf(text, ",");
			print_value(text, arg->type, record, data +
				    arg->offset + i * arg->type->size);
		}
		if (arg->count)
			kpe_printf(text, "}");
	}
}
