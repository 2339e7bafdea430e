/* SPDX-License-Identifier: GPL-2.0 */
/* Many probes at once. */
#include <linux/fs.h>
#include <linux/kallsyms.h>
#include <linux/kernel_read_file.h>
#include <linux/mm.h>

#define MAX_OTHERS	50000

static char *places = "/kp/places";
module_param(places, charp, 0400);
MODULE_PARM_DESC(places, "file with a function's name a line, or an address in hex if by_addr");

static bool by_addr;
module_param(by_addr, bool, 0400);

static ulong base;
module_param(base, ulong, 0400);
MODULE_PARM_DESC(base, "what addresses are counted from");

static uint offset;
module_param(offset, uint, 0400);
MODULE_PARM_DESC(offset, "where in those functions to probe");

static uint most = MAX_OTHERS;
module_param(most, uint, 0400);
MODULE_PARM_DESC(most, "no more than so many at once");

static struct kprobe *others;
static struct kprobe **other_list;
static unsigned int num_others;
static char *others_text;

static int other_handler(struct kprobe *kp, struct pt_regs *regs)
{
	return 0;
}

/* As before the first use. */
static void others_reset(unsigned int num, u32 flags)
{
	unsigned int i;

	for (i = 0; i < num; i++) {
		const char *name = others[i].symbol_name;
		void *addr = name ? NULL : others[i].addr;

		memset(&others[i], 0, sizeof(others[i]));
		others[i].symbol_name = name;
		others[i].addr = addr;
		others[i].offset = name ? offset : 0;
		others[i].pre_handler = other_handler;
		others[i].flags = flags;
		other_list[i] = &others[i];
	}
}

static void others_free(void)
{
	kvfree(others);
	kvfree(other_list);
	vfree(others_text);
}

static int others_read(void)
{
	void *text = NULL;
	char *line, *rest;
	unsigned long at;
	ssize_t size;

	size = kernel_read_file_from_path(places, 0, &text, SZ_8M, NULL,
					  READING_UNKNOWN);
	if (size <= 0)
		return size ?: -ENODATA;
	others_text = text;
	others = kvcalloc(MAX_OTHERS, sizeof(*others), GFP_KERNEL);
	other_list = kvcalloc(MAX_OTHERS, sizeof(*other_list), GFP_KERNEL);
	if (!others || !other_list) {
		others_free();
		return -ENOMEM;
	}
	rest = text;
	rest[size - 1] = '\0';
	while ((line = strsep(&rest, "\n")) && num_others < min(most, MAX_OTHERS)) {
		if (!*line)
			continue;
		if (!by_addr)
			others[num_others++].symbol_name = line;
		else if (!kstrtoul(line, 16, &at))
			others[num_others++].addr = (void *)(base + at);
	}
	return 0;
}

/*
 * Which of the places can be probed: writes them to the same file. Not where
 * kprobes.ko has a probe of its own: the kernel's own cannot be there.
 */
static bool is_good_place(struct kprobe *kp)
{
	bool good;

	if (register_kprobe(kp))
		return false;
	good = !bench_is_breakpoint(kp->addr);
	unregister_kprobe(kp);
	return good;
}

static int bench_filter(void)
{
	unsigned int i, num = 0;
	struct file *file;
	loff_t pos = 0;
	char line[KSYM_NAME_LEN + 1];
	int ret = others_read();

	if (ret)
		return ret;
	others_reset(num_others, KPROBE_FLAG_DISABLED);
	file = filp_open(places, O_WRONLY | O_TRUNC, 0);
	if (IS_ERR(file)) {
		others_free();
		return PTR_ERR(file);
	}
	for (i = 0; i < num_others; i++) {
		struct kprobe *kp = &others[i];
		int len;

		if (by_addr)
			len = scnprintf(line, sizeof(line), "%lx\n",
					(ulong)kp->addr - base);
		else
			len = scnprintf(line, sizeof(line), "%s\n",
					kp->symbol_name);
		if (!is_good_place(kp))
			continue;
		kernel_write(file, line, len, &pos);
		num++;
		cond_resched();
	}
	filp_close(file, NULL);
	pr_info("filter %s = %u\n", places, num);
	others_free();
	return 0;
}
