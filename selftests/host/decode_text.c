// SPDX-License-Identifier: GPL-2.0
/*
 * The decoder on all text of a kernel, against boundaries found by another one.
 *
 * usage: objdump -d vmlinux | decode_text vmlinux
 *
 * From each symbol the text is walked as a probe's address is checked, and
 * every byte is asked for: only what the other decoder thinks an instruction
 * may be reached. Prints KTAP, and what the verdicts were.
 */
#include <ctype.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>

struct kp_ksyms kp_ksyms = { .insn_decode = insn_decode };

struct section {
	const u8 *bytes;
	unsigned long start, end;
	bool *theirs;		/* an instruction begins here, they say */
	s32 *leads;		/* and jumps or calls there; from the start */
	bool *symbols;
	bool is_stripped;
};

static struct section sections[256];
static int num_sections;
static const u8 *extable;
static unsigned long extable_addr, extable_size;

struct finding {
	unsigned long times;
	unsigned long first;	/* where */
};

static void find(struct finding *finding, unsigned long addr)
{
	if (!finding->times++)
		finding->first = addr;
}

static struct {
	unsigned long symbols, reached, unknown, fwaits;
	unsigned long emulated, sloted, refused;
	unsigned long fixups;
	struct finding mid, missed, cut, unfaultable;
	unsigned long scanned, leads;
	struct finding scan_unknown, scan_length, scan_lead;
} count;

static struct {
	const char *why;
	unsigned long times;
} reasons[64];

static struct section *section_of(unsigned long addr)
{
	int i;

	for (i = 0; i < num_sections; i++)
		if (addr >= sections[i].start && addr < sections[i].end)
			return &sections[i];
	return NULL;
}

static void read_symbols(const u8 *file, const Elf64_Shdr *table,
			 const char *strings)
{
	const Elf64_Sym *sym = (const void *)(file + table->sh_offset);
	size_t n = table->sh_size / sizeof(*sym);

	for (; n; n--, sym++) {
		int type = ELF64_ST_TYPE(sym->st_info);
		struct section *s = section_of(sym->st_value);

		if (s && (type == STT_FUNC || type == STT_NOTYPE) &&
		    strings[sym->st_name])
			s->symbols[sym->st_value - s->start] = true;
	}
}

static void read_kernel(const char *path)
{
	int fd = open(path, O_RDONLY);
	const Elf64_Shdr *sh;
	const Elf64_Ehdr *eh;
	const char *names;
	const u8 *file;
	struct stat st;
	int i;

	if (fd < 0 || fstat(fd, &st)) {
		perror(path);
		exit(2);
	}
	file = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	eh = (const void *)file;
	sh = (const void *)(file + eh->e_shoff);
	names = (const char *)file + sh[eh->e_shstrndx].sh_offset;
	for (i = 0; i < eh->e_shnum; i++) {
		const u8 *bytes = file + sh[i].sh_offset;
		size_t size = sh[i].sh_size;

		if (!strcmp(names + sh[i].sh_name, "__ex_table")) {
			extable = bytes;
			extable_addr = sh[i].sh_addr;
			extable_size = size;
		}
		if (!(sh[i].sh_flags & SHF_EXECINSTR) || !size)
			continue;
		sections[num_sections++] = (struct section) {
			.bytes = bytes, .start = sh[i].sh_addr,
			.end = sh[i].sh_addr + size,
			.theirs = calloc(size, 1), .symbols = calloc(size, 1),
			.leads = calloc(size, sizeof(s32)),
		};
	}
	for (i = 0; i < eh->e_shnum; i++)
		if (sh[i].sh_type == SHT_SYMTAB)
			read_symbols(file, &sh[i], (const char *)file +
				     sh[sh[i].sh_link].sh_offset);
}

/* Where a direct branch leads, or 0. */
static unsigned long lead_of(const char *insn)
{
	char mnemonic[32], operand[32];
	const char *word = insn;

	/* hints and bound prefixes come first */
	while (sscanf(word, " %31s %31s", mnemonic, operand) == 2 &&
	       (!strcmp(mnemonic, "bnd") || !strcmp(mnemonic, "addr32") ||
		!strncmp(mnemonic, "rex", 3) || !strcmp(mnemonic, "cs") ||
		!strcmp(mnemonic, "ds")))
		word = strstr(word, mnemonic) + strlen(mnemonic);
	if (sscanf(word, " %31s %31s", mnemonic, operand) != 2 ||
	    (mnemonic[0] != 'j' && strncmp(mnemonic, "call", 4) &&
	     strncmp(mnemonic, "loop", 4)))
		return 0;
	/* not indirect */
	return isxdigit(operand[0]) ? strtoul(operand, NULL, 16) : 0;
}

/* Lines that begin with an address and a colon. */
static unsigned long read_boundaries(void)
{
	unsigned long addr, n = 0, lead;
	char line[512], *end;

	while (fgets(line, sizeof(line), stdin)) {
		struct section *s;

		addr = strtoul(line, &end, 16);
		if (end == line || *end != ':' || line[0] != 'f')
			continue;
		s = section_of(addr);
		if (s) {
			s->theirs[addr - s->start] = true;
			lead = lead_of(end + 1);
			if (lead)
				s->leads[addr - s->start] = lead - s->start;
			n++;
		}
	}
	return n;
}

static void count_verdict(const struct section *s, unsigned long at,
			  unsigned long end, const u8 *prev, size_t prev_len)
{
	struct kp_arch_insn insn;
	const char *why = NULL;
	int i = 0;

	if (!kp_arch_decode(s->bytes + at, end - at, prev, prev_len,
			    s->start + at, &insn, &why)) {
		if (insn.emulation)
			count.emulated++;
		else
			count.sloted++;
		return;
	}
	count.refused++;
	while (reasons[i].why && strcmp(reasons[i].why, why))
		i++;
	reasons[i].why = why;
	reasons[i].times++;
}

