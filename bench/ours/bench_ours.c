// SPDX-License-Identifier: GPL-2.0
#define KP_BENCH_WHO "ours"
#define KP_BENCH_JPROBES
#include "../client/client.h"
