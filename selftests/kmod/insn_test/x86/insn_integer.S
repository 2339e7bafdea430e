/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: integer instructions on registers and memory. */

	/* --- eight operations, every form of operand */

.macro ARITHMETIC op
	CASE arithmetic, \op\()_r64_r64
	PROBE
	\op %rcx, %rdx
	END
	CASE arithmetic, \op\()_r32_r32
	PROBE
	\op %r9d, %ebx
	END
	CASE arithmetic, \op\()_r16_r16
	PROBE
	\op %cx, %r10w
	END
	CASE arithmetic, \op\()_r8_r8
	PROBE
	\op %ch, %dl
	END
	CASE arithmetic, \op\()_imm8_r64
	PROBE
	\op $-7, %r12
	END
	CASE arithmetic, \op\()_imm32_rax
	PROBE
	\op $0x12345678, %rax
	END
	CASE arithmetic, \op\()_imm8_al
	PROBE
	\op $0x7f, %al
	END
	CASE arithmetic_mem, \op\()_m64_r64
	PROBE
	\op 8(%rsi), %rdx
	END
	CASE arithmetic_mem, \op\()_r64_m64
	PROBE
	\op %rcx, 8(%rsi)
	END
	CASE arithmetic_mem, \op\()_r8_m8
	PROBE
	\op %r13b, 3(%rdi)
	END
	CASE arithmetic_mem, \op\()_imm32_m64
	PROBE
	\op\()q $0x12345678, 8(%rdi)
	END
	CASE arithmetic_mem, \op\()_imm8_m16
	PROBE
	\op\()w $-1, (%rsi)
	END
	CASE rip, \op\()_r64_rip
	PROBE
	\op %r8, insn_mem+16(%rip)
	END
	CASE rip, \op\()_rip_r32
	PROBE
	\op insn_mem+16(%rip), %eax
	END
	CASE rip_imm, \op\()_imm8_rip
	PROBE
	\op\()l $5, insn_mem+16(%rip)
	END
	CASE rip_imm, \op\()_imm32_rip
	PROBE
	\op\()q $0x12345678, insn_mem+16(%rip)
	END
	CASE rip_imm, \op\()_imm16_rip
	PROBE
	\op\()w $0x1234, insn_mem+16(%rip)
	END
