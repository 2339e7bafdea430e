# SPDX-License-Identifier: GPL-2.0
# Every function that may be probed is, and each instruction that may be of those on the way
# of kexec; then another kernel is started, which says that it runs.
#
# kernels: arm64-stock ppc64le-stock
# timeout: 600
# mem: 1G
# image: yes
. /kp/lib.sh
. /kp/every.sh
. /kp/kexec.sh

# What its name says so of, and what is behind that: assembly has parts with names of their
# own.
way='kexec|mmu_cleanup|hpte_clear|copy_and_flush|real_mode'
way="$way|relocate_new_kernel|soft_restart|install_ttbr0"

functions_on_way()
{
	sort /proc/kallsyms | awk -v way="$way" '$2 !~ /^[tTwW]$/ || NF > 3 { next }
		n && $1 != start { print start, $1; n-- }
		{ start = $1 }
		$3 ~ way { n = 2 }'
}

# Their instructions, of 4 bytes each.
instructions()
{
	local start end
	functions_on_way | while read -r start end; do
		start=$((0x$start)) end=$((0x$end))
		[ $((end - start)) -le 4096 ] || end=$((start + 4096))
		while [ $start -lt $end ]; do
			printf '%016x\n' $start
			start=$((start + 4))
		done
	done
}

case ${KP_BOOT:-1} in
1)
	ktap_begin
	load_kprobes
	instructions >/tmp/instructions
	check 'hundreds of instructions are on the way' \
		[ "$(wc -l </tmp/instructions)" -gt 500 ]
	EVERY_MORE=/tmp/instructions load_every max_probes=200000
	check 'all that may be probed are taken up' order accept
	check 'thousands are' [ "$(state accepted)" -gt 10000 ]
	check 'all are registered' order all
	check 'none waits to be a jump' settle
	echo "# $(state accepted) probes, $(jumps) jumps"
	check 'files of the next kernel' pack image
	load_next 2
	start 2
	;;
2)
	ok 'the second kernel runs'
	plan_end
	;;
esac
