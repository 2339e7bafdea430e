/* SPDX-License-Identifier: GPL-2.0 */
/* What must be refused, by the decoder's reason. None of it is ever run. */

.macro NO rule, name, code:vararg
	REJECT \rule, \name
	PROBE
	\code
	END
.endm
	NO TRUNCATED, truncated_movabs, .byte 0x48, 0xb8
	NO TRUNCATED, truncated_imm, .byte 0x81, 0xc0, 1, 2, 3
	NO TRUNCATED, truncated_prefixes, .byte 0x66, 0x2e
	NO TOO_LONG, too_long, .fill 16, 1, 0x66
	REJECT TOO_LONG, too_long_imm
	PROBE
	.fill 6, 1, 0x66
	.byte 0x64, 0x48
	addl $1, 0x12345678(%rax, %rax, 8)
	END

	NO UNDEFINED, push_es, .byte 0x06
	NO UNDEFINED, pusha, .byte 0x60
	NO UNDEFINED, into, .byte 0xce
	NO UNDEFINED, salc, .byte 0xd6
	NO UNDEFINED, far_jmp_imm, .byte 0xea, 0, 0, 0, 0, 0, 0
	NO UNDEFINED, group1_82, .byte 0x82, 0xc0, 1
	NO UNDEFINED, mov_cs, .byte 0x8e, 0xc8
	NO UNDEFINED, lea_reg, .byte 0x48, 0x8d, 0xc0
	NO UNDEFINED, xop, .byte 0x8f, 0xe9, 0x78, 0x81, 0xc0
	NO UNDEFINED, 3dnow, .byte 0x0f, 0x0f, 0xc1, 0x9e
	NO UNDEFINED, group4_7, .byte 0xfe, 0xf8
	NO UNDEFINED, group5_7, .byte 0xff, 0xf8
	NO UNDEFINED, 0f_04, .byte 0x0f, 0x04
	NO UNDEFINED, 0f_24, .byte 0x0f, 0x24, 0xc0
	NO UNDEFINED, jmpe, .byte 0x0f, 0xb8, 0, 0, 0, 0
	NO UNDEFINED, bt_group_0, .byte 0x0f, 0xba, 0xc0, 1
	NO UNDEFINED, 0f38_ff, .byte 0x0f, 0x38, 0xff, 0xc0
	NO UNDEFINED, vex_unknown, .byte 0xc5, 0xf8, 0x04, 0xc0
	NO UNDEFINED, rex_before_prefix, .byte 0x48, 0x66, 0x90
	NO UNDEFINED, insertq, .byte 0xf2, 0x0f, 0x78, 0xca, 1, 2
	NO MISREAD, popcnt_behind_segment, .byte 0xf3, 0x2e, 0x0f, 0xb8, 0xc1
	NO MISREAD, psrldq_behind_segment, .byte 0x66, 0x2e, 0x0f, 0x73, 0xdc, 5
	NO MISREAD, mov_cr_mod_0, .byte 0x0f, 0x22, 0x05, 0, 0, 0, 0
	NO MISREAD, ud0, .byte 0x0f, 0xff, 0xc0
	NO VEX_PREFIX, opsize_vex, .byte 0x66, 0xc5, 0xf8, 0x77
	NO VEX_PREFIX, rex_vex, .byte 0x48, 0xc5, 0xf8, 0x77
	NO VEX_PREFIX, lock_vex, .byte 0xf0, 0xc5, 0xf8, 0x77

	NO LOCK, lock_nop, .byte 0xf0, 0x90
	NO LOCK, lock_add_reg, .byte 0xf0, 0x01, 0xc8
	NO LOCK, lock_add_load, .byte 0xf0, 0x03, 0x06
	NO LOCK, lock_cmp, .byte 0xf0, 0x39, 0x0e
	NO LOCK, lock_cmp_imm, .byte 0xf0, 0x83, 0x3e, 1
	NO LOCK, lock_mov, .byte 0xf0, 0x89, 0x0e
	NO LOCK, lock_test, .byte 0xf0, 0xf7, 0x06, 0, 0, 0, 0
	NO LOCK, lock_push, .byte 0xf0, 0xff, 0x36
	NO LOCK, lock_bt, .byte 0xf0, 0x0f, 0xba, 0x26, 1
	NO LOCK, lock_mov_cr8, .byte 0xf0, 0x0f, 0x20, 0xc0
	NO LOCK, lock_movups, .byte 0xf0, 0x0f, 0x10, 0x06
	NO LOCK, lock_pshufb, .byte 0xf0, 0x0f, 0x38, 0x00, 0x06
	NO LOCK, lock_jmp, .byte 0xf0, 0xeb, 0

	NO INT3, int3, int3
	NO INT, int_80, int $0x80
	NO INT, int_3, .byte 0xcd, 3
	NO INT, icebp, .byte 0xf1
	NO UD, ud2, ud2
	NO UD, ud1, ud1 %ecx, %eax
	NO UD, xen_cpuid, .byte 0x0f, 0x0b, 0x78, 0x65, 0x6e, 0x0f, 0xa2
	NO IRET, iretq, iretq
	NO IRET, iretl, iretl
	NO IRET, erets, .byte 0xf2, 0x0f, 0x01, 0xca
	NO IRET, eretu, .byte 0xf3, 0x0f, 0x01, 0xca
	NO IRET, uiret, .byte 0xf3, 0x0f, 0x01, 0xec
	NO FAR, lretl, lretl
	NO FAR, lret_imm, lretl $8
	NO FAR, lretq, lretq
	NO FAR, lcall_mem, lcall *(%rsi)
	NO FAR, ljmp_mem, ljmp *(%rsi)
	NO SYSCALL, syscall, syscall
	NO SYSCALL, sysretq, sysretq
	NO SYSCALL, sysenter, sysenter
	NO SYSCALL, sysexitq, sysexitq
	NO GS, swapgs, swapgs
	NO GS, wrgsbase, wrgsbase %rax
	NO GS, mov_gs, mov %eax, %gs
	NO GS, mov_gs_mem, mov (%rsi), %gs
	NO GS, pop_gs, pop %gs
	NO GS, lgs, lgs (%rsi), %eax
	NO GS, vmload, .byte 0x0f, 0x01, 0xda
	NO TABLES, lgdt, lgdt (%rsi)
	NO TABLES, lidt, lidt insn_mem(%rip)
	NO SS, mov_ss, mov %eax, %ss
	NO SS, lss, lss (%rsi), %eax
	NO VIRT, vmlaunch, vmlaunch
	NO VIRT, vmresume, vmresume
	NO VIRT, vmrun, .byte 0x0f, 0x01, 0xd8
	NO VIRT, skinit, .byte 0x0f, 0x01, 0xde
	NO VIRT, getsec, getsec
	NO VIRT, rsm, rsm
	NO VIRT, seamret, .byte 0x66, 0x0f, 0x01, 0xcd
	NO SGX, encls, encls
	NO SGX, enclu, enclu
	NO SGX, enclv, enclv
	NO XBEGIN, xbegin, xbegin insn_ahead

	NO BRANCH_SIZE, opsize_call, .byte 0x66, 0xe8, 0, 0, 0, 0
	NO BRANCH_SIZE, opsize_jmp, .byte 0x66, 0xe9, 0, 0, 0, 0
	NO BRANCH_SIZE, opsize_jcc, .byte 0x66, 0x0f, 0x84, 0, 0, 0, 0
	NO BRANCH_SIZE, opsize_jmp_short, .byte 0x66, 0xeb, 0
	NO BRANCH_SIZE, opsize_jcc_short, .byte 0x66, 0x74, 0
	NO BRANCH_SIZE, opsize_ret, .byte 0x66, 0xc3
	NO BRANCH_SIZE, opsize_ret_imm, .byte 0x66, 0xc2, 8, 0
	NO BRANCH_SIZE, opsize_loop, .byte 0x66, 0xe2, 0
	NO BRANCH_SIZE, opsize_call_reg, .byte 0x66, 0xff, 0xd0
	NO BRANCH_SIZE, opsize_jmp_mem, .byte 0x66, 0xff, 0x26
	NO BRANCH_REP, rep_call, .byte 0xf3, 0xe8, 0, 0, 0, 0
	NO BRANCH_REP, rep_jmp_reg, .byte 0xf3, 0xff, 0xe0
	NO BRANCH_REP, rep_jcc, .byte 0xf3, 0x74, 0
	NO BRANCH_REP, repne_loop, .byte 0xf2, 0xe2, 0

	REJECT AFTER_STI, after_sti
	sti
	PROBE
	mov %rax, %rcx
	END
	REJECT AFTER_SS, after_mov_ss
	mov %eax, %ss
	PROBE
	mov %rax, %rsp
	END
	REJECT STI_WAIT, sti_hlt
	PROBE
	sti
	hlt
	END
	REJECT STI_WAIT, sti_mwait
	PROBE
	sti
	mwait %eax, %ecx
	END
	REJECT STI_WAIT, sti_mwaitx
	PROBE
	sti
	mwaitx
	END
	REJECT STI_WAIT, sti_sysexit
	PROBE
	sti
	sysexitl
	END
	REJECT STI_WAIT, sti_sysret
	PROBE
	sti
	sysretl
	END
	REJECT STI_WAIT, sti_iret
	PROBE
	sti
	iretq
	END
	REJECT STI_WAIT, sti_vmrun
	PROBE
	sti
	.byte 0x0f, 0x01, 0xd8
	END
	NO STI_END, sti_end, sti
	NO STI_END, sti_undefined, .byte 0xfb, 0x06
