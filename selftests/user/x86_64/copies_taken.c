// SPDX-License-Identifier: GPL-2.0
/*
 * Maps memory of its own over the page in which the kernel's uprobes have copies of
 * instructions.
 *
 * usage: copies_taken BREAKPOINTS CALLS
 *
 * Calls taken(1), at whose first instruction a probe must be. Then so often with
 * breakpoints in the page, then so often with good copies. Prints the sum of what
 * was returned, and how many SIGTRAPs there were.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

long taken(long a);
__asm__(".text\n"
	".globl taken\n"
	".type taken, @function\n"
	"taken: mov %edi, %eax\n"
	"ret\n");

static sigjmp_buf out;
static volatile long traps;

static void on_trap(int sig)
{
	traps++;
	siglongjmp(out, 1);
}

static unsigned char *copies(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	unsigned long start = 0;
	char line[512];

	while (maps && fgets(line, sizeof(line), maps))
		if (strstr(line, "[uprobes]"))
			start = strtoul(line, NULL, 16);
	if (maps)
		fclose(maps);
	return (unsigned char *)start;
}

int main(int argc, char **argv)
{
	long breakpoints = argc > 1 ? atol(argv[1]) : 0;
	long calls = argc > 2 ? atol(argv[2]) : 0;
	volatile long sum = taken(1), i;
	unsigned char *page = copies();

	if (!page) {
		printf("no copies\n");
		return 1;
	}
	munmap(page, 4096);
	if (mmap(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != page) {
		printf("not mapped\n");
		return 1;
	}
	signal(SIGTRAP, on_trap);
	memset(page, 0xcc, 4096);
	for (i = 0; i < breakpoints; i++)
		if (!sigsetjmp(out, 1))
			sum += taken(1000);
	for (i = 0; i < 4096; i += 2)
		memcpy(page + i, "\x89\xf8", 2);
	for (i = 0; i < calls; i++)
		sum += taken(1);
	printf("%ld %ld\n", sum, traps);
	return 0;
}
