#!/usr/bin/env python3
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
"""overhead.py RUNS [PROFILE=EVENTS,OTHERS...]: a table of what recording costs, from pairs of runs (see overhead.sh).

For each profile: the change of the median and of the mean request time of a run, traced against untraced, in per cent: geometric mean over the
pairs, with a 95 % confidence interval (Student's t of the logarithms of the ratios; the runs of a pair are neighbours in time). Events and MB per
second while traced. EVENTS is the number of events in a
run, OTHERS that of the statedump at its start, which does not count: it grows with the number of processes, not with time."""
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
    events = {name: [float(n) for n in both.split(",")] for name, both in (word.split("=") for word in counts)}
    runs = {}
    for line in open(path, encoding="utf-8"):
        profile, pair, kind, mean, median, seconds, size = line.split()
        runs.setdefault(profile, {}).setdefault(pair, {})[kind] = (float(median), float(mean), float(seconds), float(size))
    print("| profile | pairs | median, untraced | traced | change (95 %) | mean, change (95 %) | events/s | MB/s |")
    print("|---|---|---|---|---|---|---|---|")
    for profile, pairs in runs.items():
        whole = [p for p in pairs.values() if len(p) == 2]
        change = ["{:+.1f} % ({:+.1f} to {:+.1f})".format(*interval([math.log(p["traced"][k] / p["untraced"][k]) for p in whole])) for k in (0, 1)]
        median = {kind: math.exp(sum(math.log(p[kind][0]) for p in whole) / len(whole)) / 1000 for kind in ("untraced", "traced")}
        seconds = sum(p["traced"][2] for p in whole)
        counted, others = events[profile]
        size = sum(p["traced"][3] for p in whole) * counted / (counted + others)
        rate = counted * len(whole) / seconds
        print(f"| {profile} | {len(whole)} | {median['untraced']:.0f} µs | {median['traced']:.0f} µs | {change[0]} | {change[1]} "
              f"| {rate:,.0f} | {size / seconds / 1e6:.2f} |")


main(*sys.argv[1:])
