/* SPDX-License-Identifier: GPL-2.0 */
/* Events, their probes, and the sinks that hits go to. */
#ifndef KPE_EVENT_H
#define KPE_EVENT_H

#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/string.h>
#include <linux/types.h>

#include "definition.h"

struct dentry;
struct kpe_filter;
struct kpe_hit;
struct kpe_parse;
struct kpe_sink;
struct kpe_trace;
struct module;
struct seq_file;

#define KPE_MAX_SINKS	8

/* Of the strings of one hit, and of one of them. */
#define KPE_MAX_STRINGS	8192
#define KPE_MAX_STRING	4096

/**
 * struct kpe_count - what happened on a CPU
 * @hits: hits
 * @missed: hits where RCU was not watching, or in a hit; and those, hits too, that a
 *	sink has lost
 */
struct kpe_count {
	unsigned long hits;
	unsigned long missed;
};

/**
 * struct kpe_probe - a function that is probed
 * @rp: the return probe; of others its member kp alone
 * @def: its definition
 * @counts: of each CPU
 * @late: what else kpe_late_create() made, or NULL
 * @is_registered: false while its module is not loaded; of others than KPE_TEXT,
 *	only while its event is enabled
 */
struct kpe_probe {
	struct kretprobe rp;
	struct kpe_definition *def;
	struct kpe_count __percpu *counts;
	void *late;
	bool is_registered;
};

/**
 * struct kpe_event - an event
 * @link: in kpe_events
 * @group: its group
 * @name: its name
 * @id: its number, as records have it
 * @is_return: its probes are return probes
 * @target: where its probes are
 * @is_dead: it was deleted, and waits to be freed
 * @wants_stack: sinks that can are to keep the stack
 * @defs: its definitions; names and types of arguments are the same in all
 * @first: the definition that it was made with: names and types of arguments are told
 *	from there, so that it is kept when it is deleted, without probes
 * @sinks: those that it is enabled for, a bit each; read by handlers
 * @hit: what handlers call: the only sink's, of several kpe_hit_many(); or NULL
 * @filter: which hits count, or NULL; read by handlers
 * @of_sink: whatever each sink keeps
 * @trace: what the kernel's tracing knows of it, or NULL
 */
struct kpe_event {
	struct list_head link;
	char group[KPE_MAX_NAME];
	char name[KPE_MAX_NAME];
	int id;
	bool is_return;
	enum kpe_target target;
	bool is_dead;
	bool wants_stack;
	struct list_head defs;
	struct kpe_definition *first;
	unsigned long sinks;
	bool (*hit)(const struct kpe_hit *hit);
	struct kpe_filter __rcu *filter;
	void *of_sink[KPE_MAX_SINKS];
	struct kpe_trace *trace;
};

/**
 * struct kpe_hit - what a handler knows
 * @event: the event
 * @args: what is to be fetched
 * @regs: registers
 * @ip: the probed address, of a return probe the function, of a watch where the CPU is
 * @ret_ip: where it returns to, or 0
 * @saved: words of the entry; of a watch, its address, the value before
 *	and the value now
 * @latency: nanoseconds since the entry
 */
struct kpe_hit {
	struct kpe_event *event;
	const struct kpe_args *args;
	struct pt_regs *regs;
	unsigned long ip;
	unsigned long ret_ip;
	const unsigned long *saved;
	u64 latency;
};

/**
 * struct kpe_entry - what the entry of a function leaves for its return
 * @time: when that was, if an argument wants it
 * @saved: words, &kpe_args.num_saved of them
 */
struct kpe_entry {
	u64 time;
	unsigned long saved[];
};

/**
 * struct kpe_sink - where hits go
 * @name: what people call it
 * @init: when the module is loaded, or NULL
 * @exit: when it is unloaded, no event is left; or NULL
 * @add: there is a new event, or NULL; without kpe_mutex. An error refuses it. It can
 *	be enabled already
 * @remove: the event goes, or NULL; without kpe_mutex: handlers run no more, it is in
 *	no list, and nobody enables it
 * @define: a definition is one of an event now, or no more, or NULL; with kpe_mutex held
 * @refuse: a line was refused, or NULL; without kpe_mutex, one at a time
 * @lock: taken ahead of all locks of ours while a line is obeyed, or NULL; a line is read
 *	and what it probes is found before that
 * @unlock: with it
 * @enable: the event is to be enabled for it, or NULL; with kpe_mutex held
 * @disable: it is enabled no more, or NULL; with kpe_mutex held. A hit may
 *	still be under way: what it uses is freed after kpe_wait()
 * @is_busy: somebody uses the event in a way that forbids to delete it, or NULL;
 *	with kpe_mutex held
 * @hit: a hit: preemption is disabled, maybe in an NMI; RCU is watching; on a CPU one
 *	at a time. Takes no lock, allocates nothing. False if it is lost, and nobody else
 *	tells so: it is counted
 *
 * An event is enabled for a sink by kpe_events_switch(), for each on its own. While it
 * is enabled for any, it holds a reference on the module.
 */
