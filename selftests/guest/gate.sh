# SPDX-License-Identifier: GPL-2.0
# For the tests of the gate of vector 3.

switch=/sys/module/kprobes/parameters/int3_gate
foreign=/sys/module/gate_foreign/parameters

gate()
{
	cat $foreign/gate
}

# Whether kprobes.ko is to have chosen a gate here: not with lockdep, nor where
# printk is told of NMIs.
has_gate()
{
	! grep -qE '^CONFIG_(TRACE_IRQFLAGS|PRINTK_NMI)=y' /kp/config
}

is_by_gate()
{
	breakpoints_by
	[ "$(breakpoints_by)" = 'by a gate of our own' ] && [ "$(gate)" != "$before" ]
}

is_by_notifier()
{
	breakpoints_by
	case $(breakpoints_by) in
	"by the kernel's notifiers: "*) [ "$(gate)" = "$before" ] ;;
	*) false ;;
	esac
}

# The gate changes under breakpoints of user space and of the kernel.
switch_under_load()
{
	local i=0 load
	(while [ ! -e /tmp/enough ]; do
		/kp/bin/int3_user 50 || echo user >>/tmp/wrong
	done) &
	load=$!
	rm -f /tmp/wrong
	while [ $i -lt 10 ]; do
		echo $((i & 1)) >$switch || echo switch >>/tmp/wrong
		i=$((i + 1))
		usleep 20000
	done
	: >/tmp/enough
	wait $load
	rm -f /tmp/enough
	[ ! -e /tmp/wrong ] && is_by_gate
}

# Told by what is loaded or unloaded; or, if it is changed later, by stats.
stays_for_foreign()
{
	echo 1 >$foreign/change
	breakpoints_by | grep -q 'somebody else' || return 1
	! rmmod kprobes 2>/dev/null || return 1
	! echo 0 2>/dev/null >$switch || return 1
	echo 0 >$foreign/change
	is_by_gate
}

# Changed when nobody looks: then rmmod waits.
waits_for_foreign()
{
	local remover status
	echo 1 >$foreign/change
	rmmod kprobes &
	remover=$!
	sleep 3
	grep -q '^kprobes ' /proc/modules
	status=$?
	echo 0 >$foreign/change
	wait $remover
	[ $status = 0 ] && ! grep -q '^kprobes ' /proc/modules
}

# The kernel's own kprobes: not on the way to our look-up, elsewhere in kprobes.ko yes.
native_is_refused()
{
	local at
	for at in kp_x86_gate kp_x86_gate_kernel kp_x86_gate_back; do
		! insmod /kp/kmod/api_client_native.ko symbol=kprobes:$at ||
			return 1
	done
	insmod /kp/kmod/api_client_native.ko symbol=kprobes:kp_hit_resched &&
		rmmod api_client_native
}

both_ways()
{
	check "user space's breakpoints, $1" /kp/bin/int3_user 200
	run_kmod gate_test
}

# Without jumps in place of breakpoints, which do not come to the gate.
gate_tests()
{
	insmod /kp/kmod/gate_foreign.ko
	before=$(gate)
	check "user space's breakpoints, before" /kp/bin/int3_user 20
	load_kprobes optimization=0
	if has_gate; then
		check 'stats and the gate' is_by_gate
		both_ways 'with the gate'
		[ ! -e /kp/kmod/api_client_native.ko ] ||
			check "the kernel's own are refused in the gate" \
				native_is_refused
		check 'switched off' sh -c "echo 0 >$switch"
		check 'the gate is as before' is_by_notifier
		both_ways 'without the gate'
		check 'switched under load' switch_under_load
		check "somebody else's gate keeps kprobes.ko" stays_for_foreign
		check 'and makes rmmod wait' waits_for_foreign
		check 'the gate is as before' [ "$(gate)" = "$before" ]
		load_kprobes optimization=0 int3_gate=0
		check 'not with int3_gate=0' is_by_notifier
		unload_kprobes
		load_kprobes
		run_kmod gate_test jumps=1
		unload_kprobes
		load_kprobes optimization=0
	else
		check 'stats and the gate' is_by_notifier
		both_ways 'without a gate'
	fi
	unload_kprobes
	check 'the gate is as before' [ "$(gate)" = "$before" ]
	check "user space's breakpoints, after" /kp/bin/int3_user 20
	rmmod gate_foreign
}
