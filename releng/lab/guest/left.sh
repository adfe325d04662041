# shellcheck shell=sh
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# On the second host: nothing of LTTng runs, nothing lies about.
pgrep -a lttng && exit 1
set -- /var/tmp/bowline.*
[ ! -e "$1" ] || { echo "$@"; exit 1; }
