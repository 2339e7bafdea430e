// SPDX-License-Identifier: GPL-2.0
#define KP_NATIVE
#include "../badinput.c"
