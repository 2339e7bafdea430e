/* SPDX-License-Identifier: GPL-2.0 */
/* What is not static, so that it has a name, and is called. */
#ifndef LEAVE_TARGET_H
#define LEAVE_TARGET_H

struct kprobe;
struct pt_regs;

extern long leave_word;
long leave_called(long x);
int leave_pre(struct kprobe *kp, struct pt_regs *regs);

#endif /* LEAVE_TARGET_H */
