# SPDX-License-Identifier: GPL-2.0
# For the tests that make the mistakes of selftests/kmod/badinput.

case $KP_ARCH in
ppc*) . /kp/badinput_powerpc.sh ;;
*) . "/kp/badinput_$KP_ARCH.sh" ;;
esac

# 0 if there is none of that name
symbol_address()
{
	echo "0x$(kernel_address "$1" | grep . || echo 0)"
}

# make_mistakes MODULE: for each mistake "mistake NAME VALUE TEXT", whether a
# good probe works afterwards, and what `list` and `refusals` say; "end".
make_mistakes()
{
	local at=/sys/module/$1/parameters i=0 files=
	[ "$1" != badinput ] || files="$KP_DEBUGFS/list $KP_DEBUGFS/refusals"
	insmod "/kp/kmod/$1.ko" \
		jump_table="$(symbol_address __start___jump_table)" \
		static_calls="$(symbol_address __start_static_call_sites)" \
		bug_table="$(symbol_address __start___bug_table)" \
		stext="$(symbol_address _stext)" \
		etext="$(symbol_address _etext)" || return
	read -r count <"$at/count"
	while [ $i -lt "$count" ]; do
		echo $i >"$at/run"
		printf 'mistake '
		# `check` comes last: it is another call
		cat "$at/result" $files "$at/check"
		i=$((i + 1))
	done
	rmmod "$1" && echo end
}
