// SPDX-License-Identifier: GPL-2.0
/*
 * Fetching arguments at a hit: registers and memory, into a record.
 *
 * All reads of memory are such that fail where there is none. What cannot be read is 0,
 * and a string has no length.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "arch/arch.h"
#include "event.h"

/* User space has addresses of its own, so that @is_user need not be said. */
static bool is_user_address(unsigned long addr)
{
	return IS_ENABLED(CONFIG_ARCH_HAS_NON_OVERLAPPING_ADDRESS_SPACE) &&
	       addr < TASK_SIZE;
}

static int read_memory(void *to, unsigned long addr, size_t size, bool is_user)
{
	if (is_user || is_user_address(addr))
		return copy_from_user_nofault(to, (void __user *)addr, size);
	return copy_from_kernel_nofault(to, (void *)addr, size);
}

/*
 * A string with its NUL, no more than @max bytes; @to may be NULL. Words that are
 * aligned: so no byte behind the string is read that could be missing.
 *
 * Returns its length or -EFAULT.
 */
static int read_string(char *to, unsigned long addr, size_t max, bool is_user)
{
	size_t len = 0, part, i;
	char word[8];

	while (len < max) {
		part = min(sizeof(word) - (addr + len) % sizeof(word),
			   max - len);
		if (read_memory(word, addr + len, part, is_user))
			return -EFAULT;
		for (i = 0; i < part; i++) {
			if (to)
				to[len] = word[i];
			len++;
			if (!word[i])
				return len;
		}
	}
	if (to && len)
		to[len - 1] = '\0';
	return len;
}

static __always_inline unsigned long register_value(const struct pt_regs *regs,
						    unsigned long offset)
{
	return *(const unsigned long *)((const char *)regs + offset);
}

static unsigned long source_value(const struct kpe_hit *hit,
				  const struct kpe_arg *arg)
{
	struct pt_regs *regs = hit->regs;
	unsigned long value = arg->value;

	switch (arg->source) {
	case KPE_REGISTER:
		return register_value(regs, value);
	case KPE_STACK_WORD:
		value = kernel_stack_pointer(regs) + value * sizeof(long);
		if (read_memory(&value, value, sizeof(value),
				user_mode(regs)))
			return 0;
		return value;
	case KPE_STACK:
		return kernel_stack_pointer(regs);
	case KPE_ARG:
		return kpe_arch_arg(regs, value);
	case KPE_SAVED:
		return hit->saved[value];
	case KPE_LATENCY:
		return hit->latency;
	case KPE_RETVAL:
		return regs_return_value(regs);
	case KPE_COMM:
		return (unsigned long)current->comm;
	case KPE_CONSTANT:
		return (unsigned long)arg->text;
	default:
		return value;
	}
}

/* The value; or, if there are steps, the address of what the last one reads. */
static int walk(const struct kpe_hit *hit, const struct kpe_arg *arg,
		unsigned long *value)
{
	unsigned int i;

	*value = source_value(hit, arg);
	for (i = 0; i < arg->num_steps; i++) {
		if (i && read_memory(value, *value, sizeof(*value),
				     arg->steps[i - 1].is_user))
			return -EFAULT;
		*value += arg->steps[i].offset;
	}
	return 0;
}

static bool is_user_step(const struct kpe_arg *arg)
{
	return arg->num_steps && arg->steps[arg->num_steps - 1].is_user;
}

/**
 * kpe_load() - a number of a record
 * @data: where
 * @size: 1, 2, 4 or 8 bytes
 *
 * Context: any.
 */
u64 kpe_load(const void *data, unsigned int size)
{
	union {
		u8 u8;
		u16 u16;
		u32 u32;
		u64 u64;
	} value;

	memcpy(&value, data, size);
	switch (size) {
	case 1: return value.u8;
	case 2: return value.u16;
	case 4: return value.u32;
	}
	return value.u64;
}

/* Each copy has a size of its own, so it is one instruction. */
static __always_inline void store(void *data, unsigned int size, u64 number)
{
	union {
		u8 u8;
		u16 u16;
		u32 u32;
	} value;

	if (likely(size == 8)) {
		memcpy(data, &number, sizeof(number));
	} else if (size == 4) {
		value.u32 = number;
		memcpy(data, &value.u32, sizeof(value.u32));
	} else if (size == 2) {
		value.u16 = number;
		memcpy(data, &value.u16, sizeof(value.u16));
	} else {
		value.u8 = number;
		memcpy(data, &value.u8, sizeof(value.u8));
	}
}

/* The bits of a bit field, counted from the lowest. */
static u64 bits_of(const struct kpe_arg *arg, u64 value)
{
	if (!arg->bit_width)
		return value;
	value >>= arg->bit_offset;
	return arg->bit_width == 64 ? value :
	       value & ((1ULL << arg->bit_width) - 1);
}

/**
 * struct strings - where strings go
 * @data: the record's beginning; or NULL, they are measured
 * @at: where the next one begins
 * @end: where there is no more room
 */
struct strings {
	char *data;
	size_t at;
	size_t end;
};

/* Of a string that was stored: its offset, and in the upper half its length. */
static u32 add_string(struct strings *strings, unsigned long addr, bool is_user)
{
	size_t max = min_t(size_t, strings->end - strings->at, KPE_MAX_STRING);
	char *to = strings->data ? strings->data + strings->at : NULL;
	u32 where = strings->at;
	int len = read_string(to, addr, max, is_user);

	if (len <= 0)
		return 0;
	strings->at += len;
	return where | len << 16;
}

