// SPDX-License-Identifier: GPL-2.0
/* The same program, loaded at a random address. */
#include "user_target.c"
