# SPDX-License-Identifier: GPL-2.0
# events_parse.sh with 10,000,000 lines.
#
# timeout: 1200
set -euo pipefail

KP_COUNT=${KP_COUNT:-10000000} exec bash "$(dirname "$(realpath "$0")")/events_parse.sh"
