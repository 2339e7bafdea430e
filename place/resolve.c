// SPDX-License-Identifier: GPL-2.0
/*
 * From what a caller asks for to an address that can be probed, or the reason
 * why it cannot.
 */
#include <linux/err.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include <arch/contract.h>
#include <hit/probe_table.h>
#include <kernel/calls.h>
#include <kernel/ksyms.h>
#include <kernel/names.h>
#include <kernel/native_kprobes.h>
#include <place/blacklist.h>
#include <place/coming.h>
#include <place/resolve.h>
#include <place/sites.h>
#include <place/why.h>
#include <text/text.h>

/* Bytes of the following instruction that a decoder may want to see. */
#define LOOKAHEAD	4

/* Room for an instruction. */
#define INSN_BUF	(KP_ARCH_MAX_INSN_SIZE + LOOKAHEAD)

/**
 * kp_name_is_there() - whether a name that a client gives can be read
 * @name: the name
 *
 * A fault in reading it, with kp_mutex held, would keep every module from being loaded.
 *
 * Context: process context.
 */
bool kp_name_is_there(const char *name)
{
	char first;

	return !get_kernel_nofault(first, name);
}

/**
 * kp_resolve() - find the address that a probe asks for
 * @kp: the request
 * @target: result: addr, start, end, on_entry
 * @why: on failure, the reason
 *
 * What it finds in a module is of the module that kp_target_check() finds: none
 * can be probed that has come since kp_mutex was taken.
 *
 * Context: process context, kp_mutex held.
 * Return: 0; -EINVAL if both or neither of addr and symbol_name are given; -EFAULT
 * if symbol_name is not in the kernel's memory; -ENOENT if there is no such symbol, or no
 * symbol at the address.
 */
int kp_resolve(const struct kprobe *kp, struct kp_target *target,
	       const char **why)
{
	/* in a struct that was registered before, addr may have been set by us */
	bool again = kp->addr && kp->addr == kp->ainsn.resolved;
	bool by_addr = kp->addr && !(kp->symbol_name && again);
	unsigned long addr, size, offset;

	lockdep_assert_held(&kp_mutex);
	memset(target, 0, sizeof(*target));
	if (by_addr == !!kp->symbol_name)
		return refuse(-EINVAL, by_addr ?
			      "both addr and symbol_name are given" :
			      "neither addr nor symbol_name is given", why);
	if (!by_addr && !kp_name_is_there(kp->symbol_name))
		return refuse(-EFAULT, "symbol_name cannot be read", why);

	addr = by_addr ? kp_arch_code((unsigned long)kp->addr) :
			 kp_names_lookup(kp->symbol_name);
	if (!addr)
		return refuse(-ENOENT, "no such symbol", why);
	if (!by_addr || !again || kp->offset != kp->ainsn.offset)
		addr += kp->offset;
	if (!kp_ksyms.kallsyms_lookup_size_offset(addr, &size, &offset))
		return refuse(-ENOENT, "no symbol at this address", why);

	target->start = addr - offset;
	target->end = target->start + size;
	target->addr = kp_arch_adjust_entry(target->start, offset,
					    &target->on_entry);
	return 0;
}

/*
 * Behind these BPF looks on the stack for the program that has called the kernel. Behind a stub
 * it finds none: bpf_throw() uses a NULL pointer then, and a fault at memory of the program's is
 * an oops.
 */
static const char * const bpf_looks[] = {
	"bpf_throw", "bpf_prog_find_from_stack", "bpf_arena_handle_page_fault",
	"arch_bpf_stack_walk", "__unwind_start", NULL
};

/* The same, where the kernel has bpf_arena_handle_page_fault(): on the way there, on x86. */
static const char * const bpf_faults[] = {
	"page_fault_oops", "kernelmode_fixup_or_oops", "bad_area_nosemaphore",
	"__bad_area_nosemaphore", "do_kern_addr_fault", NULL
};

static bool is_looked_behind(const char *name)
{
	return kp_calls_is_one_of(name, bpf_looks) ||
	       (kp_calls_is_one_of(name, bpf_faults) &&
		kp_ksyms_lookup("bpf_arena_handle_page_fault"));
}

/**
 * kp_entry_why() - whether an address is no entry for a return probe or jprobe
 * @target: result of kp_resolve()
 *
 * Context: process context.
 * Return: NULL, or the reason.
 */
const char *kp_entry_why(const struct kp_target *target)
{
	unsigned long size, offset;
	char namebuf[KSYM_NAME_LEN];
	const char *name;
	char *module;

	if (!target->on_entry)
		return "not at a function's entry";
	name = kp_ksyms.kallsyms_lookup(target->start, &size, &offset, &module,
					namebuf);
	if (!name)
		return "the function has no name";
	name = kp_ksyms_plain(name);
	if (strstr(name, ".cold"))
		return "part of a function, that is jumped to";
	if (match_string(kp_rescheduling, -1, name) >= 0)
		return "called when a handler is left";
	if (is_looked_behind(name))
		return "BPF looks on the stack for its caller";
	return kp_arch_entry_why(name);
}

