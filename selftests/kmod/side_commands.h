/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A client that does what it is told, from two sources: one is built against
 * our header, the other against the kernel's own. Parameters:
 *
 * cmd: what to do; `result` then says what came of it
 *	reg SLOT SYMBOL OFFSET [d][p][r][g]	register: disabled, with
 *					post_handler, with a pre_handler that
 *					makes the function return 99, or that
 *					goes to side_plain, past its first
 *					instruction
 *	batch SLOT NUM SYMBOL STEP	register NUM at once, in SLOT and those
 *					after it, at STEP, 2 * STEP, ...
 *	fns SLOT FIRST [OFFSET]		register side_fn<FIRST> to side_fn9 at
 *					once, in SLOT and those after it
 *	unbatch SLOT NUM		unregister so many at once
 *	enables SLOT NUM		enable so many at once, if they can be
 *	unreg SLOT, enable SLOT, disable SLOT
 *	flags SLOT			the flags
 *	hits SLOT			calls of pre and of post_handlers
 *	clear SLOT			hits from 0 again
 *	text SYMBOL OFFSET NUM		bytes that are there now, in hex
 *	write SYMBOL OFFSET HEX		write bytes, of a module's text
 */
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>
/* since 6.4, and nobody else includes it since 7.0 */
#ifdef KP_OFFERS_HEX
#include <linux/hex.h>
#endif

#include "kmod_arch.h"

#define NUM_SLOTS	256
#define SYMBOL_SIZE	64

static struct slot {
	struct kprobe kp;
	char symbol[SYMBOL_SIZE];
	bool is_registered;
	atomic_t pre;
	atomic_t post;
} slots[NUM_SLOTS];

static struct kprobe *kps[NUM_SLOTS];
static DEFINE_MUTEX(lock);
static char result[128] = "0";

static int pre(struct kprobe *kp, struct pt_regs *regs)
{
	atomic_inc(&container_of(kp, struct slot, kp)->pre);
	return 0;
}

static void post(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
	atomic_inc(&container_of(kp, struct slot, kp)->post);
}

asm(".text\n"
    "	.type side_return, @function\n"
    "side_return:\n"
    "	" KMOD_RET
    "	.size side_return, . - side_return\n");
extern char side_return[];

/* At a function's entry: return at once. The function tracer keeps sp. */
static int pre_return(struct kprobe *kp, struct pt_regs *regs)
{
	pre(kp, regs);
	regs_set_return_value(regs, 99);
	instruction_pointer_set(regs, (unsigned long)side_return);
	return 1;
}

static unsigned long behind_first;

static int pre_go(struct kprobe *kp, struct pt_regs *regs)
{
	pre(kp, regs);
	instruction_pointer_set(regs, behind_first);
	return 1;
}

static void prepare(struct slot *slot, const char *symbol, unsigned int offset,
		    const char *how)
{
	memset(slot, 0, sizeof(*slot));
	strscpy(slot->symbol, symbol, sizeof(slot->symbol));
	slot->kp.symbol_name = slot->symbol;
	slot->kp.offset = offset;
	slot->kp.pre_handler = strchr(how, 'r') ? pre_return :
			       strchr(how, 'g') ? pre_go : pre;
	if (strchr(how, 'p'))
		slot->kp.post_handler = post;
	if (strchr(how, 'd'))
		slot->kp.flags = KPROBE_FLAG_DISABLED;
}

static int batch(unsigned int from, unsigned int num, const char *symbol,
		 unsigned int step)
{
	unsigned int i;
	int ret;

	for (i = 0; i < num; i++) {
		prepare(&slots[from + i], symbol, (i + 1) * step, "");
		kps[i] = &slots[from + i].kp;
	}
	ret = register_kprobes(kps, num);
	for (i = 0; i < num; i++)
		slots[from + i].is_registered = !ret;
	return ret;
}

static int batch_fns(unsigned int from, unsigned int first,
		     unsigned int offset)
{
	char symbol[SYMBOL_SIZE];
	unsigned int i;
	int ret;

	for (i = 0; first + i < 10; i++) {
		snprintf(symbol, sizeof(symbol), "side_fn%u", first + i);
		prepare(&slots[from + i], symbol, offset, "");
		kps[i] = &slots[from + i].kp;
	}
	ret = register_kprobes(kps, i);
	while (i--)
		slots[from + i].is_registered = !ret;
	return ret;
}

static void unbatch(unsigned int from, unsigned int num)
{
	unsigned int i;

	for (i = 0; i < num; i++) {
		kps[i] = &slots[from + i].kp;
		slots[from + i].is_registered = false;
	}
	unregister_kprobes(kps, num);
}

static int enables(unsigned int from, unsigned int num)
{
#ifdef SIDE_ENABLE
	unsigned int i;

	for (i = 0; i < num; i++)
		kps[i] = &slots[from + i].kp;
	return SIDE_ENABLE(kps, num);
#else
	return -ENOTTY;
#endif
}

