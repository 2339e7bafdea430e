// SPDX-License-Identifier: GPL-2.0
/*
 * Takes debug registers of the CPU, as perf and debuggers do.
 *
 * watch_holder perf|ptrace NUM: takes so many, says "took N", and holds them until
 * its input ends.
 */
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "watch_arch.h"

static long variable;

static int take_by_perf(int num)
{
	struct perf_event_attr attr = {
		.type		= PERF_TYPE_BREAKPOINT,
		.size		= sizeof(attr),
		.bp_type	= HW_BREAKPOINT_W,
		.bp_addr	= (unsigned long)&variable,
		.bp_len		= sizeof(variable),
		.sample_period	= 1,
		.exclude_kernel	= 1,
	};
	int i;

	for (i = 0; i < num; i++)
		if (syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0) < 0)
			break;
	return i;
}

static pid_t child;

static int take_by_ptrace(int num)
{
	int i;

	child = fork();
	if (!child) {
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		raise(SIGSTOP);
		pause();
		_exit(0);
	}
	waitpid(child, NULL, 0);
	for (i = 0; i < num; i++)
		if (ptrace_watch(child, i, &variable))
			break;
	return i;
}

int main(int argc, char **argv)
{
	int num = argc > 2 ? atoi(argv[2]) : 0;
	char c;

	printf("took %d\n", strcmp(argv[1], "perf") ? take_by_ptrace(num) :
						      take_by_perf(num));
	fflush(stdout);
	while (read(0, &c, 1) > 0)
		;
	if (child)
		kill(child, SIGKILL);
	return 0;
}
