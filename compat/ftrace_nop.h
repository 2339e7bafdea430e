/* SPDX-License-Identifier: GPL-2.0 */
/*
 * powerpc: whether the function tracer looks at the instruction ahead of a call before it
 * takes it away. Since 6.6 it looks at it once only, in an ftrace_init_nop() of its own.
 */
#ifndef KP_COMPAT_FTRACE_NOP_H
#define KP_COMPAT_FTRACE_NOP_H

#ifndef __ASSEMBLY__
#include <linux/ftrace.h>
#endif

#if defined(CONFIG_MPROFILE_KERNEL) && !defined(ftrace_init_nop)
#define KP_FTRACE_LOOKS_AHEAD	1
#else
#define KP_FTRACE_LOOKS_AHEAD	0
#endif

#endif /* KP_COMPAT_FTRACE_NOP_H */
