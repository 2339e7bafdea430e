// SPDX-License-Identifier: GPL-2.0
/* Probes of all kinds: made, registered, counted, and freed at once. */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <test_arch.h>

#include "fuzz.h"

/* What a module that comes and goes has. */
#define MODULE_SYMBOL	"stress_target_first"

atomic_t fuzz_late_calls;

/* A function has one jprobe at most, and one task has those of a function. */
static struct fuzz_guest *jprobes[FUZZ_NUM_FUNCTIONS];

static void count(struct fuzz_guest *guest, unsigned int *counter)
{
	if (guest->alive != FUZZ_ALIVE)
		atomic_inc(&fuzz_late_calls);
	else if (guest->owner == current)
		(*counter)++;
}

static int pre_handler(struct kprobe *kp, struct pt_regs *regs)
{
	struct fuzz_guest *guest = container_of(kp, struct fuzz_guest, kp);

	count(guest, &guest->hits);
	return 0;
}

static void post_handler(struct kprobe *kp, struct pt_regs *regs,
			 unsigned long flags)
{
	struct fuzz_guest *guest = container_of(kp, struct fuzz_guest, kp);

	count(guest, &guest->posts);
}

/* The kernel mends it. */
static int fault_handler(struct kprobe *kp, struct pt_regs *regs, int trapnr)
{
	struct fuzz_guest *guest = container_of(kp, struct fuzz_guest, kp);

	count(guest, &guest->faults);
	return 0;
}

static int entry_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct fuzz_guest *guest = container_of(get_kretprobe(ri),
						struct fuzz_guest, rp);

	return guest->refuses;
}

static int return_handler(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct fuzz_guest *guest = container_of(get_kretprobe(ri),
						struct fuzz_guest, rp);

	count(guest, &guest->hits);
	return 0;
}

#define JPROBE(n)							\
	static unsigned long on_call_##n(unsigned long x)		\
	{								\
		struct fuzz_guest *guest = READ_ONCE(jprobes[n]);	\
									\
		if (guest)						\
			count(guest, &guest->hits);			\
		jprobe_return();					\
		return 0;						\
	}

JPROBE(0)
JPROBE(1)
JPROBE(2)
JPROBE(3)
JPROBE(4)
JPROBE(5)
JPROBE(6)
JPROBE(7)

static void * const on_call[FUZZ_NUM_FUNCTIONS] = {
	on_call_0, on_call_1, on_call_2, on_call_3,
	on_call_4, on_call_5, on_call_6, on_call_7,
};

struct kprobe *fuzz_guest_kprobe(struct fuzz_guest *guest)
{
	switch (guest->kind) {
	case FUZZ_KRETPROBE:
		return &guest->rp.kp;
	case FUZZ_JPROBE:
		return &guest->jp.kp;
	default:
		return &guest->kp;
	}
}

static void say_where(struct fuzz_guest *guest, u64 *random)
{
	const struct fuzz_place *place = guest->place;
	struct kprobe *kp = fuzz_guest_kprobe(guest);

	if (!place) {
		kp->symbol_name = MODULE_SYMBOL;
	} else if (fuzz_roll(random, 2) && !IS_ENABLED(CONFIG_PPC64)) {
		kp->symbol_name = fuzz_symbol(place->function);
		kp->offset = place->offset;
	} else {
		kp->addr = (void *)((unsigned long)fuzz_function(place->function) +
				    place->offset);
	}
}

/* @place: NULL for the module that comes and goes. */
struct fuzz_guest *fuzz_guest_create(u64 *random,
				     const struct fuzz_place *place,
				     enum fuzz_kind kind)
{
	struct fuzz_guest *guest = kzalloc(sizeof(*guest), GFP_KERNEL);

