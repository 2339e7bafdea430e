/* SPDX-License-Identifier: GPL-2.0 */
/* Since 5.13 indirect calls may be checked, and functions say that they are not. */
#ifndef KP_COMPAT_CFI_H
#define KP_COMPAT_CFI_H

#include <linux/compiler.h>

#ifndef __nocfi
#define __nocfi
#endif

#endif /* KP_COMPAT_CFI_H */
