// SPDX-License-Identifier: GPL-2.0
#include "../api_client.c"
