/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: where the rounds begin, there is the probe; and offsets from there, by kind. */
#define JS_PROBED	20
#define JS_OFFSETS	{ 4, 4, 4, 4 }
/* Who has a post_handler is not optimized. */
#define JS_HAS_POST(i)	false
