// SPDX-License-Identifier: GPL-2.0
/* The last refusals: who has asked for what and when, what it got, and why. */
#include <linux/bitmap.h>
#include <linux/hash.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/sched/clock.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include <kernel/ksyms.h>
#include <kernel/names.h>
#include <place/near_name.h>
#include <place/refusals.h>

#define MAX_REFUSALS	64
#define MAX_NAME	64
#define MAX_TARGET	96

/* Of our functions' names, on a kernel with kprobes of its own. */
#define PREFIX		"kpm_"

/* Of a batch: "[65536 of 65536] " */
#define MAX_PART	28

/**
 * struct refusal - one request that was refused
 * @time: when, as in the log, in nanoseconds
 * @of: the caller's struct, to compare, or NULL
 * @client: module that asked, or "kernel"
 * @call: API function
 * @part: of a batch, which it is and of how many, and a space; or nothing
 * @target: what it was asked for
 * @error: what it returned
 * @why: reason
 */
struct refusal {
	u64 time;
	const void *of;
	char client[MODULE_NAME_LEN];
	const char *call;
	char part[MAX_PART];
	char target[MAX_TARGET];
	int error;
	char why[KP_MAX_WHY];
};

static bool log_refusals = true;
module_param(log_refusals, bool, 0600);
MODULE_PARM_DESC(log_refusals, "1 puts what is refused into the log too, up to ten in five seconds");

static DEFINE_MUTEX(refusals_mutex);
static struct refusal refusals[MAX_REFUSALS];
static unsigned long num_refusals;

/*
 * A bit by the address of each caller's struct in refusals[]: few of those that are
 * registered have one. Some bits are of what has been overwritten since.
 */
#define REFUSED_BITS	10
static DECLARE_BITMAP(refused, 1 << REFUSED_BITS);

static void set_refused(const void *of)
{
	if (of)
		__set_bit(hash_ptr(of, REFUSED_BITS), refused);
}

/* The name in a struct that was never registered may have been freed. */
static void read_name(char *name, const char *from)
{
	int i;

	for (i = 0; i < MAX_NAME - 1; i++)
		if (copy_from_kernel_nofault(&name[i], from + i, 1) || !name[i])
			break;
	name[i] = '\0';
}

/* Nor need the struct be there. */
static void describe(char *buf, const struct kprobe *kp)
{
	char name[MAX_NAME];
	const char *symbol;

	if (!kp) {
		strscpy(buf, "(no probe)", MAX_TARGET);
	} else if (get_kernel_nofault(symbol, &kp->symbol_name)) {
		strscpy(buf, "(no memory)", MAX_TARGET);
	} else if (symbol) {
		read_name(name, symbol);
		snprintf(buf, MAX_TARGET, "%s+0x%x", name, kp->offset);
	} else {
		snprintf(buf, MAX_TARGET, "%pS", (void *)kp->addr + kp->offset);
	}
}

/* Who has called, or has the struct. A tail call hides who has called. */
static void find_client(char *name, unsigned long ip, const void *probe)
{
	const struct module *mod;

	preempt_disable();
	mod = kp_ksyms.__module_address(ip) ?:
	      kp_ksyms.__module_address((unsigned long)probe);
	strscpy(name, mod ? mod->name : "kernel", MODULE_NAME_LEN);
	preempt_enable();
}

/**
 * kp_add_near_name() - add to a reason the function that the client may have meant
 * @kp: the probe, or NULL
 * @error: what it gets; of others than -ENOENT nothing is added
 * @why: the reason
 * @size: of @why
 *
 * Context: process context, may sleep.
 */
void kp_add_near_name(const struct kprobe *kp, int error, char *why, size_t size)
{
	char name[MAX_NAME], near[KSYM_NAME_LEN];
	size_t len = strlen(why);

	if (error != -ENOENT || !kp || !kp->symbol_name)
		return;
	read_name(name, kp->symbol_name);
	if (!kp_names_lookup(name) && kp_near_name(name, near))
		scnprintf(why + len, size - len, "; did you mean %s?", near);
}

static void keep(const struct refusal *refusal)
{
	mutex_lock(&refusals_mutex);
	refusals[num_refusals++ % MAX_REFUSALS] = *refusal;
	set_refused(refusal->of);
	mutex_unlock(&refusals_mutex);
}

static void describe_call(struct refusal *refusal, const struct kp_call *call,
			  const void *probe, int error, const char *why)
{
	refusal->time = local_clock();
	refusal->of = probe;
	find_client(refusal->client, call->ip, probe);
	refusal->call = call->name;
	if (str_has_prefix(call->name, PREFIX))
		refusal->call += strlen(PREFIX);
	refusal->part[0] = '\0';
	refusal->error = error;
	strscpy(refusal->why, why, sizeof(refusal->why));
}

static void describe_probe(struct refusal *refusal, const struct kprobe *kp,
			   unsigned int at, unsigned int num)
{
	if (num > 1)
		snprintf(refusal->part, sizeof(refusal->part), "[%u of %u] ",
			 at + 1, num);
	describe(refusal->target, kp);
	kp_add_near_name(kp, refusal->error, refusal->why, sizeof(refusal->why));
}

static void tell(const struct refusal *refusal)
{
	if (READ_ONCE(log_refusals))
		pr_info_ratelimited("%s: %s %s%s: %d (%s)\n", refusal->client,
				    refusal->call, refusal->part,
				    refusal->target, refusal->error,
				    refusal->why);
}

/**
 * kp_refuse_at() - remember why a request is refused, and tell the log
 * @call: the API's function, and who calls it
 * @of: the caller's struct, or NULL
 * @target: what it was asked for
 * @error: what it is going to return
 * @why: one line for people
 *
 * Context: process context; any locks but its own.
 * Return: @error.
 */
