/* SPDX-License-Identifier: GPL-2.0 */
/* What elf_symbol.c needs of the kernel, in user space. */
#ifndef ELF_SHIM_H
#define ELF_SHIM_H

#include <errno.h>
#include <linux/elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

#define U32_MAX		UINT32_MAX
#define GFP_KERNEL	0
#define ELF_DATA	ELFDATA2LSB
#ifndef SHN_LORESERVE
#define SHN_LORESERVE	0xff00
#endif
#define __must_check	__attribute__((__warn_unused_result__))
#define min_t(type, a, b)	((type)(a) < (type)(b) ? (type)(a) : (type)(b))
#define kmalloc(size, flags)	malloc(size)
#define kfree(p)		free(p)
#define cond_resched()	((void)0)
#define current		NULL
#define fatal_signal_pending(task)	is_killed
#define check_add_overflow(a, b, d)	__builtin_add_overflow(a, b, d)
#define check_mul_overflow(a, b, d)	__builtin_mul_overflow(a, b, d)

extern bool is_killed;

#endif /* ELF_SHIM_H */
