# SPDX-License-Identifier: GPL-2.0
# What `make demo` shows. Lines that begin with "demo: " are for the reader.
. /kp/lib.sh

failed=0

say()
{
	echo "demo: $*"
}

# show COMMAND...: say what is done, do it, show what it prints.
show()
{
	say "# $*"
	"$@" 2>&1 | sed 's/^/demo:   /; s/ *$//'
}

fork_some()
{
	for i in 1 2 3; do
		/bin/true
	done
}

set_loglevels()
{
	dmesg -n 6
	dmesg -n 7
	dmesg -n 8
}

run_program()
{
	echo 'add 3' | /kp/bin/user_target >/dev/null
}

# expect_lines some|no WHAT [PATTERN [ACTION]]: fork, or do the action, and look
# for the handler's lines.
expect_lines()
{
	local count verdict='NOT OK'
	log_mark
	${4:-fork_some}
	echo KP-MARK-END >/dev/kmsg
	# what is said here gets to the log when it gets there
	dmesg_since | sed "/KP-MARK-END/,\$d; /\] demo: /d
		/${3:-pre_handler}/!d" >/tmp/lines
	sed 's/^/demo:   /' /tmp/lines
	count=$(grep -c . /tmp/lines)
	case $1:$count in
	some:[012] | no:[1-9]*) failed=1 ;;
	*) verdict=ok ;;
	esac
	say "$verdict: $count lines of the handler: $2"
}

load()
{
	say "# insmod $*"
	insmod "$@" || { say "NOT OK: insmod $*"; exit 1; }
}

unload()
{
	say "# rmmod $1"
	rmmod "$1" || { say "NOT OK: rmmod $1"; failed=1; }
}

switch()
{
	say "# echo $1 > $KP_DEBUGFS/enabled"
	echo "$1" >"$KP_DEBUGFS/enabled" || { say 'NOT OK'; failed=1; }
}

say "Linux $(uname -r), $(nproc) CPUs"
load /kp/kprobes.ko
load /kp/samples/kprobe_example.ko symbol=kernel_clone
expect_lines some 'probe in place'
show cat "$KP_DEBUGFS/list"
grep -q kernel_clone "$KP_DEBUGFS/list" || {
	say 'NOT OK: the list does not name kernel_clone'
	failed=1
}
switch 0
expect_lines no 'all probes disarmed'
switch 1
expect_lines some 'armed again'
unload kprobe_example
load /kp/samples/kretprobe_example.ko symbol=kernel_clone
expect_lines some 'how long it took, from a return probe' 'returned.*after'
unload kretprobe_example
load /kp/samples/jprobe_example.ko
expect_lines some 'its argument, from a jprobe' 'flags 0x'
unload jprobe_example
if has_watches; then
	load /kp/samples/kwatch_example.ko symbol=console_printk
	expect_lines some 'who writes a variable, from a watchpoint' \
		'written by' set_loglevels
	show cat "$KP_DEBUGFS/list"
	unload kwatch_example
fi
if has_symbol uprobe_register; then
	load /kp/samples/user_probe_example.ko path=/kp/bin/user_target \
		symbol=user_add
	expect_lines some 'a function of a program, and its result' \
		'user_add: returned' run_program
	show cat "$KP_DEBUGFS/list"
	unload user_probe_example
else
	say '(this kernel has no uprobes: no probes in user space)'
fi
# A request that is refused, and where one reads why.
say '# insmod /kp/samples/kprobe_example.ko symbol=kernel_clonk'
if insmod /kp/samples/kprobe_example.ko symbol=kernel_clonk 2>/tmp/error; then
	say 'NOT OK: a name that the kernel does not have'
	failed=1
fi
sed 's/^/demo:   /' /tmp/error
show tail -n 1 "$KP_DEBUGFS/refusals"
if tail -n 1 "$KP_DEBUGFS/refusals" | grep -q \
	'kprobe_example: .*(no such symbol; did you mean kernel_clone?)$'; then
	say 'ok: refused, with the reason'
else
	say 'NOT OK: refused without its reason'
	failed=1
fi
unload kprobes
expect_lines no 'modules gone'
exit $failed
