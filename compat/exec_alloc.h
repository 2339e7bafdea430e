/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory for text. Since 6.10 the kernel's function for it is another one, whose memory
 * may be read-only later on; then there is a third one, whose is not. The format is
 * KP_KSYMS()'s.
 */
#ifndef KP_COMPAT_EXEC_ALLOC_H
#define KP_COMPAT_EXEC_ALLOC_H

#include <linux/version.h>

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 10, 0)
#include <linux/execmem.h>

#define KP_KSYMS_EXEC_ALLOC(FN)						       \
	FN(KP_MUST, void *, execmem_alloc,				       \
	   (enum execmem_type type, size_t size),			       \
	   "execmem_alloc_rw|execmem_alloc", "MODULES")

/* of kp_ksyms, which is declared where this is used */
#define kp_module_alloc(size)						       \
	kp_ksyms.execmem_alloc(EXECMEM_MODULE_TEXT, size)
#else
#define KP_KSYMS_EXEC_ALLOC(FN)						       \
	FN(KP_MUST, void *, module_alloc, (unsigned long size),		       \
	   "module_alloc", "MODULES")

#define kp_module_alloc(size)	kp_ksyms.module_alloc(size)
#endif

#endif /* KP_COMPAT_EXEC_ALLOC_H */
