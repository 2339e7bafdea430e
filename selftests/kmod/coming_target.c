// SPDX-License-Identifier: GPL-2.0
/*
 * A module to load, with many symbols that go with its init part, static calls, and
 * functions that must not be probed. With fail=1, its init fails.
 */
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/static_call.h>
#include <linux/stringify.h>

#include "coming.h"

static int fail;
module_param(fail, int, 0400);

asm(".pushsection .init.data, \"aw\"\n"
    ".macro coming_symbol\n"
    "coming_symbol_\\@:\n"
    ".endm\n"
    ".rept " __stringify(COMING_SYMBOLS) "\n"
    "	coming_symbol\n"
    ".endr\n"
    "	.byte 0\n"
    ".popsection");

noinline void coming_function(void);
noinline void coming_function(void)
{
	/* instructions at any offset, and room for a jump */
	asm volatile(".rept 12\n\tnop\n\t.endr");
}

noinline void coming_nokprobe(void);
noinline void coming_nokprobe(void)
{
	barrier();
}
NOKPROBE_SYMBOL(coming_nokprobe);

noinline void coming_kprobes(void);
noinline __kprobes void coming_kprobes(void)
{
	barrier();
}

DEFINE_STATIC_CALL(coming_call, coming_function);

static int __init coming_target_init(void)
{
	coming_function();
	coming_nokprobe();
	coming_kprobes();
	static_call(coming_call)();
	barrier();
	static_call(coming_call)();
	return fail ? -ENODEV : 0;
}

static void __exit coming_target_exit(void)
{
}

module_init(coming_target_init);
module_exit(coming_target_exit);
MODULE_DESCRIPTION("A module to load");
MODULE_LICENSE("GPL");
