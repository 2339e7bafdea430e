// SPDX-License-Identifier: GPL-2.0
/*
 * Somebody else who looks at the gate of vector 3 (parameter gate) and changes it
 * (parameter change): it leads behind the first instruction of what it has led to,
 * a landing pad, so all goes on as before. Knows nothing of kprobes.ko.
 */
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/vmalloc.h>
#include <asm/desc.h>
#include <asm/set_memory.h>
#include <asm/trapnr.h>

#define ENDBR_SIZE	4

static bool change;

static const gate_desc *gate_now(void)
{
	struct desc_ptr idt;

	store_idt(&idt);
	return (const gate_desc *)idt.address + X86_TRAP_BP;
}

static int move_gate(int distance)
{
	const gate_desc *gate = gate_now();
	struct page *page = pfn_to_page(PHYS_PFN(slow_virt_to_phys((void *)gate)));
	void *map = vmap(&page, 1, VM_MAP, PAGE_KERNEL);
	gate_desc new = *gate;

	if (!map)
		return -ENOMEM;
	/* no carry: it leads to where lines of the cache begin */
	new.offset_low += distance;
	WRITE_ONCE(*(u64 *)(map + offset_in_page(gate)), *(u64 *)&new);
	vunmap(map);
	return 0;
}

static int set_change(const char *val, const struct kernel_param *param)
{
	bool old = change;
	int ret = param_set_bool(val, param);

	if (!ret && old != change)
		ret = move_gate(change ? ENDBR_SIZE : -ENDBR_SIZE);
	return ret;
}

static const struct kernel_param_ops change_ops = {
	.set = set_change,
	.get = param_get_bool,
};
module_param_cb(change, &change_ops, &change, 0644);

static int get_gate(char *buf, const struct kernel_param *param)
{
	const u64 *gate = (const u64 *)gate_now();

	return sprintf(buf, "%016llx%016llx\n", gate[1], gate[0]);
}

static const struct kernel_param_ops gate_ops = {
	.get = get_gate,
};
module_param_cb(gate, &gate_ops, NULL, 0444);

static int __init gate_foreign_init(void)
{
	return 0;
}

static void __exit gate_foreign_exit(void)
{
	if (change)
		move_gate(-ENDBR_SIZE);
}

module_init(gate_foreign_init);
module_exit(gate_foreign_exit);
MODULE_DESCRIPTION("Writes into the gate of vector 3");
MODULE_LICENSE("GPL");
