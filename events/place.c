// SPDX-License-Identifier: GPL-2.0
/*
 * From the place of a definition to the functions that it probes: one, or all that
 * match; and which of those were refused, and why.
 */
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "errors.h"
#include "event.h"

/* So many refused ones are kept, of all definitions together. */
#define MAX_REFUSED	4096

/**
 * struct refused - a function that matched and could not be probed
 * @link: in refused_list
 * @def: of this definition
 * @addr: the function
 * @error: errno
 * @why: in words
 */
struct refused {
	struct list_head link;
	const struct kpe_definition *def;
	unsigned long addr;
	int error;
	char why[];
};

static LIST_HEAD(refused_list);
static DEFINE_MUTEX(refused_mutex);
static unsigned int num_refused;

/* Whether it may be that its module is not loaded. */
bool kpe_place_is_in_module(const struct kpe_definition *def)
{
	return def->symbol && !def->is_all && def->target == KPE_TEXT &&
	       strchr(def->symbol, ':');
}

/* Whether it is probed when its module is loaded. */
bool kpe_place_is_later(const struct kpe_definition *def)
{
	return kpe_place_is_in_module(def) &&
	       !kprobe_symbol_address(def->symbol);
}

/* Of a watch: a variable, of a module that is loaded. */
static int check_variable(struct kpe_parse *parse, char *where,
			  const struct kpe_definition *def)
{
	if (!def->symbol || kprobe_symbol_address(def->symbol))
		return 0;
	kpe_fail(parse, where, KPE_ERR_BAD_PROBE_ADDR);
	return -ENOENT;
}

static int check_symbol(struct kpe_parse *parse, char *where,
			const struct kpe_definition *def)
{
	struct kprobe kp = { .symbol_name = def->symbol };
	unsigned int num = kprobe_count_functions(def->symbol);

	if (num > 1) {
		kpe_fail(parse, where, KPE_ERR_NON_UNIQ_SYMBOL);
		return -EADDRNOTAVAIL;
	}
	if (!num && !kprobe_symbol_address(def->symbol)) {
		kpe_fail(parse, where, KPE_ERR_BAD_PROBE_ADDR);
		/* names the one that may be meant */
		kprobe_check(&kp, parse->why, sizeof(parse->why));
		return -ENOENT;
	}
	return 0;
}

/**
 * kpe_place_check() - whether a place is there, and what can be fetched at it
 * @parse: the line
 * @where: the place in it
 * @def: its definition
 * @site: result
 *
 * Context: process context, may sleep.
 * Return: 0; -EADDRNOTAVAIL, -ENOENT, -EINVAL, and @parse says why.
 */
int kpe_place_check(struct kpe_parse *parse, char *where,
		    const struct kpe_definition *def, struct kpe_site *site)
{
	struct kprobe kp = {
		.symbol_name = def->symbol,
		.offset = def->offset,
	};
	int ret = 0;

	if (def->target == KPE_DATA)
		return check_variable(parse, where, def);
	if (def->target == KPE_USER) {
		site->is_entry = def->symbol && !def->offset && !def->is_return;
		return 0;
	}
	if (!def->symbol)
		kp.addr = (kprobe_opcode_t *)def->addr;
	else if (!def->is_all && !strchr(def->symbol, ':'))
		ret = check_symbol(parse, where, def);
	if (ret)
		return ret;
	if (!def->is_all && !kpe_place_is_later(def) &&
	    !kprobe_check(&kp, NULL, 0))
		site->is_entry = kp.flags & KPROBE_FLAG_ON_FUNC_ENTRY;
	else
		site->is_entry = def->symbol && !def->offset;
	if (def->is_return && def->symbol && !site->is_entry)
		return kpe_fail(parse, where, KPE_ERR_BAD_RETPROBE);
	return 0;
}

void kpe_refused_add(const struct kpe_definition *def, unsigned long addr,
		     int error, const char *why)
{
	struct refused *refused = kmalloc(sizeof(*refused) + strlen(why) + 1,
					  GFP_KERNEL);

	if (!refused)
		return;
	refused->def = def;
	refused->addr = addr;
	refused->error = error;
	strcpy(refused->why, why);
	mutex_lock(&refused_mutex);
	if (num_refused < MAX_REFUSED) {
		num_refused++;
		list_add_tail(&refused->link, &refused_list);
		refused = NULL;
	}
	mutex_unlock(&refused_mutex);
	kfree(refused);
}

