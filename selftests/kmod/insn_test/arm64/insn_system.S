/* SPDX-License-Identifier: GPL-2.0 */
/* Cases: system registers, barriers, caches, hints. */

	/* --- reading */

	.irp reg, midr_el1, ctr_el0, dczid_el0, sp_el0, \
		CurrentEL, daif, fpcr, fpsr, sctlr_el1, tcr_el1, vbar_el1, \
		id_aa64isar0_el1, contextidr_el1, SPSel
	ONE mrs, mrs_\reg, mrs x0, \reg
	.endr
	ONE mrs, mrs_xzr, mrs xzr, midr_el1
	CASE mrs, mrs_nzcv, INSN_ALL_FLAGS
	PROBE
	mrs x0, nzcv
	END

	/* --- writing */

	CASE msr, msr_nzcv, INSN_ALL_FLAGS
	PROBE
	msr nzcv, x3
	END
	CASE msr, msr_fpsr
	mrs x4, fpsr
	mov x3, #0x1f
	PROBE
	msr fpsr, x3
	mrs x0, fpsr
	msr fpsr, x4
	END
	CASE msr, msr_tpidr_el0
	mrs x4, tpidr_el0
	PROBE
	msr tpidr_el0, x3
	mrs x0, tpidr_el0
	msr tpidr_el0, x4
	mov x4, #0
	END
	CASE msr, msr_sp_el0
	mrs x4, sp_el0
	PROBE
	msr sp_el0, x4
	mrs x0, sp_el0
	END

	/* --- masking: what is masked at the end is seen by insn_exit */

	ONE mask, daifset_irq, msr daifset, #2
	ONE mask, daifclr_irq, msr daifclr, #2
	ONE mask, daifset_all, msr daifset, #0xf
	CASE mask, daifclr_all
	msr daifset, #0xf
	PROBE
	msr daifclr, #0xf
	END
	CASE mask, msr_daif
	mrs x3, daif
	eor x3, x3, #0x80
	PROBE
	msr daif, x3
	END
	CASE mask, masked_debug
	msr daifset, #8
	PROBE
	mrs x0, daif
	END

	/* --- barriers and hints */

	ONE barrier, dmb, dmb ish
	ONE barrier, dsb, dsb sy
	ONE barrier, dsb_st, dsb ishst
	ONE barrier, isb, isb
	ONE barrier, clrex, clrex
	CASE barrier, sb, 0, CPU_SB
	PROBE
	sb
	END
	ONE barrier, csdb, hint #20
	ONE barrier, esb, hint #16
	ONE barrier, sev, sev
	ONE barrier, sevl, sevl
	CASE barrier, wfe
	sevl
	PROBE
	wfe
	END
	ONE barrier, hint_unknown, hint #100

	/* --- caches, translation */

	ONE cache, dc_cvac, dc cvac, x1
	ONE cache, dc_civac, dc civac, x1
	ONE cache, dc_cvau, dc cvau, x1
	ONE cache, dc_zva, dc zva, x1
	ONE cache, ic_ivau, ic ivau, x1
	ONE cache, ic_iallu, ic iallu
	ONE cache, tlbi, tlbi vae1is, xzr
	ONE cache, at, at s1e1r, x1

	/* --- fields of PSTATE */

	CASE pstate, pan, 0, CPU_PAN
	mrs x4, pan
	PROBE
	msr pan, #0
	mrs x0, pan
	msr pan, x4
	END
	CASE pstate, dit, 0, CPU_DIT
	PROBE
	msr dit, #1
	mrs x0, dit
	msr dit, #0
	END
