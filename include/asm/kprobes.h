/* SPDX-License-Identifier: GPL-2.0 */
/* The types of struct kprobe that depend on the architecture. */
#ifndef KP_ASM_KPROBES_H
#define KP_ASM_KPROBES_H

#include <asm-generic/kprobes.h>

#ifndef __ASSEMBLY__

#include <linux/types.h>

/* The kernel's own, if it has kprobes, come there: by other names than ours. */
#ifdef CONFIG_ARM64
#include <asm/probes.h>
#define arch_specific_insn	kp_arch_specific_insn
#endif

#ifdef CONFIG_X86
typedef u8 kprobe_opcode_t;
#else
typedef u32 kprobe_opcode_t;
#endif

/**
 * struct arch_specific_insn - kprobes.ko's own corner of struct kprobe
 * @resolved: the address that the struct was last registered at; lets one that
 *	was registered by symbol, or with an offset, be registered again
 * @offset: the offset that is part of @resolved
 * @stub: where a jprobe's entry goes on
 *
 * Clients leave it alone.
 */
struct arch_specific_insn {
	kprobe_opcode_t *resolved;
	unsigned int offset;
	unsigned long stub;
};

#endif /* __ASSEMBLY__ */
#endif /* KP_ASM_KPROBES_H */
