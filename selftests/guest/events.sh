# SPDX-License-Identifier: GPL-2.0
# For tests of events that are lines of text.

events=$KP_DEBUGFS/events

# one LINE: it is the only definition
one()
{
	: >$KP_DEBUGFS/set_event
	printf '%s\n' "$1" >$events
}

# refuse LINE TEXT: the error begins with that
refuse()
{
	: >$KP_DEBUGFS/error_log
	! printf '%s\n' "$1" 2>/dev/null >>$events || {
		echo 'it is taken'
		return 1
	}
	grep -q "error: $2" $KP_DEBUGFS/error_log || {
		cat $KP_DEBUGFS/error_log
		return 1
	}
}

refused()
{
	check "refused: $1" refuse "$@"
}
