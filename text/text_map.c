// SPDX-License-Identifier: GPL-2.0
/*
 * Where text may be entered other than by falling through: a bit for each byte.
 * A jump of ours must not cover such a byte, except as its first.
 *
 * Too many bits cost optimized probes, one too few the machine. So everything
 * counts that may be an entry: where direct branches of any function lead
 * (parts of functions jump back from elsewhere), addresses of text that
 * instructions name, and words of data that look like addresses of text: tables
 * of switches, labels whose address is taken, pointers. Where jump labels lead
 * cannot be seen while they are nops; where faults are mended is in tables too.
 *
 * The kernel's text is gone through once, when kprobes.ko is loaded; a module's
 * when the first probe in it may become a jump.
 */
#include <linux/extable.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/vmalloc.h>

#include <arch/contract.h>
#include <hit/probe_table.h>
#include <kernel/ksyms.h>
#include <kernel/native_kprobes.h>
#include <text/text.h>
#include <text/text_map.h>
#include <compat/jump_label.h>
#include <compat/module.h>
#include <compat/unaligned.h>

/* Decoding may read so many bytes behind an instruction's first. */
#define READ_AHEAD	(KP_ARCH_MAX_INSN_SIZE + 1)

/**
 * struct text_map - some text
 * @link: in maps
 * @mod: the module it is of; NULL for the kernel's
 * @start: first byte
 * @len: bytes
 * @entered: a bit for each: may be entered there
 */
struct text_map {
	struct list_head link;
	const struct module *mod;
	unsigned long start;
	unsigned long len;
	unsigned long entered[];
};

/* Protected by kp_mutex. */
static LIST_HEAD(maps);

static void mark(struct text_map *map, unsigned long addr)
{
	if (addr - map->start < map->len)
		__set_bit(addr - map->start, map->entered);
}

static void mark_all(struct text_map *map, unsigned long start,
		     unsigned long end)
{
	for (; start < end; start++)
		mark(map, start);
}

/* Whether a probe, ours or of the kernel's own, has changed an instruction. */
static bool is_patched(unsigned long addr)
{
	unsigned int i;

	BUILD_BUG_ON(KP_ARCH_JUMP_SIZE < KP_ARCH_NATIVE_JUMP_SIZE);
	for (i = 0; i < KP_ARCH_JUMP_SIZE; i++)
		if (kp_probepoint_find(addr - i) || kp_native_has(addr - i))
			return true;
	return false;
}

/* Text as it was before anybody put probes there. */
static const u8 *original(unsigned long addr, u8 *buf)
{
	if (!is_patched(addr))
		return (const u8 *)addr;
	kp_text_read_locked(addr, buf, READ_AHEAD);
	kp_arch_read_native(addr, buf);
	return buf;
}

static void scan_function(struct text_map *map, unsigned long start,
			  unsigned long end, bool has_probes)
{
	unsigned long addr = start, names[2];
	u8 buf[READ_AHEAD];
	int len;

	/* no jump label or tracer's site is half written meanwhile */
	mutex_lock(kp_arch_text_mutex());
	while (addr < end) {
		len = kp_arch_scan(has_probes ? original(addr, buf) :
				   (const u8 *)addr, addr, names);
		if (!len) {
			/* data in text, or worse: find what may be found */
			mark_all(map, start, end);
			addr++;
			continue;
		}
		if (names[0])
			mark(map, names[0]);
		if (names[1])
			mark(map, names[1]);
		addr += len;
	}
	mutex_unlock(kp_arch_text_mutex());
	/* the last instruction goes on in the next symbol */
	if (addr > end)
		mark_all(map, start, addr);
}

/* Tables in assembly need not be aligned to more than 4. */
static void scan_data(struct text_map *map, unsigned long start,
		      unsigned long end)
{
	for (start = ALIGN(start, 4); start + sizeof(long) <= end; start += 4)
		mark(map, get_unaligned((const unsigned long *)start));
}

