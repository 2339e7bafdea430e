// SPDX-License-Identifier: GPL-2.0
/*
 * Mistakes of clients, one at a time: writing a number below `count` to the
 * parameter `run` makes it. `result` then tells what came of it, as "name value
 * text": value is what was returned, or what else the mistake is judged by;
 * text is "same" if the target's text is as it was before. Reading `check` says
 * whether a good probe works.
 */
#include <linux/module.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "badinput.h"

int hits;
void *own_init;

int count_hit(struct kprobe *kp, struct pt_regs *regs)
{
	hits++;
	return 0;
}

int try_probe(struct kprobe *kp)
{
	int ret = register_kprobe(kp);

	if (!ret)
		unregister_kprobe(kp);
	return ret;
}

static int count;
module_param(count, int, 0400);

static int num_of(const struct mistake *mistakes)
{
	int num = 0;

	while (mistakes[num].name)
		num++;
	return num;
}

static char result[128];
module_param_string(result, result, sizeof(result), 0400);

/* The text of the target, as it was before the first mistake. */
static void *text_before;

static bool is_text_as_before(void)
{
	return !memcmp(text_before, badinput_target.text,
		       badinput_target.text_size);
}

static bool does_good_probe_work(void)
{
	struct kprobe kp = { .symbol_name = "badinput_target:bt_layout",
			     .pre_handler = count_hit };

	if (register_kprobe(&kp))
		return false;
	hits = 0;
	if (bt_layout() != 42)
		return false;
	unregister_kprobe(&kp);
	if (hits != 1 || bt_layout() != 42)
		return false;
	/* it was not hit again */
	return hits == 1;
}

static int run_set(const char *value, const struct kernel_param *param)
{
	const struct mistake *mistake;
	int num_places = num_of(bad_places), i, ret;
	char errno[16];

	ret = kstrtoint(value, 0, &i);
	if (ret)
		return ret;
	if (i < 0 || i >= count)
		return -ERANGE;
	mistake = i < num_places ? &bad_places[i] : &bad_structs[i - num_places];
	ret = mistake->make();
	snprintf(errno, sizeof(errno), "%d", ret);
	snprintf(result, sizeof(result), "%s %s %s", mistake->name,
		 ret == NOT_HERE ? "n/a" : errno,
		 is_text_as_before() ? "same" : "changed");
	return 0;
}

static const struct kernel_param_ops run_ops = {
	.set = run_set,
};
module_param_cb(run, &run_ops, NULL, 0200);

static int check_get(char *buf, const struct kernel_param *param)
{
	return sprintf(buf, "%s\n", does_good_probe_work() ? "works" : "fails");
}

static const struct kernel_param_ops check_ops = {
	.get = check_get,
};
module_param_cb(check, &check_ops, NULL, 0400);

static int __init badinput_init(void)
{
	own_init = badinput_init;
	count = num_of(bad_places) + num_of(bad_structs);
	text_before = vmalloc(badinput_target.text_size);
	if (!text_before)
		return -ENOMEM;
	memcpy(text_before, badinput_target.text, badinput_target.text_size);
	return 0;
}

static void __exit badinput_exit(void)
{
	vfree(text_before);
}

module_init(badinput_init);
module_exit(badinput_exit);
MODULE_DESCRIPTION("Mistakes of clients");
MODULE_LICENSE("GPL");
