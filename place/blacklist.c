// SPDX-License-Identifier: GPL-2.0
/*
 * Text that must not be probed, collected once: sections, the kernel's own
 * blacklist, what runs between a trap and its handler, or where there can be no
 * trap. Each with the reason, in words.
 */
#include <linux/bsearch.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/static_call.h>

#include <arch/contract.h>
#include <place/blacklist.h>
#include <kernel/ksyms.h>
#include <kernel/native_kprobes.h>
#include <compat/bpf.h>
#include <compat/kprobe_blacklist.h>
#include <compat/module.h>

/* Clang's, renamed in 6.18 */
#define KP_HAS_CFI	(IS_ENABLED(CONFIG_CFI_CLANG) || IS_ENABLED(CONFIG_CFI))

static const char why_marked[] = "marked __kprobes";
static const char why_nokprobe[] = "NOKPROBE_SYMBOL";
static const char why_trap_path[] = "runs between a trap and its handler";
static const char why_no_trap[] = "runs where no exception can be taken";
static const char why_copied[] = "copied by the function tracer";
static const char why_moved[] = "copied, and run elsewhere";
static const char why_written[] = "written by the hypervisor, or the kernel's kprobes";
static const char why_bpf[] = "written by BPF";
static const char why_trampoline[] = "static call trampoline";
static const char why_type[] = "a function's type, which indirect calls read";
static const char why_elsewhere[] = "runs with the MMU off, or at another address";

/**
 * struct text_range - text that must not be probed
 * @start: first byte
 * @end: byte after the last
 * @why: reason, a static string
 */
struct text_range {
	unsigned long start;
	unsigned long end;
	const char *why;
};

static struct text_range *ranges;
static unsigned int num_ranges, max_ranges;

