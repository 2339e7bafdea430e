// SPDX-License-Identifier: GPL-2.0
/* Enabling and disabling probes. */
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#include <hit/probe_table.h>
#include <hit/probepoint.h>
#include <kernel/native_kprobes.h>
#include <kernel/quiesce.h>
#include <place/refusals.h>
#include <point/arming.h>
#include <point/batch.h>
#include <probe/probe_index.h>
#include <probe/switch.h>

/* Those of a batch whose state changes, in @changed; or which cannot, in *@at. */
static int find_switched(struct kprobe **kps, int num, bool disable,
			 struct kp_probe **changed, int *num_changed, int *at,
			 const char **why)
{
	struct kp_probe *probe;

	for (*at = 0; *at < num; ++*at) {
		probe = kps[*at] ? kp_probe_find(kps[*at]) : NULL;
		*why = !probe ? "not registered" :
		       !disable && kp_probe_pp(probe)->state == KP_GONE ?
		       "the text is gone" : NULL;
		if (*why)
			return -EINVAL;
		if (kp_is_disabled(probe) != disable)
			changed[(*num_changed)++] = probe;
		kp_give_way();
	}
	return 0;
}

static int switch_probes(struct kprobe **kps, int num, bool disable,
			 struct kp_probe **changed, int *at, const char **why)
{
	struct kp_batch batch;
	int i, ret, num_changed = 0;

	ret = find_switched(kps, num, disable, changed, &num_changed, at, why);
	if (ret)
		return ret;
	kp_batch_init(&batch);
	for (i = 0; i < num_changed; i++)
		kp_probe_set_disabled(changed[i], disable);
	/* one that has not changed may not have been armed, or disarmed, before */
	for (i = 0; i < num; i++)
		kp_batch_add(&batch, kp_probe_pp(kp_probe_find(kps[i])));
	ret = kp_batch_update(&batch);
	if (disable)
		/* another probe there could not be armed before */
		ret = 0;
	for (*at = 0; ret && *at < num - 1; ++*at)
		if (kp_probe_pp(kp_probe_find(kps[*at]))->error)
			break;
	for (i = 0; ret && i < num_changed; i++)
		kp_probe_set_disabled(changed[i], !disable);
	if (ret && num > 1)
		/* those that were armed before it failed */
		(void)!kp_batch_update(&batch);
	kp_batch_exit(&batch);
	*why = "the text there cannot be changed now";
	return ret;
}

/**
 * kp_switch() - disable or enable probes of any kind, all or none
 * @call: the API's function, and who calls it
 * @kps: the caller's structs
 * @num: how many
 * @disable: which
 *
 * Context: process context, may sleep.
 * Return: as enable_kprobes().
 */
int kp_switch(const struct kp_call *call, struct kprobe **kps, int num,
	      bool disable)
{
	struct kp_probe *single, **changed = &single;
	const char *why = NULL;
	int i, ret, at = 0;

	if (num <= 0 || !kps)
		return kp_refuse(call, NULL, 0, 1, -EINVAL, "no probes given");
	kp_refusals_forget(kps, num);
	if (num > 1)
		changed = kvcalloc(num, sizeof(*changed), GFP_KERNEL);
	if (!changed)
		return kp_refuse(call, kps[0], 0, num, -ENOMEM, "out of memory");
	mutex_lock(&kp_mutex);
	kp_native_lock();
	ret = switch_probes(kps, num, disable, changed, &at, &why);
	for (i = 0; !ret && i < num; i++)
		if (disable)
			kps[i]->flags |= KPROBE_FLAG_DISABLED;
		else
			kps[i]->flags &= ~KPROBE_FLAG_DISABLED;
	kp_native_unlock();
	mutex_unlock(&kp_mutex);
	if (changed != &single)
		kvfree(changed);
	return ret ? kp_refuse(call, kps[at], at, num, ret, why) : 0;
}
