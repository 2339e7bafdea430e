/* SPDX-License-Identifier: GPL-2.0 */
/* arm64: a call of our own in the kernel's vector code. */
#ifndef KP_ARM64_VECTOR_H
#define KP_ARM64_VECTOR_H

#include <linux/types.h>

struct pt_regs;
struct seq_file;

/* vector.c */
void kp_arm64_vector_init(void);
void kp_arm64_vector_exit(void);
const char *kp_arm64_vector_why(void);

/* vector_entry.S; it goes on in what has that address */
extern unsigned long kp_arm64_vector_kernel;
void kp_arm64_vector(struct pt_regs *regs);

/* trap.c */
bool kp_arm64_vector_brk(struct pt_regs *regs);

#endif /* KP_ARM64_VECTOR_H */
