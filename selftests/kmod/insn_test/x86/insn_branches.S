/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: nops, jumps, calls, returns, loops. eax tells where they went. */

	/* targets, to be reached backwards and by far */
insn_back:
	mov $0xbac, %eax
	jmp insn_exit
insn_back_function:
	mov $0xbacf, %eax
	ret
	.skip 130, 0x90

	/* --- nops */

.macro NOP_CASE name, code:vararg
	CASE nop, nop_\name
	PROBE
	\code
	mov $1, %eax
	END
.endm
	NOP_CASE 1, nop
	NOP_CASE 66, .byte 0x66, 0x90
	NOP_CASE 66_66, .byte 0x66, 0x66, 0x90
	NOP_CASE pause, pause
	NOP_CASE cs, .byte 0x2e, 0x90
	NOP_CASE rex, .byte 0x40, 0x90
	NOP_CASE rexw, .byte 0x48, 0x90
	NOP_CASE 3, nopl (%rax)
	NOP_CASE 4, nopl 8(%rax)
	NOP_CASE 5, nopl 8(%rax, %rax, 1)
	NOP_CASE 6, nopw 8(%rax, %rax, 1)
	NOP_CASE 7, nopl 0x12345678(%rax)
	NOP_CASE 8, nopl 0x12345678(%rax, %rax, 1)
	NOP_CASE cs_10, cs nopw 0x12345678(%rax, %rax, 1)
	NOP_CASE 15, .byte 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x2e, 0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0
	NOP_CASE rip, nopl insn_mem(%rip)
	NOP_CASE reg, .byte 0x0f, 0x1f, 0xc0
	NOP_CASE 1f_1, .byte 0x0f, 0x1f, 0xc8
	NOP_CASE 19, .byte 0x0f, 0x18, 0xf8
	NOP_CASE endbr64, endbr64
	NOP_CASE endbr32, endbr32
	NOP_CASE f3_1f, .byte 0xf3, 0x0f, 0x1f, 0xc0
	ONE nop, xchg_r8_rax, xchg %r8, %rax
	ONE nop, xchg_r8d_eax, xchg %r8d, %eax

	/* --- jmp */

	CASE jmp, jmp_short
	PROBE
	jmp 1f
	mov $1, %eax
1:	END
	ONE jmp, jmp_near, jmp insn_ahead
	ONE jmp, jmp_near_back, jmp insn_back
	CASE jmp, jmp_next
	PROBE
	.byte 0xeb, 0
	mov $1, %eax
	END
	CASE jmp, jmp_short_back
	jmp 2f
1:	mov $2, %eax
	jmp 3f
2:
	PROBE
	jmp 1b
	mov $1, %eax
3:	END
.macro JMP_PREFIX name, prefix:vararg
	CASE jmp, jmp_\name\()_near
	PROBE
	.byte \prefix, 0xe9
	.long insn_ahead - (. + 4)
	END
	CASE jmp, jmp_\name\()_short
	PROBE
	.byte \prefix, 0xeb, 5
	mov $1, %eax
	END
.endm
	JMP_PREFIX bnd, 0xf2
	JMP_PREFIX addr32, 0x67
	JMP_PREFIX cs, 0x2e
	JMP_PREFIX ds, 0x3e
	JMP_PREFIX rexw, 0x48

	/* --- jcc: every condition, every combination of flags */

.macro JCC_CASES cc, code
	CASE jcc_short, j\cc\()_short, INSN_ALL_FLAGS
	PROBE
	j\cc 1f
	mov $1, %eax
1:	END
	CASE jcc_near, j\cc\()_near, INSN_ALL_FLAGS
	PROBE
	.byte 0x0f, 0x80 + \code
	.long insn_ahead - (. + 4)
	mov $1, %eax
	END
	CASE jcc_near, j\cc\()_near_back, INSN_ALL_FLAGS
	PROBE
	.byte 0x0f, 0x80 + \code
	.long insn_back - (. + 4)
	mov $1, %eax
	END
.endm
	JCC_CASES o, 0
	JCC_CASES no, 1
	JCC_CASES b, 2
	JCC_CASES ae, 3
	JCC_CASES e, 4
	JCC_CASES ne, 5
	JCC_CASES be, 6
	JCC_CASES a, 7
	JCC_CASES s, 8
	JCC_CASES ns, 9
	JCC_CASES p, 10
	JCC_CASES np, 11
	JCC_CASES l, 12
	JCC_CASES ge, 13
	JCC_CASES le, 14
	JCC_CASES g, 15
	CASE jcc_prefix, je_not_taken_hint, INSN_ALL_FLAGS
	PROBE
	.byte 0x2e
	je 1f
	mov $1, %eax