struct kpe_sink {
	const char *name;
	int (*init)(void);
	void (*exit)(void);
	int (*add)(struct kpe_event *event);
	void (*remove)(struct kpe_event *event);
	void (*define)(struct kpe_definition *def, bool is_there);
	void (*refuse)(const struct kpe_parse *parse, int error);
	void (*lock)(void);
	void (*unlock)(void);
	int (*enable)(struct kpe_event *event);
	void (*disable)(struct kpe_event *event);
	bool (*is_busy)(const struct kpe_event *event);
	bool (*hit)(const struct kpe_hit *hit);
};

/* Where sinks are listed, and their numbers: sinks.c. */
extern const struct kpe_sink *const kpe_sinks[];
extern const unsigned int kpe_num_sinks;
unsigned int kpe_sink_number(const struct kpe_sink *sink);
int kpe_sinks_init(void);
void kpe_sinks_exit(void);
void kpe_sinks_lock(void);
void kpe_sinks_unlock(void);
int kpe_sinks_add(struct kpe_event *event, unsigned int *num);
void kpe_sinks_remove(struct kpe_event *event, unsigned int num);
void kpe_sinks_define(struct kpe_definition *def, bool is_there);
bool kpe_sinks_are_busy(const struct kpe_event *event);
void kpe_sinks_refuse(const struct kpe_parse *parse, int error);

extern const struct kpe_sink kpe_text_trace;
extern const struct kpe_sink kpe_event_files;

/* Protects all events and their probes; handlers take no lock. */
extern struct mutex kpe_mutex;
extern struct list_head kpe_events;

/* event.c */
int kpe_event_command(const char *line);
int kpe_event_id(const char *group, const char *name);
void kpe_events_delete_unused(int *ids, unsigned int num);
int kpe_definition_delete(struct kpe_definition *def);
bool kpe_event_is_busy(const struct kpe_event *event);
int kpe_events_clear(void);
void kpe_events_exit(void);
struct kpe_event *kpe_event_by_id(int id);
int kpe_events_show(struct seq_file *m, void *v);
int kpe_profile_show(struct seq_file *m, void *v);
int kpe_profile_sum_show(struct seq_file *m, void *v);
void kpe_definition_show(struct seq_file *m, const struct kpe_event *event,
			 const struct kpe_definition *def);
const struct kpe_args *kpe_event_args(const struct kpe_event *event);

/* probe.c */
int kpe_probes_register(struct kpe_definition *def);
void kpe_probes_unregister(struct kpe_definition *def);
void kpe_events_unregister(struct list_head *events);
void kpe_probes_free(struct kpe_definition *def);
int kpe_events_switch(struct kpe_event **events, unsigned int num,
		      unsigned int sink, bool enable);
void kpe_wait(void);
void kpe_probes_come(const struct module *mod);
void kpe_probes_go(const struct module *mod);

/* modules.c */
void kpe_modules_note(struct kpe_definition *def);
void kpe_modules_forget(struct kpe_definition *def);
bool kpe_module_is_named(const struct kpe_definition *def,
			 const struct module *mod);
bool kpe_module_is_concerned(const struct module *mod);

/* deliver.c */
void kpe_deliver(struct kpe_probe *probe, const struct kpe_hit *hit);
bool kpe_hit_many(const struct kpe_hit *hit);
int kpe_on_hit(struct kprobe *kp, struct pt_regs *regs);
int kpe_on_entry(struct kretprobe_instance *ri, struct pt_regs *regs);
int kpe_on_return(struct kretprobe_instance *ri, struct pt_regs *regs);

/* late.c */
int kpe_late_create(struct kpe_definition *def);
void kpe_late_free(struct kpe_definition *def);
int kpe_late_define(struct kpe_definition *def);
void kpe_late_disarm(struct kpe_definition *def);
int kpe_late_switch(struct kpe_event **events, unsigned int num, bool enable);

/* place.c */
int kpe_place_check(struct kpe_parse *parse, char *where,
		    const struct kpe_definition *def, struct kpe_site *site);
int kpe_place_expand(struct kpe_definition *def);
bool kpe_place_is_in_module(const struct kpe_definition *def);
bool kpe_place_is_later(const struct kpe_definition *def);
int kpe_refused_show(struct seq_file *m, void *v);
void kpe_refused_add(const struct kpe_definition *def, unsigned long addr,
		     int error, const char *why);
void kpe_refused_forget(const struct kpe_definition *def);

/* Of the arguments that &kpe_args.num_words counts. */
static __always_inline void kpe_fetch_words(const struct kpe_hit *hit, void *data)
{
	const struct kpe_arg *arg = hit->args->of;
	const char *regs = (const char *)hit->regs;
	unsigned int num = hit->args->num_words;

	for (; num; num--, arg++, data += sizeof(long))
		memcpy(data, regs + arg->value, sizeof(long));
}

/* fetch.c */
size_t kpe_fetch_size(const struct kpe_hit *hit);
size_t kpe_fetch_store(const struct kpe_hit *hit, void *data, size_t size);
int kpe_resolve_args(struct kpe_definition *def);
u64 kpe_fetch_value(const struct kpe_hit *hit, const struct kpe_arg *arg);
#include "event_load.h"

/* files.c */
int kpe_dir_find(void);
void kpe_dir_forget(void);
int kpe_files_init(void);
void kpe_files_exit(void);
extern struct dentry *kpe_dir;
extern const struct file_operations kpe_events_fops;
int kpe_may_probe(void);

#endif /* KPE_EVENT_H */
