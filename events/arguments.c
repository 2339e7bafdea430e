// SPDX-License-Identifier: GPL-2.0
/*
 * The compiler of arguments: from [NAME=]FETCH[:TYPE] to where a fetch begins, which
 * steps through memory it takes, and what is stored.
 *
 * Runs on the host too: selftests/host/events_parse.sh.
 */
#include <linux/kernel.h>
#include <linux/ctype.h>
#include <linux/kstrtox.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "arch/arch.h"
#include "arguments.h"
#include "errors.h"

/* Words of a stack. */
#define MAX_STACK	(THREAD_SIZE / sizeof(long))

/* The kernel's own fields of an event. */
static const char *const reserved[] = {
	"common_type", "common_flags", "common_preempt_count", "common_pid",
	"common_tgid", "__probe_ip", "__probe_ret_ip", "__probe_func",
	"__probe_nargs",
};

/**
 * kpe_is_name() - whether something may be the name of an event or an argument
 * @name: the name
 */
bool kpe_is_name(const char *name)
{
	if (!isalpha(*name) && *name != '_')
		return false;
	while (*++name)
		if (!isalnum(*name) && *name != '_')
			return false;
	return true;
}

static int parse_arg_number(struct kpe_parse *parse, char *word, char *number,
			    const struct kpe_site *site, struct kpe_args *args,
			    struct kpe_arg *arg)
{
	unsigned long n;
	unsigned int i;
	int offset;

	if (!site->is_entry || kstrtoul(number, 10, &n))
		return kpe_fail(parse, word, KPE_ERR_BAD_VAR);
	if (!n || n > kpe_arch_max_args)
		return kpe_fail(parse, word, KPE_ERR_BAD_ARG_NUM);
	arg->source = KPE_ARG;
	arg->value = n - 1;
	if (!site->is_return) {
		offset = kpe_arch_arg_offset(arg->value);
		if (offset >= 0) {
			arg->source = KPE_REGISTER;
			arg->value = offset;
		}
		return 0;
	}
	/* by the return it is gone: saved at the entry */
	if (n > U8_MAX)
		return kpe_fail(parse, word, KPE_ERR_BAD_ARG_NUM);
	for (i = 0; i < args->num_saved; i++)
		if (args->saved[i] == n - 1)
			break;
	if (i == args->num_saved)
		args->saved[args->num_saved++] = n - 1;
	arg->source = KPE_SAVED;
	arg->value = i;
	return 0;
}

/* What is told of a hit of a watch: see on_access(). */
static bool parse_watched(const char *name, struct kpe_arg *arg)
{
	static const char *const names[] = { "addr", "old", "value" };

	arg->source = KPE_SAVED;
	for (arg->value = 0; arg->value < ARRAY_SIZE(names); arg->value++)
		if (!strcmp(name, names[arg->value]))
			return true;
	return false;
}

static int parse_variable(struct kpe_parse *parse, char *word,
			  const struct kpe_site *site, struct kpe_args *args,
			  struct kpe_arg *arg)
{
	char *name = word + 1;

	if (site->target == KPE_DATA && parse_watched(name, arg))
		return 0;
	if (!strcmp(name, "retval") || !strcmp(name, "latency")) {
		if (!site->is_return)
			return kpe_fail(parse, word, KPE_ERR_RETVAL_ON_PROBE);
		if (site->target == KPE_USER && name[0] == 'l')
			return kpe_fail(parse, word, KPE_ERR_BAD_VAR);
		arg->source = name[0] == 'r' ? KPE_RETVAL : KPE_LATENCY;
		args->has_latency |= arg->source == KPE_LATENCY;
		return 0;
	}
	if (!strcmp(name, "stack")) {
		arg->source = KPE_STACK;
		return 0;
	}
	if (!strncmp(name, "stack", 5) && isdigit(name[5])) {
		if (kstrtoul(name + 5, 10, &arg->value))
			return kpe_fail(parse, word, KPE_ERR_BAD_VAR);
		arg->source = KPE_STACK_WORD;
		return arg->value <= MAX_STACK ? 0 :
		       kpe_fail(parse, word, KPE_ERR_BAD_STACK_NUM);
	}
	if (!strcmp(name, "comm") || !strcmp(name, "COMM")) {
		arg->source = KPE_COMM;
		return 0;
	}
	if (!strncmp(name, "arg", 3) && isdigit(name[3]))
		return parse_arg_number(parse, word, name + 3, site, args, arg);
	return kpe_fail(parse, word, KPE_ERR_BAD_VAR);
}