/* The address of a symbol: a probe that is never armed finds it. */
static unsigned long address_of(const char *symbol)
{
	static struct slot finder;
	unsigned long addr;

	prepare(&finder, symbol, 0, "d");
	if (register_kprobe(&finder.kp))
		return 0;
	addr = (unsigned long)finder.kp.addr;
	unregister_kprobe(&finder.kp);
	return addr;
}

static int show_text(const char *symbol, unsigned int offset, unsigned int num)
{
	unsigned long addr;
	u8 bytes[32];

	if (kstrtoul(symbol, 16, &addr))
		addr = address_of(symbol);
	if (!addr || num > sizeof(bytes) ||
	    copy_from_kernel_nofault(bytes, (void *)addr + offset, num))
		return -EFAULT;
	snprintf(result, sizeof(result), "%*phN", num, bytes);
	return 0;
}

/* As somebody might who asks nobody: text is read-only, its pages need not be. */
static int write_text(const char *symbol, unsigned int offset, const char *hex)
{
	unsigned long addr;
	struct page *page;
	u8 bytes[8], *at;
	size_t num = strlen(hex) / 2;

	if (kstrtoul(symbol, 16, &addr) || num > sizeof(bytes) ||
	    hex2bin(bytes, hex, num))
		return -EINVAL;
	addr += offset;
	page = vmalloc_to_page((void *)addr);
	if (!page || offset_in_page(addr) + num > PAGE_SIZE)
		return -EFAULT;
	at = vmap(&page, 1, VM_MAP, PAGE_KERNEL);
	if (!at)
		return -ENOMEM;
	memcpy(at + offset_in_page(addr), bytes, num);
	vunmap(at);
	return 0;
}

static int do_slot(const char *word, struct slot *slot)
{
	if (!strcmp(word, "unreg")) {
		unregister_kprobe(&slot->kp);
		slot->is_registered = false;
		return 0;
	}
	if (!strcmp(word, "enable"))
		return enable_kprobe(&slot->kp);
	if (!strcmp(word, "disable"))
		return disable_kprobe(&slot->kp);
	if (!strcmp(word, "flags"))
		snprintf(result, sizeof(result), "%u", slot->kp.flags);
	else if (!strcmp(word, "hits"))
		snprintf(result, sizeof(result), "%d %d",
			 atomic_read(&slot->pre), atomic_read(&slot->post));
	else if (!strcmp(word, "clear"))
		atomic_set(&slot->pre, 0), atomic_set(&slot->post, 0);
	else
		return -ENOTTY;
	return 0;
}

static int do_command(const char *line)
{
	char word[16], symbol[SYMBOL_SIZE], how[8] = "", hex[17];
	unsigned int slot, offset, num;
	int ret;

	if (sscanf(line, "text %63s %u %u", symbol, &offset, &num) == 3)
		return show_text(symbol, offset, num);
	if (sscanf(line, "write %63s %u %16s", symbol, &offset, hex) == 3)
		return write_text(symbol, offset, hex);
	if (sscanf(line, "reg %u %63s %u %7s", &slot, symbol, &offset,
		   how) >= 3 && slot < NUM_SLOTS) {
		if (strchr(how, 'g'))
			behind_first = address_of("side_plain") + 4;
		prepare(&slots[slot], symbol, offset, how);
		ret = register_kprobe(&slots[slot].kp);
		slots[slot].is_registered = !ret;
		return ret;
	}
	if (sscanf(line, "batch %u %u %63s %u", &slot, &num, symbol,
		   &offset) == 4 && slot + num <= NUM_SLOTS)
		return batch(slot, num, symbol, offset);
	offset = 0;
	if (sscanf(line, "fns %u %u %u", &slot, &num, &offset) >= 2 &&
	    slot + 10 <= NUM_SLOTS)
		return batch_fns(slot, num, offset);
	if (sscanf(line, "unbatch %u %u", &slot, &num) == 2 &&
	    slot + num <= NUM_SLOTS) {
		unbatch(slot, num);
		return 0;
	}
	if (sscanf(line, "enables %u %u", &slot, &num) == 2 &&
	    slot + num <= NUM_SLOTS)
		return enables(slot, num);
	if (sscanf(line, "%15s %u", word, &slot) == 2 && slot < NUM_SLOTS)
		return do_slot(word, &slots[slot]);
	return -ENOTTY;
}

static int cmd_set(const char *line, const struct kernel_param *param)
{
	int ret;

	mutex_lock(&lock);
	strscpy(result, "0", sizeof(result));
	ret = do_command(line);
	if (ret)
		snprintf(result, sizeof(result), "%d", ret);
	mutex_unlock(&lock);
	return ret == -ENOTTY ? ret : 0;
}

static const struct kernel_param_ops cmd_ops = { .set = cmd_set };
module_param_cb(cmd, &cmd_ops, NULL, 0200);
module_param_string(result, result, sizeof(result), 0400);

static int __init side_init(void)
{
	return 0;
}

static void __exit side_exit(void)
{
	int i;

	for (i = 0; i < NUM_SLOTS; i++)
		if (slots[i].is_registered)
			unregister_kprobe(&slots[i].kp);
}

module_init(side_init);
module_exit(side_exit);
MODULE_DESCRIPTION("A client that does what it is told");
MODULE_LICENSE("GPL");
