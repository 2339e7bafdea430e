#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Names of the kernel's header for kprobes that a client must not use: whoever calls
# one is told so, in a sentence, when it is built. All names that the header has had since
# 5.10 are used in a file that is compiled; those that it does not take are in the manual's list.
# timeout: 120
set -u

echo 'KTAP version 1'
[ -n "${KP_KERNEL_STANDALONE:-}" ] || {
	echo '1..1'
	echo 'ok 1 refused names # SKIP needs the standalone kernel'
	exit
}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# A call of each, with as many arguments as it takes.
python3 - include/linux/kprobes_refused.h >"$tmp/names" <<'END'
import re
import sys
text = open(sys.argv[1], encoding='utf-8').read()
for name, args in re.findall(
        r'^__kp_\w+\n\w[\w \t]*?[ *](\w+)\(([^()]*)\);', text, re.M):
    num = 0 if args.strip() == 'void' else args.count(',') + 1
    print(name, ', '.join(['0'] * num))
END
{
	echo '#include <linux/module.h>'
	echo '#include <linux/kprobes.h>'
	echo 'MODULE_LICENSE("GPL");'
	while read -r name args; do
		echo "void use_$name(void);"
		echo "void use_$name(void) { (void)$name($args); }"
	done <"$tmp/names"
} >"$tmp/refused.c"
printf 'NOSTDINC_FLAGS += -I%s/include\nobj-m := refused.o\n' "$PWD" \
	>"$tmp/Kbuild"
make -C "$KP_KERNEL_STANDALONE/build" M="$tmp" modules >"$tmp/log" 2>&1
status=$?

count=1
[ $status != 0 ] && [ "$(wc -l <"$tmp/names")" -ge 40 ] &&
	echo 'ok 1 it does not build' || echo 'not ok 1 it does not build'
while read -r name args; do
	count=$((count + 1))
	grep -q "call to .$name. declared with attribute error: kprobes.ko: " \
		"$tmp/log" && echo "ok $count $name" || echo "not ok $count $name"
done <"$tmp/names"
names=selftests/host/kernel-names.txt
selftests/host/kernel_names.py use "$names" >"$tmp/use.c"
make -C "$KP_KERNEL_STANDALONE/build" M="$tmp" use.o >"$tmp/log" 2>&1
# An error for each, and nothing else that is wrong.
sed -n 's/^use\/\(\w*\):.* error: .*/\1/p' "$tmp/log" | sort -u >"$tmp/missing"
selftests/host/kernel_names.py none >"$tmp/none"
result_of()
{
	count=$((count + 1))
	[ -z "$2" ] && echo "ok $count $1" || {
		echo "not ok $count $1"
		echo "$2" | sed "s/^/# /"
	}
}
result_of 'what does not compile is in the manual' "$(comm -23 "$tmp/missing" "$tmp/none")"
result_of 'what the manual says is missing does not compile' \
	"$(comm -13 "$tmp/missing" "$tmp/none")"
result_of "$names has those of the lab's source" \
	"$(selftests/host/kernel_names.py list "$(selftests/vm/kernel source)" |
	   grep -vxFf "$names")"
echo "1..$count"