/* Find the module that @target is in, if it is in one. */
static int find_target_module(struct kp_target *target, const char **why)
{
	unsigned long size, offset;
	const struct module *mod;

	preempt_disable();
	mod = kp_ksyms.__module_text_address(target->addr);
	if (mod && kp_module_is_there(mod))
		target->mod = mod;
	preempt_enable();

	/* kp_resolve() has found a symbol there */
	if (!mod && !kp_ksyms.kallsyms_lookup_size_offset(target->addr, &size,
							  &offset))
		return refuse(-ENOENT, "the module is being unloaded", why);
	if (!mod)
		return refuse(-EINVAL, "not in kernel or module text", why);
	if (!target->mod)
		return refuse(-ENOENT, "the module is not loaded yet, or being unloaded",
			      why);
	if (!within_module_core(target->addr, mod) &&
	    mod->state != MODULE_STATE_COMING)
		return refuse(-ENOENT, "init text is gone", why);
	return 0;
}

/**
 * kp_target_check() - make sure an address is text that may be probed
 * @target: result of kp_resolve(), with kp_mutex held since
 * @why: on failure, the reason
 *
 * Context: process context, kp_mutex held. Until it is released the text stays.
 * Return: 0; -EINVAL if it is no text or text that must not be probed; -ENOENT
 * if it is not there yet, or going away.
 */
int kp_target_check(struct kp_target *target, const char **why)
{
	int ret = 0;

	lockdep_assert_held(&kp_mutex);
	/* user space's, but core_kernel_text() counts it as text */
	if (kp_ksyms.in_gate_area_no_mm &&
	    kp_ksyms.in_gate_area_no_mm(target->addr))
		return refuse(-EINVAL, "the vsyscall page", why);
	if (!kp_ksyms.core_kernel_text(target->addr))
		ret = find_target_module(target, why);
	if (ret)
		return ret;

	target->is_ftrace = IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_REGS) &&
			    target->on_entry &&
			    kp_ksyms.ftrace_location &&
			    kp_ksyms.ftrace_location(target->addr) ==
			    target->addr;
	*why = kp_blacklist_why(target->addr, target->mod, !target->is_ftrace);
	if (target->is_internal && kp_is_mark(*why))
		*why = NULL;
	if (!*why)
		*why = kp_reserved_why(target->addr, target->mod);
	if (!*why)
		*why = kp_text_reserved_why(target->addr);
	return *why ? -EINVAL : 0;
}

/* Original bytes, without breakpoints of ours or of the kernel's kprobes. */
static size_t read_insn(const struct kp_target *target, unsigned long addr,
			u8 *buf)
{
	size_t len = min_t(unsigned long, target->end - addr, INSN_BUF);

	kp_text_read(addr, buf, len);
	kp_arch_read_native(addr, buf);
	return len;
}

/*
 * What comes before the instruction. Instructions that are not of one length
 * are gone through from the start of the function.
 *
 * Returns how many bytes, or an error.
 */
static int read_before(const struct kp_target *target, u8 *prev,
		       const char **why)
{
	unsigned long addr;
	int len = 0;

	if (KP_ARCH_LOOKBACK) {
		if (!IS_ALIGNED(target->addr, KP_ARCH_MAX_INSN_SIZE))
			return refuse(-EILSEQ, "in the middle of an instruction",
				      why);
		len = min_t(unsigned long, target->addr - target->start,
			    KP_ARCH_LOOKBACK);
		kp_text_read(target->addr - len, prev, len);
		return len;
	}
	addr = kp_text_walk(target->start, target->addr, target->end, &len);
	if (len < 0)
		return refuse(-EILSEQ, "undecodable bytes in the function before it",
			      why);
	if (len && addr == target->addr)
		read_insn(target, addr - len, prev);
	if (addr == target->addr)
		return len;
	*why = kp_reserved_why(addr - len, target->mod);
	if (*why)
		return -EINVAL;
	return refuse(-EILSEQ, "in the middle of an instruction", why);
}

/**
 * kp_target_decode() - decide how the instruction at an address is probed
 * @target: after kp_target_check(); insn and orig are filled
 * @why: on failure, the reason
 *
 * Context: process context, kp_mutex and kp_native_lock() held.
 * Return: 0; -EILSEQ if @target is not at an instruction, or at one that cannot
 * be probed; -EINVAL if it is a BUG site, has a foreign breakpoint, or is inside
 * of an instruction that somebody else patches; -EBUSY if the kernel's own
 * kprobes are in the way.
 */
int kp_target_decode(struct kp_target *target, const char **why)
{
	u8 bytes[INSN_BUF], prev[INSN_BUF + KP_ARCH_LOOKBACK];
	size_t avail;
	int len, ret;

	lockdep_assert_held(&kp_mutex);

	if (!target->is_ftrace) {
		*why = kp_native_why(target->addr);
		if (*why)
			return -EBUSY;
	}
	len = read_before(target, prev, why);
	if (len < 0)
		return len;

	avail = read_insn(target, target->addr, bytes);
	ret = kp_arch_decode(bytes, avail, len ? prev : NULL, len, target->addr,
			     &target->insn, why);
	if (!ret)
		memcpy(target->orig, bytes, target->insn.len);
	return ret;
}
