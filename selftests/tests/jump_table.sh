# SPDX-License-Identifier: GPL-2.0
# Jump labels are known without a symbol for the kernel's table of them, as its own function knows
# them; where the table cannot be found, that function is asked.
#
# kernels: standalone stock
# timeout: 300
. /kp/lib.sh

# The code of a function, which on ppc64 has a dot ahead of its name; 0 if there is none.
code_of()
{
	# shellcheck disable=SC2046 # lists of words
	set -- $(kernel_address ".$1") $(kernel_address "$1") 0
	[ "$1" = 0 ] && echo 0 || echo "0x$1"
}

ktap_begin
if [ "$(code_of jump_label_text_reserved)" = 0 ]; then
	skip 'the table of jump labels' 'the kernel has no jump labels'
	plan_end
	exit
fi
start=$(code_of __start___jump_table)
from=code
[ "$start" = 0 ] || from=symbols
load_kprobes
echo "# $(grep '^jump labels: ' $KP_DEBUGFS/stats)"
check "kprobes.ko has found the table by the kernel's $from" \
	grep -q "^jump labels: [0-9]*, found by the kernel's $from\$" \
	$KP_DEBUGFS/stats
run_kmod jump_table_test stext="$(code_of _stext)" etext="$(code_of _etext)" \
	reserved="$(code_of jump_label_text_reserved)" \
	core_text="$(code_of core_kernel_text)" \
	size_offset="$(code_of kallsyms_lookup_size_offset)" \
	start="$start" \
	stop="$(code_of __stop___jump_table)"
check 'refused as jump labels' grep -q 'jump label site' $KP_DEBUGFS/refusals
unload_kprobes
plan_end
