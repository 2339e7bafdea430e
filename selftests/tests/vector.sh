# SPDX-License-Identifier: GPL-2.0
# Breakpoints by a call of ours in the kernel's vector, in each context; by the kernel's
# hooks, notifiers or function for them, if it says so; other exceptions come to the kernel,
# also one that sleeps while kprobes.ko goes; the kernel's own kprobes.
#
# kernels: standalone debug stock
# arch: arm64 ppc64le ppc64
# timeout: 120
. /kp/lib.sh

# Not with lockdep.
has_call()
{
	! grep -q '^CONFIG_TRACE_IRQFLAGS=y' /kp/config
}

is_by_call()
{
	breakpoints_by
	[ "$(breakpoints_by)" = "by a call of our own in the kernel's vector" ]
}

# is_by_kernel WHY
is_by_kernel()
{
	breakpoints_by
	case $(breakpoints_by) in
	"by a hook of the kernel: $1") ;;
	"at the entry of the kernel's function for them: $1") ;;
	"by the kernel's notifiers: $1") ;;
	*) false ;;
	esac
}

native=/kp/kmod/api_client_native.ko
natives_refused=
[ "$KP_ARCH" != arm64 ] ||
	natives_refused='kp_arm64_vector kp_arm64_brk64_common kp_arm64_brk_handler_common'

# There it would be hit again before it is known whose it is, without end.
native_is_refused()
{
	! insmod $native symbol="kprobes:$1" 2>/dev/null || ! rmmod api_client_native
}

# Elsewhere they are hit within our hits.
native_in_ours()
{
	local status ours=kp_ppc_vector_trap
	[ "$KP_ARCH" != arm64 ] || ours=kp_arm64_vector_brk
	insmod $native symbol=kprobes:$ours || return 1
	insmod /kp/kmod/api_client.ko symbol=${KP_SYS}sethostname offset=$KP_INSIDE post=0 ||
		return 1
	hostname kprobes
	[ "$(cat /sys/module/api_client/parameters/hits)" -gt 0 ] &&
		[ "$(cat /sys/module/api_client_native/parameters/hits)" -gt 0 ]
	status=$?
	rmmod api_client
	rmmod api_client_native && return $status
}

all_modules()
{
	local module
	for module in vector_test insn_test api_semantics return_api; do
		run_kmod $module
	done
}

parameter=/sys/module/sleeping_fault/parameters

# Its fault came through ours, and returns without.
sleeps_while_we_go()
{
	local writer
	echo 1 1<>/proc/sleeping_fault &
	writer=$!
	until grep -q Y $parameter/sleeps; do
		[ -d /proc/$writer ] || return 1
		usleep 20000
	done
	unload_kprobes
	echo 1 >$parameter/go
	wait $writer
}

ktap_begin
load_kprobes optimization=0
if has_call; then
	check 'stats' is_by_call
else
	check 'stats' is_by_kernel 'the kernel checks locks or traces interrupts'
fi
if [ -e $native ]; then
	for name in $natives_refused; do
		check "the kernel's own is refused in $name" native_is_refused $name
	done
	! has_call || check "the kernel's own in our hits" native_in_ours
fi
all_modules
expect_begin 'WARNING: .*warn_target_init'
check 'a module that warns loads' insmod /kp/kmod/warn_target.ko
expect_end
rmmod warn_target
check 'a module whose page sleeps loads' insmod /kp/kmod/sleeping_fault.ko
check 'a fault sleeps while kprobes.ko goes' sleeps_while_we_go
rmmod sleeping_fault

load_kprobes optimization=0 vector_call=0
check 'not with vector_call=0' is_by_kernel vector_call=0
all_modules
unload_kprobes
plan_end
