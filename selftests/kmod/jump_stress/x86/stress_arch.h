/* SPDX-License-Identifier: GPL-2.0 */
/* x86: where the rounds begin, there is the probe; and offsets from there, by kind. */
#define JS_PROBED	8
#define JS_OFFSETS	{ 4, 2, 1, 3 }
/* Every third has a post_handler, and is optimized with it. */
#define JS_HAS_POST(i)	(i % 3 == 0)
