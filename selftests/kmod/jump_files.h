/* SPDX-License-Identifier: GPL-2.0 */
/* What tests of jumps ask: what `list` and `stats` say, and what the text holds. */
#ifndef KP_JUMP_FILES_H
#define KP_JUMP_FILES_H

#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kprobes.h>
#include <linux/mm.h>
#include <linux/mman.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include <arch/contract.h>
#include <debugfs.h>
#include <point/optimizer.h>

#include "api_test.h"
#include "write_file.h"
#include <test_arch.h>

#define JUMP_FILE_SIZE	65536
#define JUMP_SIZE	KP_ARCH_JUMP_SIZE
#define JUMP_BREAKPOINT_SIZE KP_ARCH_BREAKPOINT_SIZE

static inline void jump_allow(bool allow)
{
	EXPECT_EQ(write_file("/sys/module/kprobes/parameters/optimization",
			     allow ? "1" : "0"), 0);
}

static inline void jump_enable(bool enable)
{
	EXPECT_EQ(write_file("/sys/module/kprobes/parameters/enabled",
			     enable ? "1" : "0"), 0);
}

static char jump_file[JUMP_FILE_SIZE];

/* Files of debugfs can be read from user space alone: insmod lends its own. */
static void jump_read(const char *name)
{
	char path[64];
	unsigned long user;
	struct file *file;
	size_t len = 0;
	ssize_t ret;
	loff_t pos = 0;

	jump_file[0] = '\0';
	snprintf(path, sizeof(path), "/sys/kernel/debug/%s/%s", KP_DEBUGFS_DIR,
		 name);
	file = filp_open(path, O_RDONLY, 0);
	EXPECT(!IS_ERR(file));
	if (IS_ERR(file))
		return;
	user = vm_mmap(NULL, 0, JUMP_FILE_SIZE, PROT_READ | PROT_WRITE,
		       MAP_ANONYMOUS | MAP_PRIVATE, 0);
	EXPECT(!IS_ERR_VALUE(user));
	while (!IS_ERR_VALUE(user) && len < JUMP_FILE_SIZE - 1) {
		ret = file->f_op->read(file, (char __user *)user + len,
				       JUMP_FILE_SIZE - 1 - len, &pos);
		if (ret <= 0)
			break;
		len += ret;
	}
	if (len && !copy_from_user(jump_file, (char __user *)user, len))
		jump_file[len] = '\0';
	if (!IS_ERR_VALUE(user))
		vm_munmap(user, JUMP_FILE_SIZE);
	filp_close(file, NULL);
}

/* The first line of a file that is of the probe at @addr, or "". */
static const char *jump_line(const char *name, const void *addr)
{
	char start[20], *line, *end;

	jump_read(name);
	snprintf(start, sizeof(start), "%px ", (void *)test_code(addr));
	for (line = jump_file; line; line = end ? end + 1 : NULL) {
		end = strchr(line, '\n');
		if (strncmp(line, start, strlen(start)))
			continue;
		if (end)
			*end = '\0';
		return line;
	}
	return "";
}

static inline bool jump_is_listed(const void *addr)
{
	return strstr(jump_line("list", addr), "[OPTIMIZED]");
}

/* What `stats` says of why there is no jump, or "". */
static inline const char *jump_why(const void *addr)
{
	static const char words[] = " not optimized: ";
	const char *why = strstr(jump_line("stats", addr), words);

	return why ? why + strlen(words) : "";
}

/*
 * Addresses that a test computes must not be in its text or data when the text
 * map is made: they would count as entries.
 */
static inline u8 *jump_at(const void *fn, unsigned long offset)
{
	OPTIMIZER_HIDE_VAR(offset);
	return (u8 *)test_code(fn) + offset;
}

#endif /* KP_JUMP_FILES_H */
