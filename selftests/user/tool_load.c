// SPDX-License-Identifier: GPL-2.0
/*
 * What tools look for and the shell cannot do.
 *
 * usage: tool_load swap     writes memory, has it swapped out, reads it
 *        tool_load unix     sends and receives by a stream of AF_UNIX
 *        tool_load int COMMAND [ARGUMENT...]
 *                           runs it so that SIGINT is not ignored, as it is in the background
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#define SIZE	(64 * 4096)

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void swap(void)
{
	volatile char *memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
				     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int i;

	if (memory == MAP_FAILED)
		die("mmap");
	memset((void *)memory, 1, SIZE);
	if (madvise((void *)memory, SIZE, MADV_PAGEOUT))
		die("madvise");
	for (i = 0; i < SIZE; i += 4096)
		if (memory[i] != 1)
			die("what was swapped is wrong");
}

static void stream(void)
{
	char text[8] = "";
	int fd[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fd) ||
	    write(fd[0], "message", 7) != 7 || read(fd[1], text, 7) != 7)
		die("socketpair");
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "swap")) {
		swap();
	} else if (argc == 2 && !strcmp(argv[1], "unix")) {
		stream();
	} else if (argc > 2 && !strcmp(argv[1], "int")) {
		signal(SIGINT, SIG_DFL);
		execvp(argv[2], argv + 2);
		die(argv[2]);
	} else {
		return 2;
	}
	return 0;
}
