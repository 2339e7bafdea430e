/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: push, pop, moves between registers, stack frames, pushf and popf. */

	/* --- push */

	.irp r, rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
	CASE push, push_\r
	PROBE
	push %\r
	END
	.endr
	CASE push, push_rexw_rax
	PROBE
	.byte 0x48, 0x50
	END
	CASE push, push_ax
	PROBE
	push %ax
	END
	CASE push, push_modrm_rax
	PROBE
	.byte 0xff, 0xf0
	END
	CASE push, push_cs_prefix
	PROBE
	.byte 0x2e, 0x50
	END
	CASE push_imm, push_1
	PROBE
	push $1
	END
	CASE push_imm, push_minus_1
	PROBE
	push $-1
	END
	CASE push_imm, push_imm32
	PROBE
	push $0x12345678
	END
	CASE push_imm, push_imm32_negative
	PROBE
	push $-0x12345678
	END
	CASE push_imm, pushw_imm8
	PROBE
	pushw $-2
	END
	CASE push_imm, pushw_imm16
	PROBE
	pushw $0x1234
	END
	CASE push_mem, push_mem_rsi
	PROBE
	pushq (%rsi)
	END
	CASE push_mem, push_mem_rip
	PROBE
	pushq insn_mem+8(%rip)
	END
	CASE push_mem, push_mem_at_rsp
	PROBE
	pushq (%rsp)
	END
	CASE push_mem, push_mem_at_rsp_8
	PROBE
	pushq 8(%rsp)
	END
	CASE push_mem, pushw_rsi
	PROBE
	pushw (%rsi)
	END
	CASE push_mem, push_fs
	PROBE
	push %fs
	END
	CASE push_mem, push_gs
	PROBE
	push %gs
	END

	/* --- pop */

	.irp r, rax, rcx, rdx, rbx, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
	CASE pop, pop_\r
	PROBE
	pop %\r
	END
	.endr
	CASE pop, pop_rsp
	lea 64(%rsp), %rax
	push %rax
	PROBE
	pop %rsp
	END
	CASE pop, pop_ax
	PROBE
	pop %ax
	END
	CASE pop, pop_modrm_rax
	PROBE
	.byte 0x8f, 0xc0
	END
	CASE pop, pop_rexw_rcx
	PROBE
	.byte 0x48, 0x59
	END
	CASE pop_mem, pop_mem_rsi
	PROBE
	popq (%rsi)
	END
	CASE pop_mem, pop_mem_rip
	PROBE
	popq insn_mem+8(%rip)
	END
	/* the address is computed after rsp has moved */
	CASE pop_mem, pop_mem_at_rsp
	PROBE
	popq (%rsp)
	END
	CASE pop_mem, pop_mem_at_rsp_8
	PROBE
	popq 8(%rsp)
	END
	CASE pop_mem, popw_rsi
	PROBE
	popw (%rsi)
	END

	/* --- mov between registers */

	.irp r, rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
	CASE mov, mov_\r\()_rax
	PROBE
	{store} mov %\r, %rax
	END
	CASE mov, mov_load_\r\()_r15
	PROBE
	{load} mov %\r, %r15
	END
	.endr
	.irp r, rcx, rdx, rbx, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14
	CASE mov, mov_rax_\r
	PROBE
	{store} mov %rax, %\r
	END
	CASE mov, mov_load_r15_\r
	PROBE
	{load} mov %r15, %\r
	END
	.endr
	CASE mov, mov_rbp_rsp
	lea 32(%rsp), %rbp
	PROBE
	mov %rbp, %rsp
	END
	CASE mov, mov_load_r12_rsp
	lea 32(%rsp), %r12
	PROBE
	{load} mov %r12, %rsp
	END
	.irp r, eax, ecx, edx, ebx, esp, ebp, esi, edi, r8d, r9d, r10d, r11d, r12d, r13d, r14d, r15d
	CASE mov_32, mov_\r\()_eax
	PROBE
	{store} mov %\r, %eax
	END
	CASE mov_32, mov_load_\r\()_r15d
	PROBE
	{load} mov %\r, %r15d
	END
	CASE mov_32, mov_\r\()_r8d
	PROBE
	mov %\r, %r8d
	END
	.endr
	CASE mov_32, mov_edi_edi
	PROBE
	mov %edi, %edi
	END
	CASE mov_32, mov_r9d_ecx
	PROBE
	mov %r9d, %ecx
	END
	CASE mov_small, mov_cx_dx
	PROBE
	mov %cx, %dx
	END
	CASE mov_small, mov_cl_dh
	PROBE
	mov %cl, %dh
	END
	CASE mov_small, mov_sil_r9b
	PROBE
	mov %sil, %r9b
	END
	CASE mov_small, mov_ds_prefix
	PROBE
	.byte 0x3e, 0x48, 0x89, 0xc1
	END
	CASE mov_small, mov_imm32
	PROBE
	mov $0x89abcdef, %ebx
	END
	CASE mov_small, mov_imm32_signed
	PROBE
	mov $-5, %rbx
	END
	CASE mov_small, movabs
	PROBE
	movabs $0x123456789abcdef0, %r10
	END
	CASE mov_small, mov_ds_eax
	PROBE
	mov %ds, %eax
	END
	CASE mov_small, mov_cs_eax
	PROBE
	mov %cs, %eax
	END

	/* --- stack frames */

	/* what rsp has just passed was not written by the case */
