# SPDX-License-Identifier: GPL-2.0
# For tests that run a document; sourced. Indented lines that begin with "# " are
# commands, indented lines behind one are what it prints, "..." standing for anything.

DOC_TAB=$(printf '\t')

# doc_matches WANTED GOT: line by line
doc_matches()
{
	awk -v wanted="$1" '
	function glob(s) {
		gsub(/[][\\.*^$+?(){}|\/]/, "\\\\&", s)
		gsub(/\\\.\\\.\\\./, ".*", s)
		return "^" s "$"
	}
	BEGIN { while ((getline line <wanted) > 0) want[++n] = line }
	{ seen++ }
	seen <= n && $0 !~ glob(want[seen]) && want[seen] != "..." { bad = 1 }
	END { if (want[n] == "..." ? seen < n : seen != n) bad = 1; exit bad }
	' "$2"
}

doc_command()
{
	[ -n "$doc_line" ] || return 0
	: >/tmp/doc.got
	eval "$doc_line" >/tmp/doc.got 2>&1 </dev/null
	sed 's/[[:space:]]*$//' /tmp/doc.got >/tmp/doc.clean
	if doc_matches /tmp/doc.wanted /tmp/doc.clean; then
		ok "$doc_line"
	else
		not_ok "$doc_line"
		sed 's/^/# wanted: /' /tmp/doc.wanted
		sed 's/^/# got: /' /tmp/doc.clean
	fi
	doc_line=
}

# doc_run FILE
doc_run()
{
	doc_line=
	while IFS= read -r text; do
		case $text in
		"$DOC_TAB# "*)
			doc_command
			doc_line=${text#"$DOC_TAB# "}
			: >/tmp/doc.wanted
			;;
		"$DOC_TAB"*)
			[ -z "$doc_line" ] || echo "${text#"$DOC_TAB"}" >>/tmp/doc.wanted
			;;
		*) doc_command ;;
		esac
	done <"$1"
	doc_command
}

# doc_parts DOCUMENT NAME...: what is between "begin: NAME" and "end: NAME"
doc_parts()
{
	local document=$1 name
	shift
	for name; do
		sed -n "/begin: $name/,/end: $name/p" "$document"
	done >/tmp/part
	doc_run /tmp/part
	check 'there were commands' test "$KTAP_COUNT" -ge 4
}

# doc_lockdown NAME...: these parts of signing.rst, on a kernel in lockdown
doc_lockdown()
{
	cd /kp || exit
	mount -t securityfs securityfs /sys/kernel/security
	grep -q ' /sys/kernel/tracing ' /proc/mounts ||
		mount -t tracefs tracefs /sys/kernel/tracing
	doc_parts /kp/signing.rst "$@"
}