void kpe_refused_forget(const struct kpe_definition *def)
{
	struct refused *refused, *next;

	mutex_lock(&refused_mutex);
	list_for_each_entry_safe(refused, next, &refused_list, link)
		if (refused->def == def) {
			list_del(&refused->link);
			kfree(refused);
			num_refused--;
		}
	mutex_unlock(&refused_mutex);
}

/* The contents of `refused`. */
int kpe_refused_show(struct seq_file *m, void *v)
{
	struct refused *refused;

	mutex_lock(&refused_mutex);
	list_for_each_entry(refused, &refused_list, link)
		seq_printf(m, "%s/%s: %ps: %d (%s)\n", refused->def->group,
			   refused->def->name, (void *)refused->addr,
			   refused->error, refused->why);
	mutex_unlock(&refused_mutex);
	return 0;
}

/* One more function that matches. */
static int add_match(struct kpe_definition *def, unsigned long addr,
		     unsigned int *max)
{
	struct kprobe kp = { .addr = (kprobe_opcode_t *)addr };
	struct kpe_probe *more;
	char why[KPE_MAX_WHY];
	int ret;

	ret = kprobe_check(&kp, why, sizeof(why));
	/* the reason is there */
	if (!ret && def->is_return && !(kp.flags & KPROBE_FLAG_ON_FUNC_ENTRY))
		ret = -EINVAL;
	if (ret) {
		kpe_refused_add(def, addr, ret, why);
		return 0;
	}
	if (def->num_probes == *max) {
		*max = 2 * *max + 16;
		more = kvcalloc(*max, sizeof(*more), GFP_KERNEL);
		if (!more)
			return -ENOMEM;
		if (def->num_probes)
			memcpy(more, def->probes,
			       def->num_probes * sizeof(*more));
		kvfree(def->probes);
		def->probes = more;
	}
	def->probes[def->num_probes++].rp.kp.addr = (kprobe_opcode_t *)addr;
	return 0;
}

/**
 * struct search - functions that match
 * @def: the definition
 * @max: room for so many
 */
struct search {
	struct kpe_definition *def;
	unsigned int max;
};

static int look_at(const char *name, unsigned long addr, void *data)
{
	struct search *search = data;

	return kpe_glob(search->def->symbol, name) ?
	       add_match(search->def, addr, &search->max) : 0;
}

/**
 * kpe_place_expand() - find what a definition probes
 * @def: the definition; its probes are set, for kpe_probes_free() also if it fails
 *
 * Context: process context, may sleep.
 * Return: 0; -ENOMEM; -ENOENT if nothing matches that can be probed; of user space what
 * register_uprobe_path() returned.
 */
int kpe_place_expand(struct kpe_definition *def)
{
	struct search search = { .def = def };
	unsigned int i;
	int ret;

	if (def->is_all) {
		ret = kprobe_each_function(look_at, &search);
		if (ret)
			return ret;
	} else {
		def->probes = kvcalloc(1, sizeof(*def->probes), GFP_KERNEL);
		if (!def->probes)
			return -ENOMEM;
		def->num_probes = 1;
		def->probes->rp.kp.symbol_name = def->symbol;
		def->probes->rp.kp.offset = def->offset;
		if (!def->symbol)
			def->probes->rp.kp.addr = (kprobe_opcode_t *)def->addr;
	}
	for (i = 0; i < def->num_probes; i++) {
		def->probes[i].def = def;
		def->probes[i].counts = alloc_percpu(struct kpe_count);
		if (!def->probes[i].counts)
			return -ENOMEM;
	}
	if (def->target != KPE_TEXT)
		return kpe_late_create(def);
	return def->num_probes ? 0 : -ENOENT;
}

/**
 * kpe_may_probe() - whether the kernel's lockdown lets people see its memory
 *
 * Return: 0 or -EPERM.
 */
int kpe_may_probe(void)
{
	return security_locked_down(LOCKDOWN_KPROBES);
}
