# SPDX-License-Identifier: GPL-2.0
# What mistakes get on x86_64, for tests/badinput.sh and tests/badinput_native.sh.

expected_arch()
{
	cat <<'END'
percpu_symbol -2 (no symbol at this address)
absolute_symbol -2 (no such symbol)
start_5 0
start_18 0
start_34 0
middle_4 -84 (in the middle of an instruction)
middle_20 -84 (in the middle of an instruction)
addr_vsyscall -22 (the vsyscall page)
addr_vsyscall/stock -2 (no symbol at this address)
noinstr_kernel -22 (noinstr text)
entry_text -22 (entry text)
nokprobe_kernel -22 (runs between a trap and its handler)|(NOKPROBE_SYMBOL)
static_call_module -22 (static call site)
static_call_inside -22 (static call site)
static_call_kernel -22 (static call site)|(runs where no exception can be taken)
warn_module -22 (an undefined instruction, as WARN and BUG use it)
bug_kernel -22 (an undefined instruction, as WARN and BUG use it)|(runs where no exception can be taken)
foreign_breakpoint -22 (a breakpoint is there)
behind_foreign_breakpoint 0
insn_ud2 -22 (an undefined instruction, as WARN and BUG use it)
insn_int80 -84 (a software interrupt)
insn_iretq -84 (a return from an interrupt)
insn_lretq -84 (a far call, jump or return)
insn_far_call -84 (a far call, jump or return)
insn_far_jump -84 (a far call, jump or return)
insn_mov_ss -84 (loads the stack segment)
insn_behind_mov_ss -84 (follows a load of the stack segment)
insn_mov_gs -84 (changes the GS base)
insn_swapgs -84 (changes the GS base)
insn_sysretq -84 (enters or leaves the kernel)
insn_lock_nop -84 (a lock prefix on an instruction that takes none)
insn_behind_sti -84 (follows sti, which holds off interrupts before it)
insn_sti_hlt -84 (sti that holds off interrupts before the next one)
insn_undefined -84 (no such instruction in 64-bit mode)
insn_behind_undefined -84 (undecodable bytes in the function before it)
insn_xbegin -84 (starts a transaction, which a breakpoint aborts)
insn_vmlaunch -84 (enters a virtual machine or another processor mode)
insn_vmcall 0
insn_jump_memory 0
insn_call_memory 0
insn_branch16 -84 (a branch whose operand size depends on the vendor)
batch_bad_7th -2 kp_no_such_symbol+0x5: -2 (no such symbol)
batch_two_bad -2 kp_no_such_symbol+0x5: -2 (no such symbol)
batch_mended 0 kp_no_such_symbol+0x5: -2 (no such symbol)
batch_registered_7th -22 bt_layout+0x5: -22 (this struct kprobe is registered already)
again_addr_restored 5
END
}

differences_arch()
{
	cat <<'END'
again_after_refusal_by_addr -84 / 0: a refused struct has its addr as before, so it can be mended and used again
again_by_addr_offset -84 / 0: a struct can be registered again: the offset in its addr is not added twice
batch_two_bad -84 / -2: all names of a batch are looked up before any text is looked at
insn_call_memory -95 / 0: emulated or run in a slot
insn_jump_memory -95 / 0: emulated or run in a slot
insn_vmcall -95 / 0: emulated or run in a slot
insn_far_call -95 / -84: an instruction that cannot be probed has one errno
insn_far_jump -95 / -84: an instruction that cannot be probed has one errno
insn_iretq -95 / -84: an instruction that cannot be probed has one errno
insn_vmlaunch -95 / -84: an instruction that cannot be probed has one errno
insn_mov_ss -22 / -84: an instruction that cannot be probed has one errno
insn_behind_mov_ss 0 / -84: a breakpoint here is held off until the next instruction
insn_behind_sti 0 / -84: interrupts would come before the instruction, not after it
insn_sti_hlt 0 / -84: an interrupt between the two, and the CPU sleeps on
insn_lretq 0 / -84: the kernel's own emulates a near return, and leaves CS on the stack
insn_int80 0 / -84: what it does depends on where it is
insn_mov_gs 0 / -84: per-CPU data are out of reach afterwards
insn_swapgs 0 / -84: per-CPU data are out of reach afterwards
insn_sysretq 0 / -84: there is no next instruction
insn_lock_nop 0 / -84: no such instruction
insn_undefined 0 / -84: no such instruction
insn_behind_undefined 0 / -84: where it starts depends on what is no instruction
insn_branch16 0 / -84: processors do not agree on its length
insn_xbegin 0 / -84: the next breakpoint or interrupt aborts what it starts
insn_ud2 0 / -22: WARN and BUG, whether or not the kernel knows them
END
}
