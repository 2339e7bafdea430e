/* SPDX-License-Identifier: GPL-2.0 */
/* From what a caller asks for to an address that can be probed. */
#ifndef KP_PLACE_RESOLVE_H
#define KP_PLACE_RESOLVE_H

#include <linux/types.h>

#include <arch/contract.h>

struct kprobe;
struct module;

/**
 * struct kp_target - a resolved address
 * @addr: where to probe
 * @start: the symbol that @addr is in
 * @end: the byte behind that symbol
 * @on_entry: @addr is the function's entry
 * @is_ftrace: @addr is a call site of the function tracer
 * @is_internal: for a probe of our own, which may be in what is marked __kprobes
 * @mod: module it is in, which stays until kp_mutex is released, or NULL
 * @insn: the decoded instruction
 * @orig: its bytes
 */
struct kp_target {
	unsigned long addr;
	unsigned long start;
	unsigned long end;
	bool on_entry;
	bool is_ftrace;
	bool is_internal;
	const struct module *mod;
	struct kp_arch_insn insn;
	u8 orig[KP_ARCH_MAX_INSN_SIZE];
};

/* Functions that reschedule what has just left a handler, and would again. */

bool kp_name_is_there(const char *name);
int __must_check kp_resolve(const struct kprobe *kp, struct kp_target *target,
			    const char **why);
const char *kp_entry_why(const struct kp_target *target);
int __must_check kp_target_check(struct kp_target *target, const char **why);
int __must_check kp_target_decode(struct kp_target *target, const char **why);

#endif /* KP_PLACE_RESOLVE_H */