1:	END
	CASE jcc_prefix, jg_taken_hint_near, INSN_ALL_FLAGS
	PROBE
	.byte 0x3e, 0x0f, 0x8f
	.long insn_ahead - (. + 4)
	mov $1, %eax
	END
	CASE jcc_prefix, bnd_jle, INSN_ALL_FLAGS
	PROBE
	.byte 0xf2; jle 1f
	mov $1, %eax
1:	END
	CASE jcc_prefix, rex_jl_near, INSN_ALL_FLAGS
	PROBE
	.byte 0x48, 0x0f, 0x8c
	.long insn_ahead - (. + 4)
	mov $1, %eax
	END

	/* --- loops */

.macro LOOP_CASES op
	.irp count, 0, 1, 2, 0x100000000, 0x100000001, 0xffffffff
	CASE loop, \op\()_\count, INSN_ALL_FLAGS
	movabs $\count, %rcx
	PROBE
	\op 1f
	mov $1, %eax
1:	END
	CASE loop_ecx, addr32_\op\()_\count, INSN_ALL_FLAGS
	movabs $\count, %rcx
	PROBE
	addr32 \op 1f
	mov $1, %eax
1:	END
	.endr
.endm
	LOOP_CASES loop
	LOOP_CASES loope
	LOOP_CASES loopne
	.irp count, 0, 1, 0x100000000, 0x7fffffffffffffff
	CASE jrcxz, jrcxz_\count
	movabs $\count, %rcx
	PROBE
	jrcxz 1f
	mov $1, %eax
1:	END
	CASE jrcxz, jecxz_\count
	movabs $\count, %rcx
	PROBE
	jecxz 1f
	mov $1, %eax
1:	END
	.endr
	CASE loop, loop_back
	mov $5, %ecx
	jmp 2f
1:	mov $2, %eax
	jmp 3f
2:
	PROBE
	loop 1b
	mov $1, %eax
3:	END

	/* --- calls; the callee leaves the return address in rdx */

	ONE call, call_ahead, call insn_ahead_function
	ONE call, call_back, call insn_back_function
	CASE call, call_next
	PROBE
	call 1f
1:	pop %rax
	END
	ONE call, call_stays, call insn_ahead
.macro CALL_PREFIX name, prefix:vararg
	CASE call, \name\()_call
	PROBE
	.byte \prefix, 0xe8
	.long insn_ahead_function - (. + 4)
	END
.endm
	CALL_PREFIX bnd, 0xf2
	CALL_PREFIX addr32, 0x67
	CALL_PREFIX cs, 0x2e
	CALL_PREFIX rexw, 0x48
	CALL_PREFIX cs_rexw, 0x2e, 0x48

	.irp r, rax, rcx, rdx, rbx, rbp, rsi, rdi, r8, r9, r10, r11, r12, r13, r14, r15
	CASE call_reg, call_\r
	lea insn_ahead_function(%rip), %\r
	PROBE
	call *%\r
	END
	CASE jmp_reg, jmp_\r
	lea insn_ahead(%rip), %\r
	PROBE
	jmp *%\r
	END
	.endr
	CASE call_reg, notrack_call_rax
	lea insn_ahead_function(%rip), %rax
	PROBE
	notrack call *%rax
	END
	CASE call_reg, bnd_call_r11
	lea insn_back_function(%rip), %r11
	PROBE
	.byte 0xf2; call *%r11
	END
	CASE call_reg, cs_call_r11
	lea insn_back_function(%rip), %r11
	PROBE
	cs call *%r11
	END
	CASE jmp_reg, notrack_jmp_rcx
	lea insn_back(%rip), %rcx
	PROBE
	notrack jmp *%rcx
	END
	CASE jmp_reg, rexw_jmp_rax
	lea insn_back(%rip), %rax
	PROBE
	.byte 0x48, 0xff, 0xe0
	END

	/* --- through memory */

.macro MEM_CASES name, operand:vararg
	CASE call_mem, call_mem_\name
	lea insn_ahead_function(%rip), %rdx
	MEM_PLACE
	PROBE
	call *\operand
	END
	CASE jmp_mem, jmp_mem_\name
	lea insn_ahead(%rip), %rdx
	MEM_PLACE
	PROBE
	jmp *\operand
	END
.endm
.macro MEM_AT setup
	.macro MEM_PLACE
	\setup
	.endm
.endm
.macro MEM_DONE
	.purgem MEM_PLACE
