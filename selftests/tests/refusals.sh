# SPDX-License-Identifier: GPL-2.0
# What a refusal tells: who has asked for what, when, which of a batch it was, the
# reason, a name that may have been meant; in `refusals` and in the log.
# timeout: 60
. /kp/lib.sh
. /kp/side.sh

# asked SYMBOL PARAMETERS: what the last line of `refusals` says then.
asked()
{
	insmod /kp/kmod/api_client.ko symbol="$@" 2>/dev/null && rmmod api_client
	tail -n 1 "$KP_DEBUGFS/refusals"
}

# said PATTERN SYMBOL [PARAMETERS]
said()
{
	local pattern="$1"
	shift
	asked "$@" | grep -qx "$pattern" || {
		tail -n 1 "$KP_DEBUGFS/refusals"
		return 1
	}
}

# means NAME SYMBOL: it is proposed for the wrong one.
means()
{
	said ".* $2+0x0: -2 (no such symbol; did you mean $1?)" "$2"
}

in_log()
{
	dmesg_since | grep 'kprobes: api_client: ' | grep "$@"
}

ktap_begin
load_kprobes
log_mark
time='\[ *[0-9]*\.[0-9]\{6\}\]'
check 'when, client, function, place, errno, reason' said \
	"$time api_client: register_kprobe __no_such_name+0x0: -2 (no such symbol)" \
	__no_such_name
check 'and of an instruction' said "$time api_client: register_kprobe\
 kernel_clone+0x1: -[0-9]* (.*)" kernel_clone offset=1
check 'the log says the same' in_log \
	'register_kprobe __no_such_name+0x0: -2 (no such symbol)$'

check 'two letters exchanged' means vfs_read vfs_raed
check 'a letter too many' means kernel_clone kernnel_clone
check 'a letter missing, one wrong' means kernel_clone kernl_klone
[ $KP_SYS = sys_ ] || check 'without the prefix of a system call' \
	means "__[a-z0-9_]*_sys_getppid" sys_getppid
! has_symbol kmem_cache_alloc_noprof || check 'what allocates, as it was called' \
	means kmem_cache_alloc_noprof kmem_cache_alloc
check 'nothing is like it' said '.* qqqqqqqq+0x0: -2 (no such symbol)' qqqqqqqq

# batch SYMBOLS: which of them are refused, and why. insmod tries it twice.
batch()
{
	! insmod /kp/kmod/batch_client.ko symbols="$1" 2>/dev/null || return 1
	sed -n 's/.* batch_client: register_kprobes \(.*\)/\1/p' \
		"$KP_DEBUGFS/refusals" | tail -n 3
}

expect 'of a batch each is named that is to blame, with its number' \
'[2 of 5] vfs_raed+0x0: -2 (no such symbol; did you mean vfs_read?)
[3 of 5] qqqqqqqq+0x0: -2 (no such symbol)
[5 of 5] kernel_klone+0x0: -2 (no such symbol; did you mean kernel_clone?)' \
	batch vfs_read,vfs_raed,qqqqqqqq,kernel_clone,kernel_klone

# what a live patch's module says of itself
[ ! -e /kp/kmod/live_patch_test.ko ] || run_kmod live_patch_test

# before_function NAME BYTES: a symbol and an offset, as parameters of api_client.
before_function()
{
	awk -v name="$1" '$3 == name { print before, $1; exit } { before = $1 " " $3 }' \
		/proc/kallsyms >/tmp/before
	read -r start symbol end </tmp/before
	echo "$symbol offset=$((0x$end - $2 - 0x$start))"
}

# no_return SYMBOL REASON: no return probe may be there
no_return()
{
	! insmod /kp/kmod/left_probe.ko returns="$1" 2>/dev/null || return 1
	tail -n 1 "$KP_DEBUGFS/refusals" |
		grep "kernel: register_kretprobe $1+.*: -22 ($2)\$"
}

looks='bpf_throw arch_bpf_stack_walk bpf_prog_find_from_stack'
! has_symbol bpf_arena_handle_page_fault ||
	looks="$looks page_fault_oops kernelmode_fixup_or_oops bad_area_nosemaphore
		__bad_area_nosemaphore"
[ $KP_ARCH = x86_64 ] || looks=
for look in $looks; do
	# compilers add .constprop.0 and the like
	for name in $(sed -n "s/^.* [Tt] \($look\([.][^ ]*\)\{0,1\}\)\$/\1/p" /proc/kallsyms |
			grep -v '[.]cold'); do
		check "what looks on the stack: $name" no_return $name \
			"BPF looks on the stack for its caller"
	done
done

# arm64: what is in front of a function that is traced
if grep -qs '^CONFIG_DYNAMIC_FTRACE_WITH_CALL_OPS=y' /kp/config; then
	for bytes in 8 4; do
		# shellcheck disable=SC2046 # two words
		check "$bytes bytes before a function" said \
			'.*: -22 (a pointer of the function tracer)' \
			$(before_function vfs_read $bytes)
	done
fi

log_mark
echo 0 >/sys/module/kprobes/parameters/log_refusals
check 'refused' said '.* __no_such_name+0x0: .*' __no_such_name
check 'not for the log, when it was told so' not in_log .
echo 1 >/sys/module/kprobes/parameters/log_refusals
unload_kprobes
plan_end
