// SPDX-License-Identifier: GPL-2.0
/* Jprobes: registering them. What happens at a hit is in jprobe_hit.c. */
#include <linux/kprobes.h>
#include <linux/module.h>

#include <arch/contract.h>
#include <guard/clients.h>
#include <hit/hit.h>
#include <hit/kind.h>
#include <hit/probepoint.h>
#include <kernel/ksyms.h>
#include <place/refusals.h>
#include <probe/registration.h>
#include <probe/removal.h>

static int check(const struct kprobe *kp, const char **why)
{
	const struct jprobe *jp = container_of(kp, struct jprobe, kp);
	unsigned long entry = kp_arch_code((unsigned long)jp->entry);
	bool is_text;

	preempt_disable();
	is_text = kp_ksyms.core_kernel_text(entry) ||
		  kp_ksyms.__module_text_address(entry);
	preempt_enable();
	if (is_text)
		return 0;
	*why = "the jprobe's entry is no function";
	return -EINVAL;
}

static void find_handlers(const struct kprobe *kp, struct kp_clients *clients)
{
	const struct jprobe *jp = container_of(kp, struct jprobe, kp);

	kp_clients_find(clients, jp->entry);
}

static int attach(struct kp_probe *probe, const char **why)
{
	struct jprobe *jp = container_of(probe->kp, struct jprobe, kp);
	struct kp_rare *rare = kp_probe_pp(probe)->rare;

	/* with the stub */
	jp->kp.ainsn.stub = rare->stub;
	jp->kp.pre_handler = kp_jprobe_entry;
	jp->kp.post_handler = NULL;
	rare->jprobe_returned = false;
	WRITE_ONCE(kp_ip_was_set, true);
	WRITE_ONCE(rare->jprobe, jp);
	return 0;
}

static void detach(struct kp_probe *probe)
{
	WRITE_ONCE(kp_probe_pp(probe)->rare->jprobe, NULL);
}

static const struct kp_kind jprobe_kind = {
	.number		= KP_KIND_JPROBE,
	.letter		= 'j',
	.name		= "jprobe",
	.size		= sizeof(struct jprobe),
	.on_entry	= true,
	.is_jprobe	= true,
	.is_late	= true,
	.find_handlers	= find_handlers,
	.check		= check,
	.attach		= attach,
	.detach		= detach,
};

/**
 * register_jprobes() - place several jprobes, all or none
 * @jps: the jprobes
 * @num: how many, at least 1
 *
 * Context: process context, may sleep. Not from a probe handler.
 * Return: 0; -EINVAL if an address is not at a function's entry, or an entry
 * is no function; -EEXIST if a function has a jprobe already; or as
 * register_kprobes().
 *
 * Source: Documentation/kprobes.txt of Linux 2.6 to 4.14,
 * "register_*probes".
 */
int register_jprobes(struct jprobe **jps, int num)
{
	BUILD_BUG_ON(offsetof(struct jprobe, kp));
	return kp_register(KP_CALL, (struct kprobe **)jps, num, &jprobe_kind);
}
EXPORT_SYMBOL_GPL(register_jprobes);

/**
 * register_jprobe() - place a jprobe
 * @jp: the jprobe; stays the caller's, who must not change or free it until
 *	unregister_jprobe() has returned
 *
 * Context: process context, may sleep. Not from a probe handler.
 * Return: as register_jprobes().
 *
 * Source: Documentation/kprobes.txt of Linux 2.6 to 4.14, "register_jprobe".
 */
int register_jprobe(struct jprobe *jp)
{
	return kp_register(KP_CALL, (struct kprobe **)&jp, 1, &jprobe_kind);
}
EXPORT_SYMBOL_GPL(register_jprobe);

/**
 * unregister_jprobes() - remove several jprobes
 * @jps: the jprobes
 * @num: how many
 *
 * As unregister_kprobes().
 *
 * Context: process context, may sleep. Not from a probe handler.
 *
 * Source: Documentation/kprobes.txt of Linux 2.6 to 4.14,
 * "unregister_*probes".
 */
void unregister_jprobes(struct jprobe **jps, int num)
{
	kp_unregister(KP_CALL, (struct kprobe **)jps, num);
}
EXPORT_SYMBOL_GPL(unregister_jprobes);

/**
 * unregister_jprobe() - remove a jprobe
 * @jp: the jprobe
 *
 * As unregister_kprobes() for one.
 *
 * Context: process context, may sleep. Not from a probe handler.
 *
 * Source: Documentation/kprobes.txt of Linux 2.6 to 4.14, "unregister_*probe".
 */
void unregister_jprobe(struct jprobe *jp)
{
	kp_unregister(KP_CALL, (struct kprobe **)&jp, 1);
}
EXPORT_SYMBOL_GPL(unregister_jprobe);