	if (!guest)
		return NULL;
	guest->alive = FUZZ_ALIVE;
	guest->owner = current;
	guest->kind = kind;
	guest->place = place;
	guest->is_enabled = fuzz_roll(random, 4);
	switch (kind) {
	case FUZZ_KRETPROBE:
		guest->refuses = !fuzz_roll(random, 4);
		guest->rp.handler = return_handler;
		if (guest->refuses || fuzz_roll(random, 2))
			guest->rp.entry_handler = entry_handler;
		guest->rp.data_size = fuzz_roll(random, 2) * 24;
		guest->rp.maxactive = (int []){ 0, 0, 1, 64 }[fuzz_roll(random, 4)];
		guest->is_limited = guest->rp.maxactive == 1;
		break;
	case FUZZ_JPROBE:
		guest->jp.entry = on_call[place->function];
		break;
	default:
		guest->has_post = !fuzz_roll(random, 3);
		guest->kp.pre_handler = pre_handler;
		if (guest->has_post)
			guest->kp.post_handler = post_handler;
		if (fuzz_roll(random, 2))
			guest->kp.fault_handler = fault_handler;
	}
	say_where(guest, random);
	if (!guest->is_enabled)
		fuzz_guest_kprobe(guest)->flags = KPROBE_FLAG_DISABLED;
	return guest;
}

void fuzz_guest_free(struct fuzz_guest *guest)
{
	memset(guest, 0x5a, sizeof(*guest));
	kfree(guest);
}

/* What registering it alone must return. */
int fuzz_guest_expected(const struct fuzz_guest *guest)
{
	if (guest->kind == FUZZ_JPROBE && jprobes[guest->place->function])
		return -EEXIST;
	return guest->place->ret[guest->has_post];
}

/* All of one kind. */
int fuzz_guests_register(struct fuzz_guest **guests, unsigned int num)
{
	void *structs[FUZZ_MAX_BATCH];
	unsigned int i;
	int ret;

	for (i = 0; i < num; i++)
		structs[i] = guests[i];
	switch (guests[0]->kind) {
	case FUZZ_KRETPROBE:
		return num == 1 ? register_kretprobe(structs[0]) :
		       register_kretprobes((struct kretprobe **)structs, num);
	case FUZZ_JPROBE:
		ret = num == 1 ? register_jprobe(structs[0]) :
		      register_jprobes((struct jprobe **)structs, num);
		for (i = 0; i < num && !ret; i++)
			WRITE_ONCE(jprobes[guests[i]->place->function],
				   guests[i]);
		return ret;
	default:
		return num == 1 ? register_kprobe(structs[0]) :
		       register_kprobes((struct kprobe **)structs, num);
	}
}

void fuzz_guests_unregister(struct fuzz_guest **guests, unsigned int num)
{
	void *structs[FUZZ_MAX_BATCH];
	unsigned int i;

	for (i = 0; i < num; i++)
		structs[i] = guests[i];
	switch (guests[0]->kind) {
	case FUZZ_KRETPROBE:
		if (num == 1)
			unregister_kretprobe(structs[0]);
		else
			unregister_kretprobes((struct kretprobe **)structs, num);
		break;
	case FUZZ_JPROBE:
		if (num == 1)
			unregister_jprobe(structs[0]);
		else
			unregister_jprobes((struct jprobe **)structs, num);
		for (i = 0; i < num; i++)
			WRITE_ONCE(jprobes[guests[i]->place->function], NULL);
		break;
	default:
		if (num == 1)
			unregister_kprobe(structs[0]);
		else
			unregister_kprobes((struct kprobe **)structs, num);
	}
}

/* How often its handlers must be called by one call of @function. */
struct fuzz_guest fuzz_guest_expect_hits(const struct fuzz_guest *guest,
					 unsigned int function)
{
	const struct fuzz_place *place = guest->place;
	struct fuzz_guest most = {};

	if (!place || !guest->is_enabled || guest->refuses)
		return most;
	if (guest->kind != FUZZ_KPROBE) {
		most.hits = fuzz_returns[place->function][function];
		return most;
	}
	most.hits = place->hits[function];
	if (guest->has_post)
		most.posts = place->posts[function];
	if (guest->kp.fault_handler)
		most.faults = place->faults[function];
	return most;
}
