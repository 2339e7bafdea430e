# SPDX-License-Identifier: GPL-2.0
# Probed instructions with exception-table entries work as bare ones do.
# timeout: 180
. /kp/lib.sh

# 0 if there is none of that name
address_of()
{
	echo "0x$(kernel_address "$1" | grep . || echo 0)"
}

ktap_begin
load_kprobes
run_kmod fault_extable ex_start="$(address_of __start___ex_table)" \
	ex_stop="$(address_of __stop___ex_table)" asked_first=$KP_ASKED_FIRST
unload_kprobes
plan_end
