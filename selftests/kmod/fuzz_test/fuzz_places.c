// SPDX-License-Identifier: GPL-2.0
/*
 * Functions of our own, every byte of which is tried as a place: what a probe
 * alone gets there is what it must get at any time.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include <test_arch.h>

#include "fuzz.h"

#define ARGUMENT	1000UL
#define MAX_SIZE	128

struct fuzz_place fuzz_places[FUZZ_MAX_PLACES];
unsigned int fuzz_num_places;
const struct fuzz_place *fuzz_entries[FUZZ_NUM_FUNCTIONS];
unsigned int fuzz_returns[FUZZ_NUM_FUNCTIONS][FUZZ_NUM_FUNCTIONS];

unsigned long fuzz_datum = 7;
unsigned int fuzz_reads[FUZZ_NUM_FUNCTIONS];
bool fuzz_has_watches;
/* Nothing is ever mapped there. */
static const unsigned long *nowhere = (void *)(-PAGE_SIZE + 64);
static u8 text_before[FUZZ_NUM_FUNCTIONS][MAX_SIZE];
static unsigned int sizes[FUZZ_NUM_FUNCTIONS];

#define FUNCTION(name)							\
	unsigned long name(unsigned long x);				\
	noinline __noclone unsigned long name(unsigned long x)

FUNCTION(fuzz_add)
{
	return x + READ_ONCE(fuzz_datum);
}

FUNCTION(fuzz_branch)
{
	if (x > READ_ONCE(fuzz_datum))
		return x ^ 0x55;
	return x * 3;
}

FUNCTION(fuzz_loop)
{
	unsigned long sum = 0;

	for (x &= 7; x < 10; x++)
		sum += x ^ READ_ONCE(fuzz_datum);
	return sum;
}

FUNCTION(fuzz_inner)
{
	return (x >> 3) + (x << 2) + READ_ONCE(fuzz_datum);
}

FUNCTION(fuzz_calls)
{
	return fuzz_inner(x) + 2 * fuzz_inner(x + 1);
}

FUNCTION(fuzz_memory)
{
	unsigned long words[4] = { x, x + 1, x + 2, x + 3 };

	OPTIMIZER_HIDE_VAR(x);
	barrier_data(words);
	pagefault_disable();
	__get_kernel_nofault(&words[0], READ_ONCE(nowhere), unsigned long,
			     failed);
failed:
	pagefault_enable();
	return words[x & 3] + words[(x + 1) & 3];
}

FUNCTION(fuzz_divide)
{
	return x / READ_ONCE(fuzz_datum) + x % READ_ONCE(fuzz_datum);
}

FUNCTION(fuzz_recursive)
{
	if (x < 990)
		return x;
	return fuzz_recursive(x - 5) + 1;
}

static const struct {
	unsigned long (*call)(unsigned long x);
	const char *symbol;
} functions[FUZZ_NUM_FUNCTIONS] = {
	{ fuzz_add, "fuzz_add" },
	{ fuzz_branch, "fuzz_branch" },
	{ fuzz_loop, "fuzz_loop" },
	{ fuzz_inner, "fuzz_inner" },
	{ fuzz_calls, "fuzz_calls" },
	{ fuzz_memory, "fuzz_memory" },
	{ fuzz_divide, "fuzz_divide" },
	{ fuzz_recursive, "fuzz_recursive" },
};

void *fuzz_function(unsigned int i)
{
	return (void *)test_code(functions[i].call);
}

const char *fuzz_symbol(unsigned int i)
{
	return functions[i].symbol;
}

unsigned long fuzz_call(unsigned int i)
{
	return functions[i].call(ARGUMENT);
}

/* "name+0x0/0x40 [module]" says how long it is. */
static unsigned int size_of(void *function)
{
	char text[KSYM_SYMBOL_LEN], *at;
	unsigned int size;

	snprintf(text, sizeof(text), "%pS", function);
	at = strchr(text, '/');
	if (!at || sscanf(at, "/0x%x", &size) != 1)
		return 0;
	return min_t(unsigned int, size, MAX_SIZE);
}

