# SPDX-License-Identifier: GPL-2.0
# Where the kernel's calls are counted they lead to what counts them, ahead of the function.
# What a CPU that starts calls is refused there, too, until it can take exceptions.
#
# kernels: stock-6.12 stock-7.3
# arch: x86_64
# cpu: Skylake-Client
# append: retbleed=stuff spectre_v2=retpoline
# timeout: 30
. /kp/lib.sh

is_listed()
{
	awk -v name="$1" -F'\t' '
		$2 == name && $3 == "runs where no exception can be taken" { found = 1 }
		END { exit !found }' /tmp/blacklist
}

is_open()
{
	! is_listed "$1"
}

ktap_begin
check 'calls are counted' grep -q Stuffing \
	/sys/devices/system/cpu/vulnerabilities/retbleed
load_kprobes
cat "$KP_DEBUGFS/blacklist" >/tmp/blacklist
for name in cpu_init_exception_handling cr4_init cpu_init fpu__init_cpu; do
	check "$name is refused" is_listed "$name"
	check 'and what counts its calls' is_listed "__pfx_$name"
done
# the walk ends when the CPU can take exceptions
for name in cpu_startup_entry schedule vfs_read; do
	check "$name is not" is_open "$name"
done
unload_kprobes
plan_end
