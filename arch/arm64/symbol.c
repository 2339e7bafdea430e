// SPDX-License-Identifier: GPL-2.0
/* arm64: what symbols, functions and patch sites look like. */
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <asm/byteorder.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>

#define INSN_SIZE	4
#define NOP		0xd503201f
#define IS_BTI(word)	(((word) & 0xffffff3f) == 0xd503241f)
#define IS_BL(word)	((word) >> 26 == 0x25)

static bool is_landing_pad_at(unsigned long addr)
{
	__le32 word;

	/* any symbol, init text that is unmapped and 0 included */
	return !get_kernel_nofault(word, (const __le32 *)addr) &&
	       IS_BTI(le32_to_cpu(word));
}

static bool is_ftrace_site(unsigned long addr)
{
	return kp_ksyms.ftrace_location &&
	       kp_ksyms.ftrace_location(addr) == addr;
}

/* A breakpoint is as good as a landing pad: none is skipped. */
unsigned long kp_arch_adjust_entry(unsigned long start, unsigned long offset,
				   bool *on_entry)
{
	*on_entry = offset == 0 ||
		    (offset == INSN_SIZE && is_landing_pad_at(start)) ||
		    is_ftrace_site(start + offset);
	return start + offset;
}

unsigned long kp_arch_lookup(const char *name,
			     unsigned long (*lookup)(const char *name))
{
	return lookup(name);
}

void *kp_arch_function(unsigned long code)
{
	return (void *)code;
}

unsigned long kp_arch_code(unsigned long addr)
{
	return addr;
}

static bool is_pointer(unsigned long addr)
{
	u64 bytes;

	return !get_kernel_nofault(bytes, (const u64 *)ALIGN_DOWN(addr, 8)) &&
	       kp_arm64_is_pointer(bytes);
}

const char *kp_arch_reserved_why(unsigned long addr)
{
	if (is_pointer(addr))
		return "a pointer of the function tracer";
	if (!IS_ENABLED(CONFIG_DYNAMIC_FTRACE_WITH_REGS) &&
	    is_ftrace_site(addr))
		return "call site of the function tracer";
	return NULL;
}

void kp_arch_read_native(unsigned long addr, u8 *buf)
{
	__le32 word;

	memcpy(&word, buf, sizeof(word));
	if (!IS_BL(le32_to_cpu(word)) || !is_ftrace_site(addr))
		return;
	word = cpu_to_le32(NOP);
	memcpy(buf, &word, sizeof(word));
}

/* Behind landing pad and call site, of which an instruction is before it. */
unsigned long kp_arch_entry_offset(unsigned long addr)
{
	unsigned long at = addr + (is_landing_pad_at(addr) ? INSN_SIZE : 0);

	if (is_ftrace_site(at + INSN_SIZE))
		at += 2 * INSN_SIZE;
	return at - addr;
}

/* Symbols in assembly and elsewhere that have no return address, or another's. */
static const char * const no_functions[] = {
	"cpu_switch_to", "__switch_to", "ret_from_fork", "ret_to_kernel",
	"ret_to_user", "cpu_resume", "cpu_do_resume", "return_to_handler",
	/* returns once more when the CPU comes back, by cpu_resume() */
	"__cpu_suspend_enter",
	/* where a CPU is switched off, to come back by cpu_resume() */
	"__arm_smccc_smc", "__arm_smccc_hvc", "__invoke_psci_fn_smc",
	"__invoke_psci_fn_hvc", "psci_0_1_cpu_suspend", "psci_0_2_cpu_suspend",
	"psci_suspend_finisher", "psci_system_suspend",
	"arch_rethook_trampoline", "__kretprobe_trampoline",
	"primary_entry", "secondary_entry", "secondary_holding_pen",
	"secondary_startup", "__secondary_switched", "__enable_mmu",
	"cpu_soft_restart", "__cpu_soft_restart",
	"arm64_relocate_new_kernel", "machine_kexec", "cpu_die",
	"arch_cpu_idle_dead", "call_on_irq_stack", "ftrace_caller",
	"ftrace_regs_caller", "ftrace_common", "ftrace_stub",
};

const char *kp_arch_entry_why(const char *name)
{
	if (match_string(no_functions, ARRAY_SIZE(no_functions), name) >= 0 ||
	    strstr(name, "play_dead"))
		return "not called, or does not return to its caller";
	return NULL;
}

const char * const kp_arch_off_functions[] = {
	"arch_cpu_idle_dead", "cpu_die", NULL
};

bool kp_arch_idle_goes_on(void)
{
	return false;
}
