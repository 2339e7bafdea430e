// SPDX-License-Identifier: GPL-2.0
/* Random lines for the reader of events' lines: usage: events_parse SEED COUNT */
#include "events/arch/arch.h"
#include "events/btf.h"
#include "events/definition.h"
#include "events/errors.h"
#include "events/filter.h"

const struct kpe_register kpe_registers[] = {
	{ "di", 0, 8 }, { "ax", 8, 8 }, {}
};
const unsigned int kpe_arch_max_args = 2048;

u64 kpe_load(const void *data, unsigned int size)
{
	u64 value = 0;

	memcpy(&value, data, size);
	return value;
}

/* All but every fourth function has BTF, of up to four arguments. */
static const char *const names[] = { "a", "file", "", "count" };
static const char *const types[] = { "u64", "x64", "s32", NULL };

int kpe_btf_find(const char *symbol, struct kpe_btf_function *function)
{
	function->num = rand() % 5;
	return rand() % 4 ? 0 : -ENOENT;
}

const char *kpe_btf_name(const struct kpe_btf_function *function, unsigned int i)
{
	return names[i];
}

const char *kpe_btf_type(const struct kpe_btf_function *function, unsigned int i)
{
	return types[i];
}

static const char *const parts[] = {
	"p", "r", "w", "p:", "r5:", "w:", "w@", "rw@", "$old", "$value", "u:",
	"/bin/sh:", "-:", "grp/", "ev", " ", " ", " ", "vfs_read", "+",
	"-", "0x10", "10", "(", ")", "+8(", "-u0x4(", ")", "%di", "%ax", "$arg1",
	"$stack", "$stack3", "$retval", "$comm", "@sym", "@0xffff", "\\1", "\\\"s\"",
	":", "u8", "x64", "string", "ustring", "symstr", "b4@2/8", "[", "]", "[4]",
	"%pd", "%pD", "=", "a=", "name=", "%return", "%all", "*", "?", "a==1",
	"&&", "||", "!", "a~\"x\"", "comm", "$latency", "$arg300",
	"$arg*", "file", "count", "file:string", "count:u8",
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

int main(int argc, char **argv)
{
	unsigned long count = strtoul(argv[2], NULL, 0), i, good = 0, bad = 0;
	struct kpe_subject subject = { .comm = "comm" };
	static char data[16384];
	struct kpe_definition def;
	struct kpe_deletion deletion;
	struct kpe_filter *filter;
	struct kpe_parse parse;
	char line[512];
	int ret;

	srand(strtoul(argv[1], NULL, 0));
	subject.data = data;
	for (i = 0; i < count; i++) {
		if (i % 16)
			make_line(line, sizeof(line));
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
				filter = ret ? ERR_PTR(ret) :
					 kpe_filter_parse(&parse, line, &def.args);
				if (!IS_ERR(filter)) {
					kpe_filter_matches(filter, &subject);
					kpe_filter_free(filter);
				}
				kpe_definition_exit(&def);
			}
		}
		kpe_parse_end(&parse);
	}
	printf("%lu good, %lu bad\n", good, bad);
	return !good || !bad;
}
