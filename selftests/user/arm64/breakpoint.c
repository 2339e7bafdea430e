// SPDX-License-Identifier: GPL-2.0
/* Breakpoints in user space end a task, with the immediate of ours, too. */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void ours(void)
{
	__asm__ volatile("brk #0xb00");
}

static void other(void)
{
	__asm__ volatile("brk #1");
}

static int signal_of(void (*breakpoint)(void))
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		breakpoint();
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return -1;
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void)
{
	int by_ours = signal_of(ours), by_other = signal_of(other);

	printf("signals %d, %d\n", by_ours, by_other);
	return by_ours != SIGTRAP || by_other != SIGTRAP;
}
