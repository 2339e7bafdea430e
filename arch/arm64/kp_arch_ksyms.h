/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: unexported kernel symbols; the format is KP_KSYMS()'s. */
#ifndef KP_ARCH_KSYMS_H
#define KP_ARCH_KSYMS_H

#include <linux/pgtable.h>
#include <asm/debug-monitors.h>

/* Later kernels have neither. */
struct break_hook;
struct step_hook;
struct perf_event;

#define KP_ARCH_KSYMS(FN, DATA)						       \
	KP_KSYMS_SET_MEMORY(FN)						       \
	FN(KP_MUST, int, aarch64_insn_patch_text_nosync,		       \
	   (void *addr, u32 insn), "aarch64_insn_patch_text_nosync",	       \
	   "KALLSYMS")							       \
	FN(KP_MAY, void, register_kernel_break_hook,			       \
	   (struct break_hook *hook), "register_kernel_break_hook",	       \
	   "KALLSYMS")							       \
	FN(KP_MAY, void, unregister_kernel_break_hook,			       \
	   (struct break_hook *hook), "unregister_kernel_break_hook",	       \
	   "KALLSYMS")							       \
	FN(KP_MAY, void, register_user_step_hook, (struct step_hook *hook),    \
	   "register_user_step_hook", "KALLSYMS")			       \
	FN(KP_MAY, void, unregister_user_step_hook, (struct step_hook *hook),  \
	   "unregister_user_step_hook", "KALLSYMS")			       \
	FN(KP_MAY, void, register_kernel_step_hook, (struct step_hook *hook),  \
	   "register_kernel_step_hook", "KALLSYMS")			       \
	FN(KP_MAY, void, unregister_kernel_step_hook,			       \
	   (struct step_hook *hook), "unregister_kernel_step_hook",	       \
	   "KALLSYMS")							       \
	DATA(KP_MAY, struct perf_event *, wp_on_reg, "wp_on_reg",	       \
	     "KALLSYMS_ALL")						       \
	DATA(KP_MAY, struct perf_event *, bp_on_reg, "bp_on_reg",	       \
	     "KALLSYMS_ALL")						       \
	FN(KP_MUST, void *, vmalloc_node_range,			       \
	   (unsigned long size, unsigned long align, unsigned long start,      \
	    unsigned long end, gfp_t gfp, pgprot_t prot, unsigned long flags,  \
	    int node, const void *caller),				       \
	   "__vmalloc_node_range|__vmalloc_node_range_noprof", "KALLSYMS")

#endif /* KP_ARCH_KSYMS_H */