static unsigned int num_hits, num_posts, num_faults;

static int count_hit(struct kprobe *kp, struct pt_regs *regs)
{
	num_hits++;
	return 0;
}

static void count_post(struct kprobe *kp, struct pt_regs *regs,
		       unsigned long flags)
{
	num_posts++;
}

static int count_fault(struct kprobe *kp, struct pt_regs *regs, int trapnr)
{
	num_faults++;
	return 0;
}

/* One call of each function: what is counted. */
static void count_calls(const unsigned int *counter, unsigned int *counts)
{
	unsigned int i;

	for (i = 0; i < FUZZ_NUM_FUNCTIONS; i++) {
		unsigned int before = READ_ONCE(*counter);

		fuzz_call(i);
		counts[i] = READ_ONCE(*counter) - before;
	}
}

static int try_place(struct fuzz_place *place, bool has_post)
{
	struct kprobe kp = {
		.addr = (void *)((unsigned long)fuzz_function(place->function) +
				 place->offset),
		.pre_handler = count_hit,
		.post_handler = has_post ? count_post : NULL,
		.fault_handler = count_fault,
	};
	int ret;

	ret = register_kprobe(&kp);
	if (ret)
		return ret;
	if (has_post) {
		count_calls(&num_posts, place->posts);
	} else {
		count_calls(&num_hits, place->hits);
		count_calls(&num_faults, place->faults);
	}
	unregister_kprobe(&kp);
	return 0;
}

static int count_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	num_hits++;
	return 0;
}

static int learn_returns(unsigned int i)
{
	struct kretprobe rp = {
		.kp.addr = fuzz_function(i),
		.handler = count_return,
	};
	int ret;

	ret = register_kretprobe(&rp);
	if (ret)
		return ret;
	count_calls(&num_hits, fuzz_returns[i]);
	unregister_kretprobe(&rp);
	return 0;
}

static int learn_function(unsigned int i)
{
	unsigned int offset;

	sizes[i] = size_of(fuzz_function(i));
	if (!sizes[i])
		return -EINVAL;
	memcpy(text_before[i], fuzz_function(i), sizes[i]);
	for (offset = 0; offset < sizes[i]; offset++) {
		struct fuzz_place *place = &fuzz_places[fuzz_num_places];

		if (fuzz_num_places == FUZZ_MAX_PLACES)
			return -E2BIG;
		place->function = i;
		place->offset = offset;
		place->ret[0] = try_place(place, false);
		place->ret[1] = try_place(place, true);
		fuzz_num_places++;
		cond_resched();
	}
	fuzz_entries[i] = &fuzz_places[fuzz_num_places - sizes[i]];
	return learn_returns(i);
}

static unsigned int num_reads;

static void count_read(struct kwatch *kw, struct pt_regs *regs, int debugreg)
{
	num_reads++;
}

/* -EOPNOTSUPP: there are none. */
static int learn_reads(void)
{
	struct kwatch watch = {
		.addr = (unsigned long)&fuzz_datum,
		.length = sizeof(fuzz_datum),
		.type = KWATCH_RW,
		.handler = count_read,
	};
	int ret = register_kwatch_probe(&watch);

	if (ret)
		return ret == -EOPNOTSUPP ? 0 : ret;
	fuzz_has_watches = true;
	count_calls(&num_reads, fuzz_reads);
	unregister_kwatch_probe(&watch);
	return 0;
}

int fuzz_places_learn(void)
{
	unsigned int i;
	int ret = learn_reads();

	if (ret)
		return ret;

	for (i = 0; i < FUZZ_NUM_FUNCTIONS; i++) {
		ret = learn_function(i);
		if (ret)
			return ret;
	}
	return 0;
}

bool fuzz_text_is_as_before(void)
{
	unsigned int i;

	for (i = 0; i < FUZZ_NUM_FUNCTIONS; i++)
		if (memcmp(text_before[i], fuzz_function(i), sizes[i]))
			return false;
	return true;
}
