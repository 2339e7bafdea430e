// SPDX-License-Identifier: GPL-2.0
/*
 * Definitions whose probe is there only while their event is enabled: watches (w), as each
 * takes a debug register of every CPU, and probes in user space (u).
 */
#include <linux/kernel.h>
#include <linux/kwatch.h>
#include <linux/preempt.h>
#include <linux/ptrace.h>
#include <linux/slab.h>

#include "event.h"

/* --- watches */

/* $addr, $old and $value: see parse_watched(). */
static void on_access(struct kwatch *kw, struct pt_regs *regs, u64 old_value,
		      u64 new_value)
{
	const unsigned long values[] = { kw->addr, old_value, new_value };
	struct kpe_probe *probe = kw->user;
	struct kpe_hit hit = {
		.event	= probe->def->event,
		.args	= &probe->def->args,
		.regs	= regs,
		.ip	= instruction_pointer(regs),
		.saved	= values,
	};

	kpe_deliver(probe, &hit);
}

static int watch_arm(struct kpe_definition *def)
{
	const struct kwatch kw = {
		.symbol_name	= def->symbol,
		.addr		= def->symbol ? 0 : def->addr,
		.offset		= def->offset,
		.length		= def->length,
		.type		= !def->is_written ? KWATCH_READ :
				  !def->is_read ? KWATCH_WRITE : KWATCH_RW,
		.value_handler	= on_access,
		.user		= def->probes,
	};
	struct kwatch *late = def->probes->late;

	*late = kw;
	return register_kwatch_probe(late);
}

static void watch_disarm(struct kpe_definition *def)
{
	unregister_kwatch_probe(def->probes->late);
}

/* --- user space */

/*
 * Handlers are called with preemption enabled; a hit is not the place for that. There is
 * no event yet while user_find() tries.
 */
static void deliver_user(struct kpe_probe *probe, struct kpe_hit *hit)
{
	if (!hit->event)
		return;
	preempt_disable();
	kpe_deliver(probe, hit);
	preempt_enable();
}

static int on_user_hit(struct kprobe *kp, struct pt_regs *regs)
{
	struct kpe_probe *probe = container_of(kp, struct kpe_probe, rp.kp);
	struct kpe_hit hit = {
		.event	= probe->def->event,
		.args	= &probe->def->args,
		.regs	= regs,
		.ip	= instruction_pointer(regs),
	};

	deliver_user(probe, &hit);
	return 0;
}

static void on_user_return(struct kprobe *kp, struct pt_regs *regs,
			   unsigned long func)
{
	struct kpe_probe *probe = container_of(kp, struct kpe_probe, rp.kp);
	struct kpe_hit hit = {
		.event	= probe->def->event,
		.args	= &probe->def->args,
		.regs	= regs,
		.ip	= func,
		.ret_ip	= instruction_pointer(regs),
	};

	deliver_user(probe, &hit);
}

/* Find the file, which is held from now on, and try. */
static int user_find(struct kpe_definition *def)
{
	struct kpe_probe *probe = def->probes;
	int ret;
	const struct kprobe kp = {
		.pre_handler	= def->is_return ? NULL : on_user_hit,
		.user		= def->probes->late,
	};
	const struct uprobe user = {
		.ret_handler	= def->is_return ? on_user_return : NULL,
	};

	probe->rp.kp = kp;
	*probe->rp.kp.user = user;
	ret = register_uprobe_path(def->path, def->symbol,
				   def->symbol ? def->offset : def->addr,
				   &probe->rp.kp);
	if (!ret)
		remove_kprobe_user(&probe->rp.kp);
	return ret;
}

static int user_arm(struct kpe_definition *def)
{
	return insert_kprobe_userspace(&def->probes->rp.kp);
}

static void user_disarm(struct kpe_definition *def)
{
	remove_kprobe_user(&def->probes->rp.kp);
}

/* --- both */

static const struct late {
	size_t size;
	int (*find)(struct kpe_definition *def);
	int (*arm)(struct kpe_definition *def);
	void (*disarm)(struct kpe_definition *def);
} kinds[] = {
	[KPE_DATA] = { sizeof(struct kwatch), NULL, watch_arm, watch_disarm },
	[KPE_USER] = { sizeof(struct uprobe), user_find, user_arm, user_disarm },
};

/**
 * kpe_late_create() - what the probe of a definition needs besides
 * @def: the definition, with a probe; it is no one of the kernel's text
 *
 * Context: process context, may sleep; no locks, since it reads files.
 * Return: 0; -ENOMEM; or what register_uprobe_path() returned.
 */
int kpe_late_create(struct kpe_definition *def)
{
	const struct late *kind = &kinds[def->target];

	def->probes->late = kzalloc(kind->size, GFP_KERNEL);
	if (!def->probes->late)
		return -ENOMEM;
	return kind->find ? kind->find(def) : 0;
}

/**
 * kpe_late_free() - undo kpe_late_create(), also if it failed
 * @def: the definition; its probe is not armed
 */
void kpe_late_free(struct kpe_definition *def)
{
	if (def->target == KPE_USER && def->probes->late)
		unregister_kprobe_user(&def->probes->rp.kp);
	kfree(def->probes->late);
	def->probes->late = NULL;
}

static int arm(struct kpe_definition *def)
{
	int ret;

	if (def->probes->is_registered)
		return 0;
	/* what arguments name may have come again elsewhere */
	ret = kpe_resolve_args(def) ?: kinds[def->target].arm(def);
	def->probes->is_registered = !ret;
	return ret;
}

/**
 * kpe_late_disarm() - the probe of a definition is there no more
 * @def: the definition
 *
 * When it returns, no handler is running or will be called.
 *
 * Context: process context, kpe_mutex held.
 */
void kpe_late_disarm(struct kpe_definition *def)
{
	lockdep_assert_held(&kpe_mutex);
	if (def->probes->is_registered)
		kinds[def->target].disarm(def);
	def->probes->is_registered = false;
}

/**
 * kpe_late_define() - try whether it can be there; leave it if its event is enabled
 * @def: the definition
 *
 * That all debug registers are taken just now is no reason to refuse a definition.
 *
 * Context: process context, kpe_mutex held.
 * Return: 0, or what registering returned.
 */
int kpe_late_define(struct kpe_definition *def)
{
	int ret;

	lockdep_assert_held(&kpe_mutex);
	if (def->target == KPE_USER && !def->event->sinks)
		return 0;
	ret = arm(def);
	if (def->event->sinks)
		return ret;
	kpe_late_disarm(def);
	return ret == -ENOSPC || ret == -EBUSY ? 0 : ret;
}

/**
 * kpe_late_switch() - make such probes of events be there, or not
 * @events: the events
 * @num: how many
 * @enable: which; disabling never fails
 *
 * Context: process context, kpe_mutex held.
 * Return: 0, or what registering returned: some are there then.
 */
int kpe_late_switch(struct kpe_event **events, unsigned int num, bool enable)
{
	struct kpe_definition *def;
	unsigned int i;
	int ret = 0;

	lockdep_assert_held(&kpe_mutex);
	for (i = 0; i < num && !ret; i++) {
		if (events[i]->target == KPE_TEXT)
			continue;
		list_for_each_entry(def, &events[i]->defs, link) {
			if (enable)
				ret = arm(def);
			else
				kpe_late_disarm(def);
			if (ret)
				break;
		}
	}
	return ret;
}
