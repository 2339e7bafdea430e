/* SPDX-License-Identifier: GPL-2.0 */
/* The functions that are probed. */
#ifndef JUMP_STRESS_H
#define JUMP_STRESS_H

#define JS_NUM		256
#define JS_STRIDE	64
#define JS_KINDS	4
/* What each round adds to the result. */
#define JS_FACTOR	3

#include <stress_arch.h>

#endif /* JUMP_STRESS_H */
