/* SPDX-License-Identifier: GPL-2.0 */
/* x86: the functions in assembly. */
#ifndef STRESS_ARCH_H
#define STRESS_ARCH_H

#include <linux/linkage.h>
#include <asm/asm.h>
#include <asm/nospec-branch.h>

#define STRESS_FUNCTIONS						\
	BEGIN(stress_basic)						\
	"	pushq %rbp\n"						\
	"	movq %rsp, %rbp\n"					\
	"	pushq %rbx\n"						\
	"	movq %rdi, %rax\n"					\
	"	leaq 3(%rax,%rax,2), %rax\n"				\
	"	movq %rax, %rbx\n"					\
	"	xorq $0x55, %rbx\n"					\
	"	nop\n"							\
	"	movl %ebx, %edx\n"					\
	"	movq %rbx, %rax\n"					\
	"	pushq $12\n"						\
	"	popq %rcx\n"						\
	"	addq %rcx, %rax\n"					\
	"	popq %rbx\n"						\
	"	leave\n"						\
	"	" ASM_RET						\
	END(stress_basic)						\
									\
	BEGIN(stress_rip)						\
	"	movq stress_datum(%rip), %rax\n"			\
	"	addq %rdi, %rax\n"					\
	"	cmpq $1000, stress_datum(%rip)\n"			\
	"	je 1f\n"						\
	"	xorl %eax, %eax\n"					\
	"1:	" ASM_RET						\
	END(stress_rip)							\
									\
	BEGIN(stress_fault)						\
	"1:	movq (%rsi), %rax\n"					\
	"	addq %rdi, %rax\n"					\
	"	" ASM_RET						\
	"2:	leaq 14(%rdi), %rax\n"					\
	"	" ASM_RET						\
	_ASM_EXTABLE(1b, 2b)						\
	END(stress_fault)						\
									\
	BEGIN(stress_call)						\
	"	call stress_basic\n"					\
	"	pushq %rax\n"						\
	"	leaq stress_basic(%rip), %rax\n"			\
	ANNOTATE_RETPOLINE_SAFE						\
	"	call *%rax\n"						\
	"	addq %rax, (%rsp)\n"					\
	ANNOTATE_RETPOLINE_SAFE						\
	"	call *stress_pointer(%rip)\n"				\
	"	popq %rcx\n"						\
	"	addq %rcx, %rax\n"					\
	"	" ASM_RET						\
	END(stress_call)						\
									\
	BEGIN(stress_tail)						\
	"	incq %rdi\n"						\
	"	jmp stress_rip\n"					\
	END(stress_tail)						\
									\
	BEGIN(stress_jcc)						\
	"	xorl %eax, %eax\n"					\
	"	cmpq $1000, %rdi\n"					\
	"	ja 1f\n"						\
	"	orl $1, %eax\n"						\
	"1:	testb $1, %dil\n"					\
	"	jnz 2f\n"						\
	"	orl $2, %eax\n"						\
	"2:	testb $6, %dil\n"					\
	"	jnp 3f\n"						\
	"	orl $4, %eax\n"						\
	"3:	cmpb $0, %dil\n"					\
	"	jge 4f\n"						\
	"	orl $8, %eax\n"						\
	"4:	" ASM_RET						\
	END(stress_jcc)							\
									\
	BEGIN(stress_loop)						\
	"	movq %rdi, %rcx\n"					\
	"	andl $7, %ecx\n"					\
	"	xorl %eax, %eax\n"					\
	"	jrcxz 2f\n"						\
	"1:	addq %rcx, %rax\n"					\
	"	loop 1b\n"						\
	"2:	" ASM_RET						\
	END(stress_loop)						\
									\
	BEGIN(stress_string)						\
	"	subq $32, %rsp\n"					\
	"	movq %rdi, %rax\n"					\
	"	movq %rsp, %rdi\n"					\
	"	movl $32, %ecx\n"					\
	"	cld\n"							\
	"	rep stosb\n"						\
	"	movq 24(%rsp), %rax\n"					\
	"	addq $32, %rsp\n"					\
	"	" ASM_RET						\
	END(stress_string)						\
									\
	BEGIN(stress_flags)						\
	"	xorl %eax, %eax\n"					\
	"	cmpq $500, %rdi\n"					\
	"	pushfq\n"						\
	"	addq $1, %rax\n"					\
	"	popfq\n"						\
	"	adcq $1, %rax\n"					\
	"	stc\n"							\
	"	adcq $1, %rax\n"					\
	"	cmc\n"							\
	"	adcq $1, %rax\n"					\
	"	" ASM_RET						\
	END(stress_flags)						\
									\
	BEGIN(stress_count)						\
	"	lock incq stress_counter(%rip)\n"			\
	"	movq %rdi, %rax\n"					\
	"	" ASM_RET						\
	END(stress_count)

#endif /* STRESS_ARCH_H */
