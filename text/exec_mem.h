/* SPDX-License-Identifier: GPL-2.0 */
/* Executable memory within reach of text. */
#ifndef KP_TEXT_EXEC_MEM_H
#define KP_TEXT_EXEC_MEM_H

#include <linux/types.h>

void *kp_exec_alloc(size_t size, unsigned long near);
int __must_check kp_exec_seal(void *mem, size_t size);
void kp_exec_free(void *mem, size_t size);

#endif /* KP_TEXT_EXEC_MEM_H */
