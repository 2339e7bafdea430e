// SPDX-License-Identifier: GPL-2.0
/* What kgdb_test.c probes: jumps come to modules that are live. */
#include <linux/export.h>
#include <linux/module.h>

#include "kgdb_target.h"
#include "kmod_arch.h"
#include "test_arch.h"

#define TARGET(name)				\
	"	.globl " name "\n"		\
	TEST_FUNCTION(name)			\
	SIDE_START				\
	"	.rept 12\n"			\
	SIDE_TIMES_3				\
	"	.endr\n"			\
	"	" KMOD_RET			\
	TEST_FUNCTION_END(name)

asm(".text\n"
    TARGET("kgdb_target")
    TARGET("kgdb_other"));

EXPORT_SYMBOL_GPL(kgdb_target);
EXPORT_SYMBOL_GPL(kgdb_other);

MODULE_DESCRIPTION("Test: what kgdb_test.c probes");
MODULE_LICENSE("GPL");
