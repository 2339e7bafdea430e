/* SPDX-License-Identifier: GPL-2.0 */
/* Live patching is told which stacks not to rely on. */
#ifndef KP_GUARD_STACK_GUARD_H
#define KP_GUARD_STACK_GUARD_H

void kp_stack_guard_init(void);

#endif /* KP_GUARD_STACK_GUARD_H */
