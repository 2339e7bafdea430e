/* SPDX-License-Identifier: GPL-2.0 */
/* Which modules a probe belongs to, and those that leave without theirs. */
#ifndef KP_GUARD_CLIENTS_H
#define KP_GUARD_CLIENTS_H

#include <linux/compiler.h>
#include <linux/types.h>

struct module;

/* The caller, the structs, the handlers: more than any kind of probe has. */
#define KP_MAX_CLIENTS	8

/**
 * struct kp_clients - modules that a probe needs, as they are being found
 * @caller: the module that registers it, or NULL
 * @num: how many of @of are in use
 * @of: the modules; the lowest bit says that it needs the init part
 * @is_late: one of them is on its way out already
 */
struct kp_clients {
	const struct module *caller;
	unsigned int num;
	unsigned long of[KP_MAX_CLIENTS];
	bool is_late;
};

/**
 * struct kp_leaving - a module that leaves
 * @mod: the module; only what its init leaves behind if @init_only. NULL for all
 *	that is left when kprobes.ko itself goes
 * @init_only: it stays, but its init part goes
 * @num: probes that were found
 */
struct kp_leaving {
	const struct module *mod;
	bool init_only;
	unsigned int num;
};

void kp_clients_begin(struct kp_clients *clients, unsigned long caller);
void kp_clients_find(struct kp_clients *clients, const void *at);
int __must_check kp_clients_keep(const struct kp_clients *clients,
				 unsigned long *kept, const char **why);
void kp_clients_free(unsigned long kept);
bool kp_clients_leave(unsigned long kept, const struct kp_leaving *leaving);
__printf(3, 4) void kp_leaving_report(struct kp_leaving *leaving,
				      const void *probe, const char *fmt, ...);
void kp_leaving_end(const struct kp_leaving *leaving);

#endif /* KP_GUARD_CLIENTS_H */
