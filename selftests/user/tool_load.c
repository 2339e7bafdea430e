// SPDX-License-Identifier: GPL-2.0
/*
 * What tools look for and the shell cannot do.
 *
 * usage: tool_load swap     writes memory, has it swapped out, reads it
 *        tool_load unix     sends and receives by a stream of AF_UNIX
 *        tool_load btf      copies BTF from its input, without the names of functions
 *        tool_load int COMMAND [ARGUMENT...]
 *                           runs it so that SIGINT is not ignored, as it is in the background
 */
#include <linux/btf.h>
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

/* Bytes of a type behind its struct btf_type. */
static unsigned int btf_more(const struct btf_type *type)
{
	unsigned int num = BTF_INFO_VLEN(type->info);

	switch (BTF_INFO_KIND(type->info)) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		return 4;
	case BTF_KIND_ARRAY:
		return sizeof(struct btf_array);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return num * sizeof(struct btf_member);
	case BTF_KIND_ENUM:
		return num * sizeof(struct btf_enum);
	case BTF_KIND_ENUM64:
		return num * sizeof(struct btf_enum64);
	case BTF_KIND_FUNC_PROTO:
		return num * sizeof(struct btf_param);
	case BTF_KIND_DATASEC:
		return num * sizeof(struct btf_var_secinfo);
	}
	return 0;
}

/* Tools that look for a function there take kprobes then. */
static void btf(void)
{
	static char file[32 << 20] __attribute__((aligned(8)));
	const struct btf_header *header = (const void *)file;
	size_t len = fread(file, 1, sizeof(file), stdin);
	char *at, *end;

	if (len < sizeof(*header) || header->magic != BTF_MAGIC)
		die("this is no BTF");
	at = file + header->hdr_len + header->type_off;
	end = at + header->type_len;
	while (at < end) {
		struct btf_type *type = (void *)at;

		if (BTF_INFO_KIND(type->info) == BTF_KIND_FUNC)
			type->name_off = 0;
		at += sizeof(*type) + btf_more(type);
	}
	if (fwrite(file, 1, len, stdout) != len)
		die("stdout");
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "swap")) {
		swap();
	} else if (argc == 2 && !strcmp(argv[1], "unix")) {
		stream();
	} else if (argc == 2 && !strcmp(argv[1], "btf")) {
		btf();
	} else if (argc > 2 && !strcmp(argv[1], "int")) {
		signal(SIGINT, SIG_DFL);
		execvp(argv[2], argv + 2);
		die(argv[2]);
	} else {
		return 2;
	}
	return 0;
}