/* In the kernel's own memory, which is there. */
static u32 add_text(struct strings *strings, const char *text)
{
	size_t max = strings->end - strings->at;
	u32 where = strings->at;
	size_t len;

	if (!max)
		return 0;
	len = min(strlen(text) + 1, max);
	if (strings->data) {
		memcpy(strings->data + where, text, len - 1);
		strings->data[where + len - 1] = '\0';
	}
	strings->at += len;
	return where | len << 16;
}

static u32 add_symbol(struct strings *strings, unsigned long addr)
{
	char text[KSYM_SYMBOL_LEN];

	sprint_symbol(text, addr);
	return add_text(strings, text);
}

static u32 fetch_string(const struct kpe_arg *arg, unsigned long addr,
			struct strings *strings)
{
	if (arg->source == KPE_COMM || arg->source == KPE_CONSTANT)
		return add_text(strings, (const char *)addr);
	if (arg->store == KPE_STORE_STRING)
		return add_string(strings, addr, arg->is_user);
	if (arg->num_steps &&
	    read_memory(&addr, addr, sizeof(addr), is_user_step(arg)))
		return 0;
	return add_symbol(strings, addr);
}

/* One string, or an array of pointers to such. */
static void fetch_strings(const struct kpe_arg *arg, unsigned long addr,
			  struct strings *strings, u32 *words)
{
	unsigned long pointer;
	unsigned int i;
	u32 where;

	for (i = 0; i < (arg->count ?: 1); i++) {
		pointer = addr;
		if (arg->count &&
		    read_memory(&pointer, addr + i * sizeof(long),
				sizeof(pointer), is_user_step(arg)))
			where = 0;
		else
			where = fetch_string(arg, pointer, strings);
		if (words)
			memcpy(&words[i], &where, sizeof(where));
	}
}

static void fetch_numbers(const struct kpe_arg *arg, unsigned long value,
			  char *to)
{
	unsigned int i, size = arg->type->size;

	if (arg->store == KPE_STORE_VALUE) {
		store(to, size, bits_of(arg, value));
		return;
	}
	for (i = 0; i < (arg->count ?: 1); i++, to += size) {
		if (read_memory(to, value + i * size, size, is_user_step(arg)))
			memset(to, 0, size);
		else if (arg->bit_width)
			store(to, size, bits_of(arg, kpe_load(to, size)));
	}
}

/**
 * kpe_fetch_size() - how long a record of a hit is
 * @hit: the hit
 *
 * Context: a handler.
 * Return: bytes for kpe_fetch_store().
 */
size_t kpe_fetch_size(const struct kpe_hit *hit)
{
	const struct kpe_args *args = hit->args;
	struct strings strings = {
		.at = args->size, .end = args->size + KPE_MAX_STRINGS,
	};
	unsigned long value;
	unsigned int i;

	for (i = 0; args->has_strings && i < args->num; i++)
		if (args->of[i].type->kind == KPE_STRING &&
		    !walk(hit, &args->of[i], &value))
			fetch_strings(&args->of[i], value, &strings, NULL);
	return strings.at;
}

/* From @arg on. */
static noinline size_t store_any(const struct kpe_hit *hit,
				 const struct kpe_arg *arg, char *data,
				 size_t size)
{
	const struct kpe_args *args = hit->args;
	struct strings strings = { .data = data, .at = args->size, .end = size };
	unsigned long value;

	for (; arg < args->of + args->num; arg++) {
		char *to = data + arg->offset;

		if (walk(hit, arg, &value))
			memset(to, 0, arg->type->size * (arg->count ?: 1));
		else if (arg->type->kind == KPE_STRING)
			fetch_strings(arg, value, &strings, (u32 *)to);
		else
			fetch_numbers(arg, value, to);
	}
	return strings.at;
}

/**
 * kpe_fetch_store() - fetch all arguments
 * @hit: the hit
 * @data: where to
 * @size: what kpe_fetch_size() returned; strings may be longer by now, and are cut
 *
 * Where a string is, is told from @data on.
 *
 * Context: a handler.
 * Return: bytes that were used.
 */
size_t kpe_fetch_store(const struct kpe_hit *hit, void *data, size_t size)
{
	const struct kpe_args *args = hit->args;
	const struct kpe_arg *arg = args->of + args->num_words;
	const struct kpe_arg *end = args->of + args->num;

	kpe_fetch_words(hit, data);
	/* parts of registers, and those behind such: without what all else may need */
	for (; arg < end; arg++) {
		if (unlikely(!arg->of_register))
			return store_any(hit, arg, data, size);
		store(data + arg->offset, arg->of_register,
		      register_value(hit->regs, arg->value));
	}
	return args->size;
}

/**
 * kpe_fetch_value() - fetch a number
 * @hit: the hit
 * @arg: an argument that is no string and no array
 *
 * Context: a handler.
 */
u64 kpe_fetch_value(const struct kpe_hit *hit, const struct kpe_arg *arg)
{
	unsigned long value;
	char data[8];

	if (walk(hit, arg, &value))
		return 0;
	fetch_numbers(arg, value, data);
	return kpe_load(data, arg->type->size);
}

/**
 * kpe_resolve_args() - find the variables that are named in arguments
 * @def: the definition
 *
 * Context: process context, kpe_mutex held.
 * Return: 0; -ENOENT.
 */
int kpe_resolve_args(struct kpe_definition *def)
{
	struct kpe_arg *arg;
	unsigned long addr;

	for (arg = def->args.of; arg < def->args.of + def->args.num; arg++) {
		if (arg->source != KPE_ADDRESS)
			continue;
		addr = kprobe_symbol_address(arg->symbol);
		if (!addr)
			return -ENOENT;
		WRITE_ONCE(arg->value, addr + arg->symbol_offset);
	}
	return 0;
}
