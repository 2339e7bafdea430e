/* SPDX-License-Identifier: GPL-2.0 */
/* What can be wrong with a definition, and where in its text. */
#ifndef KPE_ERRORS_H
#define KPE_ERRORS_H

#include <linux/errno.h>
#include <linux/types.h>

/* The longest reason of kprobes.ko that is shown behind ours. */
#define KPE_MAX_WHY	160

#define KPE_ERRORS(E)							       \
	E(BAD_COMMAND, "A line begins with p, r, w, u, or - and a colon")      \
	E(NO_PLACE, "A place to probe is missing")			       \
	E(MAXACT_NO_KPROBE, "Only a return probe takes a number of calls")     \
	E(BAD_MAXACT, "The number of calls is no positive number")	       \
	E(MAXACT_TOO_BIG, "The number of calls is more than 4096")	       \
	E(BAD_PATH, "A place in user space is /PATH:SYMBOL or /PATH:OFFSET")   \
	E(BAD_WATCH, "A watch is r@, w@ or rw@, a variable, and :1, :2, :4 or :8") \
	E(BAD_PROBE_ADDR, "There is no such symbol or address to probe")       \
	E(NON_UNIQ_SYMBOL, "Several functions have this name; SYM%all probes them all") \
	E(BAD_RETPROBE, "A return probe goes to the entry of a function")      \
	E(BAD_ADDR_SUFFIX, "After a place come %return and %all only")	       \
	E(NO_MATCH, "No function that can be probed matches")		       \
	E(NO_GROUP_NAME, "There is no group before the slash")		       \
	E(GROUP_TOO_LONG, "The group's name is longer than 63 characters")     \
	E(BAD_GROUP_NAME, "A group's name is letters, digits and _, as in C")  \
	E(NO_EVENT_NAME, "There is no event after the colon")		       \
	E(EVENT_TOO_LONG, "The event's name is longer than 63 characters")     \
	E(BAD_EVENT_NAME, "An event's name is letters, digits and _, as in C") \
	E(NO_EVENT, "There is no such event")				       \
	E(EVENT_BUSY, "The event is enabled, or its files are open")	       \
	E(RETVAL_ON_PROBE, "Only a return probe has $retval and $latency")     \
	E(BAD_STACK_NUM, "The stack has no word of this number")	       \
	E(BAD_ARG_NUM, "A function has no argument of this number here")       \
	E(BAD_VAR, "There is no such $ variable, or not at this place")	       \
	E(BAD_REG_NAME, "There is no such register")			       \
	E(BAD_MEM_ADDR, "After @ comes an address or a symbol that there is")  \
	E(BAD_IMM, "After the backslash comes a number or a \"text\"")	       \
	E(IMMSTR_NO_CLOSE, "The text does not end with a quotation mark")      \
	E(FILE_ON_KPROBE, "The kernel has no offsets in files")		       \
	E(TOO_MANY_OPS, "More than 14 levels of memory")		       \
	E(DEREF_NEED_BRACE, "After the offset comes a brace: +8(%di)")	       \
	E(BAD_DEREF_OFFS, "The offset is no number")			       \
	E(DEREF_OPEN_BRACE, "The brace is not closed")			       \
	E(COMM_CANT_DEREF, "This is a text, not an address")		       \
	E(BAD_FETCH_ARG, "An argument begins with one of % @ $ + - \\")	       \
	E(NO_BTF_ENTRY, "Names of arguments are not known here: no BTF of the function") \
	E(NO_BTF_ARG, "The function has no argument of this name")	       \
	E(NO_PTR_STRCT, "-> comes behind a pointer to a struct, . behind a struct in memory") \
	E(NO_BTF_FIELD, "The struct has no member of this name")	       \
	E(BAD_BTF_TYPE, "This is no number, no pointer and no array of these") \
	E(ARRAY_NO_CLOSE, "The array's bracket is not closed")		       \
	E(BAD_ARRAY_SUFFIX, "Something comes behind the array's bracket")      \
	E(BAD_ARRAY_NUM, "The array's size is no positive number")	       \
	E(ARRAY_TOO_BIG, "The array has more than 64 elements")		       \
	E(BAD_TYPE, "There is no such type")				       \
	E(BAD_STRING, "This type is read from memory, and here is none")       \
	E(BAD_SYMSTRING, "symstr takes the address itself, no data")	       \
	E(BAD_BITFIELD, "A bit field is b<width>@<offset>/<8|16|32|64>")       \
	E(ARG_NAME_TOO_LONG, "The argument's name is longer than 32 characters") \
	E(NO_ARG_NAME, "There is no name before the =")			       \
	E(BAD_ARG_NAME, "An argument's name is letters, digits and _, as in C") \
	E(USED_ARG_NAME, "The name is used already, or reserved")	       \
	E(ARG_TOO_LONG, "The argument is longer than 63 characters")	       \
	E(NO_ARG_BODY, "There is nothing after the =")			       \
	E(TOO_MANY_ARGS, "More than 128 arguments")			       \
	E(EVENT_TOO_BIG, "The arguments take more than 3072 bytes")	       \
	E(BAD_INSN_BNDRY, "This is not the start of an instruction that can be probed") \
	E(FAIL_REG_PROBE, "kprobes.ko refuses to probe this")		       \
	E(FAIL_LATE, "kprobes.ko refuses this")				       \
	E(DIFF_PROBE_TYPE, "The event exists, and p, r, w and u do not mix")   \
	E(DIFF_ARG_TYPE, "The event exists, with other names or types of arguments") \
	E(SAME_PROBE, "The event has exactly this probe already")	       \
	E(EVENT_EXIST, "The kernel has an event of this group and name")       \
	E(FAIL_ADD, "The kernel's tracing does not take the event")	       \
	E(BAD_FILTER, "This is no condition")				       \
	E(NO_FILTER_FIELD, "The event has no such argument")		       \
	E(FILTER_TYPE, "This comparison does not fit the argument's type")     \
	E(FILTER_TOO_LONG, "The condition has more than 32 comparisons")

#define KPE_ERROR_NAME(name, text)	KPE_ERR_##name,

enum kpe_error { KPE_ERRORS(KPE_ERROR_NAME) };

/**
 * struct kpe_parse - a line that is being read
 * @line: its words with one space between them, for people
 * @work: a copy, where each word ends with a NUL; what is parsed
 * @words: where they begin in @work
 * @num_words: how many
 * @error: what is wrong
 * @at: where, an offset in @line
 * @why: what kprobes.ko says to it, or nothing
 */
struct kpe_parse {
	char *line;
	char *work;
	char **words;
	unsigned int num_words;
	enum kpe_error error;
	unsigned int at;
	char why[KPE_MAX_WHY];
};

/* What is wrong with the word at @where, in &kpe_parse.work. Returns -EINVAL. */
static inline int kpe_fail(struct kpe_parse *parse, const char *where,
			   enum kpe_error error)
{
	parse->error = error;
	parse->at = where - parse->work;
	return -EINVAL;
}

extern const char *const kpe_error_texts[];

struct seq_file;

void kpe_errors_add(const struct kpe_parse *parse, int error);
int kpe_errors_show(struct seq_file *m, void *v);
void kpe_errors_clear(void);

#endif /* KPE_ERRORS_H */
