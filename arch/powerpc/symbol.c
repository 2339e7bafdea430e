// SPDX-License-Identifier: GPL-2.0
/*
 * powerpc: what symbols, functions and patch sites look like.
 *
 * Big-endian kernels follow ELF version 1: a function's name is that of its
 * descriptor, which holds the address of the code and the TOC pointer (r2);
 * the code's name has a dot before it. Little-endian ones follow version 2: a
 * function may have two entries, the global one, which computes r2 from r12, and
 * the local one behind that.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/moduleloader.h>
#include <linux/pgtable.h>
#include <linux/preempt.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <asm/sections.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>

#define INSN_SIZE	4
#define NOP		0x60000000
#define IS_BL(word)	(((word) & 0xfc000003) == 0x48000001)
/* addis r2,r12,... and lis r2,... */
#define SETS_TOC(word)	(((word) & 0xffff0000) == 0x3c4c0000 || \
			 ((word) & 0xffff0000) == 0x3c400000)

#define HAS_DESCRIPTORS	IS_ENABLED(CONFIG_PPC64_ELF_ABI_V1)

/* Of unexported functions. */
#define MAX_DESCRIPTORS	64

/*
 * Calls of a module to elsewhere go through stubs in its text, which no symbol tells from its
 * functions: instructions, this word, and the descriptor or the address of the function.
 */
#define STUB_MAGIC	0x73747562
#define STUB_DATA	(INSN_SIZE + (HAS_DESCRIPTORS ? \
			 sizeof(struct descriptor) : sizeof(long)))

/**
 * struct descriptor - what a pointer to a function leads to, with ELF version 1
 * @code: address of the code
 * @toc: r2 for it
 * @environment: unused in C
 *
 * Source: 64-bit PowerPC ELF Application Binary Interface Supplement 1.9, 3.2.5
 * "Function Descriptors".
 */
struct descriptor {
	unsigned long code;
	unsigned long toc;
	unsigned long environment;
};

static struct descriptor descriptors[MAX_DESCRIPTORS];
static unsigned int num_descriptors;

static u32 word_at(unsigned long addr)
{
	u32 word;

	/* any symbol, init text that is unmapped and 0 included */
	return get_kernel_nofault(word, (const u32 *)addr) ? 0 : word;
}

/* Source: 64-Bit ELF V2 ABI Specification: Power Architecture, 2.3.2.1. */
static bool has_local_entry(unsigned long addr)
{
	return !HAS_DESCRIPTORS && SETS_TOC(word_at(addr));
}

static bool is_ftrace_site(unsigned long addr)
{
	return kp_ksyms.ftrace_location &&
	       kp_ksyms.ftrace_location(addr) == addr;
}

/* The local entry: callers of both come there. */
unsigned long kp_arch_adjust_entry(unsigned long start, unsigned long offset,
				   bool *on_entry)
{
	unsigned long local = has_local_entry(start) ? 2 * INSN_SIZE : 0;

	if (!offset)
		offset = local;
	*on_entry = offset == local;
	return start + offset;
}

static bool is_text(unsigned long addr)
{
	bool is;

	preempt_disable();
	is = kp_ksyms.core_kernel_text(addr) ||
	     kp_ksyms.__module_text_address(addr);
	preempt_enable();
	return is;
}

unsigned long kp_arch_lookup(const char *name,
			     unsigned long (*lookup)(const char *name))
{
	const char *symbol = strchrnul(name, ':');
	char dotted[MODULE_NAME_LEN + KSYM_NAME_LEN + 2];
	unsigned long addr = 0;

	symbol = *symbol ? symbol + 1 : name;
	if (HAS_DESCRIPTORS && *symbol != '.') {
		snprintf(dotted, sizeof(dotted), "%.*s.%s",
			 (int)(symbol - name), name, symbol);
		addr = lookup(dotted);
	}
	return addr ?: lookup(name);
}

