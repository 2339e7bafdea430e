/* SPDX-License-Identifier: GPL-2.0 */
/* kgdb is kept from where we write. */
#ifndef KP_GUARD_KGDB_GUARD_H
#define KP_GUARD_KGDB_GUARD_H

#ifdef CONFIG_KGDB
void kp_kgdb_guard_init(void);
#else
static inline void kp_kgdb_guard_init(void) { }
#endif

#endif /* KP_GUARD_KGDB_GUARD_H */
