// SPDX-License-Identifier: GPL-2.0
/* x86: what symbols, functions and patch sites look like. */
#include <linux/bug.h>
#include <linux/cache.h>
#include <linux/static_call.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <asm/cpufeature.h>
#include <asm/text-patching.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>
#include <kernel/native_kprobes.h>
#include <compat/ibt.h>
#include <compat/nops.h>
#include <compat/return_thunk.h>
#include <kp_x86_call_thunks.h>
#include <kp_x86_gate.h>

#define ENDBR_SIZE	4

static bool is_endbr_at(unsigned long addr)
{
	u32 bytes;

	/* any symbol, init text that is unmapped and 0 included */
	return IS_ENABLED(CONFIG_X86_KERNEL_IBT) &&
	       !get_kernel_nofault(bytes, (const u32 *)addr) &&
	       kp_is_endbr(bytes);
}

static bool is_ftrace_site(unsigned long addr)
{
	/* the other looks up a symbol if there is none */
	if (kp_ksyms.ftrace_location_range)
		return kp_ksyms.ftrace_location_range(addr, addr) == addr;
	return kp_ksyms.ftrace_location &&
	       kp_ksyms.ftrace_location(addr) == addr;
}

/* A function whose weak symbol was dropped is counted to the symbol before it. */
unsigned long kp_arch_adjust_entry(unsigned long start, unsigned long offset,
				   bool *on_entry)
{
	unsigned long pad = is_endbr_at(start) ? ENDBR_SIZE : 0;

	*on_entry = offset == 0 || offset == pad ||
		    is_ftrace_site(start + offset);
	return start + (offset ?: pad);
}

unsigned long kp_arch_lookup(const char *name,
			     unsigned long (*lookup)(const char *name))
{
	return lookup(name);
}

/* For all that is found by name, and for kallsyms_lookup_name() itself. */
static_assert(sizeof(struct kp_ksyms) / sizeof(void *) < KP_X86_CALL_THUNKS);

/* Other than kp_is_endbr(), not if it has been made useless. */
static bool may_be_called(unsigned long code)
{
	u32 bytes;

	if (get_kernel_nofault(bytes, (const u32 *)code))
		return false;
	/* as an operand, the value itself would be a target of indirect branches */
	bytes = ~bytes;
	OPTIMIZER_HIDE_VAR(bytes);
	return bytes == ~0xfa1e0ff3;
}

/*
 * Of functions that the kernel never calls through a pointer, the kernel has made the ENDBR
 * useless at boot, on any CPU. Nothing that it does not export is called for a thunk: that
 * would need one.
 */
void *kp_arch_function(unsigned long code)
{
	static struct static_call_key keys[KP_X86_CALL_THUNKS];
	static unsigned int num;
	void *thunk;

	if (!IS_ENABLED(CONFIG_X86_KERNEL_IBT) || !code ||
	    may_be_called(code))
		return (void *)code;
	if (num == KP_X86_CALL_THUNKS)
		return NULL;
	thunk = kp_x86_call_thunks[num];
	if (!may_be_called((unsigned long)thunk))
		return NULL;
	__static_call_update(&keys[num++], thunk + ENDBR_SIZE, (void *)code);
	return thunk;
}

bool kp_x86_returns_write_flags(void)
{
	return kp_returns_count();
}

unsigned long kp_arch_code(unsigned long addr)
{
	return addr;
}

/*
 * What follows the jump or return of a static call's trampoline, by which the
 * kernel itself tells it before it writes there: since 5.18, and before
 * the letters SCT; in 5.10 nothing is there.
 */
static bool is_static_call_trampoline(unsigned long addr)
{
	static const u8 signatures[][3] = {
		{ 0x0f, 0xb9, 0xcc }, { 'S', 'C', 'T' },
	};
	u8 bytes[CALL_INSN_SIZE + 3];
	int i, n;

	/* wherever in the jump or return @addr is */
	if (copy_from_kernel_nofault(bytes, (void *)addr, sizeof(bytes)))
		return false;
	for (i = 1; i <= CALL_INSN_SIZE; i++)
		for (n = 0; n < ARRAY_SIZE(signatures); n++)
			if (IS_ALIGNED(addr + i - CALL_INSN_SIZE, 4) &&
			    !memcmp(bytes + i, signatures[n], 3))
				return true;
	return false;
}

