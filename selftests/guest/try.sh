# SPDX-License-Identifier: GPL-2.0
# What `make try` shows of a client: what its module prints while processes fork and
# files are read, the list, the refusals. Lines that begin with "try: " are for the reader.
. /kp/lib.sh

say()
{
	echo "try: $*"
}

# show FILE: what is in it, if anything
show()
{
	[ ! -s "$1" ] || sed "s/^/try:   /; s/ *\$//" "$1"
}

# The log since the mark, without what is said here, and not too much of it.
client_log()
{
	echo KP-MARK-END >/dev/kmsg
	dmesg_since | sed '/KP-MARK-END/,$d; /\] try: /d; s/^<[0-9]*>//' >/tmp/lines
	head -n 20 /tmp/lines >/tmp/first
	show /tmp/first
	[ "$(grep -c . /tmp/lines)" -le 20 ] ||
		say "  ... $(grep -c . /tmp/lines) lines in all"
}

failed=0
say "Linux $(uname -r)"
say '# insmod kprobes.ko'
insmod /kp/kprobes.ko || { say 'NOT OK'; exit 1; }
log_mark
for module in /kp/try/*.ko; do
	name=$(basename "$module" .ko)
	say "# insmod $name.ko $KP_ARGS"
	# shellcheck disable=SC2086 # a list of words
	insmod "$module" $KP_ARGS 2>/tmp/error || {
		say "NOT OK: $(cat /tmp/error)"
		failed=1
	}
done
for i in 1 2 3; do
	/bin/true
	cat /proc/version >/dev/null
done
say '# dmesg'
client_log
say "# cat $KP_DEBUGFS/list"
cat "$KP_DEBUGFS/list" >/tmp/list
show /tmp/list
cat "$KP_DEBUGFS/refusals" >/tmp/refusals
[ ! -s /tmp/refusals ] || {
	say "# cat $KP_DEBUGFS/refusals"
	show /tmp/refusals
}
log_mark
for module in /kp/try/*.ko; do
	name=$(basename "$module" .ko)
	! grep -q "^$name " /proc/modules || rmmod "$name" || failed=1
done
say '# rmmod'
client_log
rmmod kprobes || failed=1
exit $failed
