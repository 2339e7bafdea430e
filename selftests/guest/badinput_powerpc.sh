# SPDX-License-Identifier: GPL-2.0
# What mistakes get on powerpc, for tests/badinput.sh and tests/badinput_native.sh.

expected_arch()
{
	cat <<'END'
percpu_symbol -22 (not in kernel or module text)
percpu_symbol/functions -2 (no such symbol)
end_of_text/functions -2 (no symbol at this address)
past_end_of_text/functions -2 (no symbol at this address)
data_symbol/functions -2 (no such symbol; did you mean perf_event_init_task?)
bss_symbol/functions -2 (no such symbol)
rodata_symbol/functions -2 (no such symbol)
jump_label_kernel/functions n/a
bug_kernel/functions n/a
return_addr_data/functions -22 (not at a function's entry)
absolute_symbol -2 (no such symbol)
module_init_text 0
module_init_symbol 0
start_4 0
start_16 0
start_32 0
middle_2 -84 (in the middle of an instruction)
middle_3 -84 (in the middle of an instruction)
noinstr_kernel -22 (runs between a trap and its handler)|(NOKPROBE_SYMBOL)
entry_text -22 (runs between a trap and its handler)
nokprobe_kernel -22 (runs between a trap and its handler)|(NOKPROBE_SYMBOL)
jump_label_inside -84 (in the middle of an instruction)
static_call_module n/a
static_call_inside n/a
static_call_kernel n/a
offset_to_padding -22 (a trap, BUG or WARN)
warn_module -22 (a trap, BUG or WARN)
bug_kernel -22 (a trap, BUG or WARN)|(runs between a trap and its handler)
foreign_breakpoint -22 (a trap, BUG or WARN)
behind_foreign_breakpoint 0
insn_native_trap -22 (a trap, BUG or WARN)
insn_our_trap -22 (a trap, BUG or WARN)
insn_bug_trap -22 (a trap, BUG or WARN)
insn_warn_trap -22 (a trap, BUG or WARN)
insn_sc -84 (a system call)
insn_scv -84 (a system call)
insn_rfid -84 (returns from an interrupt)
insn_hrfid -84 (returns from an interrupt)
insn_mtmsr -84 (writes the machine state register)
insn_mtmsrd -84 (writes the machine state register)
insn_mfmsr 0
insn_prefixed -84 (a prefixed instruction)
insn_suffix -84 (the second word of a prefixed instruction)
insn_behind_suffix 0
insn_ldarx -84 (loads and reserves, or stores conditionally)
insn_in_reservation -84 (between a load that reserves and its store, which would fail for ever)
insn_stdcx -84 (loads and reserves, or stores conditionally)
insn_behind_reservation 0
insn_tbegin -84 (part of a transaction)
insn_mfsrr0 -84 (accesses a register that the trap changes)
insn_mtsrr1 -84 (accesses a register that the trap changes)
insn_stop -84 (enters a power-saving mode)
insn_bctar -84 (branches by the target address register)
insn_undefined -84 (not an instruction that is known)
insn_stdu 0
insn_lnia 0
insn_sync 0
insn_bdnz 0
unregister_mixed_batch 0 bt_next+0x0/0x10 [badinput_target]: -22 (not registered)
batch_bad_7th -2 kp_no_such_symbol+0x4: -2 (no such symbol)
batch_two_bad -2 kp_no_such_symbol+0x4: -2 (no such symbol)
batch_mended 0 kp_no_such_symbol+0x4: -2 (no such symbol)
batch_registered_7th -22 bt_layout+0x4: -22 (this struct kprobe is registered already)
again_addr_restored 4
END
}

differences_arch()
{
	cat <<'END'
offset_into_next -22 / -84: an address in the midst of an instruction has one errno
middle_1 -22 / -84: an address in the midst of an instruction has one errno
middle_2 -22 / -84: an address in the midst of an instruction has one errno
middle_3 -22 / -84: an address in the midst of an instruction has one errno
middle_6 -22 / -84: an address in the midst of an instruction has one errno
middle_11 -22 / -84: an address in the midst of an instruction has one errno
middle_13 -22 / -84: an address in the midst of an instruction has one errno
middle_27 -22 / -84: an address in the midst of an instruction has one errno
middle_29 -22 / -84: an address in the midst of an instruction has one errno
middle_33 -22 / -84: an address in the midst of an instruction has one errno
middle_of_ftrace -22 / -84: an address in the midst of an instruction has one errno
middle_of_ftrace_end -22 / -84: an address in the midst of an instruction has one errno
jump_label_inside -22 / -84: an address in the midst of an instruction has one errno
warn_inside -22 / -84: an address in the midst of an instruction has one errno
batch_middle_7th -22 / -84: an address in the midst of an instruction has one errno
batch_two_bad -22 / -2: all names of a batch are looked up before any text is looked at
again_after_refusal_by_addr -22 / 0: a refused struct has its addr as before, so it can be mended and used again
insn_sc -22 / -84: an instruction that cannot be probed has one errno
insn_scv -22 / -84: an instruction that cannot be probed has one errno
insn_rfid -22 / -84: an instruction that cannot be probed has one errno
insn_hrfid -22 / -84: an instruction that cannot be probed has one errno
insn_mtmsr -22 / -84: an instruction that cannot be probed has one errno
insn_mtmsrd -22 / -84: an instruction that cannot be probed has one errno
insn_suffix -22 / -84: an instruction that cannot be probed has one errno
insn_stop -22 / -84: an instruction that cannot be probed has one errno
insn_prefixed n/a / -84: removed, the kernel's own leaves zero in the second word
insn_ldarx 0 / -84: the breakpoint loses the reservation
insn_in_reservation 0 / -84: the breakpoint loses the reservation
insn_stdcx 0 / -84: the breakpoint loses the reservation
insn_tbegin 0 / -84: the next breakpoint or interrupt aborts what it starts
insn_mfsrr0 0 / -84: the trap has changed it
insn_mtsrr1 0 / -84: the way back from the trap changes it
insn_bctar 0 / -84: branches from where it is run
insn_undefined 0 / -84: no such instruction
return_offset 0 / -22: only the entry is a function's entry, not what follows within 16 bytes
return_offset_by_addr 0 / -22: only the entry is a function's entry, not what follows within 16 bytes
return_addr_middle 0 / -22: only the entry is a function's entry, not what follows within 16 bytes
return_switch_to 0 / -22: it returns to another task's caller
jump_label_kernel n/a / n/a: the kernel's symbols do not say where the table is
bug_kernel n/a / n/a: the kernel's symbols do not say where the table is
static_call_module n/a / n/a: there are none on powerpc
static_call_inside n/a / n/a: there are none on powerpc
static_call_kernel n/a / n/a: there are none on powerpc
END
}
