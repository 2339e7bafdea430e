# SPDX-License-Identifier: GPL-2.0
# How the frame of an interrupt is told on the stack of a task that was preempted; QEMU
# has no CPU with FRED, whose frames are others.
. "$(dirname "$(realpath "$0")")/lib.bash"
[ "$(uname -m)" = x86_64 ] || skip_all 'frames of interrupts' 'for x86'
mkdir -p "$out"/shim/{linux,asm}
for header in linux/bits linux/compiler linux/kernel linux/sched linux/types \
	asm/segment; do
	: >"$out/shim/$header.h"
done
# the walk over a stack, without the rest of its file
sed -n '/^static void look_at_stack/,/^}/p' "$root/kernel/stacks.c" >"$out/shim/look_at_stack.h"
gcc -O2 -Wall -Werror -I"$root" -I"$root/arch/x86" -I"$out/shim" -o "$out/frame_test" \
	"$here/frame_test.c"
"$out/frame_test"