int kp_refuse_at(const struct kp_call *call, const void *of, const char *target,
		 int error, const char *why)
{
	struct refusal refusal;

	describe_call(&refusal, call, of, error, why);
	strscpy(refusal.target, target, sizeof(refusal.target));
	keep(&refusal);
	tell(&refusal);
	return error;
}

/**
 * kp_refuse() - kp_refuse_at() for a probe
 * @call: the API's function, and who calls it
 * @kp: what it was asked for, or NULL
 * @at: its index in the batch
 * @num: how many the batch has, 1 if it is none
 * @error: what it is going to return
 * @why: one line for people
 *
 * Context: process context; any locks but its own.
 * Return: @error.
 */
int kp_refuse(const struct kp_call *call, const struct kprobe *kp,
	      unsigned int at, unsigned int num, int error, const char *why)
{
	struct refusal refusal;

	describe_call(&refusal, call, kp, error, why);
	describe_probe(&refusal, kp, at, num);
	keep(&refusal);
	tell(&refusal);
	return error;
}

/**
 * kp_refuse_watch() - kp_refuse_at() for a watch
 * @call: the API's function, and who calls it
 * @kw: the caller's struct
 * @kp: a probe at that address or symbol
 * @error: what it is going to return
 * @why: one line for people
 *
 * Context: process context; any locks but its own.
 * Return: @error.
 */
int kp_refuse_watch(const struct kp_call *call, const struct kwatch *kw,
		    const struct kprobe *kp, int error, const char *why)
{
	struct refusal refusal;

	describe_call(&refusal, call, kw, error, why);
	describe_probe(&refusal, kp, 0, 1);
	keep(&refusal);
	tell(&refusal);
	return error;
}

/**
 * kp_note() - kp_refuse(), but not for the log: nothing was asked for
 * @call: the API's function, and who calls it
 * @kp: the probe, or NULL
 * @at: its index in the batch
 * @num: how many the batch has, 1 if it is none
 * @error: what it would have returned
 * @why: one line for people
 *
 * Context: process context; any locks but its own.
 */
void kp_note(const struct kp_call *call, const struct kprobe *kp,
	     unsigned int at, unsigned int num, int error, const char *why)
{
	struct refusal refusal;

	describe_call(&refusal, call, kp, error, why);
	describe_probe(&refusal, kp, at, num);
	keep(&refusal);
}

static void forget(const void *of)
{
	struct refusal *refusal;

	if (!test_bit(hash_ptr(of, REFUSED_BITS), refused))
		return;
	bitmap_zero(refused, 1 << REFUSED_BITS);
	for (refusal = refusals; refusal < refusals + MAX_REFUSALS; refusal++) {
		if (refusal->of == of)
			refusal->of = NULL;
		set_refused(refusal->of);
	}
}

/**
 * kp_refusals_forget() - probes are asked for again: kp_refusal_of() is to find what
 *	comes of that
 * @kps: the callers' structs
 * @num: how many
 *
 * `refusals` shows them still.
 *
 * Context: process context; any locks but its own.
 */
void kp_refusals_forget(struct kprobe **kps, unsigned int num)
{
	unsigned int i;

	mutex_lock(&refusals_mutex);
	for (i = 0; i < num; i++)
		forget(kps[i]);
	mutex_unlock(&refusals_mutex);
}

/**
 * kp_refusal_forget() - kp_refusals_forget() of one struct
 * @of: a probe, or a watch
 *
 * Context: process context; any locks but its own.
 */
void kp_refusal_forget(const void *of)
{
	mutex_lock(&refusals_mutex);
	forget(of);
	mutex_unlock(&refusals_mutex);
}

/**
 * kp_refusal_of() - the newest refusal of a probe or watch
 * @of: the caller's struct
 * @why: result: the reason, or nothing
 * @size: of @why
 *
 * Context: process context; any locks but its own.
 * Return: its errno, or 0 if there is none.
 */
int kp_refusal_of(const void *of, char *why, size_t size)
{
	unsigned long i, num;
	int error = 0;

	if (size)
		why[0] = '\0';
	mutex_lock(&refusals_mutex);
	num = min_t(unsigned long, num_refusals, MAX_REFUSALS);
	for (i = 1; i <= num && !error; i++) {
		const struct refusal *refusal =
			&refusals[(num_refusals - i) % MAX_REFUSALS];

		if (!of || refusal->of != of)
			continue;
		error = refusal->error;
		if (size)
			strscpy(why, refusal->why, size);
	}
	mutex_unlock(&refusals_mutex);
	return error;
}

/**
 * kp_refusals_show() - the contents of `refusals`, oldest first
 * @m: where to
 * @v: unused
 *
 * Return: 0.
 */
int kp_refusals_show(struct seq_file *m, void *v)
{
	unsigned long i;

	mutex_lock(&refusals_mutex);
	i = num_refusals > MAX_REFUSALS ? num_refusals - MAX_REFUSALS : 0;
	for (; i < num_refusals; i++) {
		const struct refusal *refusal = &refusals[i % MAX_REFUSALS];
		u64 seconds = refusal->time;
		u32 ns = do_div(seconds, NSEC_PER_SEC);

		seq_printf(m, "[%5llu.%06u] %s: %s %s%s: %d (%s)\n", seconds,
			   ns / 1000, refusal->client, refusal->call,
			   refusal->part, refusal->target, refusal->error,
			   refusal->why);
	}
	mutex_unlock(&refusals_mutex);
	return 0;
}
