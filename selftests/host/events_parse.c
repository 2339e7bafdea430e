// SPDX-License-Identifier: GPL-2.0
/*
 * Random lines for the reader of events' lines, and for each good one a random condition
 * on its arguments, whose result is known: usage: events_parse SEED COUNT
 */
#include "events/arch/arch.h"
#include "events/btf.h"
#include "events/definition.h"
#include "events/errors.h"
#include "events/filter.h"

const struct kpe_register kpe_registers[] = {
	{ "di", 0, 8 }, { "ax", 8, 8 }, {}
};
const unsigned int kpe_arch_max_args = 2048;

int kpe_arch_arg_offset(unsigned int n)
{
	return n ? -1 : 0;
}

u64 kpe_load(const void *data, unsigned int size)
{
	u64 value = 0;

	memcpy(&value, data, size);
	return value;
}

/*
 * All but every fourth function has BTF, of up to four arguments. Types: a number, a
 * pointer to the struct, that, text, numbers, a pointer to text.
 */
enum { VOID, NUMBER, POINTER, STRUCT, TEXT, NUMBERS, TEXT_POINTER };
static const char *const names[] = { "a", "file", "", "count" };
static const u32 types[] = { NUMBER, POINTER, STRUCT, TEXT_POINTER };

int kpe_btf_find(const char *symbol, struct kpe_btf_function *function)
{
	function->num = rand() % 5;
	function->result = rand() % 3;
	return rand() % 4 ? 0 : -ENOENT;
}

const char *kpe_btf_name(const struct kpe_btf_function *function, unsigned int i)
{
	return names[i];
}

u32 kpe_btf_arg(const struct kpe_btf_function *function, unsigned int i)
{
	return types[i];
}

const char *kpe_btf_type(u32 id)
{
	return id == NUMBER ? "s32" : id == POINTER || id == TEXT_POINTER ? "x64" : NULL;
}

bool kpe_btf_pointed(u32 id, u32 *pointed)
{
	*pointed = id == POINTER ? STRUCT : TEXT;
	return id == POINTER || id == TEXT_POINTER;
}

bool kpe_btf_array(u32 id, struct kpe_btf_array *array)
{
	array->type = NUMBER;
	array->count = rand() % 70;
	array->is_text = id == TEXT;
	return id == TEXT || id == NUMBERS;
}

int kpe_btf_member(u32 id, const char *name, size_t len, struct kpe_btf_member *found)
{
	static const char members[] = "vnpstmuw";

	memset(found, 0, sizeof(*found));
	if (id != STRUCT)
		return -EINVAL;
	if (len != 1 || !strchr(members, *name))
		return -ENOENT;
	found->type = strchr(members, *name) - members;
	found->offset = rand() >> rand() % 30;
	if (*name == 'w')
		*found = (struct kpe_btf_member){ NUMBER, 4, 3, 7, 2 };
	return 0;
}

static const char *const parts[] = {
	"p", "r", "w", "p:", "r5:", "w:", "w@", "rw@", "$old", "$value", "u:",
	"/bin/sh:", "-:", "grp/", "ev", " ", " ", " ", "vfs_read", "+",
	"-", "0x10", "10", "(", ")", "+8(", "-u0x4(", ")", "%di", "%ax", "$arg1",
	"$stack", "$stack3", "$retval", " $retval", "$comm", "@sym", "@0xffff", "\\1", "\\\"s\"",
	":", ":s8", ":s32", ":char", ":symbol", "u8", "x64", "string", "ustring",
	"symstr", "b4@2/8", "[", "]", "[4]",
	"%pd", "%pD", "=", "a=", "name=", "%return", "%all", "*", "?", "a==1",
	"&&", "||", "!", "a~\"x\"", "comm", "$latency", "$arg300",
	"$arg*", "file", "count", "file:string", "count:u8", "file->", "->n", "->p", ".n", "->w",
	".s", "->t", "->m", "->u", ".", "$retval->n", "$arg2->n", " x=file->p->t",
};

static int check(struct kpe_parse *parse, char *where,
		 const struct kpe_definition *def, struct kpe_site *site)
{
	site->is_entry = !def->offset;
	return 0;
}

/* Memory in memory, up to more levels than there may be. */
static void make_nested(char *line)
{
	int i, num = rand() % 20, len;

	len = sprintf(line, "p vfs_read ");
	for (i = 0; i < num; i++)
		len += sprintf(line + len, "+%d(", rand() % 10);
	len += sprintf(line + len, rand() % 2 ? "%%di" : "@9");
	for (i = 0; i < num; i++)
		line[len++] = ')';
	sprintf(line + len, "%s", rand() % 2 ? ":%pD" : "");
}

