/* SPDX-License-Identifier: GPL-2.0 */
/* Arguments of an event: what is fetched at a hit, and as what it is stored. */
#ifndef KPE_ARGUMENTS_H
#define KPE_ARGUMENTS_H

#include <linux/types.h>

struct kpe_parse;

/* Limits of the language, as of Linux 6.1. */
#define KPE_MAX_ARGS		128
#define KPE_MAX_ARG		63
#define KPE_MAX_ARG_NAME	32
#define KPE_MAX_STEPS		14
#define KPE_MAX_ARRAY		64
#define KPE_MAX_SIZE		3072

/* How a value is shown. */
enum kpe_kind {
	KPE_UNSIGNED, KPE_SIGNED, KPE_HEX, KPE_CHAR, KPE_SYMBOL, KPE_STRING
};

/**
 * struct kpe_type - a type of the language
 * @name: as it is written
 * @kind: how it is shown
 * @size: bytes of a value; of a string, those of the word that says where it is
 */
struct kpe_type {
	const char *name;
	enum kpe_kind kind;
	unsigned int size;
};

/* Where a fetch begins. */
enum kpe_source {
	KPE_REGISTER,	/* value: offset in struct pt_regs */
	KPE_STACK_WORD,	/* value: which */
	KPE_STACK,
	KPE_ARG,	/* value: which, from 0 on; not those in registers */
	KPE_SAVED,	/* value: which slot of &struct kpe_hit.saved */
	KPE_LATENCY,
	KPE_RETVAL,
	KPE_IMMEDIATE,	/* value */
	KPE_ADDRESS,	/* value: of symbol, when that is known */
	KPE_COMM,
	KPE_CONSTANT
};

/* What is stored at its end. */
enum kpe_store {
	KPE_STORE_VALUE, KPE_STORE_MEMORY, KPE_STORE_STRING, KPE_STORE_SYMSTR
};

/**
 * struct kpe_step - a read of memory, at an address that was fetched
 * @offset: from that
 * @is_user: in user space
 */
struct kpe_step {
	long offset;
	bool is_user;
};

/**
 * struct kpe_arg - an argument
 * @name: its name
 * @body: as it was written, without the name
 * @type: its type
 * @source: where it begins
 * @store: what is stored
 * @of_register: so many bytes of a register are stored, and nothing else is to be done; or 0
 * @is_user: a string lies in user space
 * @value: see enum kpe_source
 * @symbol: of KPE_ADDRESS: the symbol
 * @symbol_offset: from that
 * @text: of KPE_CONSTANT
 * @num_steps: how many
 * @steps: from the innermost on; the last one is of what is stored
 * @count: elements of an array, or 0
 * @bit_width: of a bit field, or 0
 * @bit_offset: of a bit field
 * @offset: in the record, behind its head
 */
struct kpe_arg {
	char *name;
	char *body;
	const struct kpe_type *type;
	enum kpe_source source;
	enum kpe_store store;
	u8 of_register;
	bool is_user;
	unsigned long value;
	char *symbol;
	long symbol_offset;
	char *text;
	unsigned int num_steps;
	struct kpe_step *steps;
	unsigned int count;
	unsigned int bit_width;
	unsigned int bit_offset;
	unsigned int offset;
};

/**
 * struct kpe_args - the arguments of a definition
 * @num: how many
 * @num_words: of the first so many a register is stored, as a long: nothing else is to be done
 * @size: bytes of all in a record, without strings
 * @num_saved: words that are saved at the entry of a function for its return
 * @saved: of these, which argument of the function it is, from 0 on
 * @has_latency: the time is saved as well
 * @has_strings: there are any
 * @of: each
 */
struct kpe_args {
	unsigned int num;
	unsigned int num_words;
	unsigned int size;
	unsigned int num_saved;
	u8 saved[KPE_MAX_ARGS];
	bool has_latency;
	bool has_strings;
	struct kpe_arg *of;
};

/* Where a probe is. */
enum kpe_target {
	KPE_TEXT,	/* p, r: of the kernel */
	KPE_DATA,	/* w: a watch */
	KPE_USER	/* u: a program or library */
};

/**
 * struct kpe_site - what can be fetched there
 * @is_return: a return probe
 * @target: a watch has variables of its own
 * @is_entry: at the entry of a function, where its arguments are known
 */
struct kpe_site {
	bool is_return;
	enum kpe_target target;
	bool is_entry;
};

int kpe_args_parse(struct kpe_parse *parse, char **words, unsigned int num,
		   const struct kpe_site *site, struct kpe_args *args);
void kpe_args_free(struct kpe_args *args);
const struct kpe_type *kpe_type_find(const char *name);
const struct kpe_type *kpe_type_parse(struct kpe_parse *parse, char *text,
				      struct kpe_arg *arg);
bool kpe_is_name(const char *name);

#endif /* KPE_ARGUMENTS_H */