.endm
	.irp op, add, or, adc, sbb, and, sub, xor, cmp
	ARITHMETIC \op
	.endr
	.irp op, add, or, adc, sbb, and, sub, xor
	CASE lock, lock_\op
	PROBE
	lock \op %rcx, 8(%rsi)
	END
	CASE lock, lock_\op\()_imm_rip
	PROBE
	lock \op\()l $3, insn_mem+16(%rip)
	END
	.endr

	CASE arithmetic, xor_eax_eax
	PROBE
	xor %eax, %eax
	END
	CASE arithmetic, xor_r13_r13
	PROBE
	xor %r13, %r13
	END
	CASE arithmetic, test_rdi_rdi
	PROBE
	test %rdi, %rdi
	END
	CASE arithmetic, test_imm_al
	PROBE
	test $0x55, %al
	END
	CASE arithmetic, test_imm_rax
	PROBE
	test $0x55aa55aa, %rax
	END
	CASE rip_imm, test_imm_rip
	PROBE
	testl $0x55aa55aa, insn_mem+16(%rip)
	END
	CASE rip_imm, test_imm8_rip
	PROBE
	testb $0x55, insn_mem+16(%rip)
	END

	/* --- one operand */

	.irp op, inc, dec, neg, not
	CASE unary, \op\()_r64
	PROBE
	\op %rcx
	END
	CASE unary, \op\()_r8
	PROBE
	\op %bh
	END
	CASE unary, \op\()_m32
	PROBE
	\op\()l 12(%rsi)
	END
	CASE rip, \op\()_rip
	PROBE
	\op\()q insn_mem+24(%rip)
	END
	CASE lock, lock_\op
	PROBE
	lock \op\()q (%rdi)
	END
	.endr

	/* --- multiplication and division */

	.irp op, mul, imul
	CASE multiply, \op\()_r64
	PROBE
	\op %rbx
	END
	CASE multiply, \op\()_r32
	PROBE
	\op %r9d
	END
	CASE multiply, \op\()_r8
	PROBE
	\op %cl
	END
	CASE multiply, \op\()_m64
	PROBE
	\op\()q (%rsi)
	END
	.endr
	CASE multiply, imul_2
	PROBE
	imul %rcx, %rdx
	END
	CASE multiply, imul_3
	PROBE
	imul $1000, %rcx, %rdx
	END
	CASE multiply, imul_3_imm8
	PROBE
	imul $-3, %ecx, %edx
	END
	CASE rip_imm, imul_3_rip
	PROBE
	imul $0x1234567, insn_mem+8(%rip), %r10
	END
	CASE rip_imm, imul_3_imm8_rip
	PROBE
	imul $7, insn_mem+8(%rip), %r10
	END
	.irp op, div, idiv
	CASE multiply, \op\()_r64
	mov $1, %edx
	movabs $0x123456789abc, %rcx
	PROBE
	\op %rcx
	END
	CASE multiply, \op\()_r32
	mov $1, %edx
	mov $0x1234567, %ecx
	PROBE
	\op %ecx
	END
	CASE multiply, \op\()_m8
	mov $100, %eax
	movb $7, (%rsi)
	PROBE
	\op\()b (%rsi)
	END
	.endr

	/* --- shifts and rotations */

	.irp op, rol, ror, rcl, rcr, shl, shr, sar
	CASE shift, \op\()_1
	PROBE
	\op %rdx
	END
	CASE shift, \op\()_imm
	PROBE
	\op $5, %ebx
	END
	CASE shift, \op\()_cl
	PROBE
	\op %cl, %r8
	END
	CASE shift, \op\()_mem
	PROBE
	\op\()l $3, (%rsi)
	END
	CASE rip_imm, \op\()_rip
	PROBE
	\op\()q $9, insn_mem+8(%rip)
	END
	CASE rip, \op\()_1_rip
	PROBE
	\op\()w insn_mem+8(%rip)
	END
	.endr
	.irp op, shld, shrd
	CASE shift, \op\()_imm
	PROBE
	\op $5, %rax, %rdx
	END
	CASE shift, \op\()_cl
	PROBE
	\op %cl, %eax, (%rdi)
	END
	CASE rip_imm, \op\()_rip
	PROBE
	\op $11, %rax, insn_mem+8(%rip)
	END
	.endr

	/* --- bits */

	.irp op, bt, bts, btr, btc
	CASE bit, \op\()_imm
	PROBE
	\op $37, %rdx
	END
	CASE bit, \op\()_reg
	PROBE
	\op %ecx, %edx
	END
	CASE bit, \op\()_mem_imm
	PROBE
	\op\()l $7, 4(%rsi)
	END
	/* the register reaches beyond the operand */
	CASE bit, \op\()_mem_reg
	mov $-100, %rcx
	PROBE
	\op %rcx, (%rsi)
	END
	CASE rip_imm, \op\()_rip
	PROBE
	\op\()q $61, insn_mem+40(%rip)
	END
	.endr
	.irp op, bts, btr, btc
	CASE lock, lock_\op
	mov $35, %ecx
	PROBE
	lock \op %rcx, (%rsi)
	END
	CASE lock, lock_\op\()_imm
	PROBE
	lock \op\()l $3, 8(%rsi)
	END
	.endr
	.irp op, bsf, bsr
	CASE bit, \op
	or $8, %rcx
	PROBE
	\op %rcx, %rdx
	END
	.endr
	CASE bit, bsf_cs
	or $8, %rcx
	PROBE
	.byte 0x2e, 0x48, 0x0f, 0xbc, 0xd1
	END
	CASE bit, popcnt, 0, CPU_POPCNT
	PROBE
	popcnt %rcx, %rdx
	END
	CASE rip, popcnt_rip, 0, CPU_POPCNT
	PROBE
	popcnt insn_mem+8(%rip), %r14d
	END
	CASE bit, lzcnt, 0, CPU_LZCNT
	PROBE
	lzcnt %rcx, %rdx
	END
	CASE bit, tzcnt, 0, CPU_BMI1
	PROBE
	tzcnt %rcx, %rdx
	END
	CASE vex_integer, andn, 0, CPU_BMI1
	PROBE
	andn %rax, %rcx, %rdx
	END
	CASE vex_integer, andn_rip, 0, CPU_BMI1
	PROBE
	andn insn_mem+8(%rip), %rcx, %rdx
	END
	CASE vex_integer, blsr_mem, 0, CPU_BMI1
	PROBE
	blsr (%rsi), %rdx
	END
	CASE vex_integer, bextr, 0, CPU_BMI1
	PROBE
	bextr %rax, %rcx, %rdx
	END
	CASE vex_integer, bzhi, 0, CPU_BMI2
	PROBE
	bzhi %rax, %rcx, %rdx
	END
	CASE vex_integer, mulx, 0, CPU_BMI2
	PROBE
	mulx %rax, %rcx, %rbx
	END
	CASE vex_integer, pdep, 0, CPU_BMI2
	PROBE
	pdep %rax, %rcx, %rdx
	END
	CASE vex_integer, pext_mem, 0, CPU_BMI2
	PROBE
	pext 8(%rdi), %rcx, %rdx
	END
	CASE vex_integer, rorx, 0, CPU_BMI2
	PROBE
	rorx $13, %rax, %rdx
	END
	CASE vex_integer, rorx_rip, 0, CPU_BMI2
	PROBE
	rorx $13, insn_mem+8(%rip), %rdx
	END
	CASE vex_integer, shlx_rip, 0, CPU_BMI2
	PROBE
	shlx %rcx, insn_mem+8(%rip), %rdx
	END
	CASE bit, adcx, 0, CPU_ADX
	PROBE
	adcx %rax, %rdx
	END
	CASE rip, adox_rip, 0, CPU_ADX
	PROBE
	adox insn_mem+8(%rip), %rdx
	END

	/* --- exchanges */

	CASE exchange, xchg_rcx_rdx
	PROBE
	xchg %rcx, %rdx
	END
	CASE exchange, xchg_rax_rbx
	PROBE
	xchg %rax, %rbx
	END
	CASE exchange, xchg_mem
	PROBE
	xchg %r9, 8(%rsi)
	END
	CASE rip, xchg_rip
	PROBE
	xchg %r9d, insn_mem+8(%rip)
	END
	CASE exchange, xadd_reg
	PROBE
	xadd %rcx, %rdx
	END
	CASE exchange, xadd_mem
	PROBE
	xadd %cl, 8(%rsi)
	END
	CASE lock, lock_xadd
	PROBE
	lock xadd %rcx, 8(%rsi)
	END
	CASE lock, lock_xadd_rip
	PROBE
	lock xadd %ecx, insn_mem+8(%rip)
	END
	CASE exchange, cmpxchg_reg
	PROBE
	cmpxchg %rcx, %rdx
	END
	CASE exchange, cmpxchg_equal
	mov %rax, 8(%rsi)
	PROBE
	cmpxchg %rcx, 8(%rsi)
	END
	CASE lock, lock_cmpxchg_equal
	mov %rax, 8(%rsi)
	PROBE
	lock cmpxchg %rcx, 8(%rsi)
	END
	CASE lock, lock_cmpxchg_other
	PROBE
	lock cmpxchg %ecx, insn_mem+8(%rip)
	END
	CASE lock, lock_cmpxchg8b
	PROBE
	lock cmpxchg8b 8(%rsi)
	END
	CASE exchange, cmpxchg8b_equal
	mov (%rsi), %eax
	mov 4(%rsi), %edx
	PROBE
	cmpxchg8b (%rsi)
	END
	CASE lock, lock_cmpxchg16b, 0, CPU_CX16
	mov (%rsi), %rax
	mov 8(%rsi), %rdx
	PROBE
	lock cmpxchg16b (%rsi)
	END
	CASE rip, cmpxchg16b_rip, 0, CPU_CX16
	PROBE
	cmpxchg16b insn_mem+64(%rip)
	END
	CASE lock, xacquire_lock_inc
	PROBE
	.byte 0xf2, 0xf0, 0x48, 0xff, 0x06
	END

	/* --- by condition */

	.irp cc, o, no, b, ae, e, ne, be, a, s, ns, p, np, l, ge, le, g
	CASE cmov, cmov\cc, INSN_ALL_FLAGS
	PROBE
	cmov\cc %rcx, %rdx
	END
	CASE setcc, set\cc, INSN_ALL_FLAGS
	PROBE
	set\cc %bl
	END
	.endr
	CASE cmov, cmovge_rip, INSN_ALL_FLAGS
	PROBE
	cmovge insn_mem+8(%rip), %r9d
	END
	CASE setcc, setg_rip, INSN_ALL_FLAGS
	PROBE
	setg insn_mem+8(%rip)
	END

	/* --- conversions */

	.irp op, cbtw, cwtl, cltq, cwtd, cltd, cqto
	CASE convert, \op
	PROBE
	\op
	END
	.endr
	.irp op, movzwl, movswl
	CASE convert, \op
	PROBE
	\op %cx, %edx
	END
	.endr
	CASE convert, movzbl
	PROBE
	movzbl %ch, %edx
	END
	CASE convert, movsbq
	PROBE
	movsbq %r9b, %rdx
	END
	CASE convert, movslq
	PROBE
	movslq %ecx, %rdx
	END
	CASE rip, movslq_rip
	PROBE
	movslq insn_mem+8(%rip), %rdx
	END
	CASE rip, movzbl_rip
	PROBE
	movzbl insn_mem+9(%rip), %edx
	END
	.irp r, eax, ebx, r13d, rdx, r9
	CASE convert, bswap_\r
	PROBE
	bswap %\r
	END
	.endr
	CASE convert, movbe_load, 0, CPU_MOVBE
	PROBE
	movbe 8(%rsi), %rdx
	END
	CASE rip, movbe_store_rip, 0, CPU_MOVBE
	PROBE
	movbe %edx, insn_mem+8(%rip)
	END
	CASE convert, crc32, 0, CPU_SSE42
	PROBE
	crc32q %rcx, %rdx
	END
	CASE rip, crc32_rip, 0, CPU_SSE42
	PROBE
	crc32b insn_mem+8(%rip), %edx
	END
