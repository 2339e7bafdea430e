/* SPDX-License-Identifier: GPL-2.0 */
/* For jump_table_test.c. */
#include "../../../../arch/powerpc/addresses.c"
