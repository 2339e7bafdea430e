// SPDX-License-Identifier: GPL-2.0
/* The last refusals: what was asked, what it got, and why. */
#include <linux/kprobes.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include <internal/refusals.h>

#define MAX_REFUSALS	64
#define MAX_NAME	64
#define MAX_TARGET	96

/**
 * struct refusal - one request that was refused
 * @call: API function
 * @target: what it was asked for
 * @error: what it returned
 * @why: reason
 */
struct refusal {
	const char *call;
	char target[MAX_TARGET];
	int error;
	char why[KP_MAX_WHY];
};

static DEFINE_MUTEX(refusals_mutex);
static struct refusal refusals[MAX_REFUSALS];
static unsigned long num_refusals;

/* The name in a struct that was never registered may have been freed. */
static void read_name(char *name, const char *from)
{
	int i;

	for (i = 0; i < MAX_NAME - 1; i++)
		if (copy_from_kernel_nofault(&name[i], from + i, 1) || !name[i])
			break;
	name[i] = '\0';
}

static void describe(char *buf, const struct kprobe *kp)
{
	char name[MAX_NAME];

	if (!kp) {
		strscpy(buf, "(no probe)", MAX_TARGET);
	} else if (kp->symbol_name) {
		read_name(name, kp->symbol_name);
		snprintf(buf, MAX_TARGET, "%s+0x%x", name, kp->offset);
	} else {
		snprintf(buf, MAX_TARGET, "%pS", (void *)kp->addr + kp->offset);
	}
}

/**
 * kp_refuse_at() - remember why a request is refused
 * @call: API function, a static string
 * @target: what it was asked for
 * @error: what it is going to return
 * @why: one line for people
 *
 * Context: process context; any locks but its own.
 * Return: @error.
 */
int kp_refuse_at(const char *call, const char *target, int error,
		 const char *why)
{
	struct refusal *refusal;

	mutex_lock(&refusals_mutex);
	refusal = &refusals[num_refusals++ % MAX_REFUSALS];
	refusal->call = call;
	strscpy(refusal->target, target, sizeof(refusal->target));
	refusal->error = error;
	strscpy(refusal->why, why, sizeof(refusal->why));
	mutex_unlock(&refusals_mutex);
	return error;
}

/**
 * kp_refuse() - kp_refuse_at() for a probe
 * @call: API function, a static string
 * @kp: what it was asked for, or NULL
 * @error: what it is going to return
 * @why: one line for people
 *
 * Context: process context; any locks but its own.
 * Return: @error.
 */
int kp_refuse(const char *call, const struct kprobe *kp, int error,
	      const char *why)
{
	char target[MAX_TARGET];

	describe(target, kp);
	return kp_refuse_at(call, target, error, why);
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

		seq_printf(m, "%s %s: %d (%s)\n", refusal->call,
			   refusal->target, refusal->error, refusal->why);
	}
	mutex_unlock(&refusals_mutex);
	return 0;
}
