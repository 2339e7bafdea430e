/* SPDX-License-Identifier: GPL-2.0 */
/* How many addresses can be probed; `list` of the engine then says how. */

static unsigned int num_tried, num_accepted;

static int bench_coverage(void)
{
	unsigned int i;
	int ret = others_read();

	if (ret)
		return ret;
	others_reset(num_others, 0);
	for (i = 0; i < num_others; i++) {
		num_tried++;
		if (!register_kprobe(&others[i]))
			other_list[num_accepted++] = &others[i];
		/* or RCU-tasks would wait for the last one */
		if (i % 100 == 0)
			usleep_range(10, 100);
	}
	pr_info("coverage %s tried = %u\n", label, num_tried);
	pr_info("coverage %s accepted = %u\n", label, num_accepted);
	return 0;
}

static void coverage_free(void)
{
	if (!num_accepted)
		return;
	unregister_kprobes(other_list, num_accepted);
	others_free();
}
