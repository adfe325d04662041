# shellcheck shell=sh
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# In a guest of releng/check-sweep --lab: that script itself, without its sweeps of equal builds; what it leaves of the sweep of a configuration that falls over.
CHECK_SWEEP=/tmp/sweep CHECK_SWEEP_LEVELS=$S_levels timeout -s INT 2000 bash /run/kit/tree/releng/check-sweep "$S_repetitions" "$S_seconds" 0 2>&1 | tee /dev/console
mkdir -p "$O/sweep"
cp -R /tmp/sweep/falls* /tmp/sweep/*.log "$O/sweep/"
