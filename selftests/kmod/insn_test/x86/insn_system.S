/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: fences, what the processor tells, and what only the kernel may do. */

	.irp op, lfence, sfence, mfence
	CASE fence, \op
	PROBE
	\op
	END
	.endr
	.irp op, prefetcht0, prefetchnta, prefetchw, clflush
	CASE fence, \op
	PROBE
	\op (%rsi)
	END
	CASE fence, \op\()_rip
	PROBE
	\op insn_mem+8(%rip)
	END
	.endr
	CASE fence, clwb, 0, CPU_CLWB
	PROBE
	clwb insn_mem(%rip)
	END
	CASE cpu, cpuid
	xor %eax, %eax
	PROBE
	cpuid
	END
	CASE cpu, xgetbv, 0, CPU_XSAVE
	xor %ecx, %ecx
	PROBE
	xgetbv
	END
	/* what they tell differs */
	CASE cpu, rdtsc
	PROBE
	rdtsc
	xor %eax, %eax
	xor %edx, %edx
	END
	CASE cpu, fwait
	PROBE
	fwait
	END
	CASE cpu, verw
	movw $0, (%rsi)
	PROBE
	verw (%rsi)
	END
	CASE cpu, lar
	mov %cs, %ecx
	PROBE
	lar %ecx, %edx
	END

#ifdef __KERNEL__
	CASE interrupts, cli
	PROBE
	cli
	END
	CASE interrupts, sti
	PROBE
	sti
	nop
	END
	CASE interrupts, sti_long_shadow
	cli
	PROBE
	sti
	mov %rcx, %rdx
	END
	CASE interrupts, pushfq_if
	PROBE
	pushfq
	END
	CASE interrupts, popfq_if_off
	pushfq
	andq $~0x200, (%rsp)
	PROBE
	popfq
	END
	CASE interrupts, popfq_if_on
	pushfq
	orq $0x200, (%rsp)
	PROBE
	popfq
	END
	/* a timer wakes it */
	CASE interrupts, hlt
	sti
	nop
	PROBE
	hlt
	END
	CASE privileged, stac, 0, CPU_SMAP
	PROBE
	stac
	pushfq
	pop %rdx
	clac
	END
	CASE privileged, clac, 0, CPU_SMAP
	stac
	PROBE
	clac
	END
	CASE privileged, rdmsr
	mov $0xc0000080, %ecx
	PROBE
	rdmsr
	END
	CASE privileged, wrmsr
	mov $0xc0000080, %ecx
	rdmsr
	PROBE
	wrmsr
	END
	CASE privileged, mov_cr0_rdx
	PROBE
	mov %cr0, %rdx
	END
	CASE privileged, mov_dr6_rdx
	PROBE
	mov %dr6, %rdx
	END
	CASE privileged, invlpg
	PROBE
	invlpg (%rsi)
	END
	CASE privileged, sidt
	PROBE
	sidt (%rsi)
	END
	CASE privileged, str
	PROBE
	str %edx
	END
	/* its first word is the task's or the processor's, but not zero */
	CASE percpu, load_gs
	xor %edx, %edx
	PROBE
	cmpq %gs:(%rdx), %rdx
	END
	CASE percpu, load_gs_rip
	PROBE
	movq %gs:insn_percpu(%rip), %rdx
	END
	CASE percpu, add_gs_rip_imm
	PROBE
	addl $5, %gs:insn_percpu(%rip)
	END
	CASE percpu, inc_gs
	PROBE
	incq %gs:insn_percpu+8(%rip)
	END
	CASE percpu, cmpxchg_gs
	PROBE
	cmpxchg %rcx, %gs:insn_percpu(%rip)
	END
	CASE percpu, load_gs_absolute
	PROBE
	movq %gs:insn_percpu, %rdx
	END
	CASE percpu, call_gs_mem
	lea insn_ahead_function(%rip), %rdx
	mov %rdx, %gs:insn_percpu+16(%rip)
	PROBE
	call *%gs:insn_percpu+16(%rip)
	END
	CASE percpu, jmp_gs_mem
	lea insn_ahead(%rip), %rdx
	mov %rdx, %gs:insn_percpu+16(%rip)
	PROBE
	jmp *%gs:insn_percpu+16(%rip)
	END
#endif