/* objdump takes fwait for a prefix: finit is fwait and fninit. */
static bool is_behind_fwait(const struct section *s, unsigned long at)
{
	return at && !s->theirs[at] && s->theirs[at - 1] &&
	       s->bytes[at - 1] == 0x9b;
}

/* One symbol: what a walk reaches against what they say. */
static void check_symbol(const struct section *s, unsigned long start)
{
	unsigned long size = s->end - s->start, end = start + 1, at, next;
	size_t prev_len = 0;
	bool stopped = false;
	int len;

	while (end < size && !s->symbols[end])
		end++;
	count.symbols++;
	for (at = start; at < end; at = next) {
		len = kp_arch_insn_length(s->bytes + at, end - at);
		if (len < 0)
			break;
		if (is_behind_fwait(s, at))
			count.fwaits++;
		else if (!s->theirs[at])
			find(&count.mid, s->start + at);
		count.reached++;
		count_verdict(s, at, end, prev_len ? s->bytes + at - prev_len :
			      NULL, prev_len);
		prev_len = len;
		next = at + len;
		while (++at < next && at < end)
			if (s->theirs[at])
				find(&count.missed, s->start + at);
	}
	for (; at < end; at++) {
		if (!s->theirs[at])
			continue;
		find(&count.cut, s->start + at);
		stopped = true;
		if (s->is_stripped && at > start) {
			s->symbols[at] = true;
			break;
		}
	}
	if (stopped)
		count.unknown++;
}

/* The quick decoder at each of their instructions. */
static void check_scan(const struct section *s)
{
	unsigned long size = s->end - s->start, at, next, names[2];
	int len;

	for (at = 0; at + KP_ARCH_MAX_INSN_SIZE + 1 < size; at = next) {
		next = at + 1;
		while (next < size && !s->theirs[next])
			next++;
		if (!s->theirs[at])
			continue;
		len = kp_arch_scan(s->bytes + at, s->start + at, names);
		if (!len) {
			/* bytes that are no instruction, for the other too */
			if (kp_arch_insn_length(s->bytes + at, size - at) > 0)
				find(&count.scan_unknown, s->start + at);
			continue;
		}
		count.scanned++;
		if (len != next - at && s->bytes[at] != 0x9b &&
		    kp_arch_insn_length(s->bytes + at, size - at) != len)
			find(&count.scan_length, s->start + at);
		if (!s->leads[at])
			continue;
		count.leads++;
		if (names[1] - s->start != s->leads[at])
			find(&count.scan_lead, s->start + at);
	}
}

static void check_extable(void)
{
	unsigned long at;

	for (at = 0; at + 12 <= extable_size; at += 12) {
		unsigned long addr = extable_addr + at +
				     *(const s32 *)(extable + at);
		struct section *s = section_of(addr);
		struct kp_arch_insn insn;
		const char *why;

		if (!s)
			continue;
		count.fixups++;
		if (kp_arch_decode(s->bytes + (addr - s->start), s->end - addr,
				   NULL, 0, addr, &insn, &why))
			continue;
		if (!insn.is_faultable)
			find(&count.unfaultable, addr);
	}
}

static int test;

static void result(bool good, const char *what)
{
	printf("%sok %d %s\n", good ? "" : "not ", ++test, what);
}

static void result_of(const struct finding *finding, unsigned long allowed,
		      const char *what)
{
	result(finding->times <= allowed, what);
	if (finding->times)
		printf("# %lu, the first at %lx\n", finding->times,
		       finding->first);
}

int main(int argc, char **argv)
{
	unsigned long theirs;
	int i;

	if (argc != 2)
		return 2;
	read_kernel(argv[1]);
	theirs = read_boundaries();
	for (i = 0; i < num_sections; i++) {
		struct section *s = &sections[i];
		unsigned long at;

		/* without symbols, what is not understood is stepped over */
		s->is_stripped = !memchr(s->symbols, 1, s->end - s->start);
		if (s->is_stripped)
			s->symbols[0] = true;
		for (at = 0; at < s->end - s->start; at++)
			if (s->symbols[at])
				check_symbol(s, at);
		check_scan(s);
	}
	check_extable();

	printf("KTAP version 1\n1..8\n");
	result(count.reached > 100000 && count.fixups && count.leads > 10000,
	       "a kernel's worth of text");
	result_of(&count.mid, 0, "nothing accepted inside an instruction");
	result_of(&count.missed, 0,
		  "no instruction taken for the inside of another");
	result_of(&count.cut, theirs / 1000,
		  "less than 0.1 % behind bytes that are not understood");
	result_of(&count.unfaultable, 0,
		  "instructions with a fixup are known to fault");
	result_of(&count.scan_unknown, 0,
		  "the scan understands what the decoder does");
	result_of(&count.scan_length, 0, "the scan's lengths are right");
	result_of(&count.scan_lead, 0, "the scan sees where branches lead");
	printf("# %lu scanned, %lu branches\n", count.scanned, count.leads);
	printf("# %lu symbols, %lu instructions of theirs, %lu reached\n",
	       count.symbols, theirs, count.reached);
	printf("# %lu in %lu symbols not reached\n", count.cut.times,
	       count.unknown);
	printf("# %lu emulated, %lu in slots, %lu refused; %lu fixups, %lu behind fwait\n",
	       count.emulated, count.sloted, count.refused, count.fixups,
	       count.fwaits);
	for (i = 0; reasons[i].why; i++)
		printf("# refused %lu: %s\n", reasons[i].times, reasons[i].why);
	return 0;
}
