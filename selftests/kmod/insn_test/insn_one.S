/* SPDX-License-Identifier: GPL-2.0 */
/* An instruction that needs nothing before or behind it. */
.macro ONE group, name, code:vararg
	CASE \group, \name
	PROBE
	\code
	END
.endm