/* As many words as a line may have, that get a type, and others beside them. */
static void make_results(char *line)
{
	int num = rand() % (KPE_MAX_WORDS + 2), len;

	len = sprintf(line, "%c vfs_read %s", "pr"[rand() % 2], rand() % 2 ? "$arg*" : "file");
	while (num--)
		len += sprintf(line + len, " $retval");
}

static void make_line(char *line, size_t size)
{
	size_t len = 0, num = rand() % 40;
	const char *part;

	/* half of them begin well */
	if (rand() % 2)
		len = sprintf(line, "%c:ev vfs_read ", "pr"[rand() % 2]);
	for (line[len] = '\0'; num; num--) {
		part = parts[rand() % ARRAY_SIZE(parts)];
		if (len + strlen(part) + 2 > size)
			break;
		len += sprintf(line + len, "%s", part);
		if (rand() % 30 == 0)
			line[len ? len - 1 : 0] = rand() % 255 + 1;
		len = strlen(line);
	}
}

/* --- conditions */

/* What arguments of a hit are stored as; all strings are empty. */
static char data[4 * KPE_MAX_SIZE];

/**
 * struct condition - one that is being made
 * @text: as far as it is
 * @len: of it
 * @args: what it may be about
 * @num_tests: how many comparisons
 * @is_wrong: it may be that it is none
 */
struct condition {
	char text[1024];
	size_t len;
	const struct kpe_args *args;
	unsigned int num_tests;
	bool is_wrong;
};

static void add(struct condition *condition, const char *fmt, ...)
{
	size_t left = sizeof(condition->text) - condition->len;
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(condition->text + condition->len, left, fmt, args);
	va_end(args);
	if (len >= (int)left) {
		condition->is_wrong = true;
		len = left - 1;
	}
	condition->len += len;
}

/* A comparison of a string. */
static bool make_text_test(struct condition *condition, const char *name,
			   const char *text)
{
	static const char *const values[] = { "", "comm", "c*", "?omm", "x", "*" };
	unsigned int i = rand() % ARRAY_SIZE(values);
	bool is_glob = rand() % 2, is_not = rand() % 2, is_equal;

	add(condition, "%s %s \"%s\"", name, is_glob ? is_not ? "!~" : "~" :
	    is_not ? "!=" : "==", values[i]);
	if (is_glob)
		is_equal = i == 5 || (*text ? i == 1 || i == 2 || i == 3 : !i);
	else
		is_equal = !strcmp(values[i], text);
	return is_equal != is_not;
}

static bool make_number_test(struct condition *condition, const char *name,
			     u64 value, bool is_signed)
{
	static const char *const ops[] = { "==", "!=", "<", ">", "<=", ">=", "&" };
	u64 number = rand() % 2 ? value : rand() % 5 - (rand() % 3 ? 0 : 2);
	unsigned int op = rand() % ARRAY_SIZE(ops);
	int order = value < number ? -1 : value > number;

	if (is_signed)
		order = (s64)value < (s64)number ? -1 :
			(s64)value > (s64)number;
	add(condition, is_signed || rand() % 4 == 0 ? "%s%s%lld" :
	    rand() % 2 ? "%s %s 0x%llx" : "%s%s%llu", name, ops[op],
	    (unsigned long long)number);
	switch (op) {
	case 0: return !order;
	case 1: return order;
	case 2: return order < 0;
	case 3: return order > 0;
	case 4: return order <= 0;
	case 5: return order >= 0;
	default: return value & number;
	}
}

static bool make_test(struct condition *condition)
{
	const struct kpe_args *args = condition->args;
	const struct kpe_arg *arg;
	unsigned int shift;
	u64 value;

	condition->num_tests++;
	if (!args->num || rand() % 8 == 0)
		switch (rand() % 3) {
		case 0:
			return make_text_test(condition, "comm", "comm");
		case 1:
			return make_number_test(condition, "common_pid", -1, true);
		default:
			return make_number_test(condition, "common_cpu", 2, true);
		}
	arg = &args->of[rand() % args->num];
	/* of arrays there are no comparisons, and these names mean something else */
	condition->is_wrong |= arg->count;
	if (arg->type->kind == KPE_STRING)
		return make_text_test(condition, arg->name, "");
	value = kpe_load(data + arg->offset, arg->type->size);
	shift = 64 - 8 * arg->type->size;
	if (arg->type->kind == KPE_SIGNED)
		value = (s64)(value << shift) >> shift;
	return make_number_test(condition, arg->name, value,
				arg->type->kind == KPE_SIGNED);
}

