/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: integer instructions on registers and memory. */

	/* --- eight operations, every form of operand */

.macro ARITHMETIC op
	ONE arithmetic, \op\()_r64_r64, \op %rcx, %rdx
	ONE arithmetic, \op\()_r32_r32, \op %r9d, %ebx
	ONE arithmetic, \op\()_r16_r16, \op %cx, %r10w
	ONE arithmetic, \op\()_r8_r8, \op %ch, %dl
	ONE arithmetic, \op\()_imm8_r64, \op $-7, %r12
	ONE arithmetic, \op\()_imm32_rax, \op $0x12345678, %rax
	ONE arithmetic, \op\()_imm8_al, \op $0x7f, %al
	ONE arithmetic_mem, \op\()_m64_r64, \op 8(%rsi), %rdx
	ONE arithmetic_mem, \op\()_r64_m64, \op %rcx, 8(%rsi)
	ONE arithmetic_mem, \op\()_r8_m8, \op %r13b, 3(%rdi)
	ONE arithmetic_mem, \op\()_imm32_m64, \op\()q $0x12345678, 8(%rdi)
	ONE arithmetic_mem, \op\()_imm8_m16, \op\()w $-1, (%rsi)
	ONE rip, \op\()_r64_rip, \op %r8, insn_mem+16(%rip)
	ONE rip, \op\()_rip_r32, \op insn_mem+16(%rip), %eax
	ONE rip_imm, \op\()_imm8_rip, \op\()l $5, insn_mem+16(%rip)
	ONE rip_imm, \op\()_imm32_rip, \op\()q $0x12345678, insn_mem+16(%rip)
	ONE rip_imm, \op\()_imm16_rip, \op\()w $0x1234, insn_mem+16(%rip)
