// SPDX-License-Identifier: GPL-2.0
#define KP_BENCH_WHO "own"
#include "../client/client.h"
