/* SPDX-License-Identifier: GPL-2.0 */
/* irq_work_is_busy() came with 5.11. */
#ifndef KP_COMPAT_IRQ_WORK_H
#define KP_COMPAT_IRQ_WORK_H

#include <linux/irq_work.h>

#ifdef KP_OFFERS_IRQ_WORK_BUSY
#define kp_irq_work_is_busy(work)	irq_work_is_busy(work)
#else
#define kp_irq_work_is_busy(work)	\
	(atomic_read(&(work)->flags) & IRQ_WORK_BUSY)
#endif

#endif /* KP_COMPAT_IRQ_WORK_H */
