/* SPDX-License-Identifier: GPL-2.0 */
/*
 * BPF's function that calls one program or another: until 6.1 it writes a jump over the
 * function tracer's site there, since then it is a static call.
 */
#ifndef KP_COMPAT_BPF_H
#define KP_COMPAT_BPF_H

#ifdef KP_OFFERS_BPF_STATIC_CALLS
/* no symbol */
#define KP_BPF_DISPATCHER	""
#else
#define KP_BPF_DISPATCHER	"bpf_dispatcher_xdp_func"
#endif

#endif /* KP_COMPAT_BPF_H */
