/* SPDX-License-Identifier: GPL-2.0 */
/*
 * x86: the kernel's functions that copy from and to user space, and those that access
 * registers that may not be there. For extable_arch.h.
 */
#ifndef EXTABLE_COPY_H
#define EXTABLE_COPY_H

#include <linux/uaccess.h>
#include <linux/version.h>
#include <asm/alternative.h>
#include <asm/msr.h>
#include <asm/smap.h>

/* This name came with 7.1, and with later 6.12.y. */
#ifdef copy_to_nontemporal
#define ex_copy_nocache		copy_from_user_inatomic_nontemporal
#else
#define ex_copy_nocache		__copy_from_user_inatomic_nocache
#endif

#define EX_OP_NOCACHE(len)						\
OP(nocache_##len, { return ex_copy_nocache(buf, user, len); })

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 16, 0)
#define ex_rdmsr_safe		rdmsrq_safe
#define ex_wrmsr_safe		wrmsrq_safe
#else
#define ex_rdmsr_safe		rdmsrl_safe
#define ex_wrmsr_safe		wrmsrl_safe
#endif

/* Since 6.4 there is one function, and one instruction on CPUs that do that fast. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 4, 0)
#define EX_COPY_FUNCTIONS						\
	"rep_movs_alternative", "rep_stos_alternative",			\
	"__copy_user_nocache", "copy_to_nontemporal"

/* On all CPUs; it is called by its own convention. */
static __always_inline unsigned long ex_copy(void *to, const void *from,
					     unsigned long len)
{
	stac();
	asm volatile("1: call rep_movs_alternative\n"
		     "2:\n"
		     _ASM_EXTABLE_UA(1b, 2b)
		     : "+c" (len), "+D" (to), "+S" (from), ASM_CALL_CONSTRAINT
		     : : "memory", "rax", "r8", "r9", "r10", "r11");
	clac();
	return len;
}

#define EX_OP_COPY(len)							\
OP(function_from_##len, { return ex_copy(buf, (void *)user, len); })	\
OP(function_to_##len, { return ex_copy((void *)user, buf, len); })	\
OP(generic_from_##len, {						\
	return copy_user_generic(buf, (void *)user, len);		\
})									\
OP(generic_to_##len, {							\
	return copy_user_generic((void *)user, buf, len);		\
})									\
EX_OP_NOCACHE(len)

#define EX_E_COPY(len)							\
	E(function_from_##len), E(function_to_##len),			\
	E(generic_from_##len), E(generic_to_##len),			\
	E(nocache_##len),
#else
#define EX_COPY_FUNCTIONS	"copy_user_", "__copy_user_nocache"

#define EX_OP_COPY(len)							\
OP(unrolled_from_##len, {						\
	return copy_user_generic_unrolled(buf, (void *)user, len);	\
})									\
OP(unrolled_to_##len, {							\
	return copy_user_generic_unrolled((void *)user, buf, len);	\
})									\
OP(string_from_##len, {							\
	return copy_user_generic_string(buf, (void *)user, len);	\
})									\
OP(string_to_##len, {							\
	return copy_user_generic_string((void *)user, buf, len);	\
})									\
OP(fast_string_from_##len, {						\
	return copy_user_enhanced_fast_string(buf, (void *)user, len);	\
})									\
OP(fast_string_to_##len, {						\
	return copy_user_enhanced_fast_string((void *)user, buf, len);	\
})									\
EX_OP_NOCACHE(len)

#define EX_E_COPY(len)							\
	E(unrolled_from_##len), E(unrolled_to_##len),			\
	E(string_from_##len), E(string_to_##len),			\
	E(fast_string_from_##len), E(fast_string_to_##len),		\
	E(nocache_##len),
#endif

#endif /* EXTABLE_COPY_H */