static int parse_register(struct kpe_parse *parse, char *word,
			  struct kpe_arg *arg)
{
	const struct kpe_register *reg;

	for (reg = kpe_registers; reg->name; reg++)
		if (!strcmp(reg->name, word + 1)) {
			arg->source = KPE_REGISTER;
			arg->value = reg->offset;
			return 0;
		}
	return kpe_fail(parse, word, KPE_ERR_BAD_REG_NAME);
}

/* @ADDR, @SYM, @SYM+offset */
static int parse_memory(struct kpe_parse *parse, char *word,
			struct kpe_arg *arg)
{
	char *name = word + 1, *sign = strpbrk(name, "+-");

	if (isdigit(*name)) {
		arg->source = KPE_IMMEDIATE;
		return kstrtoul(name, 0, &arg->value) ?
		       kpe_fail(parse, word, KPE_ERR_BAD_MEM_ADDR) : 0;
	}
	if (*name == '+')
		return kpe_fail(parse, word, KPE_ERR_FILE_ON_KPROBE);
	if (!*name || sign == name ||
	    (sign && kstrtol(sign + (*sign == '+'), 0, &arg->symbol_offset)))
		return kpe_fail(parse, word, KPE_ERR_BAD_MEM_ADDR);
	arg->source = KPE_ADDRESS;
	arg->symbol = kstrndup(name, sign ? sign - name : strlen(name),
			       GFP_KERNEL);
	return arg->symbol ? 0 : -ENOMEM;
}

/* \NUMBER, \"TEXT" */
static int parse_immediate(struct kpe_parse *parse, char *word,
			   struct kpe_arg *arg)
{
	char *number = word + 1;
	size_t len;
	int ret;

	if (*number == '"') {
		len = strlen(++number);
		if (!len || number[len - 1] != '"')
			return kpe_fail(parse, number + len,
					KPE_ERR_IMMSTR_NO_CLOSE);
		arg->source = KPE_CONSTANT;
		arg->text = kstrndup(number, len - 1, GFP_KERNEL);
		return arg->text ? 0 : -ENOMEM;
	}
	arg->source = KPE_IMMEDIATE;
	if (*number == '-')
		ret = kstrtol(number, 0, (long *)&arg->value);
	else
		ret = kstrtoul(number + (*number == '+'), 0, &arg->value);
	return ret ? kpe_fail(parse, number, KPE_ERR_BAD_IMM) : 0;
}

static int parse_source(struct kpe_parse *parse, char *word,
			const struct kpe_site *site, struct kpe_args *args,
			struct kpe_arg *arg)
{
	switch (*word) {
	case '$':
		return parse_variable(parse, word, site, args, arg);
	case '%':
		return parse_register(parse, word, arg);
	case '@':
		return parse_memory(parse, word, arg);
	case '\\':
		return parse_immediate(parse, word, arg);
	}
	return kpe_fail(parse, word, KPE_ERR_BAD_FETCH_ARG);
}

/* +8(...), -u16(...): *@word becomes what is in the brace. */
static int parse_step(struct kpe_parse *parse, char **word,
		      struct kpe_step *step)
{
	char *start = *word, *number = start + 1, *open, *close;
	int ret;

	step->is_user = *number == 'u';
	number += step->is_user;
	open = strchr(number, '(');
	if (!open)
		return kpe_fail(parse, start, KPE_ERR_DEREF_NEED_BRACE);
	*open = '\0';
	/* "+-8" is none */
	ret = isdigit(*number) ? kstrtol(number, 0, &step->offset) : -EINVAL;
	if (ret)
		return kpe_fail(parse, start, KPE_ERR_BAD_DEREF_OFFS);
	if (*start == '-')
		step->offset = -step->offset;
	close = strrchr(open + 1, ')');
	if (!close)
		return kpe_fail(parse, open + 1 + strlen(open + 1),
				KPE_ERR_DEREF_OPEN_BRACE);
	if (close[1])
		return kpe_fail(parse, close + 1, KPE_ERR_BAD_FETCH_ARG);
	*close = '\0';
	*word = open + 1;
	return 0;
}

