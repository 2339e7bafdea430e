/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's header, with the options as the kernel was built: kprobes/force.h. */
#if defined(KP_FORCED) && defined(CONFIG_KPROBES)
#include <kprobes/hide_options.h>
#include_next <asm/stacktrace/common.h>
#include <kprobes/show_options.h>
#else
#include_next <asm/stacktrace/common.h>
#endif
