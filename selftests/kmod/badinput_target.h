/* SPDX-License-Identifier: GPL-2.0 */
/* What badinput_target.ko has for others to probe. */
#ifndef BADINPUT_TARGET_H
#define BADINPUT_TARGET_H

/**
 * struct badinput_target - addresses that a name does not give
 * @text: its text
 * @text_size: bytes
 * @data: a variable
 * @bss: one that starts as 0
 * @rodata: a constant
 * @jump_label: instruction that a static key patches
 * @static_call: call instruction that a static call patches; may be NULL
 * @warn: instruction of a WARN()
 */
struct badinput_target {
	void *text;
	unsigned long text_size;
	void *data;
	void *bss;
	const void *rodata;
	void *jump_label;
	void *static_call;
	void *warn;
};

extern struct badinput_target badinput_target;

int bt_layout(void);
int bt_next(void);

#endif /* BADINPUT_TARGET_H */
