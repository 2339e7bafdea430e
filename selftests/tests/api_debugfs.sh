# SPDX-License-Identifier: GPL-2.0
# The files in debugfs: modes, `enabled`, `list` as the kernel's own has it, and
# `stats` as a script reads it.
#
# timeout: 60
. /kp/lib.sh

client=/sys/module/api_client/parameters
native=/sys/kernel/debug/kprobes/list

# is WHAT EXPECTED ACTUAL
is()
{
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1"
		echo "# '$3' instead of '$2'"
	fi
}

mode()
{
	stat -c '%a %u' "$1"
}

# How many times the probe is hit when it should be once. Nobody else calls it.
symbol=${KP_SYS}sethostname

hits()
{
	local before after
	read -r before <$client/hits
	hostname kprobes
	read -r after <$client/hits
	echo $((after - before))
}

# set_enabled VALUE: "ok", or "refused"
set_enabled()
{
	if (printf %b "$1" >$KP_DEBUGFS/enabled) 2>/dev/null; then
		echo ok
	else
		echo refused
	fi
}

flags()
{
	grep -o DISABLED $KP_DEBUGFS/list
}

test_modes()
{
	local file
	for file in list blacklist refusals stats; do
		is "$file is for root to read" '400 0' \
			"$(mode $KP_DEBUGFS/$file)"
	done
	is 'enabled is for root to read and write' '600 0' \
		"$(mode $KP_DEBUGFS/enabled)"
	is 'the parameter enabled too' '600 0' \
		"$(mode /sys/module/kprobes/parameters/enabled)"
	is 'there are no other files' 'blacklist enabled list refusals stats' \
		"$(echo $(ls $KP_DEBUGFS | sort))"
}

# Each symbol of the kernel's noinstr text has a line of its own.
unlisted_symbols()
{
	local from to
	from=$(kernel_address __noinstr_text_start)
	to=$(kernel_address __noinstr_text_end)
	awk -v from="$from" -v to="$to" '
		FNR == NR {
			split($1, range, "-")
			sub(/0x/, "", range[1])
			listed[range[1]] = 1
			next
		}
		# of one length: strings compare as numbers do
		$2 ~ /[tT]/ && "" $1 >= from && "" $1 < to {
			symbols++
			if (!($1 in listed))
				print $3
		}
		END { if (!symbols) print "no symbols" }
	' $KP_DEBUGFS/blacklist /tmp/kallsyms
}

test_blacklist()
{
	if ! has_symbol __noinstr_text_end; then
		ok 'noinstr text # SKIP its borders have no names here'
		return
	fi
	is 'each symbol has a line in blacklist' '' "$(unlisted_symbols)"
}

test_enabled()
{
	local value
	insmod /kp/kmod/api_client.ko symbol=$symbol
	is 'it starts enabled' 1 "$(cat $KP_DEBUGFS/enabled)"
	is 'and hits are counted' 1 "$(hits)"
	for value in 0 n N off '0\n' 'n\n'; do
		is "enabled takes '$value'" ok "$(set_enabled "$value")"
		is "'$value' disarms" '0 0' "$(cat $KP_DEBUGFS/enabled) $(hits)"
		is 'twice is fine' ok "$(set_enabled "$value")"
		set_enabled 1 >/dev/null
	done
	for value in 1 y Y on '1\n' 'y\n'; do
		set_enabled 0 >/dev/null
		is "enabled takes '$value'" ok "$(set_enabled "$value")"
		is "'$value' arms" '1 1' "$(cat $KP_DEBUGFS/enabled) $(hits)"
		is 'twice is fine' ok "$(set_enabled "$value")"
	done
	for value in 2 -1 maybe '\n' ' 0' xyzzyxyzzyxyzzyxyzzyxyzzyxyzzy; do
		is "enabled refuses '$value'" refused "$(set_enabled "$value")"
		is 'which changes nothing' '1 1' \
			"$(cat $KP_DEBUGFS/enabled) $(hits)"
	done
	set_enabled 0 >/dev/null
	is 'garbage does not enable either' refused "$(set_enabled maybe)"
	is 'and nothing is hit' '0 0' "$(cat $KP_DEBUGFS/enabled) $(hits)"
	is 'enabled and the parameter are one' 0 \
		"$(cat /sys/module/kprobes/parameters/enabled | sed 's/N/0/')"
	echo 1 >/sys/module/kprobes/parameters/enabled
	is 'either way' '1 1' "$(cat $KP_DEBUGFS/enabled) $(hits)"
	rmmod api_client
}

