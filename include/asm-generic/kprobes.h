/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How a source says which of its functions must not be probed. In force
 * whether or not the kernel has kprobes of its own, unlike the kernel's header
 * of this name, which ours shadows.
 */
#ifndef _ASM_GENERIC_KPROBES_H
#define _ASM_GENERIC_KPROBES_H

#if defined(__KERNEL__) && !defined(__ASSEMBLY__)

#include <linux/compiler.h>

/*
 * NOKPROBE_SYMBOL() - no probe may be placed in this function
 * @fname: the function
 *
 * Source: Documentation/trace/kprobes.rst, "Blacklist".
 */
#define __NOKPROBE_SYMBOL(fname)					\
	static unsigned long __used __section("_kprobe_blacklist")	\
		_kbl_addr_##fname = (unsigned long)fname;
#define NOKPROBE_SYMBOL(fname)	__NOKPROBE_SYMBOL(fname)

/*
 * The same for a function definition, by section. Where a module's
 * .kprobes.text is, a kernel without kprobes of its own does not keep.
 */
#if defined(CONFIG_KPROBES) && !defined(KP_FORCED)
#define __kprobes	__section(".kprobes.text")
#else
#define __kprobes	__section(".noinstr.text")
#endif

#define nokprobe_inline	__always_inline

#endif /* __KERNEL__ && !__ASSEMBLY__ */
#endif /* _ASM_GENERIC_KPROBES_H */
