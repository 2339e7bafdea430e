/* SPDX-License-Identifier: GPL-2.0 */
/* A definition: what a line of the file `events` says. */
#ifndef KPE_DEFINITION_H
#define KPE_DEFINITION_H

#include <linux/kallsyms.h>
#include <linux/list.h>
#include <linux/types.h>

#include "arguments.h"

struct kpe_event;
struct kpe_parse;
struct kpe_probe;

/* Of a group or an event, with its NUL. */
#define KPE_MAX_NAME	64

/* Where no group is said. The kernel's own kprobe events have the other names. */
#ifdef CONFIG_KPROBE_EVENTS
#define KPE_GROUP	"kpm"
#define KPE_WATCH_GROUP	"kpm"
#else
#define KPE_GROUP	"kprobes"
#define KPE_WATCH_GROUP	"wprobes"
#endif

/* As many calls may be told of at once, as the kernel's own says. */
#define KPE_MAX_MAXACTIVE	4096

#define KPE_MAX_PATH	255

/* Of a place as it is shown. */
#define KPE_MAX_PLACE	(KPE_MAX_PATH + KSYM_NAME_LEN + 32)

/* Words of a line: type and name, place, arguments and some too many. */
#define KPE_MAX_WORDS	(2 + KPE_MAX_ARGS + 8)

/**
 * struct kpe_dynamic - an entry in the kernel's list of dynamic events
 * @list: in that list
 * @ops: ours
 *
 * As the kernel has it: see trace_dynamic.c.
 */
struct kpe_dynamic {
	struct list_head list;
	void *ops;
};

/**
 * struct kpe_definition - a line
 * @link: in the event's list
 * @event: the event, when it has one
 * @dynamic: what the kernel's tracing lists
 * @in_module: in the list of those that are told of their module
 * @group: its group
 * @name: its name
 * @is_return: r, or %return
 * @target: w, u, or others
 * @is_read: of a watch: reads are hits
 * @is_written: of a watch: writes are hits
 * @length: of a watch, bytes
 * @maxactive: of a return probe, or 0
 * @path: of user space: the file
 * @symbol: the function, with its module's name if it was given; or a pattern; or NULL
 * @addr: the address, if there is no @symbol
 * @offset: from the symbol
 * @is_all: all functions of that name, or that match
 * @args: what is fetched
 * @num_probes: how many functions it probes
 * @probes: these
 */
struct kpe_definition {
	struct list_head link;
	struct kpe_event *event;
	struct kpe_dynamic dynamic;
	struct list_head in_module;
	char group[KPE_MAX_NAME];
	char name[KPE_MAX_NAME];
	bool is_return;
	enum kpe_target target;
	bool is_read;
	bool is_written;
	unsigned int length;
	unsigned int maxactive;
	char *path;
	char *symbol;
	unsigned long addr;
	unsigned long offset;
	bool is_all;
	struct kpe_args args;
	unsigned int num_probes;
	struct kpe_probe *probes;
};

/**
 * struct kpe_deletion - a line that begins with -
 * @group: of this group; empty: of any
 * @name: the event; empty: all of the group
 * @words: place and arguments: only of definitions that have these
 * @num_words: how many
 */
struct kpe_deletion {
	char group[KPE_MAX_NAME];
	char name[KPE_MAX_NAME];
	const char *const *words;
	unsigned int num_words;
};

/*
 * Whether the place of a definition is there: returns 0 and says what can be
 * fetched; or an error, and the line says why.
 */
typedef int (*kpe_place_check_t)(struct kpe_parse *parse, char *where,
				 const struct kpe_definition *def,
				 struct kpe_site *site);

int kpe_parse_begin(struct kpe_parse *parse, const char *text);
void kpe_parse_end(struct kpe_parse *parse);
int kpe_definition_parse(struct kpe_parse *parse, kpe_place_check_t check,
			 struct kpe_definition *def);
int kpe_deletion_parse(struct kpe_parse *parse, struct kpe_deletion *deletion);
char kpe_definition_letter(const struct kpe_definition *def);
void kpe_definition_exit(struct kpe_definition *def);
void kpe_definition_place(const struct kpe_definition *def, char *place,
			  size_t size);
bool kpe_definition_matches(const struct kpe_definition *def,
			    const char *const *words, unsigned int num);
int kpe_names_expand(struct kpe_parse *parse, const char *symbol, bool is_return);
bool kpe_glob(const char *pattern, const char *name);

#endif /* KPE_DEFINITION_H */
