/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Every kernel symbol that kprobes.ko uses and that the kernel does not
 * export. Documentation/kernel-symbols.rst says what each is for.
 */
#ifndef KP_KERNEL_KSYMS_H
#define KP_KERNEL_KSYMS_H

#include <linux/types.h>

struct cred;
struct exception_table_entry;
struct hlist_head;
struct list_head;
struct mutex;
struct module;
struct task_struct;
struct kp_native_kprobe;
struct jump_entry;
struct static_call_site;

/* Rows for the architectures that have these functions. */
#define KP_KSYMS_SET_MEMORY(FN)						       \
	FN(KP_MUST, int, set_memory_ro, (unsigned long addr, int nr_pages),    \
	   "set_memory_ro", "KALLSYMS")					       \
	FN(KP_MUST, int, set_memory_rw, (unsigned long addr, int nr_pages),    \
	   "set_memory_rw", "KALLSYMS")					       \
	FN(KP_MUST, int, set_memory_x, (unsigned long addr, int nr_pages),     \
	   "set_memory_x", "KALLSYMS")					       \
	FN(KP_MUST, int, set_memory_nx, (unsigned long addr, int nr_pages),    \
	   "set_memory_nx", "KALLSYMS")

#include <kp_arch_ksyms.h>
#include <compat/exec_alloc.h>
#include <compat/task_call.h>

/*
 * FN(need, return type, name, arguments, names in the kernel, option)
 * DATA(need, type, name, names in the kernel, option)
 *
 * need: KP_MUST, or KP_MAY and the member is NULL where the kernel lacks it.
 * names: alternatives are separated by |; the first that the kernel has is taken.
 * option: what to switch on in the kernel's configuration to have it.
 */
