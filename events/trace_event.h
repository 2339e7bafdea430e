/* SPDX-License-Identifier: GPL-2.0 */
/* What an event is for the kernel's tracing: trace events, perf, BPF. */
#ifndef KPE_TRACE_EVENT_H
#define KPE_TRACE_EVENT_H

#include <linux/types.h>

struct kpe_definition;
struct kpe_parse;

/*
 * Names follow the kernel: where it has kprobe events of its own, files are called
 * kpm_events and kpm_profile.
 */
#ifdef CONFIG_KPROBE_EVENTS
#define KPE_TRACE_PREFIX	"kpm"
#else
#define KPE_TRACE_PREFIX	"kprobe"
#endif

/*
 * Events of this group are TRACEPOINTs for BPF, with arguments by name; and all where
 * the kernel has kprobe events: it would take ours for its own.
 */
#define KPE_TRACEPOINT_GROUP	"kpm"

/* KPE_TRACE: Kbuild says that the kernel has trace events that come and go. */
#ifdef KPE_TRACE

#include <linux/fs.h>
#include <linux/trace_events.h>
#include <linux/tracepoint-defs.h>

struct kpe_args;
struct kpe_event;
struct kpe_hit;
struct kpe_sink;

extern const struct kpe_sink kpe_trace_event;
extern const struct kpe_sink kpe_trace_perf;

/**
 * struct kpe_trace - an event as trace event
 * @files: of each instance of tracing for which it is enabled a struct
 *	kpe_trace_file; read by handlers, and first: its address is the struct's
 * @event: the event
 * @args: its arguments
 * @size: of a record, or 0: there are strings. The same for all definitions
 * @call: what the kernel knows
 * @class: its class, with no other event
 * @tp: has the name of a TRACEPOINT, no more
 * @types: of each argument, as `format` says it
 * @unused: in the list of those without an event, which is NULL then
 * @late: in the list of those that are still to be disabled
 */
struct kpe_trace {
	struct list_head files;
	struct kpe_event *event;
	const struct kpe_args *args;
	size_t size;
	struct trace_event_call call;
	struct trace_event_class class;
	struct tracepoint tp;
	char **types;
	struct list_head unused;
	struct list_head late;
};

/**
 * struct kpe_trace_file - an event is enabled in an instance of tracing
 * @link: in the event's list
 * @file: what the kernel knows
 * @rcu: a handler may be reading it
 */
struct kpe_trace_file {
	struct list_head link;
	struct trace_event_file *file;
	struct rcu_head rcu;
};

/**
 * struct kpe_trace_kernel - symbols of the kernel that modules are not given
 * @event_mutex: held while events are added, removed and enabled
 * @ftrace_lock: of the function tracer, or NULL if there is none
 * @events: all trace events
 * @create_file: tracefs_create_file()
 * @remove: tracefs_remove()
 * @call_bpf: trace_call_bpf(), or NULL
 * @reset: tracing_reset_all_online_cpus(), or NULL
 * @log_error: tracing_log_err(), or NULL
 */
struct kpe_trace_kernel {
	struct mutex *event_mutex;	/* the kernel's */
	const struct mutex *ftrace_lock;	/* the kernel's */
	struct list_head *events;
	struct dentry *(*create_file)(const char *name, umode_t mode,
				      struct dentry *parent, void *data,
				      const struct file_operations *fops);
	void (*remove)(struct dentry *dentry);
	unsigned int (*call_bpf)(struct trace_event_call *call, void *ctx);
	void (*reset)(void);
	void (*log_error)(struct trace_array *tr, const char *loc,
			  const char *cmd, const char **errs, u8 type, u16 pos);
};

/* All but those that may be NULL are there, or none. */
extern struct kpe_trace_kernel kpe_trace_kernel;

/* trace_kernel.c */
int kpe_trace_kernel_find(void);
bool kpe_trace_is_in_ftrace(void);
void *kpe_trace_find(const char *name);
void *kpe_trace_find_function(const char *name);

/* trace_event.c */
int kpe_trace_id(int id);
void kpe_trace_disable_late(void);

/* trace_format.c */
int kpe_trace_format_init(struct kpe_trace *trace);
void kpe_trace_format_exit(struct kpe_trace *trace);

/* trace_record.c */
extern struct trace_event_functions kpe_trace_functions;
size_t kpe_trace_head_size(const struct kpe_event *event);
size_t kpe_trace_size(const struct kpe_hit *hit);
void kpe_trace_hit(const struct kpe_hit *hit);
bool kpe_trace_sink_hit(const struct kpe_hit *hit);
void kpe_trace_fill(const struct kpe_hit *hit, void *record, size_t size);

/* Whether it is the sink's, which is kpe_trace_hit(). */
static inline bool kpe_trace_has(bool (*to)(const struct kpe_hit *hit))
{
	return to == kpe_trace_sink_hit;
}

/* trace_perf.c */
#ifdef CONFIG_PERF_EVENTS
void kpe_trace_perf_guard(struct kpe_trace *trace);
#else
static inline void kpe_trace_perf_guard(struct kpe_trace *trace) {}
#endif

/* trace_files.c */
void kpe_trace_files_init(void);
void kpe_trace_files_exit(void);

/* trace_errors.c */
void kpe_trace_refuse(const struct kpe_parse *parse, int error);

#else

struct kpe_hit;

static inline void kpe_trace_hit(const struct kpe_hit *hit) {}

static inline bool kpe_trace_has(bool (*to)(const struct kpe_hit *hit))
{
	return false;
}

static inline void kpe_trace_files_init(void) {}
static inline void kpe_trace_files_exit(void) {}

#endif /* KPE_TRACE */

/* trace_dynamic.c; KPE_DYNAMIC: Kbuild says that lines p and r of that file are ours */
#ifdef KPE_DYNAMIC
void kpe_trace_dynamic_find(void);
void kpe_trace_dynamic_init(void);
void kpe_trace_dynamic_exit(void);
void kpe_trace_dynamic_add(struct kpe_definition *def);
void kpe_trace_dynamic_remove(struct kpe_definition *def);
#else
static inline void kpe_trace_dynamic_find(void) {}
static inline void kpe_trace_dynamic_init(void) {}
static inline void kpe_trace_dynamic_exit(void) {}
static inline void kpe_trace_dynamic_add(struct kpe_definition *def) {}
static inline void kpe_trace_dynamic_remove(struct kpe_definition *def) {}
#endif

/* perf_pmu.c; KPE_PMU: Kbuild says that the kernel has no PMU kprobe */
#ifdef KPE_PMU
int kpe_pmu_init(void);
void kpe_pmu_exit(void);
#else
static inline int kpe_pmu_init(void)
{
	return 0;
}

static inline void kpe_pmu_exit(void) {}
#endif

#endif /* KPE_TRACE_EVENT_H */