/* Without an end: so many bytes; without them, that function. */
static const struct {
	const char *start;
	const char *end;
	const char *why;
	unsigned int bytes;
} sections[] = {
	{ "__entry_text_start", "__entry_text_end", "entry text" },
	{ "__noinstr_text_start", "__noinstr_text_end", "noinstr text" },
	{ "__irqentry_text_start", "__irqentry_text_end", "entry text" },
	{ "__kprobes_text_start", "__kprobes_text_end", why_marked },
	{ "__static_call_text_start", "__static_call_text_end",
	  why_trampoline },
	/* of arm64: where the MMU is off, or where it maps something else */
	{ "__idmap_text_start", "__idmap_text_end", why_elsewhere },
	{ "__hyp_text_start", "__hyp_text_end", why_elsewhere },
	{ "__hyp_idmap_text_start", "__hyp_idmap_text_end", why_elsewhere },
	{ "__hibernate_exit_text_start", "__hibernate_exit_text_end",
	  why_elsewhere },
	{ "__entry_tramp_text_start", "__entry_tramp_text_end",
	  why_elsewhere },
	{ "__relocate_new_kernel_start", "__relocate_new_kernel_end",
	  why_elsewhere },
	{ "_cpu_resume", NULL, why_elsewhere },
	/* a copy of a breakpoint would be nobody's */
	{ "ftrace_caller", "ftrace_caller_end", why_copied },
	{ "ftrace_regs_caller", "ftrace_regs_caller_end", why_copied },
	/*
	 * The function tracer's, called through pointers at its call sites on a
	 * trap's path; up to where they notice that they are called again.
	 */
	{ "ftrace_caller", NULL, why_trap_path },
	{ "ftrace_regs_caller", NULL, why_trap_path },
	{ "ftrace_common", NULL, why_trap_path },
	{ "ftrace_call", NULL, why_trap_path },
	{ "ftrace_regs_call", NULL, why_trap_path },
	{ "ftrace_graph_call", NULL, why_trap_path },
	{ "ftrace_common_return", NULL, why_trap_path },
	{ "ftrace_stub", NULL, why_trap_path },
	{ "ftrace_caller_end", NULL, why_trap_path },
	{ "ftrace_regs_caller_end", NULL, why_trap_path },
	/* of powerpc: without tracing, to live patches, behind a tracer, far away */
	{ "ftrace_no_trace", NULL, why_trap_path },
	{ "livepatch_handler", NULL, why_trap_path },
	{ "ftrace_graph_stub", NULL, why_trap_path },
	{ "ftrace_tramp_text", NULL, why_trap_path },
	/* of x86 in 5.10; the first is where the graph tracer writes */
	{ "ftrace_epilogue", NULL, why_trap_path },
	{ "ftrace_graph_caller", NULL, why_trap_path },
	{ "return_to_handler", NULL, why_trap_path },
	{ "arch_ftrace_ops_list_func", NULL, why_trap_path },
	{ "ftrace_ops_list_func", NULL, why_trap_path },
	{ "ftrace_ops_assist_func", NULL, why_trap_path },
	{ "ftrace_pid_func", NULL, why_trap_path },
	{ "function_trace_call", NULL, why_trap_path },
	{ "function_stack_trace_call", NULL, why_trap_path },
	{ "function_no_repeats_trace_call", NULL, why_trap_path },
	{ "function_stack_no_repeats_trace_call", NULL, why_trap_path },
	{ "function_trace_probe_call", NULL, why_trap_path },
	{ "function_profile_call", NULL, why_trap_path },
	{ "event_function_call", NULL, why_trap_path },
	{ "stack_trace_call", NULL, why_trap_path },
	{ "perf_ftrace_function_call", NULL, why_trap_path },
	{ "irqsoff_tracer_call", NULL, why_trap_path },
	{ "wakeup_tracer_call", NULL, why_trap_path },
	{ "ftrace_graph_func", NULL, why_trap_path },
	{ "prepare_ftrace_return", NULL, why_trap_path },
	{ "function_graph_enter", NULL, why_trap_path },
	{ "ftrace_return_to_handler", NULL, why_trap_path },
	{ "trace_graph_entry", NULL, why_trap_path },
	{ "trace_graph_return", NULL, why_trap_path },
	{ "trace_graph_thresh_return", NULL, why_trap_path },
	{ "profile_graph_entry", NULL, why_trap_path },
	{ "profile_graph_return", NULL, why_trap_path },
	/*
	 * of x86 in SEV-ES guests: a CPU that comes up has no other handler yet; what it
	 * calls there is found
	 */
	{ "vc_boot_ghcb", NULL, why_no_trap },
	{ "vc_raw_handle_exception", NULL, why_no_trap },
	{ "vc_init_em_ctxt", NULL, why_no_trap },
	{ "vc_handle_exitcode", NULL, why_no_trap },
	{ "vc_finish_insn", NULL, why_no_trap },
	/*
	 * of x86: a CPU that has said that it is stopped, or dead. Who waits for that
	 * may start another kernel, or free what a hit would look at.
	 */
	{ "stop_this_cpu", NULL, why_no_trap },
	{ "native_play_dead", NULL, why_no_trap },
	{ "sev_es_play_dead", NULL, why_no_trap },
	{ "mwait_play_dead", NULL, why_no_trap },
	{ "hlt_play_dead", NULL, why_no_trap },
	{ "resume_play_dead", NULL, why_no_trap },
	{ "cpuidle_play_dead", NULL, why_no_trap },
	{ "acpi_idle_play_dead", NULL, why_no_trap },
	{ "acpi_processor_ffh_play_dead", NULL, why_no_trap },
	{ "intel_idle_enter_dead", NULL, why_no_trap },
	{ "play_dead_common", NULL, why_no_trap },
	{ "cpu_report_death", NULL, why_no_trap },
	{ "cpuhp_ap_report_dead", NULL, why_no_trap },
	{ "cpuidle_get_cpu_driver", NULL, why_no_trap },
	{ "cond_wakeup_cpu0", NULL, why_no_trap },
	{ "sev_es_ap_hlt_loop", NULL, why_no_trap },
	{ "tboot_shutdown", NULL, why_no_trap },
	/* back to firmware, the last with its page tables; since 6.11 */
	{ "acpi_mp_play_dead", NULL, why_no_trap },
	{ "acpi_mp_stop_this_cpu", NULL, why_no_trap },
	{ "asm_acpi_mp_play_dead", NULL, why_no_trap },
	/*
	 * of x86 on AMD's CPUs: what alternatives call in entry text, also
	 * before it is known that this is an NMI
	 */
	{ "entry_untrain_ret", NULL, why_no_trap },
	{ "retbleed_untrain_ret", NULL, why_no_trap },
	{ "srso_untrain_ret", NULL, why_no_trap },
	{ "srso_alias_untrain_ret", NULL, why_no_trap },
	/* names until 6.4 */
	{ "zen_untrain_ret", NULL, why_no_trap },
	{ "srso_untrain_ret_alias", NULL, why_no_trap },
	/* of x86: kexec, and going on in an image */
	{ "relocate_kernel", NULL, why_moved },
	{ "identity_mapped", NULL, why_moved },
	{ "virtual_mapped", NULL, why_moved },
	{ "swap_pages", NULL, why_moved },
	{ "core_restore_code", NULL, why_moved },
	/* the same of arm64, the second its vectors at EL2 */
	{ "arm64_relocate_new_kernel", NULL, why_moved },
	{ "trans_pgd_stub_vectors", NULL, why_moved, 2048 },
	/*
	 * of arm64: firmware's events, which interrupt the kernel's entry; and
	 * behind firmware, whose x18 is not the kernel's
	 */
	{ "__sdei_asm_handler", NULL, why_no_trap },
	{ "__sdei_handler_abort", NULL, why_no_trap },
	{ "do_sdei_event", NULL, why_no_trap },
	{ "sdei_api_event_context", NULL, why_no_trap },
	{ "invoke_sdei_fn", NULL, why_no_trap },
	{ "sdei_smccc_smc", NULL, why_no_trap },
	{ "sdei_smccc_hvc", NULL, why_no_trap },
	{ "sdei_event_handler", NULL, why_no_trap },
	{ "sdei_nmi_handler", NULL, why_no_trap },
	{ "agdi_sdei_handler", NULL, why_no_trap },
	{ "ghes_sdei_normal_callback", NULL, why_no_trap },
	{ "ghes_sdei_critical_callback", NULL, why_no_trap },
	{ "__ghes_sdei_callback", NULL, why_no_trap },
	{ "ghes_in_nmi_queue_one_entry", NULL, why_no_trap },
	{ "__efi_rt_asm_wrapper", NULL, why_no_trap },
	/* of powerpc: what the kernel's own kprobes copy, and where to */
	{ "optprobe_template_entry", "optprobe_template_end", why_moved },
	{ "optinsn_slot", NULL, why_written },
	/* of x86 until 6.1: a jump to a program, at the function tracer's site */
	{ KP_BPF_DISPATCHER, NULL, why_bpf, KP_ARCH_JUMP_SIZE },
	/* of Xen PV: assembly on the way in and out of each exception, and of system calls */
	{ "xen_iret", NULL, why_trap_path },
	{ "xen_asm_exc_int3", NULL, why_trap_path },
	{ "xen_entry_SYSCALL_64", NULL, why_no_trap },
	{ "xen_entry_SYSCALL_compat", NULL, why_no_trap },
	{ "xen_entry_SYSENTER_compat", NULL, why_no_trap },
	{ "xenpv_restore_regs_and_return_to_usermode", NULL, why_no_trap },
	/* Xen's, again after each migration */
	{ "hypercall_page", NULL, why_written, PAGE_SIZE },
};