#define KP_KSYMS(FN, DATA)						       \
	FN(KP_MUST, int, kallsyms_lookup_size_offset,			       \
	   (unsigned long addr, unsigned long *size, unsigned long *offset),   \
	   "kallsyms_lookup_size_offset", "KALLSYMS")			       \
	FN(KP_MUST, const char *, kallsyms_lookup,			       \
	   (unsigned long addr, unsigned long *size, unsigned long *offset,    \
	    char **modname, char *namebuf),				       \
	   "kallsyms_lookup", "KALLSYMS")				       \
	FN(KP_MUST, int, core_kernel_text, (unsigned long addr),	       \
	   "core_kernel_text", "KALLSYMS")				       \
	FN(KP_MUST, struct module *, __module_text_address,		       \
	   (unsigned long addr), "__module_text_address", "MODULES")	       \
	FN(KP_MUST, struct module *, __module_address, (unsigned long addr),   \
	   "__module_address", "MODULES")				       \
	FN(KP_MUST, bool, kallsyms_show_value, (const struct cred *cred),      \
	   "kallsyms_show_value", "KALLSYMS")				       \
	FN(KP_MUST, const struct exception_table_entry *,		       \
	   search_exception_tables, (unsigned long addr),		       \
	   "search_exception_tables", "KALLSYMS")			       \
	KP_KSYMS_EXEC_ALLOC(FN)						       \
	FN(KP_MUST, void, module_memfree, (void *region),		       \
	   "module_memfree|execmem_free", "MODULES")			       \
	FN(KP_MUST, struct task_struct *, idle_task, (int cpu),		       \
	   "idle_task", "SMP")						       \
	KP_KSYMS_TASK_CALL(FN)						       \
	FN(KP_MAY, int, stop_one_cpu,					       \
	   (unsigned int cpu, int (*fn)(void *data), void *data),	       \
	   "stop_one_cpu", "SMP")					       \
	FN(KP_MAY, void, kasan_unpoison_range,				       \
	   (const void *address, size_t size),				       \
	   "__kasan_unpoison_range", "KASAN")				       \
	FN(KP_MAY, void, ct_nmi_enter, (void),				       \
	   "rcu_nmi_enter|ct_nmi_enter", "KALLSYMS")			       \
	FN(KP_MAY, void, ct_nmi_exit, (void),				       \
	   "rcu_nmi_exit|ct_nmi_exit", "KALLSYMS")			       \
	FN(KP_MAY, int, in_gate_area_no_mm, (unsigned long addr),	       \
	   "in_gate_area_no_mm", "KALLSYMS")				       \
	FN(KP_MAY, unsigned long, ftrace_location, (unsigned long ip),	       \
	   "ftrace_location", "DYNAMIC_FTRACE")				       \
	FN(KP_MAY, unsigned long, ftrace_location_range,		       \
	   (unsigned long start, unsigned long end),			       \
	   "ftrace_location_range", "DYNAMIC_FTRACE")			       \
	FN(KP_MAY, int, jump_label_text_reserved, (void *start, void *end),    \
	   "jump_label_text_reserved", "JUMP_LABEL")			       \
	FN(KP_MAY, int, static_call_text_reserved, (void *start, void *end),   \
	   "static_call_text_reserved", "HAVE_STATIC_CALL_INLINE")	       \
	FN(KP_MAY, void, lockdep_assert_cpus_held, (void),		       \
	   "lockdep_assert_cpus_held", "HOTPLUG_CPU")			       \
	FN(KP_MAY, bool, within_kprobe_blacklist, (unsigned long addr),	       \
	   "within_kprobe_blacklist", "KPROBES")			       \
	FN(KP_MAY, struct kp_native_kprobe *, get_kprobe, (void *addr),	       \
	   "get_kprobe", "KPROBES")					       \
	FN(KP_MAY, int, native_enable_kprobe, (struct kp_native_kprobe *kp),   \
	   "enable_kprobe", "KPROBES")					       \
	DATA(KP_MAY, int, nr_threads, "nr_threads", "KALLSYMS_ALL")	       \
	DATA(KP_MAY, struct mutex, kprobe_mutex, "kprobe_mutex", "KPROBES")    \
	DATA(KP_MAY, struct hlist_head, kprobe_table, "kprobe_table",	       \
	     "KPROBES")							       \
	FN(KP_MAY, void *, kprobe_blacklist_seq_start,			       \
	   (struct seq_file *m, loff_t *pos),				       \
	   "kprobe_blacklist_seq_start", "KPROBES and DEBUG_FS")	       \
	FN(KP_MAY, void *, kprobe_blacklist_seq_next,			       \
	   (struct seq_file *m, void *v, loff_t *pos),			       \
	   "kprobe_blacklist_seq_next", "KPROBES and DEBUG_FS")		       \
	FN(KP_MAY, void, kprobe_blacklist_seq_stop,			       \
	   (struct seq_file *m, void *v),				       \
	   "kprobe_blacklist_seq_stop", "KPROBES and DEBUG_FS")		       \
	DATA(KP_MAY, struct list_head, kprobe_blacklist, "kprobe_blacklist",   \
	     "KPROBES")							       \
	DATA(KP_MAY, struct jump_entry, start_jump_table,		       \
	     "__start___jump_table", "KALLSYMS_ALL")			       \
	DATA(KP_MAY, struct jump_entry, stop_jump_table,		       \
	     "__stop___jump_table", "KALLSYMS_ALL")			       \
	DATA(KP_MAY, struct static_call_site, start_static_call_sites,	       \
	     "__start_static_call_sites", "KALLSYMS_ALL")		       \
	DATA(KP_MAY, struct static_call_site, stop_static_call_sites,	       \
	     "__stop_static_call_sites", "KALLSYMS_ALL")		       \
	DATA(KP_MAY, const struct exception_table_entry, start_ex_table,      \
	     "__start___ex_table", "KALLSYMS_ALL")			       \
	DATA(KP_MAY, const struct exception_table_entry, stop_ex_table,       \
	     "__stop___ex_table", "KALLSYMS_ALL")			       \
	DATA(KP_MAY, struct mutex, module_mutex, "module_mutex",	       \
	     "KALLSYMS_ALL")						       \
	DATA(KP_MAY, const char, start_rodata, "__start_rodata",	       \
	     "KALLSYMS_ALL")						       \
	DATA(KP_MAY, const char, end_rodata, "__end_rodata", "KALLSYMS_ALL")  \
	DATA(KP_MAY, const char, start_data, "_sdata", "KALLSYMS_ALL")	       \
	DATA(KP_MAY, const char, end_data, "_edata", "KALLSYMS_ALL")	       \
	DATA(KP_MAY, const char, per_cpu_start, "__per_cpu_start",	       \
	     "KALLSYMS_ALL")						       \
	DATA(KP_MAY, const char, per_cpu_end, "__per_cpu_end", "KALLSYMS_ALL") \
	KP_ARCH_KSYMS(FN, DATA)

#define KP_KSYM_FN(need, ret, name, args, names, option)	typeof(ret args)(*name);
#define KP_KSYM_DATA(need, type, name, names, option)		typeof(type)(*name);

/*
 * struct kp_ksyms - the unexported symbols, a member each
 */
struct kp_ksyms {
	KP_KSYMS(KP_KSYM_FN, KP_KSYM_DATA)
};

extern struct kp_ksyms kp_ksyms;

int __must_check kp_ksyms_init(void);

/**
 * kp_ksyms_plain() - a symbol as people write it
 * @symbol: its name in the kernel's table, where that of code may begin with a
 *	dot: ELF Application Binary Interface for PowerPC64, 3.2.5 "Function
 *	Descriptors"
 *
 * Return: the name without the dot.
 */
static inline const char *kp_ksyms_plain(const char *symbol)
{
	return symbol + (symbol[0] == '.');
}

unsigned long kp_ksyms_lookup(const char *name);

#endif /* KP_KERNEL_KSYMS_H */