static bool make_any(struct condition *condition, int depth);

static bool make_operand(struct condition *condition, int depth)
{
	bool is_true;

	if (rand() % 5 == 0) {
		add(condition, "!");
		return !make_operand(condition, depth);
	}
	if (!depth || rand() % 4)
		return make_test(condition);
	add(condition, " (");
	is_true = make_any(condition, depth - 1);
	add(condition, ") ");
	return is_true;
}

static bool make_all(struct condition *condition, int depth)
{
	bool are_true = make_operand(condition, depth);

	while (rand() % 3 == 0) {
		add(condition, rand() % 2 ? "&&" : " && ");
		are_true &= make_operand(condition, depth);
	}
	return are_true;
}

static bool make_any(struct condition *condition, int depth)
{
	bool is_one_true = make_all(condition, depth);

	while (rand() % 3 == 0) {
		add(condition, rand() % 2 ? "||" : " || ");
		is_one_true |= make_all(condition, depth);
	}
	return is_one_true;
}

static void fill(const struct kpe_args *args)
{
	const struct kpe_arg *arg;
	unsigned int i;

	memset(data, 0, args->size);
	for (arg = args->of; arg < args->of + args->num; arg++)
		for (i = 0; arg->type->kind != KPE_STRING &&
		     i < (arg->count ?: 1) * arg->type->size; i++)
			data[arg->offset + i] = rand() % 3 ? 0 : rand();
}

/* 1: it was good; 0: it was none, as it may be; -1: otherwise. */
static int try_condition(const struct kpe_args *args)
{
	const struct kpe_subject subject = {
		.data = data, .comm = "comm", .pid = -1, .cpu = 2,
	};
	struct condition condition = { .args = args };
	struct kpe_parse parse = {};
	struct kpe_filter *filter;
	bool is_true, matches;

	fill(args);
	is_true = make_any(&condition, 3);
	/* more than there may be */
	condition.is_wrong |= condition.num_tests > 16;
	if (rand() % 8 == 0) {
		condition.text[rand() % condition.len] = rand() % 255 + 1;
		condition.is_wrong = true;
	}
	parse.line = condition.text;
	parse.work = condition.text;
	filter = kpe_filter_parse(&parse, condition.text, args);
	if (IS_ERR(filter)) {
		if (condition.is_wrong && parse.at <= strlen(parse.line))
			return 0;
		printf("no condition, at %u: %s\n", parse.at, parse.line);
		return -1;
	}
	matches = kpe_filter_matches(filter, &subject);
	kpe_filter_free(filter);
	if (condition.is_wrong || matches == is_true)
		return 1;
	printf("%d: %s\n", matches, condition.text);
	return -1;
}

int main(int argc, char **argv)
{
	unsigned long count = strtoul(argv[2], NULL, 0), i, good = 0, bad = 0;
	unsigned long conditions = 0, refused = 0;
	struct kpe_definition def;
	struct kpe_deletion deletion;
	struct kpe_parse parse;
	char line[2048];
	int ret;

	/* what is printed comes ahead of what sanitizers say */
	setlinebuf(stdout);
	srand(strtoul(argv[1], NULL, 0));
	for (i = 0; i < count; i++) {
		if (i % 16 > 1)
			make_line(line, 512);
		else if (i % 16)
			make_results(line);
		else
			make_nested(line);
		ret = kpe_parse_begin(&parse, line);
		if (!ret && parse.num_words) {
			ret = parse.words[0][0] == '-' ?
			      kpe_deletion_parse(&parse, &deletion) :
			      kpe_definition_parse(&parse, check, &def);
			if (ret && parse.at > strlen(parse.line)) {
				printf("the caret is behind: %s\n", line);
				return 1;
			}
			if (!ret && def.args.size > KPE_MAX_SIZE)
				return 1;
			if (parse.words[0][0] != '-' && !ret &&
			    def.is_all && !def.symbol) {
				printf("all of an address: %s\n", line);
				return 1;
			}
			if (parse.words[0][0] != '-') {
				good += !ret;
				bad += !!ret;
				if (!ret) {
					ret = try_condition(&def.args);
					if (ret < 0)
						return 1;
					conditions += ret;
					refused += !ret;
				}
				kpe_definition_exit(&def);
			}
		}
		kpe_parse_end(&parse);
	}
	printf("%lu good, %lu bad; of conditions %lu good, %lu bad\n", good, bad,
	       conditions, refused);
	return !good || !bad || !conditions || !refused;
}
