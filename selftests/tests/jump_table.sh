# SPDX-License-Identifier: GPL-2.0
# Jump labels are known without a symbol for the kernel's table of them, as its own function knows
# them; where the table cannot be found, that function is asked.
#
# kernels: standalone stock
# timeout: 300
. /kp/lib.sh
. /kp/every.sh

# The code of a function.
code_of()
{
	awk -v name="$1" '$3 == "." name { code = "0x" $1 }
		$3 == name && !code { code = "0x" $1 }
		END { print code ? code : 0 }' /proc/kallsyms
}

ktap_begin
if [ "$(code_of jump_label_text_reserved)" = 0 ]; then
	skip 'the table of jump labels' 'the kernel has no jump labels'
	plan_end
	exit
fi
start=$(address_of __start___jump_table)
from=code
[ -z "$start" ] || from=symbols
load_kprobes
echo "# $(grep '^jump labels: ' $KP_DEBUGFS/stats)"
check "kprobes.ko has found the table by the kernel's $from" \
	grep -q "^jump labels: [0-9]*, found by the kernel's $from\$" \
	$KP_DEBUGFS/stats
run_kmod jump_table_test stext="$(address_of _stext)" etext="$(address_of _etext)" \
	reserved="$(code_of jump_label_text_reserved)" \
	core_text="$(code_of core_kernel_text)" \
	size_offset="$(code_of kallsyms_lookup_size_offset)" \
	start="${start:-0}" \
	stop="$(code_of __stop___jump_table)"
check 'refused as jump labels' grep -q 'jump label site' $KP_DEBUGFS/refusals
unload_kprobes
plan_end
