/* SPDX-License-Identifier: GPL-2.0 */
/* The options that are forced. Included again and again. */
#define CONFIG_KPROBES		1
#define CONFIG_KRETPROBES	1
#define CONFIG_OPTPROBES	1
