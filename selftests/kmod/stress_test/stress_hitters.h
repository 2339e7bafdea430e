/* SPDX-License-Identifier: GPL-2.0 */
/* Two threads, one on each of two CPUs, that call the probed functions. */
#ifndef STRESS_HITTERS_H
#define STRESS_HITTERS_H

#include <linux/types.h>

int stress_hitters_start(void);
void stress_hitters_stop(void);
void stress_hitters_wait_for_calls(unsigned long num);
unsigned long stress_hitters_sum_up(unsigned long *calls);
unsigned long stress_random(u64 *state);

#endif /* STRESS_HITTERS_H */
