/* SPDX-License-Identifier: GPL-2.0 */
/* What the reader of events' lines takes from the kernel, on the host. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t s64;

#define GFP_KERNEL	0
#define U8_MAX		255
#define THREAD_SIZE	16384
#define KSYM_NAME_LEN	512
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define ERR_PTR(e)	((void *)(long)(e))
#define IS_ERR(p)	((unsigned long)(p) >= -4095UL)

#define kzalloc(size, flags)		calloc(1, size)
#define kcalloc(num, size, flags)	calloc(num, size)
#define kstrdup(text, flags)		strdup(text)
#define kstrndup(text, len, flags)	strndup(text, len)
#define kfree(p)			free((void *)(p))

static inline void *kmemdup(const void *from, size_t size, int flags)
{
	void *to = malloc(size ?: 1);

	return to ? memcpy(to, from, size) : NULL;
}

struct list_head {
	struct list_head *next, *prev;
};

#define INIT_LIST_HEAD(list)	((list)->next = (list)->prev = (list))

struct dentry {
	int flags;
	struct { u32 len; const unsigned char *name; } d_name;
};

struct file {
	int mode;
	struct { void *mnt; struct dentry *dentry; } f_path;
};

static inline int kstrtoull(const char *s, int base, unsigned long long *res)
{
	char *end;

	if (*s == '+')
		s++;
	if (!isalnum((unsigned char)*s))
		return -EINVAL;
	errno = 0;
	*res = strtoull(s, &end, base);
	return errno ? -ERANGE : *end || end == s ? -EINVAL : 0;
}

static inline int kstrtoll(const char *s, int base, long long *res)
{
	bool minus = *s == '-';
	unsigned long long value;
	int ret = kstrtoull(s + minus, base, &value);

	if (ret || value > (unsigned long long)LLONG_MAX + minus)
		return ret ?: -ERANGE;
	*res = minus ? -value : value;
	return 0;
}

#define kstrtoul(s, base, res)	kstrtoull(s, base, (unsigned long long *)(res))
#define kstrtol(s, base, res)	kstrtoll(s, base, (long long *)(res))

static inline int kstrtouint(const char *s, int base, unsigned int *res)
{
	unsigned long long value;
	int ret = kstrtoull(s, base, &value);

	if (!ret && value > UINT_MAX)
		ret = -ERANGE;
	if (!ret)
		*res = value;
	return ret;
}

static inline bool is_power_of_2(unsigned long n)
{
	return n && !(n & (n - 1));
}

static inline ssize_t strscpy(char *to, const char *from, size_t size)
{
	snprintf(to, size, "%s", from);
	return strlen(from) < size ? (ssize_t)strlen(from) : -E2BIG;
}

#define __printf(fmt, args) __attribute__((format(printf, fmt, args)))

static inline int scnprintf(char *to, size_t size, const char *fmt, ...)
{
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(to, size, fmt, args);
	va_end(args);
	return len < (int)size ? len : (int)size - 1;
}

static inline char *kasprintf(int flags, const char *fmt, ...)
{
	va_list args;
	char *text;
	int len;

	va_start(args, fmt);
	len = vasprintf(&text, fmt, args);
	va_end(args);
	return len < 0 ? NULL : text;
}
