# SPDX-License-Identifier: GPL-2.0
# A probed instruction, and one that a jump covers too, reads an object that KFENCE guards:
# KFENCE reports it, and the instruction is done once.
#
# kernels: stock-6.12 stock-7.3
# arch: x86_64
# append: kfence.sample_interval=1
# timeout: 120
. /kp/lib.sh
. /kp/side.sh

is_jump()
{
	grep "kfence_read+$1 .*\[OPTIMIZED\]" "$KP_DEBUGFS/list"
}

# run WHAT OFFSET [jump]
run()
{
	expect "$1: ours" 0 ours reg 0 kfence_read "$2"
	[ -z "$3" ] || check "$1: ours is a jump" eventually is_jump "0x$2"
	before=$(cat $TARGET/done)
	expect_begin 'BUG: KFENCE: use-after-free read'
	check "$1: KFENCE has objects" eval "echo 3 >$TARGET/read"
	expect_end
	expect "$1: all came back" $((before + 3)) cat $TARGET/done
	expect "$1: ours are called" '3 0' ours hits 0
	expect "$1: ours go" 0 ours unreg 0
}

TARGET=/sys/module/kfence_target/parameters

ktap_begin
load_kprobes optimization=0
insmod /kp/kmod/side_ours.ko
insmod /kp/kmod/kfence_target.ko
run 'breakpoint' 3
run 'breakpoint before it' 0
echo 1 >/proc/sys/debug/kprobes_module-optimization
run 'jump' 3 jump
run 'jump over it' 0 jump
rmmod kfence_target side_ours
unload_kprobes
plan_end