/* What is called when a handler is left, and may reschedule. */
const char * const kp_rescheduling[] = {
	"preempt_schedule_notrace", "preempt_schedule_notrace_thunk",
	"__thunk_restore",
	/* in between, where a jump label says how the kernel is preempted (arm64) */
	"dynamic_preempt_schedule_notrace", NULL
};

static int range_add(unsigned long start, unsigned long end, const char *why)
{
	struct text_range *bigger;

	if (num_ranges == max_ranges) {
		max_ranges += 256;
		bigger = kvmalloc_array(max_ranges, sizeof(*ranges),
					GFP_KERNEL);
		if (!bigger)
			return -ENOMEM;
		if (ranges)
			memcpy(bigger, ranges, num_ranges * sizeof(*ranges));
		kvfree(ranges);
		ranges = bigger;
	}
	ranges[num_ranges++] = (struct text_range){ start, end, why };
	return 0;
}

static int add_trap_path(unsigned long start, unsigned long end, void *data)
{
	return range_add(start, end, why_trap_path);
}

static int add_no_trap(unsigned long start, unsigned long end, void *data)
{
	return range_add(start, end, why_no_trap);
}

/* Where a row of sections ends, that starts at @start; or 0. */
static unsigned long section_end(int i, unsigned long start)
{
	unsigned long size, offset;

	if (sections[i].end)
		return kp_ksyms_lookup(sections[i].end);
	if (sections[i].bytes)
		return start + sections[i].bytes;
	if (!kp_ksyms.kallsyms_lookup_size_offset(start, &size, &offset))
		return 0;
	return start + size;
}

