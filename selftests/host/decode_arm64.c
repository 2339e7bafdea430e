// SPDX-License-Identifier: GPL-2.0
/*
 * The arm64 decoder against objdump's idea of each instruction.
 *
 * usage: objdump -d FILE | decode_arm64 text|random [VMLINUX]
 *
 * What objdump prints an address for is relocated, to that address. What is
 * refused is what must be. Every rule of the decoder is used. With VMLINUX: an
 * instruction with a fixup is known to fault. Prints KTAP.
 */
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

/* for its table of rules */
#include "../../arch/arm64/decode.c"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof(*(a)))
#define MAX_WORDS	(KP_ARCH_LOOKBACK / sizeof(u32))

struct finding {
	unsigned long times;
	char first[200];
};

static struct {
	unsigned long seen, relocated, refused, undefined, in_exclusive;
	unsigned long fixups, memory;
	struct finding target, unexpected, accepted, exclusive, unfaultable;
	struct finding fixup, pointer;
} count;

static unsigned long rule_used[ARRAY_SIZE(rules)];
static unsigned long why_used[NR_VERDICTS];

/* What must be refused, by the start of its name. */
static const struct {
	const char *name;
	enum verdict verdict;
} refused[] = {
	{ "udf", REFUSE_UNDEFINED },
	{ "brk", REFUSE_BREAKPOINT },
	{ "svc", REFUSE_EXCEPTION }, { "hvc", REFUSE_EXCEPTION },
	{ "smc", REFUSE_EXCEPTION }, { "hlt", REFUSE_EXCEPTION },
	{ "dcps", REFUSE_EXCEPTION }, { "tcancel", REFUSE_EXCEPTION },
	{ "eret", REFUSE_ERET }, { "drps", REFUSE_ERET },
	{ "ldxr", REFUSE_EXCLUSIVE }, { "ldaxr", REFUSE_EXCLUSIVE },
	{ "stxr", REFUSE_EXCLUSIVE }, { "stlxr", REFUSE_EXCLUSIVE },
	{ "ldxp", REFUSE_EXCLUSIVE }, { "ldaxp", REFUSE_EXCLUSIVE },
	{ "stxp", REFUSE_EXCLUSIVE }, { "stlxp", REFUSE_EXCLUSIVE },
	{ "tstart", REFUSE_TRANSACTION }, { "ttest", REFUSE_TRANSACTION },
	{ "tcommit", REFUSE_TRANSACTION },
	{ "cpy", REFUSE_COPY_SEQUENCE }, { "set", REFUSE_COPY_SEQUENCE },
};

/* The same, by an operand. */
static const struct {
	const char *name;
	const char *operand;
	enum verdict verdict;
} refused_operands[] = {
	{ "msr", "spsel", REFUSE_SPSEL },
	{ "", "spsr_el1", REFUSE_TRAP_REG }, { "", "elr_el1", REFUSE_TRAP_REG },
	{ "", "esr_el1", REFUSE_TRAP_REG }, { "", "far_el1", REFUSE_TRAP_REG },
	{ "", "spsr_el2", REFUSE_TRAP_REG }, { "", "elr_el2", REFUSE_TRAP_REG },
	{ "", "esr_el2", REFUSE_TRAP_REG }, { "", "far_el2", REFUSE_TRAP_REG },
	{ "", "sp_el1", REFUSE_TRAP_REG },
};

/**
 * struct line - an instruction as objdump prints it
 * @addr: where
 * @word: its encoding
 * @name: mnemonic
 * @operands: what follows, without comments
 */
struct line {
	unsigned long addr;
	u32 word;
	char name[32];
	char operands[160];
};

static void find(struct finding *finding, const struct line *line)
{
	if (!finding->times++)
		snprintf(finding->first, sizeof(finding->first),
			 "%lx: %08x %s %s", line->addr, line->word, line->name,
			 line->operands);
}

static bool begins(const char *name, const char *start)
{
	return !strncmp(name, start, strlen(start));
}

/* Its own operand, not a part of another's name. */
static bool has_operand(const char *operands, const char *operand)
{
	const char *at = strstr(operands, operand);
	size_t len = strlen(operand);

	return at && (at == operands || at[-1] == ' ' || at[-1] == '\t') &&
	       (!at[len] || at[len] == ',' || at[len] == ' ');
}

static bool is_undefined(const struct line *line)
{
	return begins(line->name, ".") || strstr(line->operands, "undefined");
}

/* What verdict there must be; COPY if it is to be accepted. */
static enum verdict expected(const struct line *line)
{
	unsigned int i, op2;

