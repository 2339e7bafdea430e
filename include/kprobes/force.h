/* SPDX-License-Identifier: GPL-2.0 */
/*
 * For clients that ask for CONFIG_KPROBES, on a kernel that was built without
 * it: they find it set. The compiler gets this file by -include, and the headers
 * in include/forced ahead of the kernel's; client.mk gives it both.
 *
 * The layout of some of the kernel's structs depends on these options. The headers
 * that have them find the options as the kernel was built: each is included by one
 * of its name in include/forced. selftests/host/forced.sh looks whether all are.
 *
 * Stack traces end at our return probes. No header of the kernel looks at the option
 * that says they go on.
 */
#include <linux/kconfig.h>

#if !defined(CONFIG_KPROBES) && !defined(KP_FORCED)
#define KP_FORCED
#undef CONFIG_ARCH_CORRECT_STACKTRACE_ON_KRETPROBE
#include <kprobes/show_options.h>
#endif
