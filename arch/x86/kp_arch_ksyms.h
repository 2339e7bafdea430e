/* SPDX-License-Identifier: GPL-2.0 */
/* x86: unexported kernel symbols; the format is KP_KSYMS()'s. */
#ifndef KP_ARCH_KSYMS_H
#define KP_ARCH_KSYMS_H

#include <linux/notifier.h>
#include <asm/insn.h>

struct arch_hw_breakpoint;
struct perf_event;
struct perf_event_attr;

#define KP_ARCH_KSYMS(FN, DATA)						       \
	KP_KSYMS_SET_MEMORY(FN)						       \
	FN(KP_MUST, int, insn_decode,					       \
	   (struct insn *insn, const void *bytes, int len, enum insn_mode m),  \
	   "insn_decode", "PERF_EVENTS")				       \
	FN(KP_MUST, void *, text_poke,					       \
	   (void *addr, const void *bytes, size_t len),			       \
	   "text_poke", "KALLSYMS")					       \
	FN(KP_MUST, void, text_poke_sync, (void),			       \
	   "text_poke_sync|smp_text_poke_sync_each_cpu", "KALLSYMS")	       \
	FN(KP_MAY, int, alternatives_text_reserved, (void *start, void *end),  \
	   "alternatives_text_reserved", "SMP")				       \
	FN(KP_MAY, unsigned long, recover_probed_instruction,		       \
	   (u8 *buf, unsigned long addr),				       \
	   "recover_probed_instruction", "KPROBES")			       \
	FN(KP_MAY, int, hw_breakpoint_arch_parse,			       \
	   (struct perf_event *bp, const struct perf_event_attr *attr,	       \
	    struct arch_hw_breakpoint *hw),				       \
	   "hw_breakpoint_arch_parse", "PERF_EVENTS")			       \
	DATA(KP_MAY, struct perf_event *, bp_per_reg, "bp_per_reg",	       \
	     "KALLSYMS_ALL")						       \
	DATA(KP_MAY, unsigned long, cpu_debugreg, "cpu_debugreg",	       \
	     "KALLSYMS_ALL")						       \
	DATA(KP_MAY, unsigned long, stack_chk_guard, "__stack_chk_guard",      \
	     "KALLSYMS_ALL")						       \
	DATA(KP_MAY, u64, spec_ctrl_current, "x86_spec_ctrl_current",	       \
	     "KALLSYMS_ALL")						       \
	DATA(KP_MAY, u64, call_depth, "__x86_call_depth", "KALLSYMS_ALL")      \
	DATA(KP_MAY, u64, pred_cmd, "x86_pred_cmd", "KALLSYMS_ALL")	       \
	DATA(KP_MAY, unsigned long, top_of_stack, "cpu_current_top_of_stack",  \
	     "KALLSYMS_ALL")						       \
	DATA(KP_MAY, u8, pcpu_hot, "pcpu_hot", "KALLSYMS_ALL")		       \
	DATA(KP_MUST, struct mutex, text_mutex, "text_mutex", "KALLSYMS_ALL")  \
	DATA(KP_MUST, struct atomic_notifier_head, die_chain, "die_chain",     \
	     "KALLSYMS_ALL")

#endif /* KP_ARCH_KSYMS_H */
