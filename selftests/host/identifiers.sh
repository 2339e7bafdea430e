#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Names of the kernel's header for kprobes that a client must not use: whoever calls
# one is told so, in a sentence, when it is built. All names that the header has had since
# 5.10 are declared, refused like this, or in the manual's list.
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
unknown=$(selftests/host/kernel_names.py check "$names")
count=$((count + 1))
[ -z "$unknown" ] && echo "ok $count names since 5.10" || {
	echo "not ok $count names since 5.10"
	echo "$unknown" | sed "s/^/# neither in our headers nor in the manual: /"
}
unlisted=$(selftests/host/kernel_names.py list "$(selftests/vm/kernel source)" |
	grep -vxFf "$names")
count=$((count + 1))
[ -z "$unlisted" ] && echo "ok $count $names has those of the lab's source" || {
	echo "not ok $count $names has those of the lab's source"
	echo "$unlisted" | sed 's/^/# not there: /'
}
echo "1..$count"
