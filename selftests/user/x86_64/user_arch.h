/* SPDX-License-Identifier: GPL-2.0 */
/* x86_64: functions with instructions that have names of their own. */

/* pause(), by an instruction of a name of its own */
noinline long user_pause(void)
{
	long value = 34;

	__asm__ volatile(".globl user_pause_insn\n"
			 "user_pause_insn: syscall" : "+a" (value) : :
			 "rcx", "r11", "memory");
	return value;
}

/* by an instruction of a name of its own, too */
noinline long user_syscall(long value, const void *a, void *b, void *c)
{
	__asm__ volatile(".globl user_syscall_insn\n"
			 "user_syscall_insn: syscall" : "+a" (value) :
			 "D" (a), "S" (b), "d" (c) : "rcx", "r11", "memory");
	return value;
}

noinline long user_fault(void)
{
	long value;

	__asm__ volatile(".globl user_fault_insn\n"
			 "user_fault_insn: mov 0, %0" : "=r" (value));
	return value;
}

/* An instruction of each kind, by name. Returns n + 5. */
long user_steps(long n);
__asm__(".text\n"
	".macro insn name\n"
	".globl user_step_\\name\n"
	".type user_step_\\name, @function\n"
	"user_step_\\name:\n"
	".endm\n"
	".globl user_steps\n"
	"user_steps:\n"
	"insn nop\n nop\n"
	"insn mov\n mov %rdi, %rax\n"
	"insn jmp\n jmp 1f\n"
	"ud2\n"
	"1:\n"
	"insn push\n push %rax\n"
	"insn pop\n pop %rax\n"
	"insn call\n call 2f\n"
	"insn ret\n ret\n"
	"2:\n"
	"insn add\n add $5, %rax\n"
	"ret\n");
