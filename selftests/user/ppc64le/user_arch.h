/* SPDX-License-Identifier: GPL-2.0 */
/* ppc64le: functions with instructions that have names of their own. */

/* pause(), by an instruction of a name of its own */
noinline long user_pause(void)
{
	register long number __asm__("r0") = SYS_pause;
	register long value __asm__("r3") = 0;

	__asm__ volatile(".globl user_pause_insn\n"
			 "user_pause_insn: sc" : "+r" (number), "=r" (value) :
			 : "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11",
			 "r12", "ctr", "xer", "cr0", "memory");
	return value;
}

/* by an instruction of a name of its own, too */
noinline long user_syscall(long number, const void *a, void *b, void *c)
{
	register long r0 __asm__("r0") = number;
	register const void *r3 __asm__("r3") = a;
	register void *r4 __asm__("r4") = b;
	register void *r5 __asm__("r5") = c;

	__asm__ volatile(".globl user_syscall_insn\n"
			 "user_syscall_insn: sc" : "+r" (r0), "+r" (r3),
			 "+r" (r4), "+r" (r5) : : "r6", "r7", "r8", "r9",
			 "r10", "r11", "r12", "ctr", "xer", "cr0", "memory");
	return (long)r3;
}

noinline long user_fault(void)
{
	long value, at = 0;

	__asm__ volatile(".globl user_fault_insn\n"
			 "user_fault_insn: ld %0, 0(%1)" :
			 "=r" (value) : "b" (at));
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
	"insn mov\n mr 4, 3\n"
	"insn jmp\n b 1f\n"
	".long 0\n"
	"1:\n"
	"insn push\n stdu 1, -32(1)\n"
	"insn pop\n ld 1, 0(1)\n"
	"mflr 5\n"
	"mtctr 5\n"
	"insn call\n bl 2f\n"
	"insn ret\n bctr\n"
	"2:\n"
	"insn add\n addi 3, 3, 5\n"
	"blr\n");
