/* SPDX-License-Identifier: GPL-2.0 */
/* Memory of many pages, and no more of them than are needed. */
#ifndef KP_KERNEL_PAGES_H
#define KP_KERNEL_PAGES_H

#include <linux/types.h>

void *kp_pages_alloc(size_t size);
void kp_pages_free(void *mem, size_t size);

#endif /* KP_KERNEL_PAGES_H */
