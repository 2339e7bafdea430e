// SPDX-License-Identifier: GPL-2.0
/* Places that are none: symbols, addresses, sites that others patch, instructions. */
#include <linux/bug.h>
#include <linux/gfp.h>
#include <linux/jump_label.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/static_call.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "badinput.h"

static ulong jump_table, static_calls, bug_table, stext, etext;
module_param(jump_table, ulong, 0);
module_param(static_calls, ulong, 0);
module_param(bug_table, ulong, 0);
module_param(stext, ulong, 0);
module_param(etext, ulong, 0);

/* --- requests that are wrong by themselves */

static int try_symbol(const char *symbol, unsigned int offset)
{
	struct kprobe kp = { .symbol_name = symbol, .offset = offset };

	return try_probe(&kp);
}

/* In the instruction that calls the function tracer. */
static int try_ftrace(unsigned int offset)
{
	if (!IS_ENABLED(CONFIG_DYNAMIC_FTRACE))
		return NOT_HERE;
	return try_symbol("kernel_clone", offset);
}

static int try_addr(const void *addr, unsigned int offset)
{
	struct kprobe kp = { .addr = (void *)addr, .offset = offset };

	return try_probe(&kp);
}

static int long_symbol(void)
{
	char *name = kmalloc(4096, GFP_KERNEL);
	int ret;

	if (!name)
		return -ENOMEM;
	memset(name, 'a', 4095);
	name[4095] = '\0';
	ret = try_symbol(name, 0);
	kfree(name);
	return ret;
}

static int addr_vmalloc(void)
{
	void *area = vzalloc(PAGE_SIZE);
	int ret = area ? try_addr(area, 0) : -ENOMEM;

	vfree(area);
	return ret;
}

static int addr_kmalloc(void)
{
	void *area = kzalloc(64, GFP_KERNEL);
	int ret = area ? try_addr(area, 0) : -ENOMEM;

	kfree(area);
	return ret;
}

static int addr_unmapped(void)
{
	void *area = vzalloc(PAGE_SIZE);

	if (!area)
		return -ENOMEM;
	vfree(area);
	return try_addr(area, 0);
}

/* --- sites that others patch */

static bool is_text(unsigned long addr)
{
	return addr >= stext && addr < etext;
}

static int try_static_call(unsigned int offset)
{
	if (!IS_ENABLED(CONFIG_HAVE_STATIC_CALL_INLINE))
		return NOT_HERE;
	return try_addr(badinput_target.static_call, offset);
}

static int jump_label_kernel(void)
{
	struct jump_entry *jump = (void *)jump_table;

	if (!jump)
		return NOT_HERE;
	while (!is_text(jump_entry_code(jump)))
		jump++;
	return try_addr((void *)jump_entry_code(jump), 0);
}

static int static_call_kernel(void)
{
	struct static_call_site *site = (void *)static_calls;

	if (!site)
		return NOT_HERE;
	while (!is_text((unsigned long)&site->addr + site->addr))
		site++;
	return try_addr((void *)&site->addr + site->addr, 0);
}

static int bug_kernel(void)
{
	struct bug_entry *bug = (void *)bug_table;

	if (!bug)
		return NOT_HERE;
	while (!is_text((unsigned long)&bug->bug_addr_disp +
			bug->bug_addr_disp))
		bug++;
	return try_addr((void *)&bug->bug_addr_disp + bug->bug_addr_disp, 0);
}

/* --- all of them */

#include "place_rows.h"

#undef CALL
#undef OTHER
#define CALL	CALL_ROW
#define OTHER	OTHER_ROW

const struct mistake bad_places[] = {
#include "place_rows.h"
	{ }
};
