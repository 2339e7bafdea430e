/* SPDX-License-Identifier: GPL-2.0 */
/* Functions whose names are near a wrong one. */
#ifndef KP_PLACE_NEAR_NAME_H
#define KP_PLACE_NEAR_NAME_H

#include <linux/types.h>

bool kp_near_name(const char *name, char *near);

#endif /* KP_PLACE_NEAR_NAME_H */
