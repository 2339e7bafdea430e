/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stress of return probes: tasks that call functions (workers, functions), and
 * probes on them that come and go (main, probes).
 *
 * Each worker keeps a stack of its own of the calls that entry handlers have
 * accepted. A return takes a call away; what is left above where it was when
 * a function returns to its caller are calls whose return was not seen, and
 * what is left when a worker dies are calls that never return. So each call is
 * explained, or found not to be.
 */
#ifndef RETURN_STRESS_H
#define RETURN_STRESS_H

#include <linux/atomic.h>
#include <linux/completion.h>
#include <linux/types.h>

/* Functions, by index. */
enum {
	LEAF, NESTED, RECURSIVE, TAIL, TAIL_TAIL, ARGS, DIE, NUM_FUNCTIONS,
};

#define NUM_WORKERS	50
#define MAX_DEPTH	256
#define TEXT_SIZE	16

/**
 * struct epoch - one registration of a return probe
 * @accepted: calls that the entry handler accepted
 * @returned: calls whose handler was called
 * @left: calls that returned without, for the probe was being unregistered
 * @died: calls that never return
 * @is_leaving: it is being unregistered
 * @is_gone: it has been
 */
struct epoch {
	atomic_t accepted;
	atomic_t returned;
	atomic_t left;
	atomic_t died;
	bool is_leaving;
	bool is_gone;
};

/**
 * struct record - an accepted call
 * @epoch: by which probe
 * @serial: which of its worker's
 */
struct record {
	struct epoch *epoch;
	u32 serial;
};

/**
 * struct worker - a place for a thread
 * @task: it, with a reference
 * @stopped: it is in no probed function any more that it will return from
 * @dead: it has ended, or is about to
 * @state: of its random numbers
 * @entries: how often each function was called
 * @depth: records in @stack
 * @stack: accepted calls that it is in
 * @serial: of the last record
 * @num_calls: calls from the outside
 * @num_wrong: results that were
 */
struct worker {
	struct task_struct *task;
	struct completion stopped;
	struct completion dead;
	u64 state;
	unsigned long entries[NUM_FUNCTIONS];
	unsigned int depth;
	struct record stack[MAX_DEPTH];
	u32 serial;
	unsigned long num_calls;
	unsigned long num_wrong;
};

/**
 * struct function - a function to be probed
 * @text: its address
 * @call: call it
 * @model: what it returns
 */
struct function {
	void *text;
	unsigned long (*call)(unsigned long x, struct worker *worker);
	unsigned long (*model)(unsigned long x);
};

/* --- functions */

extern const struct function return_stress_functions[NUM_FUNCTIONS];

/* The one with arguments on the stack: the others have the first two only. */
unsigned long return_stress_args(unsigned long x, struct worker *worker,
				 unsigned long a, unsigned long b,
				 unsigned long c, unsigned long d,
				 unsigned long e, unsigned long f);

/* How often function @i was entered, if each was called @calls[its index]. */
unsigned long return_stress_entries(const unsigned long *calls, unsigned int i);

/* --- workers */

unsigned long return_stress_random(u64 *state);
unsigned long return_stress_call(unsigned int i, unsigned long x,
				 struct worker *worker);
void return_stress_pause(struct worker *worker);
void return_stress_die(struct worker *worker);
int return_stress_workers_start(u64 *state);
void return_stress_workers_stop(void);
void return_stress_workers_end(void);
int return_stress_workers_revive(void);
void return_stress_workers_kill(unsigned int i);
unsigned long return_stress_workers_num_calls(void);
unsigned long return_stress_workers_sum_up(unsigned long *calls);
unsigned long return_stress_workers_num_deaths(void);

/* For handlers, of the worker that is running. */
u32 return_stress_push(struct worker *worker, struct epoch *epoch);
bool return_stress_pop(struct worker *worker, struct epoch *epoch, u32 serial);

/* Calls that nothing explains. */
extern atomic_t return_stress_unexplained;

/* --- probes */

/**
 * struct probes_result - what went wrong in handlers, and how often
 * @late: called after unregistering
 * @wrong: found something that was not as it must be
 * @hits: of kprobes and jprobes
 * @refused: calls that entry handlers refused
 */
struct probes_result {
	atomic_t late;
	atomic_t wrong;
	atomic_t hits;
	atomic_t refused;
};

extern struct probes_result return_stress_result;

struct guest;

struct guest *return_stress_guest_create(u64 *state, struct epoch *epoch,
					 unsigned int function,
					 unsigned int kind);
struct guest *return_stress_resident_create(struct epoch *epoch,
					    unsigned int function,
					    int maxactive);
int return_stress_guests_register(struct guest **guests, unsigned int num);
void return_stress_guests_unregister(struct guest **guests, unsigned int num);
int return_stress_guest_switch(struct guest *guest);
void return_stress_guest_free(struct guest *guest);
unsigned int return_stress_guest_function(const struct guest *guest);
unsigned int return_stress_guest_kind(const struct guest *guest);
unsigned int return_stress_guest_nmissed(const struct guest *guest);

/* What a guest is. */
enum {
	GUEST_RETURN, GUEST_JPROBE, GUEST_KPROBE,
};

#endif /* RETURN_STRESS_H */
