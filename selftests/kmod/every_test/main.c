// SPDX-License-Identifier: GPL-2.0
/*
 * Probes every function there is, at its first instruction, and at others. A
 * script (selftests/guest/every.sh) writes the addresses, in their order, to
 * "symbols" and what is to be done to "command", both in the folder every_test of
 * debugfs; "state" says what came of it.
 *
 * Commands:
 *	snapshot	remember the kernel's text, and modules' where probes go
 *	compare		fail with EUCLEAN if it is not as remembered
 *	chunk		register the next ones, but for those that are refused
 *	accept		take up all that are left, but for those that would be refused
 *	inside NUM	take up so many more in each function, wherever they may be
 *	refused		try the next 64 of these again, one by one
 *	all		register all that were accepted
 *	remove		unregister what is registered
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/prandom.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "../../../compat/atomic.h"
#include "every.h"

/* As many as `refusals` remembers. */
#define MAX_REFUSED	64
#define NUM_BUCKETS	8
#define NUM_TOP		10
/* Of four bytes one begins an instruction, more or less. */
#define MAX_TRIES	8
#define MAX_FUNCTION	4096UL

static uint chunk = 500;
module_param(chunk, uint, 0600);

static uint max_probes = 65536;
module_param(max_probes, uint, 0400);

static uint seed = 1;
module_param(seed, uint, 0400);

static bool watch_rcu;
module_param(watch_rcu, bool, 0400);
MODULE_PARM_DESC(watch_rcu, "How long grace periods take during a command");

static DEFINE_MUTEX(every_mutex);
static struct dentry *dir;
static struct every *every;
static unsigned int num_every;

/* What became of those that "chunk" tried. */
static struct kprobe **accepted;
static struct every **refused;
static unsigned int num_tried, num_accepted, num_refused;

/* Of the refused, those that "refused" tried again; and by its last call. */
static unsigned int num_again, num_again_last;

/* Those of the accepted that are registered now. */
static unsigned int first_registered, num_registered;

static bool has_inside;
static struct rnd_state rnd;

/* Of the last command. */
static unsigned int num_grace_periods;
static u64 longest_grace_period;

static int count_hit(struct kprobe *kp, struct pt_regs *regs)
{
	raw_atomic_long_inc(&container_of(kp, struct every, kp)->hits);
	return 0;
}

/* One address a line, 16 digits each; a write may end anywhere. */
static ssize_t symbols_write(struct file *file, const char __user *buf,
			     size_t count, loff_t *pos)
{
	static char line[17];
	static unsigned int len;
	size_t i;
	int ret = 0;

	mutex_lock(&every_mutex);
	for (i = 0; i < count && !ret; i++) {
		char c;

		ret = get_user(c, buf + i);
		if (ret)
			break;
		if (c != '\n') {
			if (len == sizeof(line) - 1)
				ret = -EINVAL;
			else
				line[len++] = c;
			continue;
		}
		line[len] = '\0';
		len = 0;
		if (num_every == max_probes)
			ret = -ENOSPC;
		else
			ret = kstrtoul(line, 16, &every[num_every++].addr);
	}
	mutex_unlock(&every_mutex);
	return ret ?: count;
}

static const struct file_operations symbols_fops = {
	.owner	= THIS_MODULE,
	.write	= symbols_write,
};

static void prepare(struct every *each)
{
	memset(&each->kp, 0, sizeof(each->kp));
	each->kp.addr = (kprobe_opcode_t *)each->addr;
	each->kp.pre_handler = count_hit;
	atomic_long_set(&each->hits, 0);
}

/* In one go if none of them is refused, else each half for itself. */
static void register_pieces(unsigned int first, unsigned int num)
{
	struct kprobe **kps = accepted + num_accepted;
	unsigned int i;

	for (i = 0; i < num; i++) {
		prepare(&every[first + i]);
		kps[i] = &every[first + i].kp;
	}
	if (!register_kprobes(kps, num)) {
		num_accepted += num;
		num_registered += num;
	} else if (num == 1) {
		refused[num_refused++] = &every[first];
	} else {
		register_pieces(first, num / 2);
		register_pieces(first + num / 2, num - num / 2);
	}
	cond_resched();
}

