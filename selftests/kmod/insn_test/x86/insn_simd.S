/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: SSE, AVX and, where there is any, AVX-512 on 256 bits. */

.macro SSE name, code:vararg
	ONE_ON sse, \name, INSN_SIMD, 0, \code
.endm
.macro SSE_CPU cpu, name, code:vararg
	ONE_ON sse, \name, INSN_SIMD, \cpu, \code
.endm
.macro AVX cpu, name, code:vararg
	ONE_ON avx, \name, INSN_SIMD, \cpu, \code
.endm
.macro EVEX name, code:vararg
	ONE_ON evex, \name, INSN_SIMD, CPU_AVX512VL, \code
.endm

	SSE movups_load, movups 8(%rsi), %xmm1
	SSE movups_store, movups %xmm1, 8(%rsi)
	SSE movups_rip, movups insn_mem+8(%rip), %xmm2
	SSE movups_store_rip, movups %xmm3, insn_mem+8(%rip)
	SSE movdqu_rip, movdqu insn_mem+8(%rip), %xmm2
	SSE movq_load, movq (%rsi), %xmm1
	SSE movd_rax, movq %rax, %xmm1
	SSE movd_to_rax, movq %xmm1, %rax
	SSE movss_rip, movss insn_mem+8(%rip), %xmm1
	SSE movsd_store_rip, movsd %xmm1, insn_mem+8(%rip)
	SSE movnti, movnti %rax, (%rsi)
	SSE movntdq, movntdq %xmm1, insn_mem+64(%rip)
	SSE maskmovdqu, maskmovdqu %xmm1, %xmm2
	SSE addps, addps %xmm1, %xmm2
	SSE paddd, paddd %xmm1, %xmm2
	SSE paddq_rip, paddq insn_mem+64(%rip), %xmm2
	SSE pxor, pxor %xmm1, %xmm1
	SSE pshufd, pshufd $0x1b, %xmm1, %xmm2
	SSE pshufd_rip, pshufd $0x1b, insn_mem+64(%rip), %xmm2
	SSE pshuflw_rip, pshuflw $0x1b, insn_mem+64(%rip), %xmm2
	SSE shufps_rip, shufps $0x4e, insn_mem+64(%rip), %xmm2
	SSE psrldq, psrldq $5, %xmm1
	SSE psllw, psllw $5, %xmm1
	SSE pinsrw_rip, pinsrw $3, insn_mem+8(%rip), %xmm1
	SSE pextrw, pextrw $2, %xmm1, %edx
	SSE pmovmskb, pmovmskb %xmm1, %edx
	SSE movmskps, movmskps %xmm1, %edx
	SSE cmpps, cmpps $2, %xmm1, %xmm2
	SSE comiss, comiss %xmm1, %xmm2
	SSE ucomisd_rip, ucomisd insn_mem+8(%rip), %xmm2
	SSE cvtsi2sd, cvtsi2sd %rcx, %xmm1
	SSE cvtsi2sd_rip, cvtsi2sdl insn_mem+8(%rip), %xmm1
	SSE cvttsd2si, cvttsd2si %xmm1, %rcx
	SSE stmxcsr, stmxcsr 4(%rsi)
	CASE sse, ldmxcsr, INSN_SIMD
	movl $0x1f80, (%rsi)
	PROBE
	ldmxcsr (%rsi)
	END
	SSE_CPU CPU_SSSE3, pshufb, pshufb %xmm1, %xmm2
	SSE_CPU CPU_SSSE3, palignr_rip, palignr $3, insn_mem+64(%rip), %xmm2
	SSE_CPU CPU_SSE41, pblendvb, pblendvb %xmm0, %xmm1, %xmm2
	SSE_CPU CPU_SSE41, pinsrq_rip, pinsrq $1, insn_mem+8(%rip), %xmm1
	SSE_CPU CPU_SSE41, pextrd_rip, pextrd $2, %xmm1, insn_mem+8(%rip)
	SSE_CPU CPU_SSE41, ptest, ptest %xmm1, %xmm2
	SSE_CPU CPU_SSE41, roundsd, roundsd $1, %xmm1, %xmm2
	SSE_CPU CPU_SSE42, pcmpistri, pcmpistri $0, %xmm1, %xmm2
	SSE_CPU CPU_SSE42, pcmpestrm_rip, pcmpestrm $0, insn_mem+64(%rip), %xmm2
	SSE_CPU CPU_AES, aesenc, aesenc %xmm1, %xmm2
	SSE_CPU CPU_AES, aeskeygenassist_rip, aeskeygenassist $1, insn_mem+64(%rip), %xmm2
	SSE_CPU CPU_SHA, sha256rnds2, sha256rnds2 %xmm0, %xmm1, %xmm2
	SSE_CPU CPU_SHA, sha1rnds4_rip, sha1rnds4 $1, insn_mem+64(%rip), %xmm2

	AVX CPU_AVX, vmovups_rip, vmovups insn_mem+8(%rip), %ymm1
	AVX CPU_AVX, vmovups_store_rip, vmovups %ymm1, insn_mem+8(%rip)
	AVX CPU_AVX, vmovups_load, vmovups 8(%rsi), %ymm1
	AVX CPU_AVX, vaddps, vaddps %ymm1, %ymm2, %ymm3
	AVX CPU_AVX, vxorps, vxorps %xmm1, %xmm1, %xmm1
	AVX CPU_AVX, vpaddd_xmm_rip, vpaddd insn_mem+8(%rip), %xmm2, %xmm3
	AVX CPU_AVX, vpshufd_rip, vpshufd $0x1b, insn_mem+8(%rip), %xmm3
	AVX CPU_AVX, vblendvps_rip, vblendvps %ymm1, insn_mem+8(%rip), %ymm2, %ymm3
	AVX CPU_AVX, vinsertf128_rip, vinsertf128 $1, insn_mem+8(%rip), %ymm2, %ymm3
	AVX CPU_AVX, vpextrq_rip, vpextrq $1, %xmm1, insn_mem+8(%rip)
	AVX CPU_AVX, vbroadcastss_rip, vbroadcastss insn_mem+8(%rip), %ymm1
	AVX CPU_AVX, vcvtsi2sd_rip, vcvtsi2sdl insn_mem+8(%rip), %xmm1, %xmm2
	AVX CPU_AVX, vucomisd, vucomisd %xmm1, %xmm2
	AVX CPU_AVX, vptest, vptest %ymm1, %ymm2
	AVX CPU_AVX, vzeroupper, vzeroupper
	AVX CPU_AVX, vmaskmovdqu, vmaskmovdqu %xmm1, %xmm2
	AVX CPU_AVX2, vpaddq_rip, vpaddq insn_mem+8(%rip), %ymm2, %ymm3
	AVX CPU_AVX2, vpermq_rip, vpermq $0x1b, insn_mem+8(%rip), %ymm3
	AVX CPU_AVX2, vpalignr_rip, vpalignr $3, insn_mem+8(%rip), %ymm2, %ymm3
	AVX CPU_AVX2, vpsllvd, vpsllvd %ymm1, %ymm2, %ymm3
	AVX CPU_AVX2, vpmovmskb, vpmovmskb %ymm1, %edx
	AVX CPU_FMA, vfmadd231pd_rip, vfmadd231pd insn_mem+8(%rip), %ymm2, %ymm3
	CASE avx, vpgatherdd, INSN_SIMD, CPU_AVX2
	vpxor %ymm1, %ymm1, %ymm1
	vpcmpeqd %ymm2, %ymm2, %ymm2
	PROBE
	vpgatherdd %ymm2, (%rsi, %ymm1, 4), %ymm3
	END

	EVEX evex_vpaddd, vpaddd %ymm1, %ymm17, %ymm2
	CASE evex, evex_vmovdqu64_rip, INSN_SIMD, CPU_AVX512VL
	PROBE
	vmovdqu64 insn_mem+8(%rip), %ymm18
	vmovdqu64 %ymm18, %ymm1
	END
	EVEX evex_vmovdqu32_store_rip, {evex} vmovdqu32 %ymm1, insn_mem+8(%rip)
	EVEX evex_vpternlogd_rip, vpternlogd $0x96, insn_mem+8(%rip), %ymm2, %ymm3
	EVEX evex_vpaddd_broadcast_rip, vpaddd insn_mem+8(%rip){1to8}, %ymm2, %ymm3
	EVEX evex_disp8, {evex} vpaddd 32(%rsi), %ymm2, %ymm3
	CASE evex, evex_vpcmpud_rip, INSN_SIMD, CPU_AVX512VL
	PROBE
	vpcmpud $1, insn_mem+8(%rip), %ymm2, %k1
	kmovw %k1, %edx
	END
