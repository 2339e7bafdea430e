/* SPDX-License-Identifier: GPL-2.0 */
/* What must be refused, by the decoder's reason. None of it is ever run. */

	/* targets far from the cases above */
	.skip 65536
insn_far:
	li r0,0xfa
	b insn_exit
insn_far_function:
	li r0,0xfaf
	blr

.macro NO rule, name, code:vararg
	REJECT \rule, \name
	PROBE
	\code
	END
.endm
	NO UNDEFINED, zero, .long 0
	NO UNDEFINED, attn, .long 0x00000200
	NO UNDEFINED, opcode_5, .long 0x14000000
	NO UNDEFINED, opcode_9, .long 0x24000000
	NO UNDEFINED, opcode_22, .long 0x58000000
	NO UNDEFINED, opcode_19, .long 0x4c0007fe
	NO UNDEFINED, bcctr_counting, .long 0x4e000420
	NO TRAP, trap, trap
	NO TRAP, tdi, tdi 31,r3,0
	NO TRAP, twi, twi 16,r3,5
	NO TRAP, td, td 4,r3,r4
	NO TRAP, tw, tw 31,r0,r0
	NO PREFIXED, paddi, .long 0x06000000, 0x38600001
	NO PREFIXED, pld, .long 0x04100000, 0xe4600010
	REJECT SUFFIX, suffix_paddi
	.long 0x06000000
	PROBE
	.long 0x38600001
	END
	NO SYSTEM_CALL, sc, sc
	NO SYSTEM_CALL, sc_1, .long 0x44000022
	NO SYSTEM_CALL, scv, .long 0x44000001
	NO RETURN, rfid, rfid
	NO RETURN, hrfid, hrfid
	NO RETURN, rfscv, .long 0x4c0000a4
	NO RETURN, rfebb, .long 0x4c000124
	NO POWER_SAVING, stop, .long 0x4c0002e4
	NO POWER_SAVING, nap, .long 0x4c000364
	NO MSR, mtmsr, mtmsr r3
	NO MSR, mtmsrd, mtmsrd r3
	NO MSR, mtmsrd_1, mtmsrd r3,1
	.irp spr, 18, 19, 26, 27, 28, 273, 274, 304, 305, 314, 315
	NO TRAP_REG, mfspr_\spr, mfspr r3,\spr
	NO TRAP_REG, mtspr_\spr, mtspr \spr,r3
	.endr
	NO BRANCH_TAR, bctar, .long 0x4e800460
	NO TRANSACTION, tbegin, .long 0x7c00051d
	NO TRANSACTION, tend, .long 0x7c00055d
	NO TRANSACTION, treclaim, .long 0x7c03075d
	NO TRANSACTION, trechkpt, .long 0x7c0007dd
	.irp op, lwarx, ldarx, lbarx, lharx, stwcx., stdcx., stbcx., sthcx.
	NO RESERVATION, \op, \op r3,0,r4
	.endr
	NO RESERVATION, lqarx, lqarx r6,0,r4
	NO RESERVATION, stqcx, stqcx. r6,0,r4

.macro IN_RESERVATION name, code:vararg
	REJECT IN_RESERVATION, in_reservation_\name
1:	ldarx r3,0,r4
	\code
	PROBE
	addi r3,r3,1
	stdcx. r3,0,r4
	bne- 1b
	END
.endm
	IN_RESERVATION first, nop
	IN_RESERVATION branch, cmpdi r3,0; beq 2f; nop; 2:
	IN_RESERVATION last, .fill 30, 4, 0x60000000
