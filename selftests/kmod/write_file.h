/* SPDX-License-Identifier: GPL-2.0 */
/* Write to a file of sysfs, from a test module. */
#ifndef KP_WRITE_FILE_H
#define KP_WRITE_FILE_H

#include <linux/err.h>
#include <linux/fs.h>
#include <linux/string.h>

static inline int write_file(const char *path, const char *value)
{
	struct file *file = filp_open(path, O_WRONLY, 0);
	loff_t pos = 0;
	ssize_t ret;

	if (IS_ERR(file))
		return PTR_ERR(file);
	ret = kernel_write(file, value, strlen(value), &pos);
	filp_close(file, NULL);
	return min_t(ssize_t, ret, 0);
}

#endif /* KP_WRITE_FILE_H */