static int add_sections(void)
{
	unsigned long start, end;
	int i, ret = 0;

	for (i = 0; i < ARRAY_SIZE(sections) && !ret; i++) {
		start = kp_ksyms_lookup(sections[i].start);
		end = start ? section_end(i, start) : 0;
		/* a module may have a function of that name */
		if (end > start && kp_ksyms.core_kernel_text(start))
			ret = range_add(start, end, sections[i].why);
	}
	return ret;
}

static int add_native(const struct list_head *link)
{
	const struct kp_blacklist_entry *entry;

	entry = list_entry(link, struct kp_blacklist_entry, list);
	if (!kp_ksyms.core_kernel_text(entry->start_addr))
		return 0;
	return range_add(entry->start_addr, entry->end_addr, why_nokprobe);
}

/*
 * Where kallsyms knows functions only: as the kernel shows the list to people.
 * These functions take its lock (since 5.8).
 */
static int add_shown_blacklist(void)
{
	loff_t pos = 0;
	void *link;
	int ret = 0;

	if (!kp_ksyms.kprobe_blacklist_seq_start ||
	    !kp_ksyms.kprobe_blacklist_seq_next ||
	    !kp_ksyms.kprobe_blacklist_seq_stop)
		return 0;
	link = kp_ksyms.kprobe_blacklist_seq_start(NULL, &pos);
	while (link && !ret) {
		ret = add_native(link);
		link = kp_ksyms.kprobe_blacklist_seq_next(NULL, link, &pos);
	}
	kp_ksyms.kprobe_blacklist_seq_stop(NULL, link);
	return ret;
}

/* The list that the kernel keeps if it has kprobes of its own. */
static int add_native_blacklist(void)
{
	const struct list_head *link;
	int ret = 0;

	if (!kp_ksyms.kprobe_blacklist)
		return add_shown_blacklist();
	/* modules add to it and remove from it */
	kp_native_lock();
	list_for_each(link, kp_ksyms.kprobe_blacklist) {
		ret = add_native(link);
		if (ret)
			break;
	}
	kp_native_unlock();
	return ret;
}

static int cmp_range(const void *a, const void *b)
{
	const struct text_range *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	/* the reason that holds for all probes before the one for traps only */
	return (x->why == why_trap_path) - (y->why == why_trap_path);
}

/* Sort, and let no range reach into the next, so that a search is exact. */
static void sort_ranges(void)
{
	unsigned int i, n = 0;

	sort(ranges, num_ranges, sizeof(*ranges), cmp_range, NULL);
	for (i = 0; i < num_ranges; i++) {
		if (n && ranges[i].start < ranges[n - 1].end) {
			if (ranges[i].end <= ranges[n - 1].end)
				continue;
			ranges[i].start = ranges[n - 1].end;
		}
		ranges[n++] = ranges[i];
	}
	num_ranges = n;
}

static int cmp_in_range(const void *key, const void *elt)
{
	const struct text_range *range = elt;
	unsigned long addr = *(const unsigned long *)key;

	if (addr < range->start)
		return -1;
	return addr >= range->end;
}

/**
 * kp_is_mark() - whether a reason is that a function is marked __kprobes, or by
 *	NOKPROBE_SYMBOL()
 * @why: what kp_blacklist_why() returned
 *
 * Context: any.
 */
bool kp_is_mark(const char *why)
{
	return why == why_marked || why == why_nokprobe;
}

/**
 * kp_blacklist_init() - collect what must not be probed
 *
 * Context: process context, module init.
 * Return: 0, -ENOMEM, or -ENOENT if a symbol is missing (the log says which).
 */
int kp_blacklist_init(void)
{
	int ret;

	ret = range_add(kp_module_text(THIS_MODULE),
			kp_module_text_end(THIS_MODULE), "kprobes.ko itself");
	if (!ret)
		ret = add_sections();
	if (!ret)
		ret = add_native_blacklist();
	if (!ret)
		ret = kp_arch_trap_path(add_trap_path, NULL);
	if (!ret)
		ret = kp_arch_no_trap_path(add_no_trap, NULL);
	if (ret) {
		kp_blacklist_exit();
		return ret;
	}
	sort_ranges();
	return 0;
}

/**
 * kp_blacklist_exit() - free what kp_blacklist_init() collected
 */
void kp_blacklist_exit(void)
{
	kvfree(ranges);
}

