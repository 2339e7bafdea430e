/* SPDX-License-Identifier: GPL-2.0 */
/* x86: what watches can do, and where they cannot be. For watch_api.c. */
#ifndef WATCH_ARCH_H
#define WATCH_ARCH_H

#include <asm/special_insns.h>

#define WATCH_CAN_READ		false
/* Hits by one access; QEMU's CPU tells of one alone. */
#define WATCH_MIN_OF_2		1
#define WATCH_ENTRY_TEXT	"asm_exc_debug"
#define WATCH_TRAP_TEXT		"exc_debug"

/* Where the last page fault was, which its handler may not have read yet. */
#define WATCH_KEEPS_FAULT	true
#define watch_set_fault(addr)	native_write_cr2(addr)
#define watch_fault()		native_read_cr2()

#endif /* WATCH_ARCH_H */