/* All steps, and what is in the innermost brace. */
static int parse_fetch(struct kpe_parse *parse, char *word,
		       const struct kpe_site *site, struct kpe_args *args,
		       struct kpe_arg *arg)
{
	/* from the outermost on; a word has 63 characters, a step takes three */
	struct kpe_step steps[KPE_MAX_ARG / 3 + 1];
	char *inside[KPE_MAX_ARG / 3 + 1];
	unsigned int i, num = 0, room;
	int ret;

	while (*word == '+' || *word == '-') {
		ret = parse_step(parse, &word, &steps[num]);
		if (ret)
			return ret;
		inside[num++] = word;
	}
	ret = parse_source(parse, word, site, args, arg);
	if (ret)
		return ret;
	if (num && (arg->source == KPE_COMM || arg->source == KPE_CONSTANT))
		return kpe_fail(parse, word, KPE_ERR_COMM_CANT_DEREF);
	room = KPE_MAX_STEPS;
	if (*word == '@')
		room--;
	if (num > room)
		return kpe_fail(parse, inside[num - 1 - room],
				KPE_ERR_TOO_MANY_OPS);
	/* more is added by types */
	arg->steps = kcalloc(KPE_MAX_STEPS, sizeof(*arg->steps), GFP_KERNEL);
	if (!arg->steps)
		return -ENOMEM;
	arg->num_steps = *word == '@';
	for (i = num; i-- > 0;) {
		/* what a program hands over are no addresses of the kernel */
		steps[i].is_user |= site->target == KPE_USER && *word != '@';
		arg->steps[arg->num_steps++] = steps[i];
	}
	return 0;
}

/* What is stored of it, if its type fits. */
static int choose_store(struct kpe_parse *parse, char *where,
			struct kpe_arg *arg)
{
	bool is_memory = arg->num_steps;
	bool is_text = arg->source == KPE_COMM || arg->source == KPE_CONSTANT;
	const char *type = arg->type->name;

	arg->store = is_memory ? KPE_STORE_MEMORY : KPE_STORE_VALUE;
	if (!strcmp(type, "symstr")) {
		arg->store = KPE_STORE_SYMSTR;
		if (is_text ||
		    (is_memory ? arg->steps[arg->num_steps - 1].is_user :
				 arg->source == KPE_IMMEDIATE))
			return kpe_fail(parse, where, KPE_ERR_BAD_SYMSTRING);
	} else if (arg->type->kind == KPE_STRING) {
		arg->store = KPE_STORE_STRING;
		arg->is_user = type[0] == 'u' ||
			(is_memory && arg->steps[arg->num_steps - 1].is_user);
		if (!is_memory && !is_text && arg->source != KPE_IMMEDIATE)
			return kpe_fail(parse, where, KPE_ERR_BAD_STRING);
	}
	if (arg->count && (!is_memory || arg->store == KPE_STORE_SYMSTR))
		return kpe_fail(parse, where, KPE_ERR_BAD_STRING);
	return 0;
}

static int parse_name(struct kpe_parse *parse, char *word, char *equals,
		      const struct kpe_args *args, struct kpe_arg *arg)
{
	unsigned int i;

	if (equals) {
		if (equals - word > KPE_MAX_ARG_NAME)
			return kpe_fail(parse, word, KPE_ERR_ARG_NAME_TOO_LONG);
		if (equals == word)
			return kpe_fail(parse, word, KPE_ERR_NO_ARG_NAME);
		arg->name = kstrndup(word, equals - word, GFP_KERNEL);
	} else {
		arg->name = kasprintf(GFP_KERNEL, "arg%u", args->num);
	}
	if (!arg->name)
		return -ENOMEM;
	if (!kpe_is_name(arg->name))
		return kpe_fail(parse, word, KPE_ERR_BAD_ARG_NAME);
	for (i = 0; i < ARRAY_SIZE(reserved); i++)
		if (!strcmp(reserved[i], arg->name))
			return kpe_fail(parse, word, KPE_ERR_USED_ARG_NAME);
	for (i = 0; i < args->num - 1; i++)
		if (!strcmp(args->of[i].name, arg->name))
			return kpe_fail(parse, word, KPE_ERR_USED_ARG_NAME);
	return 0;
}

