// SPDX-License-Identifier: GPL-2.0
/*
 * The decoder on bytes that nobody would write, against another decoder.
 *
 * usage: decode_random make SEED COUNT >cells
 *	  objdump -D ... cells | decode_random check cells
 *
 * Each cell begins with a made-up instruction and ends in enough nops for any
 * decoder to be back in step at the next one.
 */
#include <stdio.h>
#include <stdlib.h>

#include <arch/contract.h>
#include <kernel/ksyms.h>

#include <kp_x86_split.h>

#define CELL	32
#define MADE	16

struct kp_ksyms kp_ksyms = { .insn_decode = insn_decode };

static u64 seed;

static u32 random_below(u32 n)
{
	seed = seed * 6364136223846793005ul + 1442695040888963407ul;
	return (seed >> 33) % n;
}

static u8 one_of(const char *bytes, size_t n)
{
	return bytes[random_below(n)];
}

/* Prefixes, REX, map; the rest stays random. Half of them have no prefix. */
static void make_cell(u8 *cell)
{
	int i, at = 0, prefixes = random_below(2) ? random_below(4) : 0;

	memset(cell, 0x90, CELL);
	for (i = 0; i < MADE; i++)
		cell[i] = random_below(256);
	while (prefixes--)
		cell[at++] = one_of("\x66\x67\xf0\xf2\xf3\x2e\x3e\x64\x65\x36",
				    10);
	if (!random_below(3))
		cell[at++] = 0x40 + random_below(16);
	switch (random_below(10)) {
	case 0 ... 2:
		break;
	case 3 ... 4:
		cell[at++] = 0x0f;
		break;
	case 5:
		cell[at++] = 0x0f;
		cell[at++] = random_below(2) ? 0x38 : 0x3a;
		break;
	case 6:
		cell[at++] = 0xc5;
		break;
	case 7:
		cell[at++] = 0xc4;
		cell[at++] = (random_below(8) << 5) + 1 + random_below(3);
		break;
	case 8:
		cell[at++] = 0x62;
		cell[at++] = (random_below(16) << 4) + 1 + random_below(6);
		cell[at++] |= 4;
		break;
	case 9:
		cell[at++] = 0xff;
		break;
	}
}

static int make(u32 n)
{
	u8 cell[CELL];

	while (n--) {
		make_cell(cell);
		if (!fwrite(cell, CELL, 1, stdout))
			return 1;
	}
	return 0;
}

static struct {
	unsigned long cells, agreed, refused, bad, fwaits, wrong;
} count;

/* What they show when it is none, or not all of it makes sense. */
static bool is_bad(const char *text)
{
	return strstr(text, "(bad)") || strstr(text, ".byte");
}

/* Where they mean something else. */
static bool is_known(const u8 *cell, int ours, int theirs)
{
	struct kp_x86_split s;

	if (kp_x86_split(&s, cell, MADE) != ACCEPT)
		return false;
	/* fwait, for them, is a prefix of an x87 instruction behind it */
	if (s.map == MAP_ONE_BYTE && s.op == 0x9b) {
		count.fwaits++;
		return true;
	}
	return false;
}

static void check_cell(const u8 *cell, int theirs, const char *text)
{
	int ours = kp_arch_insn_length(cell, MADE);
	struct kp_arch_insn insn;
	const char *why;
	int i;

	count.cells++;
	if (ours < 0) {
		count.refused++;
	} else if (is_bad(text)) {
		if (kp_arch_decode(cell, MADE, NULL, 0, 0, &insn, &why))
			return;
		count.bad++;
		if (getenv("KP_SHOW_BAD"))
			goto show;
	} else if (ours == theirs) {
		count.agreed++;
	} else if (!is_known(cell, ours, theirs)) {
		if (count.wrong++ < 20)
			goto show;
	}
	return;
show:
	printf("# %d, theirs %d:", ours, theirs);
	for (i = 0; i < MADE; i++)
		printf(" %02x", cell[i]);
	printf(" %s", text);
}

/* Lines of objdump: an address, a colon, a tab, text. */
static int check(const char *path)
{
	char line[512], text[512] = "", *end;
	unsigned long addr, cell_at = -1ul;
	static u8 cells[1 << 26];
	FILE *f = fopen(path, "r");

	if (!f || !fread(cells, CELL, sizeof(cells) / CELL, f))
		return 2;
	while (fgets(line, sizeof(line), stdin)) {
		addr = strtoul(line, &end, 16);
		if (end == line || *end != ':')
			continue;
		if (cell_at != -1ul)
			check_cell(cells + cell_at, addr - cell_at, text);
		cell_at = -1ul;
		if (addr % CELL == 0) {
			cell_at = addr;
			strcpy(text, end + 1);
		}
	}
	printf("KTAP version 1\n1..3\n");
	printf("%sok 1 enough of them are instructions for both\n",
	       count.agreed * 3 > count.cells ? "" : "not ");
	printf("%sok 2 lengths agree, or we refuse\n",
	       count.wrong ? "not " : "");
	/* reserved fields, above all of VEX and EVEX, that leave the length */
	printf("%sok 3 few are instructions for us alone\n",
	       count.bad * 40 < count.cells ? "" : "not ");
	printf("# %lu made up: %lu agreed, %lu refused, %lu wrong\n",
	       count.cells, count.agreed, count.refused, count.wrong);
	printf("# %lu are instructions for us alone, %lu have fwait\n",
	       count.bad, count.fwaits);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "make")) {
		seed = strtoul(argv[2], NULL, 0);
		return make(strtoul(argv[3], NULL, 0));
	}
	return argc == 3 && !strcmp(argv[1], "check") ? check(argv[2]) : 2;
}
