/* SPDX-License-Identifier: GPL-2.0 */
/* kgdb is kept from where we write. */
#ifndef KP_GUARD_KGDB_GUARD_H
#define KP_GUARD_KGDB_GUARD_H

#include <linux/compiler.h>

#ifdef CONFIG_KGDB
int __must_check kp_kgdb_guard_init(void);
#else
static inline int kp_kgdb_guard_init(void) { return 0; }
#endif

#endif /* KP_GUARD_KGDB_GUARD_H */
