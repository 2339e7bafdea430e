/* SPDX-License-Identifier: GPL-2.0 */
/* x86: a gate of our own for vector 3. */
#ifndef KP_X86_GATE_H
#define KP_X86_GATE_H

#include <linux/types.h>

struct seq_file;

/* The 20 bytes of gate_landing.c. */
#define KP_X86_LANDING_SIZE	20

/* gate_entry.S */
extern const char kp_x86_gate[], kp_x86_gate_kernel[], kp_x86_gate_back[];
extern const char kp_x86_gate_end[];
extern unsigned long kp_x86_landing;

/* gate.c */
int __must_check kp_x86_gate_init(void);
void kp_x86_gate_exit(void);
void kp_x86_gate_show(struct seq_file *m);

/* gate_landing.c */
const char *kp_x86_landing_find(void);
int __must_check kp_x86_landing_write(unsigned long kernels);
void kp_x86_landing_clear(void);

/**
 * kp_x86_jump() - the displacement of a jump or conditional jump
 * @end: where the instruction ends
 * @to: where it leads: kernel text or kprobes.ko
 */
static inline u32 kp_x86_jump(unsigned long end, unsigned long to)
{
	return to - end;
}

/**
 * kp_x86_gate_owns() - whether it is on the way from our gate to its look-up
 * @addr: an address
 *
 * Context: any, also hits.
 */
static __always_inline bool kp_x86_gate_owns(unsigned long addr)
{
	unsigned long landing = READ_ONCE(kp_x86_landing);

	return (addr >= (unsigned long)kp_x86_gate &&
		addr < (unsigned long)kp_x86_gate_end) ||
	       (landing && addr - landing < KP_X86_LANDING_SIZE);
}

#endif /* KP_X86_GATE_H */
