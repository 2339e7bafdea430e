// SPDX-License-Identifier: GPL-2.0
/*
 * Who writes to /proc/sleeping_fault takes a page fault in the kernel, and sleeps in it
 * until `go`.
 */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/mman.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/uaccess.h>

static bool go;
module_param(go, bool, 0600);

static bool sleeps;
module_param(sleeps, bool, 0400);

static vm_fault_t on_fault(struct vm_fault *vmf)
{
	vmf->page = alloc_page(GFP_KERNEL | __GFP_ZERO);
	if (!vmf->page)
		return VM_FAULT_OOM;
	WRITE_ONCE(sleeps, true);
	while (!READ_ONCE(go))
		msleep(20);
	WRITE_ONCE(sleeps, false);
	return 0;
}

static const struct vm_operations_struct vm_ops = { .fault = on_fault };

static int on_mmap(struct file *file, struct vm_area_struct *vma)
{
	vma->vm_ops = &vm_ops;
	return 0;
}

static ssize_t on_write(struct file *file, const char __user *buf, size_t len,
			loff_t *pos)
{
	unsigned long addr = vm_mmap(file, 0, PAGE_SIZE, PROT_READ, MAP_PRIVATE, 0);
	char byte = 1;
	int ret;

	if (IS_ERR_VALUE(addr))
		return addr;
	ret = get_user(byte, (char __user *)addr);
	vm_munmap(addr, PAGE_SIZE);
	return ret || byte ? -EIO : len;
}

static const struct proc_ops proc_ops = {
	.proc_write = on_write,
	.proc_mmap = on_mmap,
};

static int __init sleeping_fault_init(void)
{
	return proc_create("sleeping_fault", 0600, NULL, &proc_ops) ? 0 : -ENOMEM;
}

static void __exit sleeping_fault_exit(void)
{
	remove_proc_entry("sleeping_fault", NULL);
}

module_init(sleeping_fault_init);
module_exit(sleeping_fault_exit);
MODULE_DESCRIPTION("A page fault that sleeps");
MODULE_LICENSE("GPL");
