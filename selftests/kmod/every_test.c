// SPDX-License-Identifier: GPL-2.0
/*
 * Probes every function there is, at its first instruction. The script
 * selftests/tests/everything.sh writes the addresses to "symbols" and what is
 * to be done to "command", both in the folder every_test of debugfs; "state"
 * says what came of it.
 *
 * Commands:
 *	snapshot	remember the kernel's text
 *	compare		fail with EUCLEAN if it is not as remembered
 *	chunk		register the next ones, but for those that are refused
 *	refused		try the next 64 of these again, one by one
 *	all		register all that were accepted
 *	remove		unregister what is registered
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/debugfs.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include "../../compat/atomic.h"

#define MAX_PROBES	65536
/* As many as `refusals` remembers. */
#define MAX_REFUSED	64
#define MAX_DIFFERENCES	10
#define NUM_BUCKETS	8
#define NUM_TOP		10

static ulong stext, etext;
module_param(stext, ulong, 0400);
module_param(etext, ulong, 0400);

static uint chunk = 500;
module_param(chunk, uint, 0600);

/**
 * struct every - one function
 * @kp: its probe
 * @addr: its address
 * @hits: calls of the handler since it was registered last
 */
struct every {
	struct kprobe kp;
	unsigned long addr;
	atomic_long_t hits;
};

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

static void *snapshot;

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
		if (num_every == MAX_PROBES)
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

static int take_snapshot(void)
{
	if (!snapshot)
		snapshot = vmalloc(etext - stext);
	if (!snapshot)
		return -ENOMEM;
	memcpy(snapshot, (void *)stext, etext - stext);
	return 0;
}

static int compare(void)
{
	const u8 *then = snapshot, *now = (u8 *)stext;
	unsigned int num = 0;
	unsigned long i;

	if (!snapshot)
		return -ENOENT;
	for (i = 0; i < etext - stext; i++) {
		if (then[i] == now[i])
			continue;
		if (num++ < MAX_DIFFERENCES)
			pr_err("%pS: was %02x, is %02x\n", now + i, then[i],
			       now[i]);
		cond_resched();
	}
	return num ? -EUCLEAN : 0;
}

static int obey(const char *command)
{
	if (!strcmp(command, "snapshot"))
		return take_snapshot();
	if (!strcmp(command, "compare"))
		return compare();
	if (!strcmp(command, "chunk"))
		return register_chunk();
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
	ret = obey(strim(command));
	mutex_unlock(&every_mutex);
	return ret ?: count;
}

static const struct file_operations command_fops = {
	.owner	= THIS_MODULE,
	.write	= command_write,
};

/* How many functions were called less than 1, 10, 100, ... times. */
static void show_distribution(struct seq_file *m, const unsigned int *buckets)
{
	unsigned long limit = 1;
	int i;

	seq_puts(m, "distribution");
	for (i = 0; i < NUM_BUCKETS - 1; i++, limit *= 10)
		seq_printf(m, " <%lu:%u", limit, buckets[i]);
	seq_printf(m, " more:%u\n", buckets[i]);
}

static int state_show(struct seq_file *m, void *v)
{
	unsigned int buckets[NUM_BUCKETS] = {}, i, n, num_hit = 0;
	struct every *top[NUM_TOP] = {};
	unsigned long hits = 0, missed = 0;

	mutex_lock(&every_mutex);
	for (i = 0; i < num_accepted; i++) {
		struct every *each = container_of(accepted[i], struct every,
						  kp);
		unsigned long h = atomic_long_read(&each->hits), limit = 1;
		unsigned int place = NUM_TOP;

		for (n = 0; n < NUM_BUCKETS - 1 && h >= limit; n++)
			limit *= 10;
		buckets[n]++;
		num_hit += h > 0;
		hits += h;
		missed += each->kp.nmissed;
		while (place && (!top[place - 1] ||
				 atomic_long_read(&top[place - 1]->hits) < h))
			place--;
		if (place < NUM_TOP) {
			memmove(&top[place + 1], &top[place],
				(NUM_TOP - 1 - place) * sizeof(*top));
			top[place] = each;
		}
	}
	seq_printf(m, "symbols %u\ntried %u\naccepted %u\nrefused %u\n",
		   num_every, num_tried, num_accepted, num_refused);
	seq_printf(m, "again_last %u\nregistered %u\n", num_again_last,
		   num_registered);
	seq_printf(m, "functions_hit %u\nhits %lu\nmissed %lu\n", num_hit,
		   hits, missed);
	show_distribution(m, buckets);
	for (i = 0; i < NUM_TOP && top[i]; i++)
		seq_printf(m, "top %pS %lu\n", (void *)top[i]->addr,
			   atomic_long_read(&top[i]->hits));
	mutex_unlock(&every_mutex);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(state);

static int __init every_test_init(void)
{
	if (etext <= stext)
		return -EINVAL;
	every = kvcalloc(MAX_PROBES, sizeof(*every), GFP_KERNEL);
	accepted = kvcalloc(MAX_PROBES, sizeof(*accepted), GFP_KERNEL);
	refused = kvcalloc(MAX_PROBES, sizeof(*refused), GFP_KERNEL);
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
	vfree(snapshot);
	kvfree(refused);
	kvfree(accepted);
	kvfree(every);
}

module_init(every_test_init);
module_exit(every_test_exit);
MODULE_DESCRIPTION("Test: probe everything");
MODULE_LICENSE("GPL");
