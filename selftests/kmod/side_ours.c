// SPDX-License-Identifier: GPL-2.0
#include "side_commands.h"
