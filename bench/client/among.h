/* SPDX-License-Identifier: GPL-2.0 */
/* A hit, with many other probes registered. */

static void hit_among(const char *what, unsigned int num, struct kprobe *kp)
{
	u64 probed = time_calls(targets[0].fn);

	unregister_kprobe(kp);
	pr_info("among %s %u = %lld\n", what, num,
		(s64)(probed - time_calls(targets[0].fn)) / calls);
}

static struct kprobe tail_kp;

/* It is there before the others: the last of a chain. */
static int tail_add(void)
{
	memset(&tail_kp, 0, sizeof(tail_kp));
	tail_kp.addr = (void *)targets[0].fn;
	tail_kp.pre_handler = pre_handler;
	return register_kprobe(&tail_kp);
}

static void head_hit(unsigned int num)
{
	struct kprobe kp = {
		.addr = (void *)targets[0].fn,
		.pre_handler = pre_handler,
	};

	if (!register_kprobe(&kp))
		hit_among("head", num, &kp);
}

static void return_hit(unsigned int num)
{
	struct kretprobe rp = {
		.kp.addr = (void *)targets[0].fn,
		.handler = return_handler,
	};
	u64 probed;

	if (register_kretprobe(&rp))
		return;
	probed = time_calls(targets[0].fn);
	unregister_kretprobe(&rp);
	pr_info("among return %u = %lld\n", num,
		(s64)(probed - time_calls(targets[0].fn)) / calls);
}

/* Disabled: how many there are counts, not what they do. */
static int bench_among(void)
{
	static const unsigned int sizes[] = { 0, 100, 1000, 10000, 30000 };
	unsigned int i, had = 0;
	int ret = others_read();

	if (ret)
		return ret;
	others_reset(num_others, KPROBE_FLAG_DISABLED);
	for (i = 0; i < ARRAY_SIZE(sizes) && sizes[i] <= num_others; i++) {
		ret = tail_add();
		if (ret)
			break;
		/* all of them after it */
		if (had)
			unregister_kprobes(other_list, had);
		had = 0;
		others_reset(num_others, KPROBE_FLAG_DISABLED);
		if (sizes[i])
			ret = register_kprobes(other_list, sizes[i]);
		if (ret) {
			unregister_kprobe(&tail_kp);
			pr_info("REFUSED among %u: %d\n", sizes[i], ret);
			break;
		}
		had = sizes[i];
		hit_among("tail", sizes[i], &tail_kp);
		head_hit(sizes[i]);
		return_hit(sizes[i]);
	}
	if (had)
		unregister_kprobes(other_list, had);
	others_free();
	return ret;
}
