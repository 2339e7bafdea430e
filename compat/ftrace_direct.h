/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The function tracer's direct calls, of all functions of an ops: from 5.16 to 6.3 by
 * names of their own. Before there was none.
 */
#ifndef KP_COMPAT_FTRACE_DIRECT_H
#define KP_COMPAT_FTRACE_DIRECT_H

#include <linux/ftrace.h>

#ifdef KP_OFFERS_FTRACE_DIRECT_MULTI
#define kp_register_ftrace_direct	register_ftrace_direct_multi
#define kp_unregister_ftrace_direct	unregister_ftrace_direct_multi
#elif defined(KP_OFFERS_FTRACE_DIRECT_OPS)
#define kp_register_ftrace_direct	register_ftrace_direct
#define kp_unregister_ftrace_direct(ops, trampoline)			\
	unregister_ftrace_direct(ops, trampoline, false)
#endif

#endif /* KP_COMPAT_FTRACE_DIRECT_H */
