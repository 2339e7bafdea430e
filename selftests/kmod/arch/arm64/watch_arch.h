/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: what watches can do, and where they cannot be. For watch_api.c and watch_text.c. */
#ifndef WATCH_ARCH_H
#define WATCH_ARCH_H

#define WATCH_CAN_READ		true
/* Hits by one access. */
#define WATCH_MIN_OF_2		2
#define WATCH_ENTRY_TEXT	"el1h_64_sync"
#define WATCH_TRAP_TEXT		"el1h_64_sync_handler"

/* What the entry of a debug exception reads before watches are off. */
#define WATCH_HAS_ENTRY_DATA	false
#define watch_canary(cpu)	0UL
#define WATCH_HAS_CANARY	false
#define watch_spec_ctrl(cpu)	0UL
#define WATCH_PRED_CMD		0UL
#define watch_top_of_stack(cpu)	0UL
#define WATCH_HAS_TOP		false

/* Jumps cover no second instruction. */
#define WATCH_COVERED		0

/* The kernel reads where a fault was before a watch can be hit. */
#define WATCH_KEEPS_FAULT	false
#define watch_set_fault(addr)	((void)(addr))
#define watch_fault()		0UL

#endif /* WATCH_ARCH_H */
