// SPDX-License-Identifier: GPL-2.0
/*
 * Conditions on arguments: NAME OP VALUE, with && || ! and braces, as in filters of
 * the kernel's events.
 *
 * Runs on the host too: selftests/host/events_parse.sh.
 */
#include <linux/kernel.h>
#include <linux/ctype.h>
#include <linux/kstrtox.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "definition.h"
#include "errors.h"
#include "event_load.h"
#include "filter.h"

#define MAX_TESTS	32
#define MAX_TOKEN	64

/* In the program: below MAX_TESTS a comparison. AND binds more than OR. */
enum { OR = MAX_TESTS, AND, NOT, OPEN };

enum field { FIELD_ARG, FIELD_COMM, FIELD_PID, FIELD_CPU };

enum op { OP_EQ, OP_NE, OP_LE, OP_GE, OP_LT, OP_GT, OP_BITS, OP_GLOB, OP_NOT_GLOB };

/* Longer ones come first. */
static const struct {
	const char *text;
	enum op op;
} ops[] = {
	{ "==", OP_EQ }, { "!=", OP_NE }, { "<=", OP_LE }, { ">=", OP_GE },
	{ "!~", OP_NOT_GLOB }, { "<", OP_LT }, { ">", OP_GT }, { "&", OP_BITS },
	{ "~", OP_GLOB },
};

/**
 * struct test - a comparison
 * @field: what is compared
 * @op: how
 * @is_string: as text
 * @is_signed: as a signed number
 * @size: of the number
 * @offset: of the argument in the record
 * @number: with this
 * @text: or with this
 */
struct test {
	enum field field;
	enum op op;
	bool is_string;
	bool is_signed;
	unsigned int size;
	unsigned int offset;
	u64 number;
	char text[MAX_TOKEN];
};

/**
 * struct kpe_filter - a condition
 * @text: as it was written
 * @num_tests: how many comparisons
 * @tests: these
 * @num_steps: length of @program
 * @program: in reverse Polish notation
 */
struct kpe_filter {
	char *text;
	unsigned int num_tests;
	struct test tests[MAX_TESTS];
	unsigned int num_steps;
	u8 program[4 * MAX_TESTS];
};

/**
 * struct reader - where the reading of a condition is
 * @parse: the line
 * @at: in &kpe_parse.work
 * @args: the arguments
 * @filter: result
 * @num_waiting: operators that wait for what is right of them
 * @waiting: these
 */
struct reader {
	struct kpe_parse *parse;
	char *at;
	const struct kpe_args *args;
	struct kpe_filter *filter;
	unsigned int num_waiting;
	u8 waiting[2 * MAX_TESTS];
};

static void skip_space(struct reader *reader)
{
	while (isspace(*reader->at))
		reader->at++;
}

/* A word, or a "text". */
static int read_token(struct reader *reader, char *token, bool *is_quoted)
{
	size_t len = 0;
	char quote;

	skip_space(reader);
	quote = *reader->at == '"' || *reader->at == '\'' ? *reader->at++ : 0;
	*is_quoted = quote;
	while (*reader->at && (quote ? *reader->at != quote :
			       isalnum(*reader->at) ||
			       strchr("_-+.*?", *reader->at))) {
		if (len == MAX_TOKEN - 1)
			return -EINVAL;
		token[len++] = *reader->at++;
	}
	token[len] = '\0';
	if (quote && *reader->at++ != quote) {
		reader->at--;
		return -EINVAL;
	}
	return len || quote ? 0 : -EINVAL;
}

static int find_field(struct reader *reader, const char *name,
		      struct test *test)
{
	unsigned int i;

	for (i = 0; i < reader->args->num; i++) {
		const struct kpe_arg *arg = &reader->args->of[i];

		if (strcmp(arg->name, name))
			continue;
		test->field = FIELD_ARG;
		test->is_string = arg->type->kind == KPE_STRING;
		test->is_signed = arg->type->kind == KPE_SIGNED;
		test->size = arg->type->size;
		test->offset = arg->offset;
		return arg->count ? -EINVAL : 0;
	}
	test->size = 4;
	test->is_signed = true;
	if (!strcmp(name, "comm") || !strcmp(name, "COMM")) {
		test->field = FIELD_COMM;
		test->is_string = true;
	} else if (!strcmp(name, "common_pid") || !strcmp(name, "pid")) {
		test->field = FIELD_PID;
	} else if (!strcmp(name, "common_cpu") || !strcmp(name, "cpu")) {
		test->field = FIELD_CPU;
	} else {
		return -ENOENT;
	}
	return 0;
}

