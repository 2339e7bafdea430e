/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers of a record. */
#ifndef KPE_EVENT_LOAD_H
#define KPE_EVENT_LOAD_H

#include <linux/types.h>

u64 kpe_load(const void *data, unsigned int size);

#endif /* KPE_EVENT_LOAD_H */
