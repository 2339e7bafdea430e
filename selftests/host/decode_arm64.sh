#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# timeout: 300
# The arm64 decoder against objdump: on all text of the kernels, and on random
# words (KP_SEED=, KP_COUNT=).
. "$(dirname "$(realpath "$0")")/lib.bash"
[ -n "${KP_KERNEL_ARM64_STANDALONE:-}" ] ||
	skip_all 'decoder' 'needs an arm64 kernel'
mkdir -p "$out"/shim/{linux,asm}
touch "$out"/shim/linux/{bits,kernel,string}.h "$out/shim/asm/byteorder.h"
gcc -O2 -g -Wall -Wextra -Werror -Wno-sign-compare -Wno-unused-parameter \
	-include "$here/decode_arm64_shim.h" -I"$out/shim" -I"$root/include" -idirafter "$root" \
	-I"$root/arch/arm64" -o "$out/decode" "$here/decode_arm64.c"

disassemble()
{
	aarch64-linux-gnu-objdump "$@"
}

# Debian's is no ELF file.
for kernel in ARM64_STANDALONE ARM64_DEBUG; do
	folder=KP_KERNEL_$kernel
	[ -n "${!folder:-}" ] || continue
	disassemble -d "${!folder}/vmlinux" |
		"$out/decode" text "${!folder}/vmlinux" >"$out/results"
	renumber "${kernel,,}"
done

# Random words, and for each class of encodings as many in it.
seed=${KP_SEED:-1}
python3 - "$seed" "${KP_COUNT:-300000}" >"$out/words" <<'EOF'
import random, re, struct, sys
random.seed(int(sys.argv[1]))
rules = [(int(m, 16), int(v, 16)) for m, v in
         re.findall(r'\{ (0x[0-9a-f]{8}), (0x[0-9a-f]{8}), ',
                    open('arch/arm64/decode.c').read())]
out = sys.stdout.buffer
for i in range(int(sys.argv[2])):
    word = random.getrandbits(32)
    if i % 2:
        mask, value = rules[i // 2 % len(rules)]
        word = word & ~mask | value
    elif i % 16 == 0:
        # as the upper half of a pointer
        word |= 0xfff00000
    out.write(struct.pack('<I', word))
EOF
disassemble -z -D -b binary -m aarch64 --adjust-vma=0xffff800000000000 \
	"$out/words" | "$out/decode" random >"$out/results"
renumber "random, seed $seed"
echo "1..$results"
