/* SPDX-License-Identifier: GPL-2.0 */
/* kgdb_target.c, for kgdb_test.c. */
#ifndef KP_KGDB_TARGET_H
#define KP_KGDB_TARGET_H

/* x * 3, so often, by an instruction of 4 bytes each */
#define TIMES	12

unsigned long kgdb_target(unsigned long x);
unsigned long kgdb_other(unsigned long x);

#endif /* KP_KGDB_TARGET_H */
