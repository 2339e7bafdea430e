/* SPDX-License-Identifier: GPL-2.0 */
/* Where in user space a probe is to be. */
#ifndef KP_USER_USER_PLACE_H
#define KP_USER_USER_PLACE_H

#include <linux/compiler.h>
#include <linux/types.h>

struct inode;
struct uprobe;

/* Longest description of a place, in bytes. */
#define KP_USER_MAX_TARGET	96

/**
 * struct kp_user_place - where in user space a probe is to be
 * @path: of the file, or NULL
 * @symbol: or NULL
 * @symbol_offset: bytes from @symbol
 * @inode: the file, referenced, or NULL
 * @offset: in the file
 */
struct kp_user_place {
	const char *path;
	const char *symbol;
	unsigned long symbol_offset;
	struct inode *inode;
	loff_t offset;
};

void kp_user_place_describe(char *buf, const struct kp_user_place *place);
int __must_check kp_user_place_hold(struct kp_user_place *place,
				    const struct uprobe *up,
				    const char **why);
void kp_user_place_release(struct inode *inode);

#endif /* KP_USER_USER_PLACE_H */
