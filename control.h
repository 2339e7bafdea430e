/* SPDX-License-Identifier: GPL-2.0 */
/* The switches. */
#ifndef KP_CONTROL_H
#define KP_CONTROL_H

#include <linux/types.h>

int kp_set_enabled(bool enabled);
void kp_set_optimization(bool allow);

#endif /* KP_CONTROL_H */
