/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: fences, what the processor tells, and what only the kernel may do. */

	.irp op, lfence, sfence, mfence
	ONE fence, \op, \op
	.endr
	.irp op, prefetcht0, prefetchnta, prefetchw, clflush
	ONE fence, \op, \op (%rsi)
	ONE fence, \op\()_rip, \op insn_mem+8(%rip)
	.endr
	ONE_ON fence, clwb, 0, CPU_CLWB, clwb insn_mem(%rip)
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
	ONE cpu, fwait, fwait
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
	ONE interrupts, cli, cli
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
	ONE interrupts, pushfq_if, pushfq
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
	ONE privileged, mov_cr0_rdx, mov %cr0, %rdx
	ONE privileged, mov_dr6_rdx, mov %dr6, %rdx
	ONE privileged, invlpg, invlpg (%rsi)
	ONE privileged, sidt, sidt (%rsi)
	ONE privileged, str, str %edx
	CASE percpu, load_gs
	movabs $insn_percpu, %rdx
	PROBE
	cmpq %gs:(%rdx), %rdx
	END
	ONE percpu, load_gs_rip, movq %gs:insn_percpu(%rip), %rdx
	ONE percpu, add_gs_rip_imm, addl $5, %gs:insn_percpu(%rip)
	ONE percpu, inc_gs, incq %gs:insn_percpu+8(%rip)
	ONE percpu, cmpxchg_gs, cmpxchg %rcx, %gs:insn_percpu(%rip)
	ONE percpu, load_gs_absolute, movq %gs:insn_percpu, %rdx
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
