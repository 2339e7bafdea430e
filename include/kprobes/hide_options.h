/* SPDX-License-Identifier: GPL-2.0 */
/* The options that are forced are as the kernel was built. Included again and again. */
#undef CONFIG_KPROBES
#undef CONFIG_KRETPROBES
#undef CONFIG_OPTPROBES
