/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The arch contract: everything that the core asks of an architecture.
 *
 * An architecture is a folder arch/<name>/ with its own kp_arch_types.h (the
 * types and constants marked [types] in contract/types.h), kp_arch_hit.h
 * (arch/hit_hooks.h has the contract) and kp_arch_task.h (arch/task_hooks.h); the
 * rest are ordinary functions: a header of arch/contract/ for each file that has
 * them. Documentation/porting.rst walks through it.
 *
 * Upward calls: trap.c calls kp_hit_breakpoint() (hit/hit.h); stub_entry.S
 * calls kp_hit_return() and the kp_jprobe_*() functions (hit/hit.h).
 */
#ifndef KP_ARCH_CONTRACT_H
#define KP_ARCH_CONTRACT_H

#include <arch/contract/decode.h>
#include <arch/contract/detour.h>
#include <arch/contract/patch.h>
#include <arch/contract/stub.h>
#include <arch/contract/symbol.h>
#include <arch/contract/trap.h>
#include <arch/contract/types.h>
#include <arch/contract/user.h>
#include <arch/contract/watch.h>

#endif /* KP_ARCH_CONTRACT_H */
