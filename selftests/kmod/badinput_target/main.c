// SPDX-License-Identifier: GPL-2.0
/* Something of everything that must not be probed. */
#include <linux/bug.h>
#include <linux/jump_label.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/static_call.h>

#include <compat/module.h>

#include "../badinput_target.h"

struct badinput_target badinput_target;
EXPORT_SYMBOL_GPL(badinput_target);
EXPORT_SYMBOL_GPL(bt_layout);
EXPORT_SYMBOL_GPL(bt_next);

static int bt_data = 1;
static int bt_bss;
static const int bt_rodata = 1;

static DEFINE_STATIC_KEY_FALSE(bt_key);

int bt_called(int value);
noinline int bt_called(int value)
{
	barrier();
	return value + 1;
}

DEFINE_STATIC_CALL(bt_call, bt_called);

int bt_nokprobe(int value);
noinline int bt_nokprobe(int value)
{
	barrier();
	return value + 2;
}
NOKPROBE_SYMBOL(bt_nokprobe);

int bt_kprobes_section(int value);
noinline int __kprobes bt_kprobes_section(int value)
{
	barrier();
	return value + 3;
}

int bt_noinstr(int value);
noinstr int bt_noinstr(int value)
{
	return value + 4;
}

int bt_patched(int value);
noinline int bt_patched(int value)
{
	if (static_branch_unlikely(&bt_key))
		value = bt_nokprobe(value);
	value = static_call(bt_call)(value);
	WARN_ON(value == INT_MIN);
	return value;
}

static void *static_call_site(void)
{
#ifdef CONFIG_HAVE_STATIC_CALL_INLINE
	struct static_call_site *site = THIS_MODULE->static_call_sites;

	if (THIS_MODULE->num_static_call_sites)
		return (void *)&site->addr + site->addr;
#endif
	return NULL;
}

static int __init badinput_target_init(void)
{
	struct bug_entry *bug = THIS_MODULE->bug_table;
	struct jump_entry *jump = THIS_MODULE->jump_entries;

	if (!THIS_MODULE->num_bugs || !THIS_MODULE->num_jump_entries ||
	    (IS_ENABLED(CONFIG_HAVE_STATIC_CALL_INLINE) &&
	     !static_call_site()))
		return -ENOENT;
	badinput_target = (struct badinput_target){
		.text = (void *)kp_module_text(THIS_MODULE),
		.text_size = kp_module_text_end(THIS_MODULE) -
			     kp_module_text(THIS_MODULE),
		.data = &bt_data,
		.bss = &bt_bss,
		.rodata = &bt_rodata,
		.jump_label = (void *)jump_entry_code(jump),
		.static_call = static_call_site(),
		.warn = (void *)&bug->bug_addr_disp + bug->bug_addr_disp,
	};
	return bt_noinstr(bt_kprobes_section(bt_patched(bt_bss))) == bt_data ?
		-EINVAL : 0;
}

static void __exit badinput_target_exit(void)
{
}

module_init(badinput_target_init);
module_exit(badinput_target_exit);
MODULE_DESCRIPTION("What the badinput test asks for probes in");
MODULE_LICENSE("GPL");