void *kp_arch_function(unsigned long code)
{
	struct descriptor *desc = &descriptors[num_descriptors];

	if (!HAS_DESCRIPTORS || !code)
		return (void *)code;
	if (num_descriptors == MAX_DESCRIPTORS)
		return NULL;
	num_descriptors++;
	/* all of the kernel has one TOC */
	*desc = *(struct descriptor *)sprint_symbol;
	desc->code = code;
	return desc;
}

unsigned long kp_arch_code(unsigned long addr)
{
	unsigned long code;

	if (!HAS_DESCRIPTORS || is_text(addr) ||
	    get_kernel_nofault(code, &((struct descriptor *)addr)->code) ||
	    !is_text(code))
		return addr;
	return code;
}

static bool is_stub_data(unsigned long addr)
{
	unsigned long at;

	if (addr < VMALLOC_START)
		return false;
	for (at = addr; at + STUB_DATA > addr; at -= INSN_SIZE)
		if (word_at(at) == STUB_MAGIC)
			return true;
	return false;
}

const char *kp_arch_reserved_why(unsigned long addr)
{
	if (is_stub_data(addr))
		return "data of a stub, through which its module calls";
	if (is_ftrace_site(addr))
		return "call site of the function tracer";
	/* without -mprofile-kernel the tracer looks at what follows its call */
	if (!IS_ENABLED(CONFIG_MPROFILE_KERNEL) &&
	    is_ftrace_site(addr - INSN_SIZE))
		return "behind a call site of the function tracer";
	return NULL;
}

void kp_arch_read_native(unsigned long addr, u8 *buf)
{
	u32 word;

	memcpy(&word, buf, sizeof(word));
	if (!IS_BL(word) || !is_ftrace_site(addr))
		return;
	word = NOP;
	memcpy(buf, &word, sizeof(word));
}

/* The local entry, or behind the call site of the function tracer. */
unsigned long kp_arch_entry_offset(unsigned long addr)
{
	unsigned long at = has_local_entry(addr) ? 2 * INSN_SIZE : 0, site;

	for (site = at; site <= at + 2 * INSN_SIZE; site += INSN_SIZE)
		if (is_ftrace_site(addr + site))
			return site + INSN_SIZE;
	return at;
}

/* Symbols in assembly and elsewhere that have no return address, or another's. */
static const char * const no_functions[] = {
	"_switch", "__switch_to", "ret_from_fork", "ret_from_fork_scv",
	"ret_from_kernel_thread", "ret_from_kernel_user_thread",
	"start_kernel_thread", "return_to_handler", "start_secondary",
	"start_secondary_prolog", "start_secondary_resume",
	"__secondary_start", "generic_secondary_smp_init", "start_here_common",
	"enter_prom", "enter_rtas", "rtas_return_loc", "rtas_restore_regs",
	"kexec_smp_wait", "kexec_sequence", "kexec_wait", "call_do_softirq",
	"call_do_irq", "ftrace_caller", "ftrace_regs_caller", "ftrace_stub",
	"_mcount", "__kretprobe_trampoline", "arch_rethook_trampoline",
	"arch_cpu_idle_dead", "cpu_die", "rtas_stop_self",
	"power4_idle_nap", "power4_idle_nap_return",
	/* returns twice, and to where another one was called from */
	"setjmp", "longjmp",
	/* their callers' frames are not as others are */
	"fpenable", "fpdisable",
};

/* They are called to save and to restore registers, r1 and LR among them. */
static bool is_register_function(const char *name)
{
	return strstarts(name, "_savegpr") || strstarts(name, "_restgpr") ||
	       strstarts(name, "_savefpr") || strstarts(name, "_restfpr") ||
	       strstarts(name, "_savevr") || strstarts(name, "_restvr");
}

const char *kp_arch_entry_why(const char *name)
{
	if (match_string(no_functions, ARRAY_SIZE(no_functions), name) >= 0 ||
	    strstr(name, "play_dead") || is_register_function(name))
		return "not called, or does not return to its caller";
	return NULL;
}

const char * const kp_arch_off_functions[] = {
	"arch_cpu_idle_dead", "cpu_die", "rtas_stop_self", NULL
};

bool kp_arch_idle_goes_on(void)
{
	return false;
}
