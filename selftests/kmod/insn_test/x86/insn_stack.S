/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: push, pop, moves between registers, stack frames, pushf and popf. */

	/* --- push */

	.irp r, rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
	ONE push, push_\r, push %\r
	.endr
	ONE push, push_rexw_rax, .byte 0x48, 0x50
	ONE push, push_ax, push %ax
	ONE push, push_modrm_rax, .byte 0xff, 0xf0
	ONE push, push_cs_prefix, .byte 0x2e, 0x50
	ONE push_imm, push_1, push $1
	ONE push_imm, push_minus_1, push $-1
	ONE push_imm, push_imm32, push $0x12345678
	ONE push_imm, push_imm32_negative, push $-0x12345678
	ONE push_imm, pushw_imm8, pushw $-2
	ONE push_imm, pushw_imm16, pushw $0x1234
	ONE push_mem, push_mem_rsi, pushq (%rsi)
	ONE push_mem, push_mem_rip, pushq insn_mem+8(%rip)
	ONE push_mem, push_mem_at_rsp, pushq (%rsp)
	ONE push_mem, push_mem_at_rsp_8, pushq 8(%rsp)
	ONE push_mem, pushw_rsi, pushw (%rsi)
	ONE push_mem, push_fs, push %fs
	ONE push_mem, push_gs, push %gs

	/* --- pop */

	.irp r, rax, rcx, rdx, rbx, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
	ONE pop, pop_\r, pop %\r
	.endr
	CASE pop, pop_rsp
	lea 64(%rsp), %rax
	push %rax
	PROBE
	pop %rsp
	END
	ONE pop, pop_ax, pop %ax
	ONE pop, pop_modrm_rax, .byte 0x8f, 0xc0
	ONE pop, pop_rexw_rcx, .byte 0x48, 0x59
	ONE pop_mem, pop_mem_rsi, popq (%rsi)
	ONE pop_mem, pop_mem_rip, popq insn_mem+8(%rip)
	/* the address is computed after rsp has moved */
	ONE pop_mem, pop_mem_at_rsp, popq (%rsp)
	ONE pop_mem, pop_mem_at_rsp_8, popq 8(%rsp)
	ONE pop_mem, popw_rsi, popw (%rsi)

	/* --- mov between registers */

	.irp r, rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
	ONE mov, mov_\r\()_rax, {store} mov %\r, %rax
	ONE mov, mov_load_\r\()_r15, {load} mov %\r, %r15
	.endr
	.irp r, rcx, rdx, rbx, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14
	ONE mov, mov_rax_\r, {store} mov %rax, %\r
	ONE mov, mov_load_r15_\r, {load} mov %r15, %\r
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
	ONE mov_32, mov_\r\()_eax, {store} mov %\r, %eax
	ONE mov_32, mov_load_\r\()_r15d, {load} mov %\r, %r15d
	ONE mov_32, mov_\r\()_r8d, mov %\r, %r8d
	.endr
	ONE mov_32, mov_edi_edi, mov %edi, %edi
	ONE mov_32, mov_r9d_ecx, mov %r9d, %ecx
	ONE mov_small, mov_cx_dx, mov %cx, %dx
	ONE mov_small, mov_cl_dh, mov %cl, %dh
	ONE mov_small, mov_sil_r9b, mov %sil, %r9b
	ONE mov_small, mov_ds_prefix, .byte 0x3e, 0x48, 0x89, 0xc1
	ONE mov_small, mov_imm32, mov $0x89abcdef, %ebx
	ONE mov_small, mov_imm32_signed, mov $-5, %rbx
	ONE mov_small, movabs, movabs $0x123456789abcdef0, %r10
	ONE mov_small, mov_ds_eax, mov %ds, %eax
	ONE mov_small, mov_cs_eax, mov %cs, %eax

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
	ONE frame, add_rsp, add $0x28, %rsp
	CASE frame, lea_own_rsp
	PROBE
	lea -0x28(%rsp), %rsp
	LEAVE_UNWRITTEN 0x28
	END
	ONE frame, lea_rsp_8_r10, lea 8(%rsp), %r10
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

	ONE_ON pushf, pushfq, INSN_ALL_FLAGS, 0, pushfq
	ONE pushf, pushfw, pushfw
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
	ONE_ON lahf, lahf, INSN_ALL_FLAGS, 0, lahf
	ONE lahf, sahf, sahf
	.irp op, clc, stc, cmc, cld, std
	ONE lahf, \op, \op
	.endr
