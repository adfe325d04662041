#!/usr/bin/env python3
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
"""overhead.py RUNS [PROFILE=EVENTS_PER_RUN...]: a table of what recording costs, from pairs of runs (see overhead.sh).

For each profile: the mean over the pairs of traced/untraced mean request time, in per cent, with a 95 % confidence interval (Student's t of the
logarithms of the ratios, as the runs of a pair are neighbours in time); events and MB per second while traced."""
import math
import sys

T95 = {2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 11: 2.201, 14: 2.145, 19: 2.093, 29: 2.045}


def interval(logs):
    n = len(logs)
    mean = sum(logs) / n
    deviation = math.sqrt(sum((x - mean) ** 2 for x in logs) / (n - 1))
    freedom = max((k for k in T95 if k <= n - 1), default=2)
    half = T95[freedom] * deviation / math.sqrt(n)
    return [100 * (math.exp(x) - 1) for x in (mean, mean - half, mean + half)]


def main(path, *counts):
    events = {name: float(count) for name, count in (word.split("=") for word in counts)}
    runs = {}
    for line in open(path, encoding="utf-8"):
        profile, pair, kind, mean, _median, seconds, size, number = line.split()
        runs.setdefault(profile, {}).setdefault(pair, {})[kind] = (float(mean), float(seconds), float(size), number)
    print("| profile | pairs | untraced µs | traced µs | change | 95 % interval | events/s | MB/s |")
    print("|---|---|---|---|---|---|---|---|")
    for profile, pairs in runs.items():
        whole = [p for p in pairs.values() if len(p) == 2]
        logs = [math.log(p["traced"][0] / p["untraced"][0]) for p in whole]
        change, low, high = interval(logs)
        mean = {kind: sum(p[kind][0] for p in whole) / len(whole) / 1000 for kind in ("untraced", "traced")}
        seconds = sum(p["traced"][1] for p in whole)
        size = sum(p["traced"][2] for p in whole)
        numbers = [float(p["traced"][3]) for p in whole if p["traced"][3] != "-"]
        rate = sum(numbers) / seconds if numbers else events[profile] * len(whole) / seconds if profile in events else None
        print(f"| {profile} | {len(whole)} | {mean['untraced']:.0f} | {mean['traced']:.0f} | {change:+.1f} % | {low:+.1f} to {high:+.1f} % "
              f"| {'–' if rate is None else f'{rate:,.0f}'} | {size / seconds / 1e6:.2f} |")


main(*sys.argv[1:])
