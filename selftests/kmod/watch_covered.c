// SPDX-License-Identifier: GPL-2.0
/* A function for watch_text.c: in a module that is loaded, where probes become jumps. */
#include <linux/linkage.h>
#include <linux/module.h>

#include "watch_arch.h"

/* Adds 1. */
asm(".pushsection .text\n"
    ".globl watch_covered\n"
    TEST_FUNCTION("watch_covered")
    "mov %edi, %eax\n"
    "add $1, %eax\n"
    ASM_RET
    TEST_FUNCTION_END("watch_covered")
    ".popsection\n");
EXPORT_SYMBOL_GPL(watch_covered);

static int __init watch_covered_init(void)
{
	return 0;
}

static void __exit watch_covered_exit(void)
{
}

module_init(watch_covered_init);
module_exit(watch_covered_exit);
MODULE_DESCRIPTION("Test: a function whose second instruction is watched");
MODULE_LICENSE("GPL");
