/* SPDX-License-Identifier: GPL-2.0 */
/* powerpc: a call of our own in the kernel's vector code. */
#ifndef KP_PPC_VECTOR_H
#define KP_PPC_VECTOR_H

/*
 * How an interrupt goes on: in the kernel's function, as if we had not been called; to
 * its registers at once; or where that function would have returned to.
 */
#define KP_PPC_VECTOR_KERNEL	-1
#define KP_PPC_VECTOR_LEAVE	0
#define KP_PPC_VECTOR_RETURN	1

#ifndef __ASSEMBLY__

#include <linux/types.h>

struct pt_regs;

/* trap.c; what is returned is one of these, see there */
typedef long (*kp_ppc_vector_fn)(struct pt_regs *regs, unsigned long noted);
long kp_ppc_vector_trap(struct pt_regs *regs, unsigned long noted);

/* vector.c */
void kp_ppc_vector_init(kp_ppc_vector_fn trap);
void kp_ppc_vector_exit(void);
const char *kp_ppc_vector_why(void);

/* vector_entry.S: code to be copied, with what vector.c fills in there */
extern const u32 kp_ppc_veneer[], kp_ppc_veneer_load[], kp_ppc_veneer_leave[];
extern const u32 kp_ppc_veneer_kernel[], kp_ppc_veneer_end[];

#endif /* __ASSEMBLY__ */
#endif /* KP_PPC_VECTOR_H */
