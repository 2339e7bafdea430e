// SPDX-License-Identifier: GPL-2.0
/*
 * A client that does not unregister what it has registered. Its parameters:
 *
 * kind: kprobe, post, return, jprobe, watch, classic, user; or early, of which
 *	struct and handler go when init is done
 * symbol, offset: where, or word is watched; path: of the program, for user
 * num: so many probes there
 * disabled: they are
 * heap: their structs are freed by exit or a failing init, registered as they are
 * handler: address of a pre_handler in another module
 * wait: init ends when they have been hit
 * fail: it fails then
 * polite: exit unregisters, after all
 * hits: calls of handlers
 */
#include <linux/delay.h>
#include <linux/kprobes.h>
#include <linux/kwatch.h>
#include <linux/module.h>
#include <linux/slab.h>

#define MAX_PROBES	100

/* Half a minute: the machine may be slow. */
#define MAX_WAITS	1500

static char *kind = "kprobe", *symbol = "leave_called", *path;
module_param(kind, charp, 0400);
module_param(symbol, charp, 0400);
module_param(path, charp, 0400);
static uint offset, num = 1;
module_param(offset, uint, 0400);
module_param(num, uint, 0400);
static bool disabled, heap, fail, polite, wait = true;
module_param(wait, bool, 0400);
module_param(disabled, bool, 0400);
module_param(heap, bool, 0400);
module_param(fail, bool, 0400);
module_param(polite, bool, 0400);
static ulong handler, word;
module_param(handler, ulong, 0400);
module_param(word, ulong, 0400);

static atomic_t hits;

static int hits_get(char *buf, const struct kernel_param *param)
{
	return sysfs_emit(buf, "%d\n", atomic_read(&hits));
}

static const struct kernel_param_ops hits_ops = { .get = hits_get };
module_param_cb(hits, &hits_ops, NULL, 0400);

/**
 * struct forgotten - a probe of any kind
 * @kp: a kprobe
 * @rp: or a return probe
 * @jp: or a jprobe
 * @kw: or a watch
 * @up: where in user space it is
 */
struct forgotten {
	union {
		struct kprobe kp;
		struct kretprobe rp;
		struct jprobe jp;
		struct kwatch kw;
	};
	struct uprobe up;
};

static struct forgotten forgotten[MAX_PROBES], *probes = forgotten;

static int on_hit(struct kprobe *kp, struct pt_regs *regs)
{
	atomic_inc(&hits);
	return 0;
}

static void on_post(struct kprobe *kp, struct pt_regs *regs,
		    unsigned long flags)
{
	atomic_inc(&hits);
}

static int on_call(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	atomic_inc(&hits);
	return 0;
}

static long on_jprobe(long x)
{
	atomic_inc(&hits);
	jprobe_return();
	return 0;
}

static void on_watch(struct kwatch *kw, struct pt_regs *regs, int debugreg)
{
	atomic_inc(&hits);
}

static void on_user_return(struct kprobe *kp, struct pt_regs *regs,
			   unsigned long func)
{
	atomic_inc(&hits);
}

static int add_watch(struct forgotten *probe)
{
	probe->kw.addr = word;
	probe->kw.length = sizeof(long);
	probe->kw.type = KWATCH_WRITE;
	probe->kw.handler = on_watch;
	if (strcmp(kind, "classic"))
		return register_kwatch_probe(&probe->kw);
	return min(register_kwatch(word, sizeof(long), KWATCH_WRITE, on_watch), 0);
}

static int add_user(struct forgotten *probe)
{
	probe->kp.user = &probe->up;
	probe->kp.pre_handler = on_hit;
	probe->up.ret_handler = on_user_return;
	return register_uprobe_path(path, symbol, 0, &probe->kp);
}

static int add(struct forgotten *probe)
{
	if (!strcmp(kind, "watch") || !strcmp(kind, "classic"))
		return add_watch(probe);
	probe->kp.flags = disabled ? KPROBE_FLAG_DISABLED : 0;
	if (!strcmp(kind, "user"))
		return add_user(probe);
	probe->kp.symbol_name = symbol;
	probe->kp.offset = offset;
	if (!strcmp(kind, "return")) {
		probe->rp.entry_handler = on_call;
		probe->rp.handler = on_call;
		return register_kretprobe(&probe->rp);
	}
	if (!strcmp(kind, "jprobe")) {
		probe->jp.entry = JPROBE_ENTRY(on_jprobe);
		return register_jprobe(&probe->jp);
	}
	probe->kp.pre_handler = handler ? (void *)handler : on_hit;
	if (!strcmp(kind, "post"))
		probe->kp.post_handler = on_post;
	return register_kprobe(&probe->kp);
}

static int __init on_early(struct kprobe *kp, struct pt_regs *regs)
{
	atomic_inc(&hits);
	return 0;
}

static struct kprobe early __initdata = {
	.pre_handler = on_early,
};

static int wait_for_hits(void)
{
	int i;

	if (!wait)
		return 0;
	for (i = 0; i < MAX_WAITS; i++) {
		if (atomic_read(&hits) > 10)
			return 0;
		msleep(20);
	}
	return -ETIMEDOUT;
}

static void forget(void)
{
	if (heap)
		kfree(probes);
}

static int __init leave_client_init(void)
{
	unsigned int i;
	int ret;

	pr_info("leave_client: init\n");
	if (!strcmp(kind, "early")) {
		early.symbol_name = symbol;
		return register_kprobe(&early) ?: wait_for_hits();
	}
	if (heap) {
		probes = kcalloc(MAX_PROBES, sizeof(*probes), GFP_KERNEL);
		if (!probes)
			return -ENOMEM;
	}
	for (i = 0; i < min_t(uint, num, MAX_PROBES); i++) {
		ret = add(&probes[i]);
		/* those before are forgotten */
		if (ret) {
			forget();
			return ret;
		}
	}
	ret = wait_for_hits();
	if (!ret && fail)
		ret = -ECANCELED;
	if (ret)
		forget();
	return ret;
}

static void __exit leave_client_exit(void)
{
	unsigned int i;

	for (i = 0; polite && i < num; i++)
		unregister_kprobe(&probes[i].kp);
	forget();
}

module_init(leave_client_init);
module_exit(leave_client_exit);
MODULE_DESCRIPTION("Test: a client that forgets its probes");
MODULE_LICENSE("GPL");