	/* setf8, and SVE's brka and so on */
	if (begins(line->name, "setf") ||
	    (begins(line->name, "brk") && line->name[3]))
		return COPY;
	/* msr SPSel, #imm and tcommit, where objdump has no name for them */
	if (strstr(line->operands, ", xzr")) {
		if (sscanf(line->operands, "s0_0_c4_c%*u_%u", &op2) == 1 &&
		    op2 == 5)
			return REFUSE_SPSEL;
		if (sscanf(line->operands, "s0_3_c3_c%*u_%u", &op2) == 1 &&
		    op2 == 3)
			return REFUSE_TRANSACTION;
	}
	for (i = 0; i < ARRAY_SIZE(refused); i++)
		if (begins(line->name, refused[i].name))
			return refused[i].verdict;
	/* pacm, where objdump has no name for it */
	if (!strcmp(line->name, "hint") && has_operand(line->operands, "#0x27"))
		return REFUSE_PC_AUTH;
	if (strcmp(line->name, "msr") && strcmp(line->name, "mrs"))
		return COPY;
	for (i = 0; i < ARRAY_SIZE(refused_operands); i++)
		if (begins(line->name, refused_operands[i].name) &&
		    has_operand(line->operands, refused_operands[i].operand))
			return refused_operands[i].verdict;
	return COPY;
}

/* The address that is the last operand, or 0. */
static unsigned long address_in(const struct line *line)
{
	const char *last = strrchr(line->operands, ','), *c;
	unsigned int digits = 0;

	last = last ? last + 1 : line->operands;
	while (*last == ' ')
		last++;
	if (begins(last, "0x"))
		last += 2;
	for (c = last; strchr("0123456789abcdef", *c) && *c; c++)
		digits++;
	if (digits != 16 || (*c && *c != ' '))
		return 0;
	return strtoul(last, NULL, 16);
}

static enum verdict verdict_of(const char *why)
{
	unsigned int i;

	for (i = FIRST_REFUSAL; i < NR_VERDICTS; i++)
		if (!strcmp(reasons[i], why))
			return i;
	return NR_VERDICTS;
}

static void check(const struct line *line)
{
	enum verdict want = expected(line), got;
	unsigned long target = address_in(line);
	struct kp_arch_insn insn;
	const char *why = "";
	int err;

	count.seen++;
	rule_used[rule_of(line->word) - rules]++;
	err = kp_arch_decode((const u8 *)&line->word, sizeof(line->word), NULL,
			     0, line->addr, &insn, &why);
	got = err ? verdict_of(why) : COPY;
	why_used[got]++;
	count.refused += !!err;
	if (is_undefined(line)) {
		count.undefined++;
		return;
	}
	if (kp_arm64_is_pointer((u64)line->word << 32))
		find(&count.pointer, line);
	if (want != COPY && got == COPY)
		find(&count.accepted, line);
	else if (want != got)
		find(&count.unexpected, line);
	if (err)
		return;
	if (target != insn.target)
		find(&count.target, line);
	count.relocated += !!target;
	if (strchr(line->operands, '[') && !insn.is_faultable &&
	    !strchr(line->operands, '}') && strstr(line->operands, "[x"))
		find(&count.unfaultable, line);
	count.memory += insn.is_faultable;
}

/* Between a load-exclusive and its store nothing is accepted. */
static void check_sequence(const struct line *line)
{
	static u32 window[MAX_WORDS];
	static unsigned int num, since;
	static unsigned long expect;
	struct kp_arch_insn insn;
	const char *why;

	if (line->addr != expect)
		since = 0;
	if (line->addr != expect)
		num = 0;
	expect = line->addr + sizeof(line->word);
	if (since && since < MAX_WORDS) {
		count.in_exclusive++;
		if (!kp_arch_decode((const u8 *)&line->word,
				    sizeof(line->word), (const u8 *)window,
				    num * sizeof(u32), line->addr, &insn, &why))
			find(&count.exclusive, line);
	}
	if (begins(line->name, "ldx") || begins(line->name, "ldax"))
		since = 1;
	else if (begins(line->name, "stx") || begins(line->name, "stlx"))
		since = 0;
	else if (since)
		since++;
	if (num == MAX_WORDS)
		memmove(window, window + 1, --num * sizeof(*window));
	window[num++] = line->word;
}

static bool parse(char *text, struct line *line)
{
	char *end, *comment;
	int at = 0;

	line->addr = strtoul(text, &end, 16);
	if (end == text || *end != ':')
		return false;
	line->operands[0] = '\0';
	if (sscanf(end + 1, " %8x %31s%n", &line->word, line->name, &at) != 2)
		return false;
	comment = strstr(end + 1, "//");
	if (comment)
		*comment = '\0';
	end += 1 + at;
	while (*end == ' ' || *end == '\t')
		end++;
	snprintf(line->operands, sizeof(line->operands), "%s", end);
	line->operands[strcspn(line->operands, "\n")] = '\0';
	return true;
}

/* --- exception tables */

static const u8 *file;

