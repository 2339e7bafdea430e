// SPDX-License-Identifier: GPL-2.0
/* The kernel's text, and modules' where probes go: whether it is as it was. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/moduleparam.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

#include "every.h"

#define MAX_DIFFERENCES	10

static ulong stext, etext;
module_param(stext, ulong, 0400);
module_param(etext, ulong, 0400);

/* The last symbol of the kernel's image, of what ran at boot and is given back by now. */
static ulong last;
module_param(last, ulong, 0400);

static void *snapshot;

bool text_is_known(void)
{
	return etext > stext;
}

static bool is_in_module(const struct every *each)
{
	return each->addr < stext || each->addr > max(etext, last);
}

int text_snapshot(struct every *every, unsigned int num)
{
	unsigned int i;

	if (!snapshot)
		snapshot = vmalloc(etext - stext);
	if (!snapshot)
		return -ENOMEM;
	memcpy(snapshot, (void *)stext, etext - stext);
	/* the last of a module may be at the end of its memory */
	for (i = 0; i < num; i++)
		if (is_in_module(&every[i]) &&
		    copy_from_kernel_nofault(every[i].was, (void *)every[i].addr,
					     NUM_WAS))
			memset(every[i].was, 0, NUM_WAS);
	return 0;
}

static unsigned int compare_bytes(const u8 *then, const u8 *now,
				  unsigned long size, unsigned int num)
{
	unsigned long i;

	for (i = 0; i < size; i++) {
		if (then[i] == now[i])
			continue;
		if (num++ < MAX_DIFFERENCES)
			pr_err("%pS: was %02x, is %02x\n", now + i, then[i],
			       now[i]);
		cond_resched();
	}
	return num;
}

int text_compare(const struct every *every, unsigned int num)
{
	unsigned int i, differences;

	if (!snapshot)
		return -ENOENT;
	differences = compare_bytes(snapshot, (u8 *)stext, etext - stext, 0);
	for (i = 0; i < num; i++) {
		/* no instruction of a compiler's begins with 0 */
		if (is_in_module(&every[i]) && every[i].was[0])
			differences = compare_bytes(every[i].was,
						    (u8 *)every[i].addr,
						    NUM_WAS, differences);
	}
	return differences ? -EUCLEAN : 0;
}

void text_free(void)
{
	vfree(snapshot);
}
