# SPDX-License-Identifier: GPL-2.0
# The reader of events' lines, from the same sources as in the kernel, under
# sanitizers: random lines. KP_SEED= and KP_COUNT= for others and more.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
root=$(realpath "$here/../..")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
mkdir -p "$out/linux"
for header in ctype dcache fs kallsyms kernel kstrtox list log2 slab string types; do
	: >"$out/linux/$header.h"
done
gcc -D_GNU_SOURCE -O1 -g -Wall -Werror -Wno-unused-parameter \
	-fsanitize=address,undefined -fno-sanitize-recover \
	-include "$here/events_shim.h" -I"$out" -I"$root" -o "$out/events_parse" \
	"$here/events_parse.c" "$root"/events/{words,definition,names,arguments,types,filter}.c
seed=${KP_SEED:-1}
if "$out/events_parse" "$seed" "${KP_COUNT:-100000}" >"$out/log" 2>&1; then
	echo "# $(cat "$out/log")"
	echo "ok 1 ${KP_COUNT:-100000} random lines, seed $seed"
else
	sed 's/^/# /' "$out/log" | head -n 40
	echo "not ok 1 ${KP_COUNT:-100000} random lines, seed $seed"
fi
echo '1..1'
