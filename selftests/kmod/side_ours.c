// SPDX-License-Identifier: GPL-2.0
/* The kernel's own enable one at a time. */
#define SIDE_ENABLE	enable_kprobes
#include "side_commands.h"
