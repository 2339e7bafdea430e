#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
# Functions that may not be probed are found by calls from others, or by their names. Each
# such name is in the source of one of the kernels that are supported: one that the
# kernel has renamed protects nothing.
. "$(dirname "$(realpath "$0")")/lib.bash"

# Older ones than the lab's of the same versions have these, or macros make them.
elsewhere='hypercall_page zen_untrain_ret srso_untrain_ret_alias
	el1h_64_sync interrupt_return_srr_kernel xen_asm_exc_int3'

# names FILE...: those in lists of names, and in the table of sections
names()
{
	awk '/^(static )?const char \* const .*\[\].* = \{/ || /^} sections\[\] = \{/ { on = 1 }
		on {
			gsub(/\/\*.*\*\//, "")
			while (match($0, /"[A-Za-z_][A-Za-z0-9_]*"/)) {
				print substr($0, RSTART + 1, RLENGTH - 2)
				$0 = substr($0, RSTART + RLENGTH)
			}
		}
		/};/ { on = 0 }' "$@" | sort -u
}

# mentioned FOLDER: what of $out/names a source mentions, where text may come from
mentioned()
(
	cd "$1" || exit
	grep -rhowFf "$out/names" --include='*.[chS]' arch/{x86,arm64,powerpc} kernel mm lib \
		include block drivers/{acpi,idle,cpuidle,firmware,xen} | sort -u
)

names "$root"/arch/*/{trap_path,symbol}.c "$root/place/blacklist.c" \
	"$root/kernel/calls.c" >"$out/names"
num=$(wc -l <"$out/names")
for version in 5.10 6.1 6.12 7.3; do
	mentioned "$("$root/selftests/vm/kernel" "source-$version")" >"$out/mentioned-$version"
	got=$(wc -l <"$out/mentioned-$version")
	status=ok
	[ "$got" -gt $((num / 2)) ] || status='not ok'
	result "$status" "the source of $version has $got of $num names"
done
sort -u "$out"/mentioned-* >"$out/mentioned"
# shellcheck disable=SC2086 # a list of words
printf '%s\n' $elsewhere | sort >"$out/elsewhere"
missing=$(comm -23 "$out/names" "$out/mentioned" | comm -23 - "$out/elsewhere")
status=ok
[ -z "$missing" ] || status='not ok'
result "$status" "some kernel has each name${missing:+, but not }${missing//$'\n'/ }"
status=ok
[ -z "$(comm -13 "$out/names" "$out/elsewhere")" ] || status='not ok'
result "$status" 'those that are elsewhere are among them'
[ "$num" -gt 500 ] || status='not ok'
result "$status" "$num names were found"
echo "1..$results"