static int read_op(struct reader *reader, enum op *op)
{
	unsigned int i;

	skip_space(reader);
	for (i = 0; i < ARRAY_SIZE(ops); i++)
		if (!strncmp(reader->at, ops[i].text, strlen(ops[i].text))) {
			reader->at += strlen(ops[i].text);
			*op = ops[i].op;
			return 0;
		}
	return -EINVAL;
}

static bool fits(const struct test *test, bool is_quoted)
{
	if (!test->is_string)
		return !is_quoted && test->op != OP_GLOB &&
		       test->op != OP_NOT_GLOB;
	return test->op == OP_EQ || test->op == OP_NE || test->op == OP_GLOB ||
	       test->op == OP_NOT_GLOB;
}

static int read_test(struct reader *reader)
{
	struct kpe_filter *filter = reader->filter;
	struct test *test = &filter->tests[filter->num_tests];
	char *start = reader->at;
	char name[MAX_TOKEN];
	bool is_quoted;
	int ret;

	if (filter->num_tests == MAX_TESTS)
		return kpe_fail(reader->parse, start, KPE_ERR_FILTER_TOO_LONG);
	if (read_token(reader, name, &is_quoted) || is_quoted)
		return kpe_fail(reader->parse, reader->at, KPE_ERR_BAD_FILTER);
	ret = find_field(reader, name, test);
	if (ret)
		return kpe_fail(reader->parse, start, ret == -ENOENT ?
				KPE_ERR_NO_FILTER_FIELD : KPE_ERR_FILTER_TYPE);
	if (read_op(reader, &test->op))
		return kpe_fail(reader->parse, reader->at, KPE_ERR_BAD_FILTER);
	skip_space(reader);
	start = reader->at;
	if (read_token(reader, test->text, &is_quoted))
		return kpe_fail(reader->parse, reader->at, KPE_ERR_BAD_FILTER);
	if (!fits(test, is_quoted))
		return kpe_fail(reader->parse, start, KPE_ERR_FILTER_TYPE);
	if (!test->is_string &&
	    (test->text[0] == '-' ?
	     kstrtoll(test->text, 0, (long long *)&test->number) :
	     kstrtoull(test->text, 0, (unsigned long long *)&test->number)))
		return kpe_fail(reader->parse, start, KPE_ERR_BAD_FILTER);
	filter->program[filter->num_steps++] = filter->num_tests++;
	return 0;
}

/* Operators that bind at least as much as @op are done first. */
static void settle(struct reader *reader, u8 op)
{
	while (reader->num_waiting) {
		u8 last = reader->waiting[reader->num_waiting - 1];

		if (last == OPEN || last < op)
			return;
		reader->filter->program[reader->filter->num_steps++] = last;
		reader->num_waiting--;
	}
}

static int wait_for(struct reader *reader, u8 op)
{
	if (reader->num_waiting == ARRAY_SIZE(reader->waiting) ||
	    reader->filter->num_steps + reader->num_waiting + 2 >
	    ARRAY_SIZE(reader->filter->program))
		return kpe_fail(reader->parse, reader->at,
				KPE_ERR_FILTER_TOO_LONG);
	reader->waiting[reader->num_waiting++] = op;
	return 0;
}

/* What may come before a comparison, and that. */
static int read_operand(struct reader *reader)
{
	int ret;

	for (;;) {
		skip_space(reader);
		if (*reader->at != '(' && *reader->at != '!')
			return read_test(reader);
		ret = wait_for(reader, *reader->at == '(' ? OPEN : NOT);
		if (ret)
			return ret;
		reader->at++;
	}
}

/* What may come after one; 1 at the end. */
static int read_operator(struct reader *reader)
{
	u8 op;

	for (;;) {
		skip_space(reader);
		if (*reader->at != ')')
			break;
		settle(reader, OR);
		if (!reader->num_waiting)
			return kpe_fail(reader->parse, reader->at,
					KPE_ERR_BAD_FILTER);
		reader->num_waiting--;
		reader->at++;
	}
	if (!*reader->at) {
		settle(reader, OR);
		return reader->num_waiting ?
		       kpe_fail(reader->parse, reader->at, KPE_ERR_BAD_FILTER) :
		       1;
	}
	if (!strncmp(reader->at, "&&", 2))
		op = AND;
	else if (!strncmp(reader->at, "||", 2))
		op = OR;
	else
		return kpe_fail(reader->parse, reader->at, KPE_ERR_BAD_FILTER);
	settle(reader, op);
	reader->at += 2;
	return wait_for(reader, op);
}