static const Elf64_Shdr *section_of(unsigned long addr)
{
	const Elf64_Ehdr *eh = (const void *)file;
	const Elf64_Shdr *sh = (const void *)(file + eh->e_shoff);
	int i;

	for (i = 0; i < eh->e_shnum; i++)
		if (sh[i].sh_flags & SHF_EXECINSTR &&
		    addr - sh[i].sh_addr < sh[i].sh_size)
			return &sh[i];
	return NULL;
}

static void check_fixup(unsigned long addr)
{
	const Elf64_Shdr *sh = section_of(addr);
	struct line line = { .addr = addr, .name = "has a fixup" };
	struct kp_arch_insn insn;
	const char *why;

	if (!sh)
		return;
	memcpy(&line.word, file + sh->sh_offset + (addr - sh->sh_addr),
	       sizeof(line.word));
	count.fixups++;
	if (!kp_arch_decode((const u8 *)&line.word, sizeof(line.word), NULL, 0,
			    addr, &insn, &why) && !insn.is_faultable)
		find(&count.fixup, &line);
}

static void check_fixups(const char *path)
{
	int fd = open(path, O_RDONLY), i;
	const Elf64_Shdr *sh;
	const Elf64_Ehdr *eh;
	const char *names;
	struct stat st;
	unsigned long at;
	int distance;

	if (fd < 0 || fstat(fd, &st)) {
		perror(path);
		exit(2);
	}
	file = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	eh = (const void *)file;
	sh = (const void *)(file + eh->e_shoff);
	names = (const char *)file + sh[eh->e_shstrndx].sh_offset;
	for (i = 0; i < eh->e_shnum; i++) {
		if (strcmp(names + sh[i].sh_name, "__ex_table"))
			continue;
		for (at = 0; at + 12 <= sh[i].sh_size; at += 12) {
			memcpy(&distance, file + sh[i].sh_offset + at,
			       sizeof(distance));
			check_fixup(sh[i].sh_addr + at + distance);
		}
	}
}

/* --- results */

static int test;

static void result(bool good, const char *what)
{
	printf("%sok %d %s\n", good ? "" : "not ", ++test, what);
}

static void result_of(const struct finding *finding, const char *what)
{
	result(!finding->times, what);
	if (finding->times)
		printf("# %lu, the first %s\n", finding->times, finding->first);
}

/* The last rule matches what is left, which is nothing. */
static void check_rules(void)
{
	unsigned int i, unused = 0;

	for (i = 0; i + 1 < ARRAY_SIZE(rules); i++) {
		if (rule_used[i])
			continue;
		unused++;
		printf("# unused: %08x of %08x\n", rules[i].value,
		       rules[i].mask);
	}
	result(!unused, "every rule is used");
}

/* A branch, and the same where it is the lower half of a pointer. */
static void check_pointer(void)
{
	static const u64 branch = 0xd503201f94000010, pointer = 0xffff800094000010;
	unsigned long target = 0;
	int len = kp_arch_branch_target((unsigned long)&branch, 8, &target);

	result(len == 4 && target == (unsigned long)&branch + 0x40,
	       "a branch is followed");
	target = 0;
	len = kp_arch_branch_target((unsigned long)&pointer, 8, &target);
	result(len == 8 && !target, "a pointer of the kernel is not");
	result_of(&count.pointer, "no instruction looks as its upper half");
}

int main(int argc, char **argv)
{
	bool is_text = argc > 1 && !strcmp(argv[1], "text");
	static char text[1024];
	struct line line;
	unsigned int i;

	while (fgets(text, sizeof(text), stdin)) {
		if (!parse(text, &line))
			continue;
		check(&line);
		if (is_text)
			check_sequence(&line);
	}
	printf("KTAP version 1\n");
	result(count.seen > 100000 && count.relocated > 1000 && count.memory,
	       "enough to look at");
	result_of(&count.accepted, "what must be refused is");
	result_of(&count.unexpected, "nothing else is, each for its reason");
	result_of(&count.target, "addresses are those that objdump computes");
	result_of(&count.unfaultable, "what accesses memory is known to fault");
	if (is_text) {
		result_of(&count.exclusive,
			  "nothing between exclusive load and store");
		check_fixups(argv[2]);
		result_of(&count.fixup,
			  "instructions with a fixup are known to fault");
		result(count.fixups && count.in_exclusive, "some have one");
	} else {
		check_rules();
		check_pointer();
	}
	printf("1..%d\n", test);
	printf("# %lu instructions, %lu relocated, %lu access memory\n",
	       count.seen, count.relocated, count.memory);
	printf("# %lu in exclusive sequences, %lu fixups\n",
	       count.in_exclusive, count.fixups);
	printf("# %lu refused, %lu undefined for objdump\n", count.refused,
	       count.undefined);
	for (i = FIRST_REFUSAL; i < NR_VERDICTS; i++)
		if (why_used[i])
			printf("# refused %lu: %s\n", why_used[i], reasons[i]);
	return 0;
}