static int register_chunk(void)
{
	unsigned int num = min(chunk, num_every - num_tried);

	if (num_registered)
		return -EBUSY;
	if (!num)
		return -ENOENT;
	pr_info("register %u from %pS to %pS\n", num,
		(void *)every[num_tried].addr,
		(void *)every[num_tried + num - 1].addr);
	first_registered = num_accepted;
	register_pieces(num_tried, num);
	num_tried += num;
	return 0;
}

static bool may_be_probed(struct every *each)
{
	prepare(each);
	return !kprobe_check(&each->kp, NULL, 0);
}

static int accept(void)
{
	if (num_registered)
		return -EBUSY;
	for (; num_tried < num_every; num_tried++) {
		struct every *each = &every[num_tried];

		if (may_be_probed(each))
			accepted[num_accepted++] = &each->kp;
		else
			refused[num_refused++] = each;
		cond_resched();
	}
	return 0;
}

static void add_inside(unsigned long start, unsigned long size,
		       unsigned int wanted)
{
	unsigned int tries = wanted * MAX_TRIES;

	while (wanted && tries-- && num_every < max_probes) {
		struct every *each = &every[num_every];

		each->addr = start + 1 + prandom_u32_state(&rnd) % (size - 1);
		if (!may_be_probed(each))
			continue;
		accepted[num_accepted++] = &each->kp;
		num_every++;
		wanted--;
	}
}

static int add_all_inside(unsigned int wanted)
{
	unsigned int i, num = num_every;

	if (num_registered || num_tried != num_every || has_inside)
		return -EBUSY;
	has_inside = true;
	for (i = 0; i + 1 < num; i++) {
		unsigned long size = every[i + 1].addr - every[i].addr;

		if (size > 1)
			add_inside(every[i].addr, min(size, MAX_FUNCTION), wanted);
		cond_resched();
	}
	num_tried = num_every;
	return 0;
}

static int try_refused(void)
{
	unsigned int end = min(num_refused, num_again + MAX_REFUSED);

	num_again_last = end - num_again;
	for (; num_again < end; num_again++) {
		prepare(refused[num_again]);
		if (!register_kprobe(&refused[num_again]->kp)) {
			unregister_kprobe(&refused[num_again]->kp);
			return -EUCLEAN;
		}
	}
	return 0;
}

static int register_all(void)
{
	unsigned int i;
	int ret;

	if (num_registered)
		return -EBUSY;
	for (i = 0; i < num_accepted; i++)
		prepare(container_of(accepted[i], struct every, kp));
	pr_info("register all\n");
	ret = register_kprobes(accepted, num_accepted);
	if (!ret) {
		first_registered = 0;
		num_registered = num_accepted;
	}
	return ret;
}

static int measure_grace_periods(void *unused)
{
	while (!kthread_should_stop()) {
		u64 start = ktime_get_ns();

		synchronize_rcu();
		longest_grace_period = max(longest_grace_period,
					   ktime_get_ns() - start);
		num_grace_periods++;
	}
	return 0;
}

static int obey(const char *command)
{
	unsigned int num;

	if (!strcmp(command, "snapshot"))
		return text_snapshot(every, num_every);
	if (!strcmp(command, "compare"))
		return text_compare(every, num_every);
	if (!strcmp(command, "chunk"))
		return register_chunk();
	if (!strcmp(command, "accept"))
		return accept();
	if (sscanf(command, "inside %u", &num) == 1)
		return add_all_inside(num);
	if (!strcmp(command, "refused"))
		return try_refused();
	if (!strcmp(command, "all"))
		return register_all();
	if (strcmp(command, "remove"))
		return -EINVAL;
	unregister_kprobes(accepted + first_registered, num_registered);
	num_registered = 0;
	return 0;
}

static int obey_watched(const char *command)
{
	struct task_struct *task;
	int ret;

	if (!watch_rcu)
		return obey(command);
	num_grace_periods = 0;
	longest_grace_period = 0;
	task = kthread_run(measure_grace_periods, NULL, "every_rcu");
	if (IS_ERR(task))
		return PTR_ERR(task);
	ret = obey(command);
	kthread_stop(task);
	return ret;
}

static ssize_t command_write(struct file *file, const char __user *buf,
			     size_t count, loff_t *pos)
{
	char command[32];
	int ret;

	if (count >= sizeof(command))
		return -EINVAL;
	if (copy_from_user(command, buf, count))
		return -EFAULT;
	command[count] = '\0';
	mutex_lock(&every_mutex);
	ret = obey_watched(strim(command));
	mutex_unlock(&every_mutex);
	return ret ?: count;
}

