/* SPDX-License-Identifier: GPL-2.0 */
/* What arch/arm64/decode.c needs of the kernel, in user space. */
#ifndef DECODE_ARM64_SHIM_H
#define DECODE_ARM64_SHIM_H

#include <endian.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef uint32_t __le32;

#define BIT(n)			(1UL << (n))
#define __must_check		__attribute__((__warn_unused_result__))
#define le32_to_cpu		le32toh

static inline long sign_extend64(unsigned long value, int index)
{
	return (long)(value << (63 - index)) >> (63 - index);
}

#endif /* DECODE_ARM64_SHIM_H */
