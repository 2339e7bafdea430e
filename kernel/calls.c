// SPDX-License-Identifier: GPL-2.0
/*
 * Which functions can be reached from some others by direct calls and jumps:
 * found in the text itself, function by function. Calls through pointers are
 * not followed.
 */
#include <linux/errno.h>
#include <linux/kallsyms.h>
#include <linux/mutex.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <arch/contract.h>
#include <kernel/calls.h>
#include <kernel/ksyms.h>

/* All that a CPU runs from its start to its idle loop is some 700. */
#define MAX_FUNCTIONS	4096

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
 * @ends: names of functions behind whose call nothing is followed, or NULL
 * @undecoded: the first instruction that could not be decoded, or 0
 * @num: how many functions
 * @functions: those
 * @namebuf: for names
 */
struct kp_calls {
	const char * const *not_followed;
	const char * const *ends;
	unsigned long undecoded;
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

/* What happens only if all is lost, waits, or hands memory out. */
const char * const kp_calls_elsewhere[] = {
	"die", "panic", "_printk", "printk", "__warn_printk",
	"__printk_ratelimit", "___ratelimit", "dump_stack",
	"warn_slowpath_fmt", "lockdep_rcu_suspicious", "debug_locks_off",
	"kasan_report", "kasan_report_invalid_free", "__stack_chk_fail",
	"schedule", "preempt_schedule", "preempt_schedule_thunk",
	"preempt_schedule_notrace", "preempt_schedule_notrace_thunk",
	"__alloc_pages", "__alloc_pages_nodemask", "__kmalloc",
	"kmem_cache_alloc", "kfree", "vfree",
	/* only while somebody traces, or debugs, just that */
	"do_trace_read_msr", "do_trace_write_msr", "do_trace_rdpmc",
	"__dynamic_pr_debug", "__dynamic_dev_dbg",
	/* nobody is preempted, or waited for, while RCU ignores the CPU */
	"__rcu_read_unlock", "rcu_read_unlock_special",
	/* nor softirqs run: interrupts are off */
	"do_softirq", "__do_softirq",
	/* powerpc: interrupts are off there, none is made up for */
	"arch_local_irq_restore",
	NULL
};

/*
 * x86 since 6.2: what is ahead of a function has a symbol. If calls are counted
 * (retbleed=stuff) they lead there, and what counts them goes on in the function.
 */
static const char padding[] = "__pfx_";

/* The symbol at an address, up to the next call. */
static const char *symbol_of(struct kp_calls *calls, unsigned long addr)
{
	unsigned long size, offset;
	char *module;

	return kp_ksyms.kallsyms_lookup(addr, &size, &offset, &module,
					calls->namebuf);
}

/* The name of the function at an address, or behind the padding there; likewise. */
static const char *name_of(struct kp_calls *calls, unsigned long addr)
{
	const char *symbol = symbol_of(calls, addr);

	if (!symbol)
		return NULL;
	if (strstarts(symbol, padding))
		return symbol + strlen(padding);
	return kp_ksyms_plain(symbol);
}

static bool is_padding(struct kp_calls *calls, unsigned long addr)
{
	const char *symbol = symbol_of(calls, addr);

	return symbol && strstarts(symbol, padding);
}

static bool is_followed(struct kp_calls *calls, unsigned long addr)
{
	const char *name = name_of(calls, addr);

	/* .cold parts report errors */
	return name && !strstr(name, ".cold") &&
	       !kp_calls_is_one_of(name, calls->not_followed);
}

static bool is_end(struct kp_calls *calls, unsigned long addr)
{
	const char *name = calls->ends ? name_of(calls, addr) : NULL;

	return name && kp_calls_is_one_of(name, calls->ends);
}

/**
 * kp_calls_init() - start with no function
 * @not_followed: names of functions that are left out, up to their first dot;
 *	the last is NULL
 * @ends: likewise names of functions, or NULL: what comes behind a call of one
 *	is not followed in the function that calls it, nor is what it calls;
 *	itself is reported
 *
 * "Behind" is by address: what compilers move to the end of a function is
 * seldom run.
 *
 * Context: process context.
 * Return: what kp_calls_free() is to be called with, or NULL.
 */
struct kp_calls *kp_calls_init(const char * const *not_followed,
			       const char * const *ends)
{
	struct kp_calls *calls = kvzalloc(sizeof(*calls), GFP_KERNEL);

	if (calls) {
		calls->not_followed = not_followed;
		calls->ends = ends;
	}
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

/* Not init text: what calls it has not been written over, but it is unmapped. */
static bool is_text(unsigned long addr)
{
	bool is;

	preempt_disable();
	is = kp_ksyms.core_kernel_text(addr) ||
	     kp_ksyms.__module_text_address(addr);
	preempt_enable();
	return is;
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

	if (!is_text(addr) ||
	    !kp_ksyms.kallsyms_lookup_size_offset(addr, &size, &offset))
		return;
	addr -= offset;
	for (i = 0; i < calls->num; i++)
		if (calls->functions[i].start == addr)
			return;
	if (calls->num == MAX_FUNCTIONS || !is_followed(calls, addr))
		return;
	calls->functions[calls->num].start = addr;
	calls->functions[calls->num++].size = size;
	if (is_padding(calls, addr))
		kp_calls_add(calls, addr + size);
}

/**
 * kp_calls_add_all() - add functions of the kernel by name
 * @calls: the functions
 * @names: their names, as far as the kernel has them; the last is NULL
 *
 * Context: process context.
 */
void kp_calls_add_all(struct kp_calls *calls, const char * const *names)
{
	unsigned long addr;

	for (; *names; names++) {
		addr = kp_ksyms_lookup(*names);
		if (kp_ksyms.core_kernel_text(addr))
			kp_calls_add(calls, addr);
	}
}

/**
 * kp_calls_add_from() - add what text calls and jumps to, but not itself
 * @calls: the functions
 * @start: first byte
 * @end: byte after the last
 *
 * Context: process context; takes text_mutex.
 */
void kp_calls_add_from(struct kp_calls *calls, unsigned long start,
		       unsigned long end)
{
	unsigned long addr = start, target;
	int len;

	for (; addr < end; addr += len) {
		target = 0;
		/* nobody's write is half done there */
		mutex_lock(kp_arch_text_mutex());
		len = kp_arch_branch_target(addr, end - addr, &target);
		mutex_unlock(kp_arch_text_mutex());
		if (len < 0) {
			calls->undecoded = calls->undecoded ?: addr;
			break;
		}
		if (!target || (target >= start && target < end))
			continue;
		kp_calls_add(calls, target);
		if (is_end(calls, target))
			break;
	}
}

static void follow(struct kp_calls *calls, const struct function *function)
{
	if (!is_end(calls, function->start))
		kp_calls_add_from(calls, function->start,
				  function->start + function->size);
}

/**
 * kp_calls_report() - find all other functions, and report them
 * @calls: the functions to start from
 * @report: called for the text of each
 * @data: passed on
 *
 * Context: process context.
 * Return: 0; -E2BIG if there are too many; -EILSEQ if an instruction cannot be decoded, so
 * that what follows it is not known; the log says where; or what @report returned.
 */
int kp_calls_report(struct kp_calls *calls,
		    int (*report)(unsigned long start, unsigned long end,
				  void *data), void *data)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < calls->num; i++)
		follow(calls, &calls->functions[i]);
	if (calls->num == MAX_FUNCTIONS)
		return -E2BIG;
	if (calls->undecoded) {
		pr_err("%pS cannot be decoded: what it calls is not known\n",
		       (void *)calls->undecoded);
		return -EILSEQ;
	}
	for (i = 0; i < calls->num && !ret; i++)
		ret = report(calls->functions[i].start,
			     calls->functions[i].start +
			     calls->functions[i].size, data);
	return ret;
}