static void mark_fixups(struct text_map *map,
			const struct exception_table_entry *entry,
			const struct exception_table_entry *end)
{
	for (; entry < end; entry++) {
		mark(map, (unsigned long)&entry->insn + entry->insn);
		mark(map, (unsigned long)&entry->fixup + entry->fixup);
	}
}

static struct text_map *map_alloc(const struct module *mod, unsigned long start,
				  unsigned long end)
{
	struct text_map *map;

	if (end - start < READ_AHEAD)
		return NULL;
	map = vzalloc(struct_size(map, entered, BITS_TO_LONGS(end - start)));
	if (!map)
		return NULL;
	map->mod = mod;
	map->start = start;
	map->len = end - start;
	/* the rest cannot be decoded without reading behind the text */
	mark_all(map, end - READ_AHEAD, end);
	return map;
}

static void scan_kernel(struct text_map *map)
{
	unsigned long addr = map->start, size, offset, end;
	bool has_probes = kp_native_any();
	const struct jump_entry *jump;

	while (addr < map->start + map->len - READ_AHEAD) {
		if (!kp_ksyms.kallsyms_lookup_size_offset(addr, &size, &offset))
			break;
		end = min(addr - offset + size,
			  map->start + map->len - READ_AHEAD);
		scan_function(map, addr, end, has_probes);
		addr = end;
		cond_resched();
	}
	mark_all(map, addr, map->start + map->len);
	scan_data(map, (unsigned long)kp_ksyms.start_rodata,
		  (unsigned long)kp_ksyms.end_rodata);
	cond_resched();
	scan_data(map, (unsigned long)kp_ksyms.start_data,
		  (unsigned long)kp_ksyms.end_data);
	mark_fixups(map, kp_ksyms.start_ex_table, kp_ksyms.stop_ex_table);
	for (jump = kp_ksyms.start_jump_table; jump < kp_ksyms.stop_jump_table;
	     jump++)
		mark(map, kp_jump_entry_target(jump));
}

static int cmp_address(const void *a, const void *b)
{
	unsigned long x = *(const unsigned long *)a;
	unsigned long y = *(const unsigned long *)b;

	return x < y ? -1 : x > y;
}

/*
 * Where symbols of a module begin, unsorted, and room for one more; its fixups are
 * marked. When its init is over, its symbols and its exception table are
 * replaced by what remains of them, and nobody is told: module_mutex is held then.
 */
static unsigned long *read_tables(struct text_map *map,
				  const struct module *mod, unsigned int *num)
{
	unsigned long *starts, addr;
	unsigned int max, i;

	mutex_lock(kp_ksyms.module_mutex);
	max = kp_module_num_symbols(mod);
	starts = kvmalloc_array(max + 2, sizeof(*starts), GFP_KERNEL);
	if (!starts)
		goto unlock;
	*num = 0;
	starts[(*num)++] = map->start;
	for (i = 0; i < max; i++) {
		addr = kp_module_symbol(mod, i);
		if (addr - map->start < map->len - READ_AHEAD)
			starts[(*num)++] = addr;
	}
	mark_fixups(map, mod->extable, mod->extable + mod->num_exentries);
unlock:
	mutex_unlock(kp_ksyms.module_mutex);
	return starts;
}

static int scan_module(struct text_map *map, const struct module *mod)
{
	unsigned long *starts, data, data_end;
	unsigned int num, i;

	starts = read_tables(map, mod, &num);
	if (!starts)
		return -ENOMEM;
	sort(starts, num, sizeof(*starts), cmp_address, NULL);
	starts[num] = map->start + map->len - READ_AHEAD;
	for (i = 0; i < num; i++)
		scan_function(map, starts[i], starts[i + 1], true);
	kvfree(starts);

	for (i = 0; kp_module_data(mod, i, &data, &data_end); i++)
		scan_data(map, data, data_end);
	for (i = 0; i < kp_module_num_jumps(mod); i++)
		mark(map, kp_jump_entry_target(kp_module_jump(mod, i)));
	return 0;
}