/* Where the type begins; a text may have a colon in it. */
static char *find_colon(char *body)
{
	char *quote = !strncmp(body, "\\\"", 2) ? strrchr(body, '"') : NULL;

	return strchr(quote ?: body, ':');
}

/* No more room than they take. */
static int trim_steps(struct kpe_arg *arg)
{
	struct kpe_step *steps = kmemdup(arg->steps,
					 arg->num_steps * sizeof(*steps), GFP_KERNEL);

	if (!steps)
		return -ENOMEM;
	kfree(arg->steps);
	arg->steps = steps;
	return 0;
}

static int parse_arg(struct kpe_parse *parse, char *word,
		     const struct kpe_site *site, struct kpe_args *args,
		     struct kpe_arg *arg)
{
	char *equals = strchr(word, '='), *body = equals ? equals + 1 : word;
	char *colon;
	int ret;

	ret = parse_name(parse, word, equals, args, arg);
	if (ret)
		return ret;
	if (!*body)
		return kpe_fail(parse, body, KPE_ERR_NO_ARG_BODY);
	if (strlen(body) > KPE_MAX_ARG)
		return kpe_fail(parse, body, KPE_ERR_ARG_TOO_LONG);
	arg->body = kstrdup(body, GFP_KERNEL);
	if (!arg->body)
		return -ENOMEM;
	colon = find_colon(body);
	if (colon)
		*colon++ = '\0';
	ret = parse_fetch(parse, body, site, args, arg);
	if (ret)
		return ret;
	/* the structs that it goes through are not the program's */
	if (site->target == KPE_USER && colon && !strncmp(colon, "%p", 2))
		return kpe_fail(parse, colon, KPE_ERR_BAD_TYPE);
	arg->type = kpe_type_parse(parse, colon, arg);
	if (!arg->type)
		return -EINVAL;
	ret = choose_store(parse, colon ?: body, arg);
	if (ret)
		return ret;
	if (arg->source == KPE_REGISTER && arg->store == KPE_STORE_VALUE &&
	    !arg->bit_width)
		arg->of_register = arg->type->size;
	if (arg->of_register == sizeof(long) &&
	    args->num_words == args->num - 1)
		args->num_words++;
	args->has_strings |= arg->type->kind == KPE_STRING;
	arg->offset = args->size;
	args->size += arg->type->size * (arg->count ?: 1);
	if (args->size > KPE_MAX_SIZE) {
		kpe_fail(parse, body, KPE_ERR_EVENT_TOO_BIG);
		return -E2BIG;
	}
	return trim_steps(arg);
}

/**
 * kpe_args_parse() - read the arguments of a definition
 * @parse: the line
 * @words: each argument; they are changed
 * @num: how many
 * @site: what can be fetched
 * @args: result, for kpe_args_free() also if it fails
 *
 * Return: 0; -ENOMEM; -EINVAL or -E2BIG, and @parse says why.
 */
int kpe_args_parse(struct kpe_parse *parse, char **words, unsigned int num,
		   const struct kpe_site *site, struct kpe_args *args)
{
	unsigned int i;
	int ret;

	memset(args, 0, sizeof(*args));
	if (num > KPE_MAX_ARGS) {
		kpe_fail(parse, words[KPE_MAX_ARGS], KPE_ERR_TOO_MANY_ARGS);
		return -E2BIG;
	}
	if (!num)
		return 0;
	args->of = kcalloc(num, sizeof(*args->of), GFP_KERNEL);
	if (!args->of)
		return -ENOMEM;
	for (i = 0; i < num; i++) {
		args->num++;
		ret = parse_arg(parse, words[i], site, args, &args->of[i]);
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * kpe_args_free() - free arguments
 * @args: the arguments
 */
void kpe_args_free(struct kpe_args *args)
{
	unsigned int i;

	for (i = 0; i < args->num; i++) {
		kfree(args->of[i].name);
		kfree(args->of[i].body);
		kfree(args->of[i].symbol);
		kfree(args->of[i].text);
		kfree(args->of[i].steps);
	}
	kfree(args->of);
	args->of = NULL;
	args->num = 0;
}
