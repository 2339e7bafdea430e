// SPDX-License-Identifier: GPL-2.0
/*
 * Which modules a probe belongs to: the one that registered it, and those that
 * its struct and its handlers lie in. When one of these leaves, the probe is
 * removed. The caller's struct may be freed by then: only what was noted here,
 * when the probe was registered, is looked at.
 */
#include <linux/kallsyms.h>
#include <linux/module.h>
#include <linux/slab.h>

#include <guard/clients.h>
#include <kernel/ksyms.h>

#define NEEDS_INIT	1UL
#define IS_MANY		2UL
#define BITS		(NEEDS_INIT | IS_MANY)

/* The log names so many probes of a module, and counts the others. */
#define MAX_REPORTS	16

/**
 * struct many - several modules
 * @num: how many
 * @of: as in struct kp_clients
 */
struct many {
	unsigned int num;
	unsigned long of[];
};

static void add(struct kp_clients *clients, const struct module *mod,
		bool needs_init)
{
	unsigned int i;

	for (i = 0; i < clients->num; i++)
		if ((clients->of[i] & ~BITS) == (unsigned long)mod) {
			clients->of[i] |= needs_init;
			return;
		}
	if (!WARN_ON_ONCE(clients->num == KP_MAX_CLIENTS))
		clients->of[clients->num++] = (unsigned long)mod | needs_init;
}

/**
 * kp_clients_begin() - begin with the module that registers a probe
 * @clients: result
 * @caller: where the API's function returns to
 *
 * Context: process context. The caller is running, so its module stays.
 */
void kp_clients_begin(struct kp_clients *clients, unsigned long caller)
{
	BUILD_BUG_ON(__alignof__(struct module) <= BITS);
	clients->num = 0;
	clients->is_late = false;
	preempt_disable();
	clients->caller = kp_ksyms.__module_address(caller);
	preempt_enable();
	if (clients->caller)
		add(clients, clients->caller, false);
}

/**
 * kp_clients_find() - go on with where a struct or a handler lies
 * @clients: after kp_clients_begin()
 * @at: its address, or NULL
 *
 * Context: process context, with the lock held that who looks for probes of a
 * module that leaves takes: the state of a module that it does not find there
 * yet is seen here.
 */
void kp_clients_find(struct kp_clients *clients, const void *at)
{
	unsigned long addr = (unsigned long)at;
	const struct module *mod = clients->caller;
	bool needs_init;

	preempt_disable();
	if (!mod || !within_module(addr, mod))
		mod = at ? kp_ksyms.__module_address(addr) : NULL;
	if (mod) {
		/* what is not in the rest, even if init memory goes just now */
		needs_init = !within_module_core(addr, mod);
		clients->is_late |= mod->state == MODULE_STATE_GOING ?
				    mod != clients->caller :
				    needs_init && mod->state == MODULE_STATE_LIVE;
		add(clients, mod, needs_init);
	}
	preempt_enable();
}

/**
 * kp_clients_keep() - keep what was found
 * @clients: the modules
 * @kept: result, for kp_clients_free(): mostly one module, its address and the
 *	bit for its init part; several are a struct of ours, marked by the next bit
 * @why: the reason, if it fails
 *
 * Context: process context, the lock held as for kp_clients_find().
 * Return: 0, -ENOMEM, or -ENOENT if one of them is on its way out.
 */
int kp_clients_keep(const struct kp_clients *clients, unsigned long *kept,
		    const char **why)
{
	struct many *many;

	*kept = clients->num ? clients->of[0] : 0;
	if (clients->is_late) {
		*why = "its struct or a handler is in a module that goes away, or in init memory";
		return -ENOENT;
	}
	if (clients->num <= 1)
		return 0;
	many = kmalloc(struct_size(many, of, clients->num), GFP_KERNEL);
	if (!many) {
		*why = "out of memory";
		return -ENOMEM;
	}
	many->num = clients->num;
	memcpy(many->of, clients->of, many->num * sizeof(many->of[0]));
	*kept = (unsigned long)many | IS_MANY;
	return 0;
}

/**
 * kp_clients_free() - undo kp_clients_keep()
 * @kept: what it has set
 */
void kp_clients_free(unsigned long kept)
{
	if (kept & IS_MANY)
		kfree((void *)(kept & ~BITS));
}

static bool is_left(unsigned long of, const struct kp_leaving *leaving)
{
	return (of & ~BITS) == (unsigned long)leaving->mod &&
	       (!leaving->init_only || of & NEEDS_INIT);
}

/**
 * kp_clients_leave() - whether a module that leaves is one that a probe needs
 * @kept: from kp_clients_keep()
 * @leaving: the module
 *
 * Context: any.
 */
bool kp_clients_leave(unsigned long kept, const struct kp_leaving *leaving)
{
	const struct many *many = (void *)(kept & ~BITS);
	unsigned int i;

	/* also those of a client that could be told, but has not held kprobes.ko */
	if (!leaving->mod)
		return true;
	if (!(kept & IS_MANY))
		return is_left(kept, leaving);
	for (i = 0; i < many->num; i++)
		if (is_left(many->of[i], leaving))
			return true;
	return false;
}

static const char *name_of(const struct kp_leaving *leaving)
{
	return leaving->mod ? leaving->mod->name : "(unknown)";
}

/**
 * kp_leaving_report() - tell of a probe that a module has left behind
 * @leaving: the module
 * @probe: its struct, which is not looked at
 * @fmt: its kind and place
 *
 * Context: process context, the module's symbols are there.
 */
void kp_leaving_report(struct kp_leaving *leaving, const void *probe,
		       const char *fmt, ...)
{
	const char *verb = !leaving->mod ? "has left" :
			   leaving->init_only ? "ends its init" : "leaves";
	struct va_format what = { .fmt = fmt };
	char name[KSYM_SYMBOL_LEN];
	va_list args;

	if (leaving->num++ >= MAX_REPORTS)
		return;
	/* the address of what has no name is no business of the log's */
	if (leaving->mod && within_module((unsigned long)probe, leaving->mod))
		snprintf(name, sizeof(name), "%ps", probe);
	else
		snprintf(name, sizeof(name), "%p", probe);
	va_start(args, fmt);
	what.va = &args;
	pr_warn("module %s %s with a probe registered, which is removed: %pV, struct %s\n",
		name_of(leaving), verb, &what, name);
	va_end(args);
}

/**
 * kp_leaving_end() - all probes that it left behind have been removed
 * @leaving: the module
 */
void kp_leaving_end(const struct kp_leaving *leaving)
{
	if (leaving->num > MAX_REPORTS)
		pr_warn("module %s: %u more were removed\n", name_of(leaving),
			leaving->num - MAX_REPORTS);
}
