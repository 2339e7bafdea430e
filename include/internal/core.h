/* SPDX-License-Identifier: GPL-2.0 */
/* What the core offers the other rooms. */
#ifndef KP_INTERNAL_CORE_H
#define KP_INTERNAL_CORE_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/types.h>

#include <internal/probepoint.h>
#include <internal/text.h>

struct kp_target;

/* Names as people on this kernel see them. */
#ifdef CONFIG_KPROBES
#define KP_DEBUGFS_DIR	"kprobes_module"
#define KP_SYSCTL_NAME	"kprobes_module-optimization"
#else
#define KP_DEBUGFS_DIR	"kprobes"
#define KP_SYSCTL_NAME	"kprobes-optimization"
#endif

/*
 * Protects everything but what the hit path reads: probepoints, their probes
 * and states, the writers' side of the table, slots. Taken before all other
 * locks; see Documentation/locking.rst.
 */
extern struct mutex kp_mutex;

/* All probepoints, in order of creation; protected by kp_mutex. */
extern struct list_head kp_probepoints;

/**
 * struct kp_batch - probepoints that are worked on together
 * @pps: the probepoints, by their member batch
 * @code: code of their slots that is to be written
 * @bytes: what @code points to
 * @code_size: bytes of each
 * @num_code: entries of @code in use
 * @max_code: entries there is room for
 * @used_ftrace: a probe at a call site of the function tracer was removed
 */
struct kp_batch {
	struct list_head pps;
	struct kp_code *code;
	u8 *bytes;
	unsigned int code_size;
	unsigned int num_code;
	unsigned int max_code;
	bool used_ftrace;
};

/* batch.c */
void kp_batch_init(struct kp_batch *batch);
void kp_batch_exit(struct kp_batch *batch);
void kp_batch_add(struct kp_batch *batch, struct probepoint *pp);
int __must_check kp_batch_reserve(struct kp_batch *batch, unsigned int pps,
				  unsigned int slots);
int __must_check kp_batch_reserve_detours(struct kp_batch *batch,
					  unsigned int num);
u8 *kp_batch_room(const struct kp_batch *batch, unsigned long slot);
void kp_batch_queue(struct kp_batch *batch, unsigned long slot, const u8 *bytes);
unsigned long kp_batch_add_detour(struct kp_batch *batch,
				  struct probepoint *pp,
				  const struct kp_arch_region *region,
				  const u8 *insns, unsigned int *copy,
				  const char **why);
int __must_check kp_batch_write_slots(struct kp_batch *batch);
void kp_batch_drop_slots(struct kp_batch *batch);
void kp_batch_make_way(struct kp_batch *batch);
int __must_check kp_batch_update(struct kp_batch *batch);
void kp_set_disarmed(bool disarmed);
bool kp_is_disarmed(void);

/* probepoint.c */
struct probepoint *kp_probepoint_find(unsigned long addr);
struct probepoint *kp_probepoint_create(struct kp_batch *batch,
					const struct kp_target *target,
					const char **why);
int __must_check kp_probepoint_need_step(struct kp_batch *batch,
					 struct probepoint *pp,
					 const char **why);
int __must_check kp_probepoint_need_stub(struct kp_batch *batch,
					 struct probepoint *pp,
					 const char **why);
void kp_probepoint_update_kind(struct probepoint *pp, bool adds_return);
void kp_probepoint_update_single(struct probepoint *pp);
void kp_probepoint_set_state(struct probepoint *pp, enum kp_state state);
void kp_probepoint_lead_back(struct probepoint *pp);
void kp_probepoint_unpublish(struct probepoint *pp);
void kp_probepoint_retire(struct probepoint *pp);
void kp_probepoint_free(struct probepoint *pp);
void kp_probepoint_gone(struct probepoint *pp);

/* internal_probe.c */
int __must_check kp_internal_add(const char *symbol, kp_internal_fn fn);
void kp_internal_remove_all(kp_internal_fn but);

/* kprobes_core.c */
int kp_set_enabled(bool enabled);
void kp_set_optimization(bool allow);

/* registration.c */
unsigned long kp_nr_grace_periods(void);

#endif /* KP_INTERNAL_CORE_H */