/**
 * kpe_filter_parse() - read a condition
 * @parse: the line, which says why if it fails
 * @text: the condition, in &kpe_parse.work
 * @args: the arguments that there are
 *
 * Return: the condition, for kpe_filter_free(); -EINVAL or -ENOMEM.
 */
struct kpe_filter *kpe_filter_parse(struct kpe_parse *parse, char *text,
				    const struct kpe_args *args)
{
	struct reader reader = { .parse = parse, .at = text, .args = args };
	int ret;

	reader.filter = kzalloc(sizeof(*reader.filter), GFP_KERNEL);
	if (!reader.filter)
		return ERR_PTR(-ENOMEM);
	reader.filter->text = kstrdup(text, GFP_KERNEL);
	ret = reader.filter->text ? 0 : -ENOMEM;
	while (!ret)
		ret = read_operand(&reader) ?: read_operator(&reader);
	if (ret == 1)
		return reader.filter;
	kpe_filter_free(reader.filter);
	return ERR_PTR(ret);
}

static bool compare_text(const struct test *test, const char *text)
{
	switch (test->op) {
	case OP_EQ:
		return !strcmp(text, test->text);
	case OP_NE:
		return strcmp(text, test->text);
	case OP_GLOB:
		return kpe_glob(test->text, text);
	default:
		return !kpe_glob(test->text, text);
	}
}

static bool compare(const struct test *test, u64 value)
{
	u64 number = test->number;
	int order;

	if (test->is_signed) {
		unsigned int shift = 64 - 8 * test->size;
		s64 a = (s64)(value << shift) >> shift, b = number;

		order = a < b ? -1 : a > b;
	} else {
		order = value < number ? -1 : value > number;
	}
	switch (test->op) {
	case OP_EQ: return !order;
	case OP_NE: return order;
	case OP_LE: return order <= 0;
	case OP_GE: return order >= 0;
	case OP_LT: return order < 0;
	case OP_GT: return order > 0;
	default: return value & number;
	}
}

static bool run_test(const struct test *test, const struct kpe_subject *subject)
{
	const char *data = subject->data;
	u32 where;

	switch (test->field) {
	case FIELD_COMM:
		return compare_text(test, subject->comm);
	case FIELD_PID:
		return compare(test, subject->pid);
	case FIELD_CPU:
		return compare(test, subject->cpu);
	case FIELD_ARG:
		break;
	}
	if (!test->is_string)
		return compare(test, kpe_load(data + test->offset, test->size));
	where = kpe_load(data + test->offset, sizeof(where));
	return compare_text(test, where >> 16 ? data + (where & 0xffff) : "");
}

/**
 * kpe_filter_matches() - whether a hit counts
 * @filter: the condition
 * @subject: the hit
 *
 * Context: any.
 */
bool kpe_filter_matches(const struct kpe_filter *filter,
			const struct kpe_subject *subject)
{
	/* a bit for each value, the newest one lowest */
	u64 stack = 0;
	unsigned int i;

	for (i = 0; i < filter->num_steps; i++) {
		switch (filter->program[i]) {
		case AND:
			stack = ((stack >> 1) & ~1ULL) |
				(stack & (stack >> 1) & 1);
			break;
		case OR:
			stack = (stack >> 1 & ~1ULL) |
				((stack | stack >> 1) & 1);
			break;
		case NOT:
			stack ^= 1;
			break;
		default:
			stack = stack << 1 |
				run_test(&filter->tests[filter->program[i]],
					 subject);
		}
	}
	return stack & 1;
}

/* As it was written. */
const char *kpe_filter_text(const struct kpe_filter *filter)
{
	return filter->text;
}

/**
 * kpe_filter_free() - free a condition
 * @filter: the condition, or NULL
 */
void kpe_filter_free(struct kpe_filter *filter)
{
	if (!filter)
		return;
	kfree(filter->text);
	kfree(filter);
}
