// SPDX-License-Identifier: GPL-2.0
/*
 * Watches that tests switch on and off, by parameters:
 *
 * symbol: watch that; by default words of this module
 * watch: number of watches that there are to be; EAGAIN and others if refused
 * write: "CPU WORD" writes a word there
 * hits, cpu: of all handlers; where the last one ran
 */
#include <linux/kwatch.h>
#include <linux/module.h>
#include <linux/smp.h>

#define MAX_WATCHES	5

static u64 words[MAX_WATCHES];
static struct kwatch watches[MAX_WATCHES];
static unsigned int num_watches;
static atomic_t hits;
static int last_cpu = -1;

static char *symbol;
module_param(symbol, charp, 0400);

static void on_hit(struct kwatch *kw, struct pt_regs *regs, int debugreg)
{
	atomic_inc(&hits);
	last_cpu = raw_smp_processor_id();
}

static int add_watch(unsigned int i)
{
	struct kwatch *kw = &watches[i];

	*kw = (struct kwatch){
		.length		= 4,
		.type		= KWATCH_WRITE,
		.handler	= on_hit,
	};
	if (symbol)
		kw->symbol_name = symbol;
	else
		kw->addr = (unsigned long)&words[i];
	return register_kwatch_probe(kw);
}

static int watch_set(const char *value, const struct kernel_param *param)
{
	unsigned int wanted;
	int ret = kstrtouint(value, 0, &wanted);

	if (!ret && wanted > MAX_WATCHES)
		ret = -EINVAL;
	while (!ret && num_watches < wanted) {
		ret = add_watch(num_watches);
		if (!ret)
			num_watches++;
	}
	while (num_watches > wanted)
		unregister_kwatch_probe(&watches[--num_watches]);
	return ret;
}

static int watch_get(char *buf, const struct kernel_param *param)
{
	return sysfs_emit(buf, "%u\n", num_watches);
}

static const struct kernel_param_ops watch_ops = {
	.set = watch_set,
	.get = watch_get,
};
module_param_cb(watch, &watch_ops, NULL, 0600);

static void write_word(void *word)
{
	WRITE_ONCE(*(u64 *)word, *(u64 *)word + 1);
}

static int write_set(const char *value, const struct kernel_param *param)
{
	unsigned int cpu, i;

	if (sscanf(value, "%u %u", &cpu, &i) != 2 || i >= MAX_WATCHES)
		return -EINVAL;
	return smp_call_function_single(cpu, write_word, &words[i], true);
}

static const struct kernel_param_ops write_ops = {
	.set = write_set,
};
module_param_cb(write, &write_ops, NULL, 0200);

static int hits_get(char *buf, const struct kernel_param *param)
{
	return sysfs_emit(buf, "%d\n", atomic_read(&hits));
}

static const struct kernel_param_ops hits_ops = {
	.get = hits_get,
};
module_param_cb(hits, &hits_ops, NULL, 0400);
module_param_named(cpu, last_cpu, int, 0400);

static int __init watch_client_init(void)
{
	return 0;
}

static void __exit watch_client_exit(void)
{
	while (num_watches)
		unregister_kwatch_probe(&watches[--num_watches]);
}

module_init(watch_client_init);
module_exit(watch_client_exit);
MODULE_DESCRIPTION("Test: watches by command");
MODULE_LICENSE("GPL");
