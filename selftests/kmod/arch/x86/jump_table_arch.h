/* SPDX-License-Identifier: GPL-2.0 */
/* For jump_table_test.c. */
#include "../../../../arch/x86/scan.c"
