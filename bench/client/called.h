/* SPDX-License-Identifier: GPL-2.0 */
/* Calls of what somebody else may have probed: events. */

static int bench_called(void)
{
	const struct target called[] = {
		targets[0], { "mov", bench_mov }, { "entry", bench_entry },
	};
	int i;

	for (i = 0; i < ARRAY_SIZE(called); i++) {
		/* what both engines can make a jump of */
		if (called[i].fn == bench_mov)
			wait_for_jump("jump", label, bench_mov);
		pr_info("calls %s %s = %lld\n", label, called[i].name,
			(s64)time_calls(called[i].fn) / calls);
	}
	return 0;
}
