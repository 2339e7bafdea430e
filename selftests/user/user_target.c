// SPDX-License-Identifier: GPL-2.0
/*
 * A program to be probed. Does what the lines of its input say, and prints what
 * came of it:
 *
 * add N		user_add() N times
 * deep N		user_deep(): recursion, N deep
 * threads N		user_add() in N threads at once, 1000 times each
 * fork N		user_add() in N children, one after the other
 * exec			begins anew
 * many			all of user_many_0() to user_many_99()
 * library FILE		maps a library and calls its user_lib_add()
 * sleep		user_sleep(): sleeps in a function until killed
 * pause		user_pause(): sleeps in a system call until killed
 * leave		user_syscall(): exits
 * renew		user_syscall(): begins anew
 * fault		user_fault(): reads address 0, by an instruction of that name
 * steps N		user_steps(N)
 * jump			user_jump(): leaves a function by longjmp()
 */
#include <elf.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define noinline __attribute__((noinline, noclone))
#define barrier() __asm__ volatile("" ::: "memory")

/* user_pause(), user_syscall(), user_fault(), user_steps() */
#include "user_arch.h"

noinline long user_add(long a, long b)
{
	barrier();
	return a + b;
}

noinline long user_deep(long n)
{
	long below = n ? user_deep(n - 1) : 0;

	barrier();
	return below + 1;
}

noinline void user_sleep(void)
{
	for (;;)
		pause();
}

static jmp_buf out;

noinline void user_leave(void)
{
	longjmp(out, 1);
}

noinline long user_jump(void)
{
	if (!setjmp(out))
		user_leave();
	return 1;
}

#define ONE(n)		noinline long user_many_##n(long a)		\
			{						\
				barrier();				\
				return a + n;				\
			}
#define TEN(n)		ONE(n##0) ONE(n##1) ONE(n##2) ONE(n##3) ONE(n##4) \
			ONE(n##5) ONE(n##6) ONE(n##7) ONE(n##8) ONE(n##9)
#define CALL(n)		sum += user_many_##n(0);
#define CALL_TEN(n)	CALL(n##0) CALL(n##1) CALL(n##2) CALL(n##3) CALL(n##4) \
			CALL(n##5) CALL(n##6) CALL(n##7) CALL(n##8) CALL(n##9)

TEN() TEN(1) TEN(2) TEN(3) TEN(4) TEN(5) TEN(6) TEN(7) TEN(8) TEN(9)

static long call_many(void)
{
	long sum = 0;

	CALL_TEN() CALL_TEN(1) CALL_TEN(2) CALL_TEN(3) CALL_TEN(4)
	CALL_TEN(5) CALL_TEN(6) CALL_TEN(7) CALL_TEN(8) CALL_TEN(9)
	return sum;
}

static long add(long n)
{
	long sum = 0, i;

	for (i = 0; i < n; i++)
		sum = user_add(sum, 2);
	return sum;
}

static void *add_1000(void *unused)
{
	return (void *)add(1000);
}

static long threads(long n)
{
	pthread_t thread[64];
	void *result;
	long sum = 0, i;

	for (i = 0; i < n && i < 64; i++)
		pthread_create(&thread[i], NULL, add_1000, NULL);
	for (i = 0; i < n && i < 64; i++) {
		pthread_join(thread[i], &result);
		sum += (long)result;
	}
	return sum;
}

static long children(long n)
{
	long sum = 0, i;
	int status;
	pid_t pid;

	for (i = 0; i < n; i++) {
		pid = fork();
		if (!pid)
			_exit(add(1));
		waitpid(pid, &status, 0);
		sum += WEXITSTATUS(status);
	}
	return sum;
}

/* What the dynamic linker would do with a library that needs no relocation. */
static long library(const char *name)
{
	int fd = open(name, O_RDONLY);
	off_t size = lseek(fd, 0, SEEK_END);
	char *file = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	Elf64_Ehdr *h = (Elf64_Ehdr *)file;
	Elf64_Phdr *p = (Elf64_Phdr *)(file + h->e_phoff);
	Elf64_Shdr *s = (Elf64_Shdr *)(file + h->e_shoff);
	long (*fn)(long, long) = NULL;
	char *base = NULL;
	int i, j;

	for (i = 0; i < h->e_phnum; i++)
		if (p[i].p_type == PT_LOAD && p[i].p_flags & PF_X)
			base = (char *)mmap(NULL, p[i].p_filesz,
					    PROT_READ | PROT_EXEC, MAP_PRIVATE,
					    fd, p[i].p_offset) - p[i].p_vaddr;
	for (i = 0; i < h->e_shnum; i++) {
		Elf64_Sym *syms = (Elf64_Sym *)(file + s[i].sh_offset);

		if (s[i].sh_type != SHT_DYNSYM)
			continue;
		for (j = 0; j < (int)(s[i].sh_size / sizeof(*syms)); j++)
			if (!strcmp(file + s[s[i].sh_link].sh_offset +
				    syms[j].st_name, "user_lib_add"))
				fn = (void *)(base + syms[j].st_value);
	}
	close(fd);
	return fn ? fn(3, 4) : -1;
}

static long run(const char *what, const char *arg, char **argv)
{
	long n = atol(arg);

	if (!strcmp(what, "add"))
		return add(n);
	if (!strcmp(what, "deep"))
		return user_deep(n);
	if (!strcmp(what, "threads"))
		return threads(n);
	if (!strcmp(what, "fork"))
		return children(n);
	if (!strcmp(what, "exec"))
		return execv("/proc/self/exe", argv);
	if (!strcmp(what, "many"))
		return call_many();
	if (!strcmp(what, "library"))
		return library(arg);
	if (!strcmp(what, "sleep"))
		user_sleep();
	if (!strcmp(what, "pause"))
		return user_pause();
	if (!strcmp(what, "leave"))
		return user_syscall(SYS_exit_group, NULL, NULL, NULL);
	if (!strcmp(what, "renew"))
		return user_syscall(SYS_execve, "/proc/self/exe", argv, NULL);
	if (!strcmp(what, "fault"))
		return user_fault();
	if (!strcmp(what, "steps"))
		return user_steps(n);
	if (!strcmp(what, "jump"))
		return user_jump();
	return -1;
}

int main(int argc, char **argv)
{
	char line[256], what[32], arg[200];

	setvbuf(stdin, NULL, _IONBF, 0);
	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof(line), stdin)) {
		arg[0] = '\0';
		if (sscanf(line, "%31s %199s", what, arg) >= 1)
			printf("%ld\n", run(what, arg, argv));
	}
	return 0;
}
