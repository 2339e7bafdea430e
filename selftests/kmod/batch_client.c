// SPDX-License-Identifier: GPL-2.0
/* Registers probes at the functions that are named, as one batch. */
#include <linux/kprobes.h>
#include <linux/module.h>

#define MAX_PROBES	32

static char *symbols[MAX_PROBES];
static int num;
module_param_array(symbols, charp, &num, 0400);

static struct kprobe probes[MAX_PROBES], *pointers[MAX_PROBES];

static int on_hit(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

static int __init batch_client_init(void)
{
	int i;

	for (i = 0; i < num; i++) {
		probes[i].symbol_name = symbols[i];
		probes[i].pre_handler = on_hit;
		pointers[i] = &probes[i];
	}
	return register_kprobes(pointers, num);
}

static void __exit batch_client_exit(void)
{
	unregister_kprobes(pointers, num);
}

module_init(batch_client_init);
module_exit(batch_client_exit);
MODULE_DESCRIPTION("A batch of probes");
MODULE_LICENSE("GPL");
