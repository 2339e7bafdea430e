/* SPDX-License-Identifier: GPL-2.0 */
/* From a symbol of an ELF file to an offset in that file. */
#ifndef KP_USER_ELF_SYMBOL_H
#define KP_USER_ELF_SYMBOL_H

#include <linux/types.h>

/**
 * struct kp_elf_file - a file, however it is read
 * @read: reads @len bytes at @pos; returns 0, or an error if there are not as
 *	many
 * @from: passed to @read
 * @size: of the file
 */
struct kp_elf_file {
	int (*read)(void *from, u64 pos, void *buf, size_t len);
	void *from;
	u64 size;
};

int __must_check kp_elf_symbol(const struct kp_elf_file *file,
			       const char *symbol, u64 *offset, u32 *entry,
			       const char **why);

#endif /* KP_USER_ELF_SYMBOL_H */
