/* SPDX-License-Identifier: GPL-2.0 */
/* Registered probes, found by the caller's struct. */
#ifndef KP_PROBE_PROBE_INDEX_H
#define KP_PROBE_PROBE_INDEX_H

#include <linux/types.h>

#include <hit/kind.h>
#include <hit/probepoint.h>

/*
 * By their numbers, as a probe has room for no more than that. Each is there before a
 * probe of it is; protected by kp_mutex.
 */
extern const struct kp_kind *kp_kinds[KP_NUM_KINDS];

static inline const struct kp_kind *kp_kind_of(const struct kp_probe *probe)
{
	return kp_kinds[probe->kind];
}

struct kp_probe *kp_probe_find(struct kprobe *kp);
int __must_check kp_probe_index_add(struct kp_probe *probe);
void kp_probe_index_del(struct kp_probe *probe);
bool kp_probe_index_is_kept(void);
void kp_probe_set_disabled(struct kp_probe *probe, bool disabled);
struct kp_probe *kp_probe_alloc(void);
void kp_probe_free(struct kp_probe *probe);
int __must_check kp_probe_index_init(void);
void kp_probe_index_exit(void);

#endif /* KP_PROBE_PROBE_INDEX_H */
