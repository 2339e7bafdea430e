/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: functions with instructions that have names of their own. */

/* sleeps for ever, by an instruction of a name of its own */
noinline long user_pause(void)
{
	register long number __asm__("x8") = SYS_ppoll;
	register long value __asm__("x0") = 0;
	register long num __asm__("x1") = 0;
	register long time __asm__("x2") = 0;
	register long mask __asm__("x3") = 0;

	__asm__ volatile(".globl user_pause_insn\n"
			 "user_pause_insn: svc #0" : "+r" (value) :
			 "r" (number), "r" (num), "r" (time), "r" (mask) :
			 "memory");
	return value;
}

/* by an instruction of a name of its own, too */
noinline long user_syscall(long number, const void *a, void *b, void *c)
{
	register long x8 __asm__("x8") = number;
	register const void *x0 __asm__("x0") = a;
	register void *x1 __asm__("x1") = b;
	register void *x2 __asm__("x2") = c;

	__asm__ volatile(".globl user_syscall_insn\n"
			 "user_syscall_insn: svc #0" : "+r" (x0) :
			 "r" (x8), "r" (x1), "r" (x2) : "memory");
	return (long)x0;
}

noinline long user_fault(void)
{
	long value, at = 0;

	__asm__ volatile(".globl user_fault_insn\n"
			 "user_fault_insn: ldr %0, [%1]" :
			 "=r" (value) : "r" (at));
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
	"insn mov\n mov x1, x0\n"
	"insn jmp\n b 1f\n"
	"udf #0\n"
	"1:\n"
	"insn push\n str x1, [sp, #-16]!\n"
	"insn pop\n ldr x1, [sp], #16\n"
	"mov x2, x30\n"
	"insn call\n bl 2f\n"
	"insn ret\n ret x2\n"
	"2:\n"
	"insn add\n add x0, x0, #5\n"
	"ret\n");
