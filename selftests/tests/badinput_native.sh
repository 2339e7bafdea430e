# SPDX-License-Identifier: GPL-2.0
# The same mistakes, made with the kernel's own kprobes and with ours: what they
# get is the same, but for the differences listed here.
#
# kernels: stock
# arch: x86_64
# timeout: 100
# vm: own
. /kp/lib.sh
. /kp/badinput.sh

# NAME KERNEL'S OWN / OURS: REASON. They are in Documentation/kprobes.rst.
differences()
{
	cat <<'END'
again_after_refusal -22 / 0: a refused struct has its addr as before, so it can be mended and used again
again_after_refusal_by_addr -84 / 0: a refused struct has its addr as before, so it can be mended and used again
again_by_addr_offset -84 / 0: a struct can be registered again: the offset in its addr is not added twice
again_by_symbol -22 / 0: a struct can be registered again: the addr that registering put there is no second request
again_by_symbol_offset -22 / 0: a struct can be registered again: the addr that registering put there is no second request
again_other_symbol -22 / 48: a struct can be registered again: the addr that registering put there is no second request
again_symbol_other_offset -22 / 12: a struct can be registered again: the addr that registering put there is no second request
batch_mended -22 / 0: a refused batch has its addrs as before, so it can be mended and used again
batch_two_bad -84 / -2: all names of a batch are looked up before any text is looked at
register_null n/a / -22: the kernel's own oopses
enable_null n/a / -22: the kernel's own oopses
disable_null n/a / -22: the kernel's own oopses
unregister_null n/a / 0: the kernel's own oopses
batch_null_7th n/a / -22: the kernel's own oopses
batch_null_array n/a / -22: the kernel's own oopses
return_null n/a / -22: the kernel's own oopses
double_by_offset n/a / -22: the kernel's own moves addr on by offset, and never finds the first probe again
own_text n/a / -22: kprobes.ko cannot be probed by itself
own_api n/a / -22: kprobes.ko cannot be probed by itself
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

values()
{
	sed -n 's/^mistake \([^ ]*\) \([^ ]*\) .*/\1 \2/p' "$1"
}

# Writes KTAP without numbers.
compare()
{
	awk '
	FILENAME ~ /differences$/ {
		native[$1] = $2
		ours[$1] = $4
		sub(":$", "", ours[$1])
		reason[$1] = $0
		sub("^[^:]*: ", "", reason[$1])
		next
	}
	FILENAME ~ /native$/ { got[$1] = $2; next }
	!($1 in got) { print "not ok " $1 ": not made natively"; next }
	$1 in native {
		seen[$1] = 1
		if (got[$1] == native[$1] && $2 == ours[$1])
			print "ok " $1 ": " got[$1] ", ours " $2 ": " reason[$1]
		else
			print "not ok " $1 ": " got[$1] ", ours " $2 \
				", not as listed"
		next
	}
	{
		same = got[$1] == $2 && $2 != "n/a"
		print (same ? "ok " : "not ok ") $1 ": " got[$1] \
			(same ? "" : ", ours " $2)
	}
	END {
		for (name in native)
			if (!(name in seen))
				print "not ok " name ": listed, but not made"
		print (NR > 150 ? "ok" : "not ok") " there are " NR " lines"
	}' /tmp/differences /tmp/values.native /tmp/values.ours
}

ktap_begin
differences >/tmp/differences
insmod /kp/kmod/badinput_target.ko
# a struct registered twice: WARN_ON_ONCE() in warn_kprobe_rereg()
expect_begin 'WARNING: .* register_k(ret)?probe'
make_mistakes badinput_native >/tmp/native
expect_end
load_kprobes
make_mistakes badinput >/tmp/ours
values /tmp/native >/tmp/values.native
values /tmp/ours >/tmp/values.ours
compare >/tmp/ktap
while read -r line; do
	case $line in
	'ok '*) ok "${line#ok }" ;;
	*) not_ok "${line#not ok }" ;;
	esac
done </tmp/ktap
rmmod badinput_target
unload_kprobes
plan_end
