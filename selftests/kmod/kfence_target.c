// SPDX-License-Identifier: GPL-2.0
/*
 * kfence_read() reads what it is given by its second instruction, at +3.
 *
 * read: let it read a freed object of KFENCE's, so often
 * done: how often it came back with what was there
 */
#include <linux/delay.h>
#include <linux/kfence.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "kmod_arch.h"
#include "test_arch.h"

#define SIZE	64
#define NUMBER	0x89abcdef

asm(".text\n"
    "	.globl kfence_read\n"
    TEST_FUNCTION("kfence_read")
    "	mov %rdi, %rax\n"		/* +0, 3 bytes */
    "	mov (%rax), %eax\n"		/* +3, 2 bytes */
    "	nop; nop; nop; nop; nop\n"
    "	" KMOD_RET
    TEST_FUNCTION_END("kfence_read"));

unsigned long kfence_read(const u32 *at);

static unsigned int done;
module_param(done, uint, 0400);

/* One of its objects in a while. */
static u32 *guarded(void)
{
	u32 *object;
	int i;

	for (i = 0; i < 10000; i++) {
		object = kmalloc(SIZE, GFP_KERNEL);
		if (!object || is_kfence_address(object))
			return object;
		kfree(object);
		usleep_range(100, 200);
	}
	return NULL;
}

static int read_set(const char *value, const struct kernel_param *param)
{
	const u32 *freed;
	unsigned int num;
	u32 *object;
	int ret = kstrtouint(value, 0, &num);

	while (!ret && num--) {
		object = guarded();
		if (!object)
			return -ENOMEM;
		*object = NUMBER;
		freed = object;
		kfree(object);
		if (kfence_read(freed) == NUMBER)
			done++;
	}
	return ret;
}

static const struct kernel_param_ops read_ops = { .set = read_set };
module_param_cb(read, &read_ops, NULL, 0200);

static int __init kfence_target_init(void)
{
	return 0;
}

static void __exit kfence_target_exit(void)
{
}

module_init(kfence_target_init);
module_exit(kfence_target_exit);
MODULE_DESCRIPTION("Reads what KFENCE guards");
MODULE_LICENSE("GPL");
