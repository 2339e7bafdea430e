/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: assembly of the modules that are a single source. */
#ifndef KMOD_ARCH_H
#define KMOD_ARCH_H

#define KMOD_RET	"blr\n"

#define KMOD_FIRST	"nop\n"

#endif /* KMOD_ARCH_H */
