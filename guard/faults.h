/* SPDX-License-Identifier: GPL-2.0 */
/* Faults in handlers and in slots. */
#ifndef KP_GUARD_FAULTS_H
#define KP_GUARD_FAULTS_H

int __must_check kp_faults_init(void);

#endif /* KP_GUARD_FAULTS_H */
