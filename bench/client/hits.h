/* SPDX-License-Identifier: GPL-2.0 */
/* A hit, by kind of probe and of instruction. */

static int pre_handler(struct kprobe *kp, struct pt_regs *regs)
{
	handled++;
	return 0;
}

static void post_handler(struct kprobe *kp, struct pt_regs *regs,
			 unsigned long flags)
{
	handled++;
}

static int return_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	handled++;
	return 0;
}

#define MAX_AT_ONE	3

static void bench_kprobe(const char *what, const char *name, void (*fn)(void),
			 unsigned int probes, bool with_post)
{
	struct kprobe *list[MAX_AT_ONE], *kps;
	unsigned int i;
	u64 probed;
	int ret;

	kps = kcalloc(probes, sizeof(*kps), GFP_KERNEL);
	if (!kps)
		return;
	for (i = 0; i < probes; i++) {
		kps[i].addr = (void *)fn;
		kps[i].pre_handler = pre_handler;
		if (with_post)
			kps[i].post_handler = post_handler;
		list[i] = &kps[i];
	}
	ret = register_kprobes(list, probes);
	if (ret) {
		refused(what, name, ret);
	} else {
		probed = time_probed(what, name, fn, with_post ? 2 * probes :
							       probes);
		unregister_kprobes(list, probes);
		report(what, name, fn, probed);
	}
	kfree(kps);
}

static void bench_return(const char *what, const char *name, void (*fn)(void),
			 unsigned int probes, bool with_entry)
{
	struct kretprobe *list[MAX_AT_ONE], *rps;
	unsigned int i;
	u64 probed;
	int ret;

	rps = kcalloc(probes, sizeof(*rps), GFP_KERNEL);
	if (!rps)
		return;
	for (i = 0; i < probes; i++) {
		rps[i].kp.addr = (void *)fn;
		rps[i].handler = return_handler;
		if (with_entry)
			rps[i].entry_handler = return_handler;
		list[i] = &rps[i];
	}
	ret = register_kretprobes(list, probes);
	if (ret) {
		refused(what, name, ret);
	} else {
		probed = time_probed(what, name, fn, with_entry ? 2 * probes :
								probes);
		unregister_kretprobes(list, probes);
		report(what, name, fn, probed);
	}
	kfree(rps);
}

#ifdef KP_BENCH_JPROBES
static void jprobe_handler(void)
{
	handled++;
	jprobe_return();
}

static void bench_jprobe(const char *what, const char *name, void (*fn)(void))
{
	struct jprobe jp = { .kp.addr = (void *)fn, .entry = jprobe_handler };
	int ret = register_jprobe(&jp);
	u64 probed;

	if (ret) {
		refused(what, name, ret);
		return;
	}
	probed = time_probed(what, name, fn, 1);
	unregister_jprobe(&jp);
	report(what, name, fn, probed);
}
#else
static void bench_jprobe(const char *what, const char *name, void (*fn)(void))
{
}
#endif

/* How a function is entered decides what the rows are called. */
static const struct entry {
	const char *pre, *post, *second, *third;
	const char *ret, *entry_ret, *second_ret, *third_ret, *jprobe;
} by_trap = {
	"pre", "post", "second", "third",
	"return", "entry+return", "second-return", "third-return", "jprobe"
}, by_jump = {
	"jump", "jump-post", "jump-second", "jump-third",
	"jump-return", "jump-entry+return", "jump-second-return",
	"jump-third-return", "jump-jprobe"
}, by_tracer = {
	"entry", "entry-post", "entry-second", "entry-third",
	"entry-return", "entry-entry+return", "entry-second-return",
	"entry-third-return", "entry-jprobe"
};

static void bench_target(const struct entry *how, const char *name,
			 void (*fn)(void))
{
	bench_kprobe(how->pre, name, fn, 1, false);
	bench_kprobe(how->post, name, fn, 1, true);
	bench_kprobe(how->second, name, fn, 2, false);
	bench_kprobe(how->third, name, fn, 3, false);
	bench_return(how->ret, name, fn, 1, false);
	bench_return(how->entry_ret, name, fn, 1, true);
	bench_return(how->second_ret, name, fn, 2, false);
	bench_return(how->third_ret, name, fn, 3, false);
	bench_jprobe(how->jprobe, name, fn);
}

static int bench_hits(void)
{
	int i;

	marks_begin();
	for (i = 0; i < ARRAY_SIZE(targets); i++)
		bench_target(&by_trap, targets[i].name, targets[i].fn);
	/* what both engines can make a jump of */
	bench_target(&by_jump, "mov", bench_mov);
	bench_target(&by_tracer, "C", bench_entry);
	return 0;
}
