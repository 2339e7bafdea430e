# SPDX-License-Identifier: GPL-2.0
# What mistakes get on arm64, for tests/badinput.sh and tests/badinput_native.sh.

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
start_4 0
start_16 0
start_32 0
middle_2 -84 (in the middle of an instruction)
middle_3 -84 (in the middle of an instruction)
noinstr_kernel -22 (noinstr text)
entry_text -22 (entry text)
nokprobe_kernel -22 (runs between a trap and its handler)|(NOKPROBE_SYMBOL)
jump_label_inside -84 (in the middle of an instruction)
static_call_module n/a
static_call_inside n/a
static_call_kernel n/a
offset_to_padding -22 (a breakpoint, BUG or WARN)
warn_module -22 (a breakpoint, BUG or WARN)
bug_kernel -22 (a breakpoint, BUG or WARN)
foreign_breakpoint -22 (a breakpoint, BUG or WARN)
behind_foreign_breakpoint 0
insn_native_brk -22 (a breakpoint, BUG or WARN)
insn_our_brk -22 (a breakpoint, BUG or WARN)
insn_bug_brk -22 (a breakpoint, BUG or WARN)
insn_svc -84 (generates an exception)
insn_hvc -84 (generates an exception)
insn_smc -84 (generates an exception)
insn_hlt -84 (generates an exception)
insn_eret -84 (returns from an exception)
insn_udf -84 (not an instruction that is known)
insn_unallocated -84 (not an instruction that is known)
insn_ldxr -84 (an exclusive load or store)
insn_between_exclusives -84 (between an exclusive load and its store, which would fail for ever)
insn_stxr -84 (an exclusive load or store)
insn_behind_exclusives 0
insn_ldaxp -84 (an exclusive load or store)
insn_read_elr -84 (accesses a register that the trap changes)
insn_write_spsr -84 (accesses a register that the trap changes)
insn_spsel -84 (selects another stack pointer)
insn_daifset 0
insn_read_daif 0
insn_wfi 0
insn_yield 0
insn_tstart -84 (begins or ends a transaction)
insn_copy -84 (part of a memory copy or set sequence)
insn_autiasp 0
insn_retaa 0
insn_literal 0
insn_prfm_literal 0
insn_ldadd 0
insn_bti 0
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
insn_svc -22 / -84: an instruction that cannot be probed has one errno
insn_hvc -22 / -84: an instruction that cannot be probed has one errno
insn_smc -22 / -84: an instruction that cannot be probed has one errno
insn_hlt -22 / -84: an instruction that cannot be probed has one errno
insn_eret -22 / -84: an instruction that cannot be probed has one errno
insn_ldxr -22 / -84: an instruction that cannot be probed has one errno
insn_between_exclusives -22 / -84: an instruction that cannot be probed has one errno
insn_stxr -22 / -84: an instruction that cannot be probed has one errno
insn_ldaxp -22 / -84: an instruction that cannot be probed has one errno
insn_write_spsr -22 / -84: an instruction that cannot be probed has one errno
insn_spsel -22 / -84: an instruction that cannot be probed has one errno
insn_udf 0 / -84: no such instruction
insn_unallocated 0 / -84: no such instruction
insn_tstart 0 / -84: the next breakpoint or interrupt aborts what it starts
insn_copy 0 / -84: what one instruction of a sequence leaves, the next one takes for granted
insn_read_elr 0 / -84: the trap has changed it
insn_daifset -22 / 0: runs in a slot, where nothing is masked for it
insn_read_daif -22 / 0: runs in a slot, where nothing is masked for it
insn_wfi -22 / 0: emulated or run in a slot
insn_yield -22 / 0: emulated or run in a slot
insn_autiasp -22 / 0: emulated or run in a slot
insn_retaa -22 / 0: emulated or run in a slot
insn_prfm_literal -22 / 0: emulated or run in a slot
jump_label_kernel n/a / n/a: the kernel's symbols do not say where the table is
bug_kernel n/a / n/a: the kernel's symbols do not say where the table is
static_call_module n/a / n/a: there are none on arm64
static_call_inside n/a / n/a: there are none on arm64
static_call_kernel n/a / n/a: there are none on arm64
END
}
