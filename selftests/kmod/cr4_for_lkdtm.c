// SPDX-License-Identifier: GPL-2.0
/*
 * A function that lkdtm wants, and that the kernel exports only if it was built with
 * lkdtm as a module. It is called by one of lkdtm's tests, which is not run.
 */
#include <linux/module.h>
#include <asm/special_insns.h>

void native_write_cr4(unsigned long val)
{
}
EXPORT_SYMBOL_GPL(native_write_cr4);

MODULE_DESCRIPTION("Stands in for native_write_cr4()");
MODULE_LICENSE("GPL");
