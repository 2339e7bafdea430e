/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's table of jump labels, if no symbol says where it is. */
#ifndef KP_PLACE_JUMP_TABLE_H
#define KP_PLACE_JUMP_TABLE_H

#include <linux/types.h>

bool kp_jump_table_find(void);

#endif /* KP_PLACE_JUMP_TABLE_H */
