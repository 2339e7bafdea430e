/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random operations of every call of the API, by several tasks, against a
 * model: places that may be probed (fuzz_places.c), probes (fuzz_guest.c),
 * operations (fuzz_task.c, fuzz_calls.c). What a task does depends on the seed
 * alone.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <linux/kprobes.h>
#include <linux/kwatch.h>
#include <linux/types.h>

#define FUZZ_NUM_FUNCTIONS	8
#define FUZZ_NUM_TASKS		4
#define FUZZ_MAX_PLACES		1024
#define FUZZ_NUM_GUESTS		24
#define FUZZ_MAX_BATCH		8

/**
 * struct fuzz_place - an address, and what one probe alone gets there
 * @function: index of its function
 * @offset: bytes from its start
 * @ret: what registering returns, without and with a post_handler
 * @hits: calls of the pre_handler by one call of each function
 * @posts: calls of the post_handler
 * @faults: calls of the fault_handler
 */
struct fuzz_place {
	unsigned int function;
	unsigned int offset;
	int ret[2];
	unsigned int hits[FUZZ_NUM_FUNCTIONS];
	unsigned int posts[FUZZ_NUM_FUNCTIONS];
	unsigned int faults[FUZZ_NUM_FUNCTIONS];
};

extern struct fuzz_place fuzz_places[FUZZ_MAX_PLACES];
extern unsigned int fuzz_num_places;
/* Where a function begins; by one call of each, so often it returns. */
extern const struct fuzz_place *fuzz_entries[FUZZ_NUM_FUNCTIONS];
extern unsigned int fuzz_returns[FUZZ_NUM_FUNCTIONS][FUZZ_NUM_FUNCTIONS];
/* What all of them read, how often; whether it can be watched. */
extern unsigned long fuzz_datum;
extern unsigned int fuzz_reads[FUZZ_NUM_FUNCTIONS];
extern bool fuzz_has_watches;

int fuzz_places_learn(void);
bool fuzz_text_is_as_before(void);
void *fuzz_function(unsigned int i);
const char *fuzz_symbol(unsigned int i);
/* The result is the same for every call of a function. */
unsigned long fuzz_call(unsigned int i);

enum fuzz_kind { FUZZ_KPROBE, FUZZ_KRETPROBE, FUZZ_JPROBE, FUZZ_NUM_KINDS };

/**
 * struct fuzz_guest - a probe, freed as soon as it is unregistered
 * @kp: a kprobe
 * @rp: or a return probe
 * @jp: or a jprobe
 * @alive: FUZZ_ALIVE until it is unregistered
 * @owner: the task whose calls count
 * @kind: what it is
 * @place: where; NULL in a module that comes and goes
 * @is_enabled: its handlers are to be called
 * @has_post: it has a post_handler
 * @refuses: its entry_handler refuses each call
 * @is_limited: its maxactive is less than there are calls at once
 * @hits: calls by @owner of its handler
 * @posts: of its post_handler
 * @faults: of its fault_handler
 * @hits_before: @hits before the call that is looked at
 * @posts_before: @posts
 * @faults_before: @faults
 */
struct fuzz_guest {
	union {
		struct kprobe kp;
		struct kretprobe rp;
		struct jprobe jp;
	};
	unsigned long alive;
	struct task_struct *owner;
	enum fuzz_kind kind;
	const struct fuzz_place *place;
	bool is_enabled;
	bool has_post;
	bool refuses;
	bool is_limited;
	unsigned int hits;
	unsigned int posts;
	unsigned int faults;
	unsigned int hits_before;
	unsigned int posts_before;
	unsigned int faults_before;
};

#define FUZZ_ALIVE	0x600df00dUL

struct fuzz_guest *fuzz_guest_create(u64 *random,
				     const struct fuzz_place *place,
				     enum fuzz_kind kind);
void fuzz_guest_free(struct fuzz_guest *guest);
struct kprobe *fuzz_guest_kprobe(struct fuzz_guest *guest);
int fuzz_guests_register(struct fuzz_guest **guests, unsigned int num);
void fuzz_guests_unregister(struct fuzz_guest **guests, unsigned int num);
int fuzz_guest_expected(const struct fuzz_guest *guest);
struct fuzz_guest fuzz_guest_expect_hits(const struct fuzz_guest *guest,
					 unsigned int function);
extern atomic_t fuzz_late_calls;

/**
 * struct fuzz_task - one task
 * @task: it
 * @number: which
 * @random: of its random numbers
 * @operations: how many it has done
 * @calls: of these, calls of functions
 * @wrong: results that were not as the model says
 */
struct fuzz_task {
	struct task_struct *task;
	unsigned int number;
	u64 random;
	unsigned int operations;
	unsigned int calls;
	unsigned int wrong;
};

/**
 * struct fuzz_life - what one task works on
 * @task: the task
 * @guests: its probes that are registered
 * @watch: its watch
 * @is_watching: @watch is registered
 * @reads: hits of it by the task
 * @reads_before: @reads before the call that is looked at
 */
struct fuzz_life {
	struct fuzz_task *task;
	struct fuzz_guest *guests[FUZZ_NUM_GUESTS];
	struct kwatch watch;
	bool is_watching;
	unsigned int reads;
	unsigned int reads_before;
};

void fuzz_expect(struct fuzz_life *life, const char *what, long ret,
		 long expected);
void fuzz_done(struct fuzz_life *life, const char *what, long ret,
	       long expected);
int fuzz_pick(struct fuzz_life *life, bool is_there);

/* fuzz_calls.c: the rarer calls */
void fuzz_do_switch(struct fuzz_life *life);
void fuzz_do_switch_batch(struct fuzz_life *life);
void fuzz_do_check(struct fuzz_life *life, struct fuzz_guest *guest);
void fuzz_do_get(struct fuzz_life *life);
void fuzz_do_watch(struct fuzz_life *life);
void fuzz_do_mistake(struct fuzz_life *life);
void fuzz_check_refusal(struct fuzz_life *life, struct fuzz_guest *guest,
			int ret);
void fuzz_life_init(struct fuzz_life *life);

/* How often each call was made. */
void fuzz_count_call(const char *what);
bool fuzz_all_calls_made(void);

extern bool fuzz_is_exact;
extern unsigned int fuzz_operations;
int fuzz_task_run(void *data);
void fuzz_results_learn(void);

/* Marsaglia, "Xorshift RNGs", 2003: the same numbers everywhere. */
static inline unsigned int fuzz_roll(u64 *random, unsigned int sides)
{
	*random ^= *random << 13;
	*random ^= *random >> 7;
	*random ^= *random << 17;
	return (*random >> 11) % sides;
}

static inline unsigned int fuzz_task_roll(struct fuzz_life *life,
					  unsigned int sides)
{
	return fuzz_roll(&life->task->random, sides);
}

#endif /* FUZZ_H */
