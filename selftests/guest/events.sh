# SPDX-License-Identifier: GPL-2.0
# For tests of events that are lines of text.

events=$KP_DEBUGFS/events

# one LINE: it is the only definition
one()
{
	: >$KP_DEBUGFS/set_event
	printf '%s\n' "$1" >$events
}

# What a writer gets that is told nothing else.
invalid='Invalid argument'
no_entry='No such file or directory'
exists='File exists'
busy='Device or resource busy'

# write_refused LINE ERRNO: it is, and the writer gets that, $invalid if it is not given
write_refused()
{
	local told
	: >$KP_DEBUGFS/error_log
	# printf of this shell does not say what it gets
	! told=$(echo "$1" 2>&1 >>$events) || {
		echo 'it is taken'
		return 1
	}
	[ "${told##*write error: }" = "${2:-$invalid}" ] || {
		echo "errno: $told"
		return 1
	}
}

# refuse LINE TEXT [ERRNO]: the error begins with that
refuse()
{
	write_refused "$1" "${3-}" || return
	grep -q "error: $2" $KP_DEBUGFS/error_log || {
		cat $KP_DEBUGFS/error_log
		return 1
	}
}

refused()
{
	check "refused: $1" refuse "$@"
}

# What is printed as with other functions: names of code begin with a dot where there are
# descriptors, and of several names of a system call another one is shown.
undotted()
{
	case $KP_ARCH in
	ppc64) sed -E 's/\.__se_sys_/sys_/g; s/([(= ])\.([a-z_])/\1\2/g' ;;
	*) cat ;;
	esac
}