static struct text_map *map_of(const struct module *mod)
{
	struct text_map *map;

	list_for_each_entry(map, &maps, link)
		if (map->mod == mod)
			return map;
	return NULL;
}

static struct text_map *map_module(const struct module *mod)
{
	struct text_map *map;

	if (!kp_ksyms.module_mutex)
		return NULL;
	map = map_alloc(mod, kp_module_text(mod), kp_module_text_end(mod));
	if (!map)
		return NULL;
	if (scan_module(map, mod)) {
		vfree(map);
		return NULL;
	}
	list_add(&map->link, &maps);
	return map;
}

/**
 * kp_text_map_entered() - whether text may be entered within a range
 * @addr: first byte that counts
 * @mod: the module it is in, which stays, or NULL
 * @len: how many
 *
 * Context: process context, kp_mutex and kp_native_lock() held.
 * Return: 0 or 1; -ENODATA for text of which nothing is known.
 */
int kp_text_map_entered(unsigned long addr, const struct module *mod,
			unsigned int len)
{
	struct text_map *map = map_of(mod);
	unsigned long at;

	lockdep_assert_held(&kp_mutex);
	if (!len)
		return 0;
	/* without a map of the kernel, nothing */
	if (!map && mod && !list_empty(&maps))
		map = map_module(mod);
	if (!map)
		return -ENODATA;
	at = addr - map->start;
	if (at >= map->len || map->len - at < len)
		return -ENODATA;
	while (len--)
		if (test_bit(at++, map->entered))
			return 1;
	return 0;
}

/**
 * kp_text_map_forget() - a module goes
 * @mod: the module
 *
 * Context: process context, kp_mutex held.
 */
void kp_text_map_forget(const struct module *mod)
{
	struct text_map *map = map_of(mod);

	lockdep_assert_held(&kp_mutex);
	if (!map)
		return;
	list_del(&map->link);
	vfree(map);
}

/**
 * kp_text_map_show() - for `stats`
 * @m: where to
 *
 * Context: process context, kp_mutex held.
 */
void kp_text_map_show(struct seq_file *m)
{
	unsigned long bytes = 0;
	struct text_map *map;

	list_for_each_entry(map, &maps, link)
		bytes += struct_size(map, entered, BITS_TO_LONGS(map->len));
	seq_printf(m, "text map: %lu bytes\n", bytes);
}

/**
 * kp_text_map_init() - go through the kernel's text
 *
 * Before any probe of ours is armed.
 *
 * Context: process context, module init.
 * Return: 0, also if nothing can be known; or -ENOMEM.
 */
int kp_text_map_init(void)
{
	unsigned long start = kp_ksyms_lookup("_stext");
	struct text_map *map;

	/* a jump then covers nothing but what a breakpoint does */
	if (KP_ARCH_JUMP_SIZE <= KP_ARCH_BREAKPOINT_SIZE)
		return 0;
	if (!start || !kp_ksyms.start_rodata || !kp_ksyms.end_rodata ||
	    !kp_ksyms.start_data || !kp_ksyms.end_data ||
	    !kp_ksyms.start_ex_table || !kp_ksyms.stop_ex_table ||
	    (IS_ENABLED(CONFIG_JUMP_LABEL) && !kp_ksyms.start_jump_table)) {
		pr_info("no jumps instead of breakpoints: the kernel has no symbols for its data (CONFIG_KALLSYMS_ALL)\n");
		return 0;
	}
	map = map_alloc(NULL, start, kp_ksyms_lookup("_etext"));
	if (!map)
		return -ENOMEM;
	mutex_lock(&kp_mutex);
	kp_native_lock();
	scan_kernel(map);
	kp_native_unlock();
	list_add(&map->link, &maps);
	mutex_unlock(&kp_mutex);
	return 0;
}

/**
 * kp_text_map_exit() - free all
 *
 * Context: module exit.
 */
void kp_text_map_exit(void)
{
	struct text_map *map, *next;

	list_for_each_entry_safe(map, next, &maps, link)
		vfree(map);
}
