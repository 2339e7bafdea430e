# SPDX-License-Identifier: GPL-2.0
# For tests on the host: their folders, and results. $out is removed at the end.
# shellcheck shell=bash disable=SC2034 # what sources it uses these
set -euo pipefail

here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
root=$(realpath "$here/../..")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# skip_all NAME WHY: the only result of a test that cannot be made here.
skip_all()
{
	echo "ok 1 $1 # SKIP $2"
	echo '1..1'
	exit
}

results=0

# result STATUS NAME: "ok" or "not ok".
result()
{
	results=$((results + 1))
	echo "$1 $results $2"
}

# renumber WHAT: one list of results from those of programs that count for
# themselves, each in $out/results.
renumber()
{
	awk -v n="$results" -v what="$1" '
		/^(not )?ok / { sub(/ok [0-9]+/, "ok " ++n " " what ":") }
		!/^KTAP|^1\.\./' "$out/results"
	results=$((results + $(grep -cE '^(not )?ok ' "$out/results")))
}
