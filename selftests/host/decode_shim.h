/* SPDX-License-Identifier: GPL-2.0 */
/* What arch/x86/{split,decode,scan,slot,emulate}.c need of the kernel, in user space. */
#ifndef DECODE_SHIM_H
#define DECODE_SHIM_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int32_t s32;

#define BIT(n)			(1UL << (n))
#define BUILD_BUG_ON(cond)	_Static_assert(!(cond), #cond)
#define OPTIMIZER_HIDE_VAR(x)	__asm__("" : "=r" (x) : "0" (x))
#define READ_ONCE(x)		(*(const volatile typeof(x) *)&(x))
#define likely(x)		__builtin_expect(!!(x), 1)
#define unlikely(x)		__builtin_expect(!!(x), 0)
#define min(a, b)		((a) < (b) ? (a) : (b))
#define min_t(type, a, b)	((type)(a) < (type)(b) ? (type)(a) : (type)(b))
#undef __always_inline
#define __always_inline		inline __attribute__((__always_inline__))
#define __must_check		__attribute__((__warn_unused_result__))
#define noinline		__attribute__((__noinline__))
#define fallthrough		__attribute__((__fallthrough__))

#define X86_EFLAGS_CF		0x0001
#define X86_EFLAGS_PF		0x0004
#define X86_EFLAGS_ZF		0x0040
#define X86_EFLAGS_SF		0x0080
#define X86_EFLAGS_OF		0x0800

#define INT3_INSN_OPCODE	0xcc
#define INT3_INSN_SIZE		1
#define JMP8_INSN_OPCODE	0xeb
#define JMP8_INSN_SIZE		2
#define JMP32_INSN_OPCODE	0xe9
#define JMP32_INSN_SIZE		5

#define CALL_INSN_OPCODE	0xe8
#define __KERNEL_CS		0x10

/* The kernel's, not user space's. */
struct pt_regs {
	unsigned long r15, r14, r13, r12, bp, bx;
	unsigned long r11, r10, r9, r8, ax, cx, dx, si, di;
	unsigned long orig_ax, ip, cs, flags, sp, ss;
};

#include <asm/insn.h>
#include <kp_arch_types.h>

struct kp_ksyms {
	int (*insn_decode)(struct insn *insn, const void *bytes, int len,
			   enum insn_mode m);
};

extern struct kp_ksyms kp_ksyms;

void kp_arch_emulate(const struct kp_arch_insn *insn, unsigned long addr,
		     struct pt_regs *regs);
void kp_arch_finish_step(const struct kp_arch_insn *insn, unsigned long addr,
			 struct pt_regs *regs);
void kp_arch_fault_home(const struct kp_arch_insn *insn, unsigned long addr,
			unsigned long slot, struct pt_regs *regs);

/* what a KP_SLOT_POST slot calls */
static inline void kp_x86_post_common(void)
{
}

#endif /* DECODE_SHIM_H */