.endm
	.irp op, add, or, adc, sbb, and, sub, xor, cmp
	ARITHMETIC \op
	.endr
	.irp op, add, or, adc, sbb, and, sub, xor
	ONE lock, lock_\op, lock \op %rcx, 8(%rsi)
	ONE lock, lock_\op\()_imm_rip, lock \op\()l $3, insn_mem+16(%rip)
	.endr

	ONE arithmetic, xor_eax_eax, xor %eax, %eax
	ONE arithmetic, xor_r13_r13, xor %r13, %r13
	ONE arithmetic, test_rdi_rdi, test %rdi, %rdi
	ONE arithmetic, test_imm_al, test $0x55, %al
	ONE arithmetic, test_imm_rax, test $0x55aa55aa, %rax
	ONE rip_imm, test_imm_rip, testl $0x55aa55aa, insn_mem+16(%rip)
	ONE rip_imm, test_imm8_rip, testb $0x55, insn_mem+16(%rip)

	/* --- one operand */

	.irp op, inc, dec, neg, not
	ONE unary, \op\()_r64, \op %rcx
	ONE unary, \op\()_r8, \op %bh
	ONE unary, \op\()_m32, \op\()l 12(%rsi)
	ONE rip, \op\()_rip, \op\()q insn_mem+24(%rip)
	ONE lock, lock_\op, lock \op\()q (%rdi)
	.endr

	/* --- multiplication and division */

	.irp op, mul, imul
	ONE multiply, \op\()_r64, \op %rbx
	ONE multiply, \op\()_r32, \op %r9d
	ONE multiply, \op\()_r8, \op %cl
	ONE multiply, \op\()_m64, \op\()q (%rsi)
	.endr
	ONE multiply, imul_2, imul %rcx, %rdx
	ONE multiply, imul_3, imul $1000, %rcx, %rdx
	ONE multiply, imul_3_imm8, imul $-3, %ecx, %edx
	ONE rip_imm, imul_3_rip, imul $0x1234567, insn_mem+8(%rip), %r10
	ONE rip_imm, imul_3_imm8_rip, imul $7, insn_mem+8(%rip), %r10
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
	ONE shift, \op\()_1, \op %rdx
	ONE shift, \op\()_imm, \op $5, %ebx
	ONE shift, \op\()_cl, \op %cl, %r8
	ONE shift, \op\()_mem, \op\()l $3, (%rsi)
	ONE rip_imm, \op\()_rip, \op\()q $9, insn_mem+8(%rip)
	ONE rip, \op\()_1_rip, \op\()w insn_mem+8(%rip)
	.endr
	.irp op, shld, shrd
	ONE shift, \op\()_imm, \op $5, %rax, %rdx
	ONE shift, \op\()_cl, \op %cl, %eax, (%rdi)
	ONE rip_imm, \op\()_rip, \op $11, %rax, insn_mem+8(%rip)
	.endr

	/* --- bits */

	.irp op, bt, bts, btr, btc
	ONE bit, \op\()_imm, \op $37, %rdx
	ONE bit, \op\()_reg, \op %ecx, %edx
	ONE bit, \op\()_mem_imm, \op\()l $7, 4(%rsi)
	/* the register reaches beyond the operand */
	CASE bit, \op\()_mem_reg
	mov $-100, %rcx
	PROBE
	\op %rcx, (%rsi)
	END
	ONE rip_imm, \op\()_rip, \op\()q $61, insn_mem+40(%rip)
	.endr
	.irp op, bts, btr, btc
	CASE lock, lock_\op
	mov $35, %ecx
	PROBE
	lock \op %rcx, (%rsi)
	END
	ONE lock, lock_\op\()_imm, lock \op\()l $3, 8(%rsi)
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
	ONE_ON bit, popcnt, 0, CPU_POPCNT, popcnt %rcx, %rdx
	ONE_ON rip, popcnt_rip, 0, CPU_POPCNT, popcnt insn_mem+8(%rip), %r14d
	ONE_ON bit, lzcnt, 0, CPU_LZCNT, lzcnt %rcx, %rdx
	ONE_ON bit, tzcnt, 0, CPU_BMI1, tzcnt %rcx, %rdx
	ONE_ON vex_integer, andn, 0, CPU_BMI1, andn %rax, %rcx, %rdx
	ONE_ON vex_integer, andn_rip, 0, CPU_BMI1, andn insn_mem+8(%rip), %rcx, %rdx
	ONE_ON vex_integer, blsr_mem, 0, CPU_BMI1, blsr (%rsi), %rdx
	ONE_ON vex_integer, bextr, 0, CPU_BMI1, bextr %rax, %rcx, %rdx
	ONE_ON vex_integer, bzhi, 0, CPU_BMI2, bzhi %rax, %rcx, %rdx
	ONE_ON vex_integer, mulx, 0, CPU_BMI2, mulx %rax, %rcx, %rbx
	ONE_ON vex_integer, pdep, 0, CPU_BMI2, pdep %rax, %rcx, %rdx
	ONE_ON vex_integer, pext_mem, 0, CPU_BMI2, pext 8(%rdi), %rcx, %rdx
	ONE_ON vex_integer, rorx, 0, CPU_BMI2, rorx $13, %rax, %rdx
	ONE_ON vex_integer, rorx_rip, 0, CPU_BMI2, rorx $13, insn_mem+8(%rip), %rdx
	ONE_ON vex_integer, shlx_rip, 0, CPU_BMI2, shlx %rcx, insn_mem+8(%rip), %rdx
	ONE_ON bit, adcx, 0, CPU_ADX, adcx %rax, %rdx
	ONE_ON rip, adox_rip, 0, CPU_ADX, adox insn_mem+8(%rip), %rdx

	/* --- exchanges */

	ONE exchange, xchg_rcx_rdx, xchg %rcx, %rdx
	ONE exchange, xchg_rax_rbx, xchg %rax, %rbx
	ONE exchange, xchg_mem, xchg %r9, 8(%rsi)
	ONE rip, xchg_rip, xchg %r9d, insn_mem+8(%rip)
	ONE exchange, xadd_reg, xadd %rcx, %rdx
	ONE exchange, xadd_mem, xadd %cl, 8(%rsi)
	ONE lock, lock_xadd, lock xadd %rcx, 8(%rsi)
	ONE lock, lock_xadd_rip, lock xadd %ecx, insn_mem+8(%rip)
	ONE exchange, cmpxchg_reg, cmpxchg %rcx, %rdx
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
	ONE lock, lock_cmpxchg_other, lock cmpxchg %ecx, insn_mem+8(%rip)
	ONE lock, lock_cmpxchg8b, lock cmpxchg8b 8(%rsi)
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
	ONE_ON rip, cmpxchg16b_rip, 0, CPU_CX16, cmpxchg16b insn_mem+64(%rip)
	ONE lock, xacquire_lock_inc, .byte 0xf2, 0xf0, 0x48, 0xff, 0x06

	/* --- by condition */

	.irp cc, o, no, b, ae, e, ne, be, a, s, ns, p, np, l, ge, le, g
	ONE_ON cmov, cmov\cc, INSN_ALL_FLAGS, 0, cmov\cc %rcx, %rdx
	ONE_ON setcc, set\cc, INSN_ALL_FLAGS, 0, set\cc %bl
	.endr
	ONE_ON cmov, cmovge_rip, INSN_ALL_FLAGS, 0, cmovge insn_mem+8(%rip), %r9d
	ONE_ON setcc, setg_rip, INSN_ALL_FLAGS, 0, setg insn_mem+8(%rip)

	/* --- conversions */

	.irp op, cbtw, cwtl, cltq, cwtd, cltd, cqto
	ONE convert, \op, \op
	.endr
	.irp op, movzwl, movswl
	ONE convert, \op, \op %cx, %edx
	.endr
	ONE convert, movzbl, movzbl %ch, %edx
	ONE convert, movsbq, movsbq %r9b, %rdx
	ONE convert, movslq, movslq %ecx, %rdx
	ONE rip, movslq_rip, movslq insn_mem+8(%rip), %rdx
	ONE rip, movzbl_rip, movzbl insn_mem+9(%rip), %edx
	.irp r, eax, ebx, r13d, rdx, r9
	ONE convert, bswap_\r, bswap %\r
	.endr
	ONE_ON convert, movbe_load, 0, CPU_MOVBE, movbe 8(%rsi), %rdx
	ONE_ON rip, movbe_store_rip, 0, CPU_MOVBE, movbe %edx, insn_mem+8(%rip)
	ONE_ON convert, crc32, 0, CPU_SSE42, crc32q %rcx, %rdx
	ONE_ON rip, crc32_rip, 0, CPU_SSE42, crc32b insn_mem+8(%rip), %edx
