// SPDX-License-Identifier: GPL-2.0
#define KP_BENCH_WHO "ours"
#include "../probe_coverage.h"
