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

	CASE load_store, load_ds
	PROBE
	mov %ds:8(%rsi), %rcx
	END

	CASE rip, load_rip_8
	PROBE
	mov insn_mem+8(%rip), %cl
	END
	CASE rip, load_rip_16
	PROBE
	mov insn_mem+8(%rip), %cx
	END
	CASE rip, load_rip_32
	PROBE
	mov insn_mem+8(%rip), %r11d
	END
	CASE rip, store_rip_8
	PROBE
	mov %r9b, insn_mem+8(%rip)
	END
	CASE rip_imm, store_imm8_rip
	PROBE
	movb $0x5a, insn_mem+8(%rip)
	END
	CASE rip_imm, store_imm16_rip
	PROBE
	movw $0x5aa5, insn_mem+8(%rip)
	END
	CASE rip_imm, store_imm32_rip_q
	PROBE
	movq $-0x12345678, insn_mem+8(%rip)
	END
	CASE address, lea_itself
	PROBE
	lea 0(%rip), %rdx
	END
	CASE address, lea_r32
	PROBE
	lea insn_mem+8(%rip), %edx
	END
	CASE address, lea_addr32
	PROBE
	lea 8(%esi, %ecx, 2), %rdx
	END
	CASE address, lea_eip
	PROBE
	lea insn_mem+8(%eip), %edx
	END
	CASE address, lea_16
	PROBE
	lea 8(%rsi, %rcx, 2), %dx
	END
	CASE address, movabs_load
	PROBE
	movabs insn_mem+8, %rax
	END
	CASE address, movabs_store
	PROBE
	movabs %eax, insn_mem+8
	END
	CASE address, xlat
	mov $3, %eax
	mov %rsi, %rbx
	PROBE
	xlat
	END
#ifndef __KERNEL__
	CASE address, load_addr32
	PROBE
	mov 8(%esi), %rdx
	END
	CASE address, load_eip
	PROBE
	mov insn_mem+8(%eip), %rdx
	END
#endif

	/* --- strings */

.macro STRING op
	CASE string, \op
	PROBE
	\op
	END
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
	CASE string, \op
	PROBE
	\op
	END
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
