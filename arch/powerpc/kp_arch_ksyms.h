/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: unexported kernel symbols; the format is KP_KSYMS()'s. */
#ifndef KP_ARCH_KSYMS_H
#define KP_ARCH_KSYMS_H

#include <linux/pgtable.h>
#include <linux/sched.h>
#include <asm/inst.h>

#define KP_ARCH_KSYMS(FN, DATA)						       \
	FN(KP_MUST, int, patch_instruction, (u32 *addr, ppc_inst_t insn),      \
	   "patch_instruction", "KALLSYMS")				       \
	FN(KP_MUST, int, change_memory_attr,				       \
	   (unsigned long addr, int num_pages, long action),		       \
	   "change_memory_attr", "KALLSYMS")				       \
	FN(KP_MUST, void *, vmalloc_node_range,			       \
	   (unsigned long size, unsigned long align, unsigned long start,      \
	    unsigned long end, gfp_t gfp, pgprot_t prot, unsigned long flags,  \
	    int node, const void *caller),				       \
	   "__vmalloc_node_range|__vmalloc_node_range_noprof", "KALLSYMS")	       \
	DATA(KP_MAY, struct mm_struct, init_mm, "init_mm", "KALLSYMS_ALL")     \
	DATA(KP_MAY, bool, tlbie_enabled, "tlbie_enabled", "KALLSYMS_ALL")

#endif /* KP_ARCH_KSYMS_H */
