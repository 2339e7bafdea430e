/* SPDX-License-Identifier: GPL-2.0 */
/* Calls on other CPUs; what prepares one is the kernel's since 5.12. */
#ifndef KP_COMPAT_SMP_H
#define KP_COMPAT_SMP_H

#include <linux/smp.h>

#ifndef INIT_CSD
#define INIT_CSD(csd, function, data)					\
do {									\
	call_single_data_t *_csd = (csd);				\
									\
	memset(_csd, 0, sizeof(*_csd));					\
	_csd->func = (function);					\
	_csd->info = (data);						\
} while (0)
#endif

#endif /* KP_COMPAT_SMP_H */
