/* SPDX-License-Identifier: GPL-2.0 */
/* The functions that are probed. */
#ifndef JUMP_STRESS_H
#define JUMP_STRESS_H

#define JS_NUM		256
#define JS_STRIDE	64
#define JS_KINDS	4
/* What each round adds to the result. */
#define JS_FACTOR	3
/* Where the rounds begin, there is the probe; and offsets from there, by kind. */
#ifdef CONFIG_ARM64
#define JS_PROBED	12
#define JS_OFFSETS	{ 4, 4, 4, 4 }
#else
#define JS_PROBED	8
#define JS_OFFSETS	{ 4, 2, 1, 3 }
#endif

#endif /* JUMP_STRESS_H */
