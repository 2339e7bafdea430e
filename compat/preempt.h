/* SPDX-License-Identifier: GPL-2.0 */
/* in_hardirq() had another name until 5.11. */
#ifndef KP_COMPAT_PREEMPT_H
#define KP_COMPAT_PREEMPT_H

#include <linux/preempt.h>

#ifndef in_hardirq
#define in_hardirq()	in_irq()
#endif

#endif /* KP_COMPAT_PREEMPT_H */
