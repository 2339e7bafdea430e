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
	"$@" 2>&1 | sed 's/^/demo:   /'
}

fork_some()
{
	for i in 1 2 3; do
		/bin/true
	done
}

# expect_lines WANTED WHAT: fork, and look for the handler's lines.
expect_lines()
{
	local lines count
	log_mark
	fork_some
	lines=$(dmesg_since | grep pre_handler)
	count=$(echo "$lines" | grep -c pre_handler)
	[ "$count" = 0 ] || echo "$lines" | sed 's/^/demo:   /'
	if [ "$1" = some ] && [ "$count" -ge 3 ] ||
	   [ "$1" = no ] && [ "$count" = 0 ]; then
		say "ok: $count lines of the handler for 3 forks, $2"
	else
		say "NOT OK: $count lines of the handler for 3 forks, $2"
		failed=1
	fi
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
unload kprobes
expect_lines no 'modules gone'
exit $failed
