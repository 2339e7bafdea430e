/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How many addresses can be probed; `list` of the engine then says how. Stops
 * whenever `refusals`, which keeps no more, is full of new ones: `refused` and
 * `left` say so, and writing to `left` goes on.
 */

#define MAX_REFUSALS	64

static unsigned int num_tried, num_accepted, num_refused;
module_param_named(refused, num_refused, uint, 0400);

static int coverage_go_on(void)
{
	unsigned int stop = num_refused + MAX_REFUSALS;

	while (num_tried < num_others && num_refused < stop) {
		/* or RCU-tasks would wait for the last one */
		if (num_tried % 100 == 0)
			usleep_range(10, 100);
		if (register_kprobe(&others[num_tried]))
			num_refused++;
		else
			other_list[num_accepted++] = &others[num_tried];
		num_tried++;
	}
	if (num_tried < num_others)
		return 0;
	pr_info("coverage %s tried = %u\n", label, num_tried);
	pr_info("coverage %s accepted = %u\n", label, num_accepted);
	return 0;
}

static int left_set(const char *value, const struct kernel_param *param)
{
	return coverage_go_on();
}

static int left_get(char *buf, const struct kernel_param *param)
{
	return sysfs_emit(buf, "%u\n", num_others - num_tried);
}

static const struct kernel_param_ops left_ops = {
	.set = left_set,
	.get = left_get,
};
module_param_cb(left, &left_ops, NULL, 0600);

static int bench_coverage(void)
{
	int ret = others_read();

	if (ret)
		return ret;
	others_reset(num_others, 0);
	return coverage_go_on();
}

static void coverage_free(void)
{
	if (!num_accepted)
		return;
	unregister_kprobes(other_list, num_accepted);
	others_free();
}