test_disabled_stays()
{
	insmod /kp/kmod/api_client.ko symbol=$symbol disabled=1
	is 'a disabled probe is listed so' DISABLED "$(flags)"
	is 'and not hit' 0 "$(hits)"
	set_enabled 0 >/dev/null
	is 'it is listed so when all is disarmed' DISABLED "$(flags)"
	set_enabled 1 >/dev/null
	is 'it stays disabled when all is armed' "DISABLED 0" \
		"$(flags) $(hits)"
	rmmod api_client
}

test_registered_while_disarmed()
{
	set_enabled 0 >/dev/null
	insmod /kp/kmod/api_client.ko symbol=$symbol
	is 'a probe that comes when all is disarmed is not hit' 0 "$(hits)"
	is 'nor listed as disabled' '' "$(flags)"
	set_enabled 1 >/dev/null
	is 'and is hit when all is armed' 1 "$(hits)"
	set_enabled 0 >/dev/null
	rmmod api_client
	set_enabled 1 >/dev/null
	is 'one that has gone meanwhile leaves nothing' '' \
		"$(cat $KP_DEBUGFS/list)"
}

# As the manual says it.
test_stats()
{
	local line
	insmod /kp/kmod/api_client.ko symbol=$symbol
	hits >/tmp/hits
	line=$(awk '$2 ~ /^[krj]$/ { for (i = 4; i < NF; i++) if ($i == "hits") print $3, $(i + 1) }' \
		$KP_DEBUGFS/stats)
	is "a script finds hits in stats: $line" "$(cat /tmp/hits)" "${line#*$symbol+0x* }"
	rmmod api_client
}

# list_of FILE: without the probe that powerpc's kernel has of its own
list_of()
{
	grep -v ' __kretprobe_trampoline+' "$1"
}

# compare_list WHAT THEIRS PARAMETERS...: the line of one probe, theirs and ours;
# THEIRS is one more parameter for theirs, or empty.
compare_list()
{
	local what="$1" more="$2" theirs ours
	shift 2
	insmod /kp/kmod/api_client_native.ko "$@" ${more:+"$more"} &&
		theirs=$(list_of $native)
	rmmod api_client_native
	insmod /kp/kmod/api_client.ko "$@" && ours=$(cat $KP_DEBUGFS/list)
	rmmod api_client
	is "list as the kernel's own: $what: $theirs" "$theirs" "$ours"
}

# What is left in `list` of a probe whose text is gone, without its address.
gone_line()
{
	local line
	insmod /kp/kmod/badinput_target.ko
	insmod "/kp/kmod/$1.ko" symbol=bt_layout
	rmmod badinput_target
	line=$(list_of "$2" | sed 's/[0-9a-f]\{16\}/ADDRESS/g')
	rmmod "$1"
	echo "$line"
}

test_list()
{
	local line entry='' inside=$KP_INSIDE
	[ -e /kp/kmod/api_client_native.ko ] || {
		skip "list as the kernel's own" 'the kernel has no kprobes'
		return
	}
	# By name, theirs is at the call of the tracer behind the first instruction; ours
	# is at that, as theirs is by an offset.
	case $KP_ARCH in
	ppc*) entry=offset=8 inside=16 ;;
	esac
	insmod /kp/kmod/badinput_target.ko
	compare_list 'entry' "$entry"
	compare_list 'inside' '' offset=$inside
	compare_list 'disabled' "$entry" disabled=1
	compare_list 'disabled inside' '' offset=$inside disabled=1
	compare_list 'module' '' symbol=bt_layout
	compare_list 'module inside' '' symbol=bt_layout offset=12
	compare_list 'by module:symbol' '' \
		symbol=badinput_target:bt_layout offset=12
	if [ "$entry" ]; then
		skip "list as the kernel's own: through ftrace in a module" \
			'on powerpc an entry is no call of the tracer'
	else
		compare_list 'through ftrace in a module' '' symbol=bt_called
	fi
	rmmod badinput_target
	line=$(gone_line api_client_native $native)
	is "list as the kernel's own: gone: $line" "$line" \
		"$(gone_line api_client $KP_DEBUGFS/list)"
}

ktap_begin
load_kprobes
test_modes
test_blacklist
test_enabled
test_disabled_stays
test_registered_while_disarmed
test_stats
test_list
unload_kprobes
plan_end
