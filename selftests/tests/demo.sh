# SPDX-License-Identifier: GPL-2.0
# What `make demo` shows: each line of a verdict is one, and what must be seen is seen.
. /kp/lib.sh

# seen WHAT
seen()
{
	check "$1" grep -q "^demo: ok: .*$1" /tmp/demo
}

ktap_begin
level=$(cut -f1 /proc/sys/kernel/printk 2>/dev/null)
sh /kp/demo.sh >/tmp/demo
status=$?
# It sets the log level, to show who does.
dmesg -n "${level:-7}"
sed 's/^/# /' /tmp/demo
check 'its exit status' test $status = 0
check 'no verdict is bad' sh -c "! grep 'NOT OK' /tmp/demo"
for what in 'probe in place' 'all probes disarmed' 'armed again' 'from a return probe' \
	'from a jprobe' 'refused, with the reason' 'modules gone'; do
	seen "$what"
done
if has_watches; then
	seen 'from a watchpoint'
fi
plan_end