/* NOKPROBE_SYMBOL in a module, by what it brings for kernels that collect it. */
static bool is_marked_in_table(unsigned long start, const struct module *mod)
{
	unsigned int i;

	for (i = 0; i < kp_module_num_marked(mod); i++)
		if (kp_arch_code(kp_module_marked(mod, i)) == start)
			return true;
	return false;
}

/* The same, on a kernel that does not collect it. */
static bool is_marked_in_module(const char *symbol, unsigned long start,
				const struct module *mod)
{
	char name[KSYM_NAME_LEN + MODULE_NAME_LEN + 16];
	unsigned long *marker;

	snprintf(name, sizeof(name), "%s:_kbl_addr_%s", mod->name,
		 kp_ksyms_plain(symbol));
	marker = (unsigned long *)kp_ksyms_lookup(name);
	return marker && kp_arch_code(*marker) == start;
}

/* By what the kernel's macros, the compiler and objtool make of names. */
static const char *symbol_why(const char *symbol)
{
	if (strstarts(symbol, STATIC_CALL_TRAMP_PREFIX_STR))
		return why_trampoline;
	if (KP_HAS_CFI && strstarts(symbol, "__cfi_"))
		return why_type;
	return NULL;
}

static const char *module_why(unsigned long addr, const struct module *mod)
{
	unsigned long start = (unsigned long)mod->noinstr_text_start;
	char namebuf[KSYM_NAME_LEN];
	unsigned long size, offset;
	const char *symbol, *why;
	char *modname;

	if (addr - start < mod->noinstr_text_size)
		return "noinstr text";
	if (kp_module_in_kprobes_text(mod, addr))
		return why_marked;
	if (kp_ksyms.within_kprobe_blacklist &&
	    kp_ksyms.within_kprobe_blacklist(addr))
		return why_nokprobe;
	symbol = kp_ksyms.kallsyms_lookup(addr, &size, &offset, &modname,
					  namebuf);
	if (!symbol)
		return NULL;
	why = symbol_why(symbol);
	/* the kernel collects it when the module comes, but after we are told */
	if (!why && is_marked_in_table(addr - offset, mod))
		why = why_nokprobe;
	if (!why && !kp_ksyms.within_kprobe_blacklist &&
	    is_marked_in_module(symbol, addr - offset, mod))
		why = why_nokprobe;
	return why;
}

/* Whether a symbol of the kernel's is of a kind that must not be probed. */
static const char *kernel_why(unsigned long addr)
{
	char namebuf[KSYM_NAME_LEN];
	unsigned long size, offset;
	const char *symbol;
	char *modname;

	/* trampolines are in a section */
	if (!KP_HAS_CFI)
		return NULL;
	symbol = kp_ksyms.kallsyms_lookup(addr, &size, &offset, &modname,
					  namebuf);
	return symbol ? symbol_why(symbol) : NULL;
}

/**
 * kp_blacklist_why() - whether an address must not be probed
 * @addr: the address
 * @mod: the module it is in, or NULL
 * @by_trap: the probe would be a breakpoint
 *
 * Context: process context; @mod stays.
 * Return: NULL, or the reason why not.
 */
const char *kp_blacklist_why(unsigned long addr, const struct module *mod,
			     bool by_trap)
{
	struct text_range *range;

	range = bsearch(&addr, ranges, num_ranges, sizeof(*ranges),
			cmp_in_range);
	if (range && (by_trap || range->why != why_trap_path))
		return range->why;
	return mod ? module_why(addr, mod) : kernel_why(addr);
}

/* A line for each symbol, so that one can search for a name. */
static void show_range(struct seq_file *m, const struct text_range *range)
{
	bool show = kp_ksyms.kallsyms_show_value(m->file->f_cred);
	unsigned long start, end, size, offset;

	for (start = range->start; start < range->end; start = end) {
		end = range->end;
		if (kp_ksyms.kallsyms_lookup_size_offset(start, &size, &offset) &&
		    size > offset)
			end = min(end, start - offset + size);
		seq_printf(m, "0x%px-0x%px\t%ps\t%s\n",
			   (void *)(show ? start : 0), (void *)(show ? end : 0),
			   (void *)start, range->why);
	}
}

/**
 * kp_blacklist_show() - the contents of `blacklist`
 * @m: where to
 * @v: unused
 *
 * Return: 0.
 */
int kp_blacklist_show(struct seq_file *m, void *v)
{
	unsigned int i;

	for (i = 0; i < num_ranges; i++)
		show_range(m, &ranges[i]);
	return 0;
}
