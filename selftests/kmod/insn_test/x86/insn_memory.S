/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: loads, stores, addresses, strings. */

	/* --- moves, every way to address */

.macro MOVES name, operand:vararg
	CASE load_store, load_\name
	mov $2, %eax
	lea -4(%rax), %rbx
	mov %rsi, %r12
	mov %rdi, %r13
	PROBE
	mov \operand, %rcx
	END
	CASE load_store, store_\name
	mov $2, %eax
	lea -4(%rax), %rbx
	mov %rsi, %r12
	mov %rdi, %r13
	PROBE
	mov %rcx, \operand
	END
	CASE load_store, store_imm_\name
	mov $2, %eax
	lea -4(%rax), %rbx
	mov %rsi, %r12
	mov %rdi, %r13
	PROBE
	movl $0x87654321, \operand
	END
	CASE address, lea_\name
	mov $2, %eax
	lea -4(%rax), %rbx
	mov %rsi, %r12
	mov %rdi, %r13
	PROBE
	lea \operand, %rcx
	END
.endm
	MOVES rsi, (%rsi)
	MOVES rsi_8, 8(%rsi)
	MOVES rsi_128, 128(%rsi)
	MOVES r12, (%r12)
	MOVES r13, (%r13)
	MOVES r13_sib, (%r13, %rax, 4)
	MOVES rsi_negative, 16(%rsi, %rbx, 8)
	MOVES index, insn_mem(, %rax, 8)
	MOVES absolute, insn_mem
	MOVES rsp, (%rsp)
	MOVES rsp_8, 8(%rsp)
	MOVES rip, insn_mem+8(%rip)
	MOVES rip_own, (insn_mem+16)(%rip)

	ONE load_store, load_ds, mov %ds:8(%rsi), %rcx

	ONE rip, load_rip_8, mov insn_mem+8(%rip), %cl
	ONE rip, load_rip_16, mov insn_mem+8(%rip), %cx
	ONE rip, load_rip_32, mov insn_mem+8(%rip), %r11d
	ONE rip, store_rip_8, mov %r9b, insn_mem+8(%rip)
	ONE rip_imm, store_imm8_rip, movb $0x5a, insn_mem+8(%rip)
	ONE rip_imm, store_imm16_rip, movw $0x5aa5, insn_mem+8(%rip)
	ONE rip_imm, store_imm32_rip_q, movq $-0x12345678, insn_mem+8(%rip)
	ONE address, lea_itself, lea 0(%rip), %rdx
	ONE address, lea_r32, lea insn_mem+8(%rip), %edx
	ONE address, lea_addr32, lea 8(%esi, %ecx, 2), %rdx
	ONE address, lea_eip, lea insn_mem+8(%eip), %edx
	ONE address, lea_16, lea 8(%rsi, %rcx, 2), %dx
	ONE address, movabs_load, movabs insn_mem+8, %rax
	ONE address, movabs_store, movabs %eax, insn_mem+8
	CASE address, xlat
	mov $3, %eax
	mov %rsi, %rbx
	PROBE
	xlat
	END
#ifndef __KERNEL__
	ONE address, load_addr32, mov 8(%esi), %rdx
	ONE address, load_eip, mov insn_mem+8(%eip), %rdx
#endif

	/* --- strings */

.macro STRING op
	ONE string, \op, \op
	CASE string_rep, rep_\op
	mov $5, %ecx
	PROBE
	rep \op
	END
	CASE string_rep, rep_\op\()_none
	xor %ecx, %ecx
	PROBE
	rep \op
	END
.endm
	.irp op, movsb, movsw, movsl, movsq, stosb, stosw, stosl, stosq, lodsb, lodsw, lodsl, lodsq
	STRING \op
	.endr
.macro COMPARE op
	ONE string, \op, \op
	CASE string_rep, repe_\op\()_equal
	mov $7, %ecx
	mov %rsi, %rdi
	PROBE
	repe \op
	END
	CASE string_rep, repe_\op
	mov $7, %ecx
	PROBE
	repe \op
	END
	CASE string_rep, repne_\op
	mov $7, %ecx
	PROBE
	repne \op
	END
.endm
	.irp op, cmpsb, cmpsw, cmpsl, cmpsq, scasb, scasw, scasl, scasq
	COMPARE \op
	.endr
#ifndef __KERNEL__
	CASE string_rep, addr32_rep_movsb
	mov $5, %ecx
	PROBE
	addr32 rep movsb
	END
#endif
