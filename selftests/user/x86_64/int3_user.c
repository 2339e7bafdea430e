// SPDX-License-Identifier: GPL-2.0
/*
 * Breakpoints in user space, in 64-bit and 32-bit code: each is to become a SIGTRAP
 * with the address behind it.
 *
 * usage: int3_user ROUNDS
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

static volatile unsigned long traps, behind;
static unsigned long wrong;
unsigned long saved_sp;

static void on_trap(int sig, siginfo_t *info, void *context)
{
	ucontext_t *uc = context;

	traps++;
	behind = uc->uc_mcontext.gregs[REG_RIP];
	if (info->si_code != SI_KERNEL)
		wrong++;
}

static void expect(const char *what, unsigned long before, unsigned long at)
{
	if (traps == before + 1 && behind == at)
		return;
	printf("%s: %lu traps, behind %lx, not %lx\n", what, traps - before,
	       behind, at);
	wrong++;
}

#define TRAP(what, code) do {						\
	unsigned long before = traps, at;				\
									\
	asm volatile("lea 1f(%%rip), %0\n\t" code "\n1:"		\
		     : "=&r" (at) : : "memory", "rax");			\
	expect(what, before, at);					\
} while (0)

/* int3 or int $3, then back to 64-bit code that takes the stack back */
static unsigned char *low;

static void make_low(void)
{
	extern char int3_user_back[];
	unsigned long sp = (unsigned long)&saved_sp;
	unsigned long back = (unsigned long)int3_user_back;
	unsigned int code64;
	unsigned char *p;

	low = mmap(NULL, 8192, PROT_READ | PROT_WRITE | PROT_EXEC,
		   MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	if (low == MAP_FAILED)
		exit(2);
	code64 = (unsigned int)(unsigned long)low + 64;
	/* at 0: int3; at 32: int $3; then ljmp $0x33, code64 */
	for (int i = 0; i < 2; i++) {
		p = low + 32 * i;
		if (i)
			*p++ = 0xcd;
		*p++ = i ? 3 : 0xcc;
		*p++ = 0xea;
		memcpy(p, &code64, 4);
		p[4] = 0x33;
		p[5] = 0;
	}
	p = low + 64;
	memcpy(p, "\x48\xb8", 2);		/* movabs saved_sp, %rax */
	memcpy(p + 2, &sp, 8);
	memcpy(p + 10, "\x48\x8b\x20\x48\xb8", 5);	/* mov (%rax), %rsp */
	memcpy(p + 15, &back, 8);
	memcpy(p + 23, "\xff\xe0", 2);		/* jmp *%rax */
}

__attribute__((noinline, noclone)) static void run_low(unsigned int offset)
{
	unsigned long stack = (unsigned long)low + 8192 - 16;
	unsigned long code = (unsigned long)low + offset;

	asm volatile("sub $128, %%rsp\n\t"
		     "push %%rbp; push %%rbx\n\t"
		     "mov %%rsp, saved_sp(%%rip)\n\t"
		     "mov %0, %%rsp\n\t"
		     "pushq $0x23; push %1; lretq\n"
		     ".globl int3_user_back\nint3_user_back:\n\t"
		     "pop %%rbx; pop %%rbp; add $128, %%rsp"
		     : "+c" (stack), "+d" (code)
		     : : "memory", "rax", "rsi", "rdi", "r8", "r9", "r10",
		       "r11", "r12", "r13", "r14", "r15");
}

int main(int argc, char **argv)
{
	struct sigaction action = {
		.sa_sigaction = on_trap,
		.sa_flags = SA_SIGINFO | SA_ONSTACK,
	};
	long rounds = argc > 1 ? atol(argv[1]) : 1;
	stack_t alternate = {
		.ss_sp = malloc(65536),
		.ss_size = 65536,
	};
	unsigned long before;

	sigaltstack(&alternate, NULL);
	sigaction(SIGTRAP, &action, NULL);
	make_low();
	while (rounds--) {
		TRAP("int3", ".byte 0xcc");
		TRAP("int $3", ".byte 0xcd, 3");
		TRAP("int3 behind a load of ss",
		     "mov %%ss, %%eax; mov %%eax, %%ss; .byte 0xcc");
		before = traps;
		run_low(0);
		expect("int3 in 32-bit code", before, (unsigned long)low + 1);
		before = traps;
		run_low(32);
		expect("int $3 in 32-bit code", before,
		       (unsigned long)low + 34);
	}
	return wrong != 0;
}