.endm
	MEM_AT "mov %rdx, (%rsi)"
	MEM_CASES rsi, (%rsi)
	MEM_CASES ds_rsi, %ds:(%rsi)
	MEM_DONE
	MEM_AT "mov %rdx, 8(%rsi)"
	MEM_CASES disp8, 8(%rsi)
	MEM_DONE
	MEM_AT "mov %rdx, 0x88(%rsi)"
	MEM_CASES disp32, 0x88(%rsi)
	MEM_DONE
	MEM_AT "mov %rdx, insn_mem+64(%rip)"
	MEM_CASES rip, insn_mem+64(%rip)
	MEM_CASES absolute, insn_mem+64
	MEM_DONE
	MEM_AT "mov $3, %eax; mov %rdx, 24(%rsi)"
	MEM_CASES sib, (%rsi, %rax, 8)
	MEM_DONE
	MEM_AT "mov $3, %eax; mov %rdx, insn_mem+24(%rip)"
	MEM_CASES table, insn_mem(, %rax, 8)
	MEM_DONE
	MEM_AT "mov %rsi, %r12; mov %rdx, (%rsi)"
	MEM_CASES r12, (%r12)
	MEM_DONE
	MEM_AT "mov %rsi, %r12; mov %rdx, 8(%rsi)"
	MEM_CASES r12_disp8, 8(%r12)
	MEM_DONE
	MEM_AT "mov %rsi, %r13; mov %rdx, (%rsi)"
	MEM_CASES r13, (%r13)
	MEM_DONE
	MEM_AT "mov %rdx, (%rsp)"
	MEM_CASES rsp, (%rsp)
	MEM_DONE
	MEM_AT "mov %rdx, 8(%rsp)"
	MEM_CASES rsp_8, 8(%rsp)
	MEM_DONE
	MEM_AT "mov %rdx, 120(%rsp)"
	MEM_CASES rsp_120, 120(%rsp)
	MEM_DONE
	MEM_AT "mov %rdx, 128(%rsp)"
	MEM_CASES rsp_128, 128(%rsp)
	MEM_DONE
	MEM_AT "mov $2, %r9d; mov %rdx, 40(%rsp)"
	MEM_CASES rsp_sib, 24(%rsp, %r9, 8)
	MEM_DONE
	MEM_AT "mov $3, %r9d; mov %rdx, 8(%rsp)"
	MEM_CASES rsp_sib_minus_16, -16(%rsp, %r9, 8)
	MEM_DONE
	MEM_AT "mov $-2, %rbx; mov %rdx, 8(%rsp)"
	MEM_CASES rsp_sib_negative, 24(%rsp, %rbx, 8)
	MEM_DONE
	MEM_AT "mov %rsp, %r12; mov %rdx, 8(%rsp)"
	MEM_CASES r12_is_rsp, 8(%r12)
	MEM_DONE
	MEM_AT "mov %rsp, %rbp; mov %rdx, 8(%rsp)"
	MEM_CASES rbp, 8(%rbp)
	MEM_DONE
	MEM_AT "mov %rdx, 8(%rsi)"
	CASE call_mem, notrack_call_mem
	lea insn_ahead_function(%rip), %rdx
	MEM_PLACE
	PROBE
	notrack call *8(%rsi)
	END
	CASE call_mem, bnd_call_mem
	lea insn_ahead_function(%rip), %rdx
	MEM_PLACE
	PROBE
	.byte 0xf2; call *8(%rsi)
	END
	CASE call_mem, rexw_call_mem
	lea insn_ahead_function(%rip), %rdx
	MEM_PLACE
	PROBE
	.byte 0x48, 0xff, 0x56, 8
	END
	CASE jmp_mem, bnd_jmp_mem
	lea insn_ahead(%rip), %rdx
	MEM_PLACE
	PROBE
	.byte 0xf2; jmp *8(%rsi)
	END
	CASE jmp_mem, notrack_jmp_mem
	lea insn_ahead(%rip), %rdx
	MEM_PLACE
	PROBE
	notrack jmp *8(%rsi)
	END
	MEM_DONE
#ifndef __KERNEL__
	/* addresses below 4 GiB */
	MEM_AT "mov %rdx, 8(%rsi)"
	MEM_CASES addr32, 8(%esi)
	MEM_DONE
#endif

	/* --- returns */

.macro RET_CASE name, code:vararg
	CASE ret, \name
	lea 1f(%rip), %rax
	push %rax
	PROBE
	\code
1:	END
.endm
	RET_CASE ret, ret
	RET_CASE ret_0, .byte 0xc2, 0, 0
	RET_CASE ret_8, ret $8
	RET_CASE ret_64, ret $64
	RET_CASE rep_ret, .byte 0xf3, 0xc3
	RET_CASE bnd_ret, .byte 0xf2; ret
	RET_CASE rexw_ret, .byte 0x48, 0xc3
	RET_CASE cs_ret, .byte 0x2e, 0xc3
#ifndef __KERNEL__
	/* more than fits a signed number; nothing may use the stack there */
	CASE ret, ret_0xfff0
	lea 1f(%rip), %rax
	push %rax
	PROBE
	ret $0xfff0
1:	lea -0xfff0(%rsp), %rsp
	END
#endif

	.skip 130, 0x90
insn_ahead:
	mov $0xaead, %eax
	jmp insn_exit
insn_ahead_function:
	mov (%rsp), %rdx
	mov $0xaeadf, %eax
	ret
