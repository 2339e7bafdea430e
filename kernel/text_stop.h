/* SPDX-License-Identifier: GPL-2.0 */
/* Writing text while all CPUs wait. */
#ifndef KP_KERNEL_TEXT_STOP_H
#define KP_KERNEL_TEXT_STOP_H

int __must_check kp_text_stop(int (*write)(void *data), void *data);

#endif /* KP_KERNEL_TEXT_STOP_H */
