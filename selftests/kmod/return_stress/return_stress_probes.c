// SPDX-License-Identifier: GPL-2.0
/* Probes of all kinds, and what their handlers look at. */
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "return_stress.h"
#include <test_arch.h>

struct probes_result return_stress_result;

/**
 * struct guest - a probe
 * @rp: it, a return probe
 * @jp: or a jprobe
 * @kp: or neither; all begin with that
 * @kind: which
 * @function: what it is on
 * @epoch: its registration; outlives it
 * @refuses: its entry handler refuses some calls
 */
struct guest {
	union {
		struct kretprobe rp;
		struct jprobe jp;
		struct kprobe kp;
	};
	unsigned int kind;
	unsigned int function;
	struct epoch *epoch;
	bool refuses;
};

/**
 * struct call - what an instance remembers
 * @worker: who calls
 * @x: the first argument
 * @serial: of the worker's record, also in all bytes of @fill
 * @fill: the rest of the data
 */
struct call {
	struct worker *worker;
	unsigned long x;
	u32 serial;
	u8 fill[];
};

static void complain(const struct guest *guest, const char *what)
{
	if (atomic_inc_return(&return_stress_result.wrong) <= 10)
		pr_err("probe on function %u: %s\n", guest->function, what);
}

static void look_at_guest(const struct guest *guest)
{
	if (READ_ONCE(guest->epoch->is_gone))
		atomic_inc(&return_stress_result.late);
}

static void look_at_registers(const struct guest *guest,
			      const struct pt_regs *regs)
{
	look_at_guest(guest);
	if (test_argument((void *)regs, 1) !=
	    (unsigned long)kthread_data(current))
		complain(guest, "called with another argument");
}

static size_t fill_size(const struct kretprobe *rp)
{
	return rp->data_size - sizeof(struct call);
}

static int on_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);
	struct guest *guest = container_of(rp, struct guest, rp);
	unsigned long x = test_argument(regs, 0);
	struct call *call = (void *)ri->data;

	look_at_registers(guest, regs);
	if (guest->refuses && x % 3 == 0) {
		atomic_inc(&return_stress_result.refused);
		return -EAGAIN;
	}
	if (is_kretprobe_trampoline(get_kretprobe_retaddr(ri)))
		complain(guest, "entered with a stub as return address");
	call->worker = kthread_data(current);
	call->x = x;
	call->serial = return_stress_push(call->worker, guest->epoch);
	memset(call->fill, call->serial, fill_size(rp));
	atomic_inc(&guest->epoch->accepted);
	return 0;
}

static int on_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);
	struct guest *guest = container_of(rp, struct guest, rp);
	const struct function *function =
		&return_stress_functions[guest->function];
	struct call *call = (void *)ri->data;

	look_at_guest(guest);
	atomic_inc(&guest->epoch->returned);
	if (ri->task != current || call->worker != kthread_data(current))
		complain(guest, "returned in another task");
	else if (!return_stress_pop(call->worker, guest->epoch, call->serial))
		complain(guest, "returned without having been called");
	if (memchr_inv(call->fill, call->serial, fill_size(rp)))
		complain(guest, "its data was changed");
	if (instruction_pointer(regs) != get_kretprobe_retaddr(ri) ||
	    is_kretprobe_trampoline(get_kretprobe_retaddr(ri)))
		complain(guest, "returns to another address");
	if (regs_return_value(regs) != function->model(call->x))
		complain(guest, "returns another result");
	return 0;
}

static int on_hit(struct kprobe *kp, struct pt_regs *regs)
{
	look_at_registers(container_of(kp, struct guest, kp), regs);
	atomic_inc(&return_stress_result.hits);
	return 0;
}

static void on_hit_end(struct kprobe *kp, struct pt_regs *regs,
		       unsigned long flags)
{
	look_at_guest(container_of(kp, struct guest, kp));
	atomic_inc(&return_stress_result.hits);
}

/* In a jprobe's handler: which it is. */
static void look_at_arguments(bool are_right)
{
	struct kprobe *kp = kprobe_running();

	if (!kp) {
		atomic_inc(&return_stress_result.wrong);
		return;
	}
	look_at_guest(container_of(kp, struct guest, kp));
	if (!are_right)
		complain(container_of(kp, struct guest, kp),
			 "jprobe called with other arguments");
	atomic_inc(&return_stress_result.hits);
}

