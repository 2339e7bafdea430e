// SPDX-License-Identifier: GPL-2.0
/*
 * Which functions can be reached from some others by direct calls and jumps:
 * found in the text itself, function by function. Calls through pointers are
 * not followed.
 */
#include <linux/errno.h>
#include <linux/kallsyms.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <internal/arch.h>
#include <internal/calls.h>
#include <internal/ksyms.h>

#define MAX_FUNCTIONS	1024

/**
 * struct function - a function found on the way
 * @start: first byte
 * @size: bytes
 */
struct function {
	unsigned long start;
	unsigned long size;
};

/**
 * struct kp_calls - functions found so far
 * @not_followed: names of functions that are left out
 * @num: how many functions
 * @functions: those
 * @namebuf: for names
 */
struct kp_calls {
	const char * const *not_followed;
	unsigned int num;
	struct function functions[MAX_FUNCTIONS];
	char namebuf[KSYM_NAME_LEN];
};

/**
 * kp_calls_is_one_of() - whether a function has one of some names
 * @name: its name; compilers add .isra.0 and the like to it
 * @names: the names; the last is NULL
 */
bool kp_calls_is_one_of(const char *name, const char * const *names)
{
	for (; *names; names++) {
		size_t len = strlen(*names);

		if (!strncmp(name, *names, len) &&
		    (name[len] == '\0' || name[len] == '.'))
			return true;
	}
	return false;
}

static bool is_followed(struct kp_calls *calls, unsigned long addr)
{
	unsigned long size, offset;
	const char *name;
	char *module;

	name = kp_ksyms.kallsyms_lookup(addr, &size, &offset, &module,
					calls->namebuf);
	if (!name)
		return false;
	name = kp_ksyms_plain(name);
	/* .cold parts report errors */
	return !strstr(name, ".cold") &&
	       !kp_calls_is_one_of(name, calls->not_followed);
}

/**
 * kp_calls_init() - start with no function
 * @not_followed: names of functions that are left out, up to their first dot;
 *	the last is NULL
 *
 * Context: process context.
 * Return: what kp_calls_free() is to be called with, or NULL.
 */
struct kp_calls *kp_calls_init(const char * const *not_followed)
{
	struct kp_calls *calls = kvzalloc(sizeof(*calls), GFP_KERNEL);

	if (calls)
		calls->not_followed = not_followed;
	return calls;
}

/**
 * kp_calls_free() - forget all functions
 * @calls: what kp_calls_init() returned; NULL is ignored
 */
void kp_calls_free(struct kp_calls *calls)
{
	kvfree(calls);
}

/**
 * kp_calls_add() - add a function, unless it is there or is left out
 * @calls: the functions
 * @addr: an address in it
 *
 * Context: process context; RCU read-side.
 */
void kp_calls_add(struct kp_calls *calls, unsigned long addr)
{
	unsigned long size, offset;
	unsigned int i;

	if (!kp_ksyms.kallsyms_lookup_size_offset(addr, &size, &offset))
		return;
	addr -= offset;
	for (i = 0; i < calls->num; i++)
		if (calls->functions[i].start == addr)
			return;
	if (calls->num == MAX_FUNCTIONS || !is_followed(calls, addr))
		return;
	calls->functions[calls->num].start = addr;
	calls->functions[calls->num++].size = size;
}

static void follow(struct kp_calls *calls, struct function function)
{
	unsigned long addr = function.start, target;
	unsigned long end = function.start + function.size;
	int len;

	for (; addr < end; addr += len) {
		target = 0;
		len = kp_arch_branch_target(addr, end - addr, &target);
		if (len < 0)
			break;
		if (target && (target < function.start || target >= end))
			kp_calls_add(calls, target);
	}
}

/**
 * kp_calls_report() - find all other functions, and report them
 * @calls: the functions to start from
 * @report: called for the text of each
 * @data: passed on
 *
 * Context: process context.
 * Return: 0; -E2BIG if there are too many; or what @report returned.
 */
int kp_calls_report(struct kp_calls *calls,
		    int (*report)(unsigned long start, unsigned long end,
				  void *data), void *data)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < calls->num; i++)
		follow(calls, calls->functions[i]);
	if (calls->num == MAX_FUNCTIONS)
		return -E2BIG;
	for (i = 0; i < calls->num && !ret; i++)
		ret = report(calls->functions[i].start,
			     calls->functions[i].start +
			     calls->functions[i].size, data);
	return ret;
}
