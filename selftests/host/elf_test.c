// SPDX-License-Identifier: GPL-2.0
/*
 * The reader of ELF files, on files in memory.
 *
 * elf_test names FILE: reads names, prints each with its offset and entry
 * elf_test name FILE SYMBOL: prints what kp_elf_symbol() returned, and why
 * elf_test killed FILE SYMBOL: likewise, while the caller is being killed
 * elf_test break FILE SYMBOL SEED COUNT: breaks the file in so many ways, one or
 *	several bytes at a time, or short of its end
 */
#include <stdio.h>

#include <user/elf_symbol.h>

/* No file of a test is worth more. */
#define MAX_READS	200000

bool is_killed;

static u8 *contents;
static size_t size, wanted_size;
static unsigned long num_reads;

static int read_contents(void *from, u64 pos, void *buf, size_t len)
{
	if (from != &contents || pos > wanted_size || len > wanted_size - pos) {
		printf("reads %zu at %#lx of %#zx\n", len, (long)pos,
		       wanted_size);
		exit(1);
	}
	if (++num_reads > MAX_READS) {
		printf("does not end\n");
		exit(1);
	}
	memcpy(buf, contents + pos, len);
	return 0;
}

static int find(const char *symbol, u64 *offset, u32 *entry, const char **why)
{
	struct kp_elf_file file = {
		.read	= read_contents,
		.from	= &contents,
		.size	= wanted_size,
	};

	num_reads = 0;
	return kp_elf_symbol(&file, symbol, offset, entry, why);
}

static u64 seed;

static u32 random_below(u32 n)
{
	seed = seed * 6364136223846793005ul + 1442695040888963407ul;
	return (seed >> 33) % n;
}

/* Headers and tables more often than what is between them. */
static size_t somewhere(void)
{
	switch (random_below(4)) {
	case 0:
		return random_below(64 + 12 * 56);
	case 1:
		return size - 1 - random_below(40 * 64);
	case 2:
		return random_below(4096);
	default:
		return random_below(size);
	}
}

static int break_it(const char *symbol, unsigned long count)
{
	static const u8 telling[] = { 0, 1, 0x7f, 0x80, 0xff };
	u8 *whole = contents;
	unsigned long i, found = 0, refused = 0;
	const char *why;
	u64 offset;
	u32 entry;

	contents = malloc(size);
	for (i = 0; i < count; i++) {
		u32 n = 1 + random_below(4);

		memcpy(contents, whole, size);
		wanted_size = random_below(8) ? size : random_below(size);
		while (n--) {
			size_t at = somewhere();
			u32 len = 1 + random_below(8);

			while (len-- && at < size)
				contents[at++] = random_below(2) ?
					telling[random_below(5)] :
					random_below(256);
		}
		why = NULL;
		if (find(symbol, &offset, &entry, &why)) {
			refused++;
			if (!why) {
				printf("refused without a reason\n");
				return 1;
			}
		} else {
			found++;
			if (offset >= wanted_size || entry > 64) {
				printf("outside of the file\n");
				return 1;
			}
		}
	}
	free(contents);
	contents = whole;
	/* both ends must have been come to */
	printf("%s\n", found && refused ? "fine" : "one-sided");
	return 0;
}

static void read_file(const char *name)
{
	FILE *file = fopen(name, "rb");

	if (!file)
		exit(1);
	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	contents = malloc(size);
	if (fread(contents, 1, size, file) != size)
		exit(1);
	fclose(file);
	wanted_size = size;
}

int main(int argc, char **argv)
{
	const char *why = "";
	char name[512];
	u64 offset = 0;
	u32 entry = 0;
	int ret;

	read_file(argv[2]);
	if (!strcmp(argv[1], "break")) {
		seed = strtoul(argv[4], NULL, 0);
		ret = break_it(argv[3], strtoul(argv[5], NULL, 0));
	} else if (argc == 4) {
		is_killed = !strcmp(argv[1], "killed");
		ret = find(argv[3], &offset, &entry, &why);
		printf("%d %s\n", ret, why);
		ret = 0;
	} else {
		while (scanf("%511s", name) == 1)
			if (find(name, &offset, &entry, &why))
				printf("%s %s\n", name, why);
			else
				printf("%s 0x%lx+%u\n", name, (long)offset,
				       entry);
		ret = 0;
	}
	free(contents);
	return ret;
}