static const struct file_operations command_fops = {
	.owner	= THIS_MODULE,
	.write	= command_write,
};

static void show_distribution(struct seq_file *m, const unsigned int *buckets)
{
	unsigned long limit = 1;
	int i;

	seq_puts(m, "distribution");
	for (i = 0; i < NUM_BUCKETS - 1; i++, limit *= 10)
		seq_printf(m, " <%lu:%u", limit, buckets[i]);
	seq_printf(m, " more:%u\n", buckets[i]);
}

/**
 * struct totals - what all accepted probes come to
 * @num_hit: how many were hit
 * @hits: how often
 * @missed: hits without a handler
 * @buckets: how many were hit less than 1, 10, 100, ... times
 * @top: those that were hit most
 */
struct totals {
	unsigned int num_hit;
	unsigned long hits;
	unsigned long missed;
	unsigned int buckets[NUM_BUCKETS];
	struct every *top[NUM_TOP];
};

static void add_up(struct totals *all, struct every *each)
{
	unsigned long h = atomic_long_read(&each->hits), limit = 1;
	unsigned int n, place = NUM_TOP;

	for (n = 0; n < NUM_BUCKETS - 1 && h >= limit; n++)
		limit *= 10;
	all->buckets[n]++;
	all->num_hit += h > 0;
	all->hits += h;
	all->missed += each->kp.nmissed;
	while (place && (!all->top[place - 1] ||
			 atomic_long_read(&all->top[place - 1]->hits) < h))
		place--;
	if (place == NUM_TOP)
		return;
	memmove(&all->top[place + 1], &all->top[place],
		(NUM_TOP - 1 - place) * sizeof(*all->top));
	all->top[place] = each;
}

static int state_show(struct seq_file *m, void *v)
{
	struct totals all = {};
	unsigned int i;

	mutex_lock(&every_mutex);
	for (i = 0; i < num_accepted; i++)
		add_up(&all, container_of(accepted[i], struct every, kp));
	seq_printf(m, "symbols %u\ntried %u\naccepted %u\nrefused %u\n",
		   num_every, num_tried, num_accepted, num_refused);
	seq_printf(m, "again_last %u\nregistered %u\n", num_again_last,
		   num_registered);
	seq_printf(m, "functions_hit %u\nhits %lu\nmissed %lu\n", all.num_hit,
		   all.hits, all.missed);
	seq_printf(m, "grace_periods %u\nlongest_grace_period %llu\n",
		   num_grace_periods, longest_grace_period);
	show_distribution(m, all.buckets);
	for (i = 0; i < NUM_TOP && all.top[i]; i++)
		seq_printf(m, "top %pS %lu\n", (void *)all.top[i]->addr,
			   atomic_long_read(&all.top[i]->hits));
	mutex_unlock(&every_mutex);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(state);

static int __init every_test_init(void)
{
	if (!text_is_known())
		return -EINVAL;
	prandom_seed_state(&rnd, seed);
	every = kvcalloc(max_probes, sizeof(*every), GFP_KERNEL);
	accepted = kvcalloc(max_probes, sizeof(*accepted), GFP_KERNEL);
	refused = kvcalloc(max_probes, sizeof(*refused), GFP_KERNEL);
	if (!every || !accepted || !refused) {
		kvfree(every);
		kvfree(accepted);
		kvfree(refused);
		return -ENOMEM;
	}
	dir = debugfs_create_dir(KBUILD_MODNAME, NULL);
	debugfs_create_file("symbols", 0200, dir, NULL, &symbols_fops);
	debugfs_create_file("command", 0200, dir, NULL, &command_fops);
	debugfs_create_file("state", 0400, dir, NULL, &state_fops);
	return 0;
}

static void __exit every_test_exit(void)
{
	debugfs_remove_recursive(dir);
	if (num_registered)
		unregister_kprobes(accepted + first_registered,
				   num_registered);
	text_free();
	kvfree(refused);
	kvfree(accepted);
	kvfree(every);
}

module_init(every_test_init);
module_exit(every_test_exit);
MODULE_DESCRIPTION("Test: probe everything");
MODULE_LICENSE("GPL");
