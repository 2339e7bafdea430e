# SPDX-License-Identifier: GPL-2.0
# The same mistakes, made with the kernel's own kprobes and with ours: what they
# get is the same, but for the differences listed here.
#
# kernels: stock
# arch: x86_64 arm64 ppc64le
# timeout: 100
# vm: own
. /kp/lib.sh
. /kp/badinput.sh

# NAME KERNEL'S OWN / OURS: REASON. They are in Documentation/kprobes.rst.
differences()
{
	cat <<'END'
again_after_refusal -22 / 0: a refused struct has its addr as before, so it can be mended and used again
again_by_symbol -22 / 0: a struct can be registered again: the addr that registering put there is no second request
again_by_symbol_offset -22 / 0: a struct can be registered again: the addr that registering put there is no second request
again_other_symbol -22 / 48: a struct can be registered again: the addr that registering put there is no second request
again_symbol_other_offset -22 / 12: a struct can be registered again: the addr that registering put there is no second request
batch_mended -22 / 0: a refused batch has its addrs as before, so it can be mended and used again
refused_kprobe n/a / 0: a refused struct is as it was, every member
refused_return n/a / 0: a refused struct is as it was, every member
refused_then_both n/a / -22: a refused struct is as it was, every member
register_null n/a / -22: the kernel's own oopses
enable_null n/a / -22: the kernel's own oopses
disable_null n/a / -22: the kernel's own oopses
unregister_null n/a / 0: the kernel's own oopses
unregister_others n/a / 0: the kernel's own writes to it
batch_null_7th n/a / -22: the kernel's own oopses
batch_null_array n/a / -22: the kernel's own oopses
return_null n/a / -22: the kernel's own oopses
no_memory_symbol n/a / -14: the kernel's own oopses
no_memory_check n/a / -14: the kernel's own kprobes have no such function
no_memory_register n/a / -14: the kernel's own oopses
no_memory_enable n/a / -22: the kernel's own oopses
no_memory_unregister n/a / 0: the kernel's own oopses
no_memory_in_batch n/a / -14: the kernel's own oopses
no_memory_unregister_batch n/a / 0: the kernel's own oopses
double_by_offset n/a / -22: the kernel's own moves addr on by offset, and never finds the first probe again
own_text n/a / -22: kprobes.ko cannot be probed by itself
own_api n/a / -22: kprobes.ko cannot be probed by itself
END
	differences_arch
	[ $old = 0 ] || differences_5_10
}

# Besides, with the kernel's own kprobes of 5.10, on x86.
differences_5_10()
{
	for name in percpu_symbol offset_huge offset_module_huge user_addr \
		addr_1 addr_wraps addr_non_canonical addr_stack addr_task \
		addr_vmalloc addr_kmalloc addr_unmapped module_init_text \
		addr_vsyscall; do
		echo "$name -22 / -2: what is no text that stays is not there"
	done
	cat <<'END'
addr_last -1 / -2: what is no text that stays is not there
flags_garbage 2 / 18: a flag says whether a probe is at a function's entry
flags_gone 0 / 16: a flag says whether a probe is at a function's entry
flags_ftrace 0 / 16: a flag says whether a probe is at a function's entry
flags_disabled 2 / 18: a flag says whether a probe is at a function's entry
flags_of_two 0 / 16: a flag says whether a probe is at a function's entry
return_maxactive 0 / 1: maxactive does not depend on how tasks are preempted
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
case $(uname -r) in
5.10.*) old=1 ;;
*) old=0 ;;
esac
differences >/tmp/differences
insmod /kp/kmod/badinput_target.ko
# a struct registered twice: WARN_ON_ONCE() in warn_kprobe_rereg(), since 5.12
[ $old = 1 ] || expect_begin 'WARNING: .* register_k(ret)?probe'
make_mistakes badinput_native >/tmp/native
[ $old = 1 ] || expect_end
# Its jumps are taken away later, and until then their text is refused to others.
# This waits for it.
sysctl=/proc/sys/debug/kprobes-optimization
if [ -e $sysctl ]; then
	echo 0 >$sysctl
	echo 1 >$sysctl
fi
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