static unsigned long instead(unsigned long x, struct worker *worker)
{
	look_at_arguments(worker == kthread_data(current));
	jprobe_return();
	return 0;
}

static unsigned long instead_of_args(unsigned long x, struct worker *worker,
				     unsigned long a, unsigned long b,
				     unsigned long c, unsigned long d,
				     unsigned long e, unsigned long f)
{
	look_at_arguments(worker == kthread_data(current) && a == x + 1 &&
			  b == x + 2 && c == x + 3 && d == x + 4 &&
			  e == x + 5 && f == x + 6);
	jprobe_return();
	return 0;
}

static struct guest *create(struct epoch *epoch, unsigned int function,
			    unsigned int kind)
{
	struct guest *guest = kzalloc(sizeof(*guest), GFP_KERNEL);

	if (!guest)
		return NULL;
	guest->kind = kind;
	guest->function = function;
	guest->epoch = epoch;
	guest->kp.addr = return_stress_functions[function].text;
	return guest;
}

static void set_up_return(struct guest *guest, int maxactive, size_t fill)
{
	guest->rp.maxactive = maxactive;
	guest->rp.data_size = sizeof(struct call) + fill;
	guest->rp.entry_handler = on_entry;
	guest->rp.handler = on_return;
}

struct guest *return_stress_guest_create(u64 *state, struct epoch *epoch,
					 unsigned int function,
					 unsigned int kind)
{
	struct guest *guest = create(epoch, function, kind);
	unsigned long number = return_stress_random(state);

	if (!guest)
		return NULL;
	if (kind == GUEST_JPROBE) {
		guest->jp.entry = function == ARGS ?
			JPROBE_ENTRY(instead_of_args) : JPROBE_ENTRY(instead);
	} else if (kind == GUEST_KPROBE) {
		guest->kp.pre_handler = on_hit;
		if (number % 2)
			guest->kp.post_handler = on_hit_end;
	} else {
		set_up_return(guest, number % 3 ? number / 3 % 60 : 0,
			      number / 1024 % 3 * 100);
		guest->refuses = number / 4096 % 2;
	}
	if (number / 8192 % 8 == 0)
		guest->kp.flags = KPROBE_FLAG_DISABLED;
	return guest;
}

/* Accepts all calls. */
struct guest *return_stress_resident_create(struct epoch *epoch,
					    unsigned int function,
					    int maxactive)
{
	struct guest *guest = create(epoch, function, GUEST_RETURN);

	if (guest)
		set_up_return(guest, maxactive, 0);
	return guest;
}

/* Of one kind; several only if these are return probes. */
int return_stress_guests_register(struct guest **guests, unsigned int num)
{
	struct guest *guest = guests[0];

	if (num > 1)
		return register_kretprobes((struct kretprobe **)guests, num);
	if (guest->kind == GUEST_JPROBE)
		return register_jprobe(&guest->jp);
	if (guest->kind == GUEST_KPROBE)
		return register_kprobe(&guest->kp);
	return register_kretprobe(&guest->rp);
}

void return_stress_guests_unregister(struct guest **guests, unsigned int num)
{
	struct guest *guest = guests[0];
	unsigned int i;

	for (i = 0; i < num; i++)
		WRITE_ONCE(guests[i]->epoch->is_leaving, true);
	if (num > 1)
		unregister_kretprobes((struct kretprobe **)guests, num);
	else if (guest->kind == GUEST_JPROBE)
		unregister_jprobe(&guest->jp);
	else if (guest->kind == GUEST_KPROBE)
		unregister_kprobe(&guest->kp);
	else
		unregister_kretprobe(&guest->rp);
	for (i = 0; i < num; i++)
		WRITE_ONCE(guests[i]->epoch->is_gone, true);
}

/* Disable it, or enable it again. */
int return_stress_guest_switch(struct guest *guest)
{
	if (kprobe_disabled(&guest->kp))
		return enable_kprobe(&guest->kp);
	return disable_kprobe(&guest->kp);
}

void return_stress_guest_free(struct guest *guest)
{
	kfree(guest);
}

unsigned int return_stress_guest_function(const struct guest *guest)
{
	return guest->function;
}

unsigned int return_stress_guest_kind(const struct guest *guest)
{
	return guest->kind;
}

unsigned int return_stress_guest_nmissed(const struct guest *guest)
{
	return READ_ONCE(guest->rp.nmissed) + READ_ONCE(guest->kp.nmissed);
}