.macro LEAVE_UNWRITTEN bytes
	mov %rsp, %rdx
	lea \bytes(%rsp), %rsp
.endm

	CASE frame, leave
	lea 48(%rsp), %rbp
	PROBE
	leave
	END
	CASE frame, leave_rexw
	lea 48(%rsp), %rbp
	PROBE
	.byte 0x48, 0xc9
	END
	CASE frame, leavew
	lea 48(%rsp), %rbp
	PROBE
	leavew
	END
	CASE frame, leave_at_rsp
	mov %rsp, %rbp
	PROBE
	leave
	END
	CASE frame, enter_16
	PROBE
	enter $16, $0
	LEAVE_UNWRITTEN 16
	END
	CASE frame, enter_8_1
	PROBE
	enter $8, $1
	LEAVE_UNWRITTEN 8
	END
	CASE frame, enter_0_3
	lea 64(%rsp), %rbp
	PROBE
	enter $0, $3
	END
	CASE frame, sub_rsp
	PROBE
	sub $0x28, %rsp
	LEAVE_UNWRITTEN 0x28
	END
	CASE frame, sub_rsp_imm32
	PROBE
	sub $0x80, %rsp
	LEAVE_UNWRITTEN 0x80
	END
	CASE frame, add_rsp
	PROBE
	add $0x28, %rsp
	END
	CASE frame, lea_own_rsp
	PROBE
	lea -0x28(%rsp), %rsp
	LEAVE_UNWRITTEN 0x28
	END
	CASE frame, lea_rsp_8_r10
	PROBE
	lea 8(%rsp), %r10
	END
	CASE frame, and_rsp
	sub $8, %rsp
	PROBE
	and $-16, %rsp
	LEAVE_UNWRITTEN 16
	END
	CASE frame, xchg_rsp_rax
	lea 16(%rsp), %rax
	PROBE
	xchg %rsp, %rax
	END

	/* --- flags on the stack */

	CASE pushf, pushfq, INSN_ALL_FLAGS
	PROBE
	pushfq
	END
	CASE pushf, pushfw
	PROBE
	pushfw
	END
	CASE popf, popfq
	pushfq
	xorq $0x8d5, (%rsp)
	PROBE
	popfq
	END
	CASE popf, popfq_df
	pushfq
	xorq $0x400, (%rsp)
	PROBE
	popfq
	END
	CASE popf, popfw
	pushfw
	PROBE
	popfw
	END
	CASE lahf, lahf, INSN_ALL_FLAGS
	PROBE
	lahf
	END
	CASE lahf, sahf
	PROBE
	sahf
	END
	.irp op, clc, stc, cmc, cld, std
	CASE lahf, \op
	PROBE
	\op
	END
	.endr