const char *kp_arch_reserved_why(unsigned long addr)
{
	if (kp_x86_gate_owns(addr))
		return "the entry of breakpoints";
	if (is_static_call_trampoline(addr))
		return "static call trampoline";
	/* it takes the end for the byte behind the last */
	if (kp_ksyms.alternatives_text_reserved &&
	    kp_ksyms.alternatives_text_reserved((void *)addr, (void *)addr + 1))
		return "lock prefix that comes and goes with the second CPU";
	return NULL;
}

/* What a call site of the function tracer holds when nobody traces. */
static const u8 nop5[CALL_INSN_SIZE] = { BYTES_NOP5 };

/*
 * Whether the kernel's own has a probe at @addr but not in the @text, which is that of a
 * module that came when the probe's had gone. @native is the text with the probe's
 * first byte.
 */
static bool has_gone(unsigned long addr, const u8 *text, const u8 *native)
{
	unsigned int i;

	if (text[0] == INT3_INSN_OPCODE || !kp_native_has(addr))
		return false;
	/* where one before it is a jump, this one is disabled */
	for (i = 1; i < KP_ARCH_NATIVE_JUMP_SIZE; i++)
		if (kp_native_has(addr - i))
			return false;
	return text[0] != JMP32_INSN_OPCODE ||
	       !memcmp(text + 1, native + 1, JMP32_INSN_SIZE - 1);
}

void kp_arch_read_native(unsigned long addr, u8 *buf)
{
	u8 native[KP_ARCH_MAX_INSN_SIZE + 1];
	unsigned long where;

	/* a call, a jump to a trampoline (7.x), or a breakpoint while it is being switched */
	if ((buf[0] == CALL_INSN_OPCODE || buf[0] == JMP32_INSN_OPCODE ||
	     buf[0] == INT3_INSN_OPCODE) && is_ftrace_site(addr)) {
		memcpy(buf, nop5, sizeof(nop5));
		return;
	}
	if (!kp_ksyms.recover_probed_instruction)
		return;
	where = kp_ksyms.recover_probed_instruction(native, addr);
	/* it answers with our buffer only if a probe of its own is there */
	if (where == (unsigned long)native && !has_gone(addr, buf, native))
		memcpy(buf, native, KP_ARCH_MAX_INSN_SIZE);
}

unsigned long kp_arch_entry_offset(unsigned long addr)
{
	unsigned long site = addr + (is_endbr_at(addr) ? ENDBR_SIZE : 0);

	if (is_ftrace_site(site))
		site += CALL_INSN_SIZE;
	return site - addr;
}

/* Symbols in assembly and elsewhere that have no return address, or another's. */
static const char * const no_functions[] = {
	"__switch_to", "__switch_to_asm", "ret_from_fork", "ret_from_fork_asm",
	"rewind_stack_and_make_dead", "rewind_stack_do_exit",
	"return_to_handler", "arch_rethook_trampoline",
	"__kretprobe_trampoline", "kretprobe_trampoline",
	"relocate_kernel", "identity_mapped", "virtual_mapped",
	"startup_64", "secondary_startup_64", "secondary_startup_64_no_verify",
	"start_cpu0", "wakeup_long64", "do_suspend_lowlevel",
	"x86_acpi_enter_sleep_state", "swsusp_arch_suspend",
	"arch_cpu_idle_dead",
};

const char *kp_arch_entry_why(const char *name)
{
	if (match_string(no_functions, ARRAY_SIZE(no_functions), name) >= 0 ||
	    strstr(name, "play_dead") || strstarts(name, "__x86_"))
		return "not called, or does not return to its caller";
	return NULL;
}

const char * const kp_arch_off_functions[] = {
	"native_play_dead", "mwait_play_dead", "hlt_play_dead",
	"play_dead_common", "acpi_idle_play_dead", "cpuidle_play_dead",
	"arch_cpu_idle_dead", "acpi_mp_play_dead", NULL
};

bool kp_arch_idle_goes_on(void)
{
	return cpu_feature_enabled(X86_FEATURE_XENPV);
}
