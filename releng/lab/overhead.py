#!/usr/bin/env python3
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
"""overhead.py [--also FILE] RUNS REQUESTS PROFILE=EVENTS,OTHERS...: a table of what recording costs, from pairs of runs (see overhead.sh).

For each profile: the change of the median and of the mean request time of a run, traced against untraced, in per cent: the median over the pairs of
their ratios, with an interval of 95 %: from 30 pairs on by a bootstrap over the pairs, below by order statistics (at least 95 %, whatever the
distribution). The runs of a pair are neighbours in time: what else the machine does disturbs both, or is an outlier, which a median forgives. REQUESTS is the number of requests of a run, EVENTS that of events in
the first traced run, OTHERS that of the statedump at its start, which does not count: it grows with the number of processes, not with time. Events
and MB per second are those of requests without a pause between them, at their median time while traced. FILE is for a program of several clients: lines PROFILE SECONDS LINES, how long the analysis of
the first traced run takes, and how many lines of the program were changed; events and MB per second are then those of that run."""
import math
import random
import statistics
import sys


RESAMPLES = 10000


def interval(values):
    """Median, and what 2.5 and 97.5 % of the medians of resamples are below; of few pairs the k-th smallest and k-th largest value with the largest k
    for which the median is between them with 95 %."""
    values, n = sorted(values), len(values)
    if n >= 30:
        draw = random.Random(2026)  # the same interval every time for the same runs
        medians = sorted(statistics.median(draw.choices(values, k=n)) for _ in range(RESAMPLES))
        return [100 * (x - 1) for x in (statistics.median(values), medians[RESAMPLES // 40], medians[RESAMPLES - RESAMPLES // 40 - 1])]
    rank = 0
    while 2 * sum(math.comb(n, i) for i in range(rank + 1)) / 2**n <= 0.05:
        rank += 1
    if not rank:
        sys.exit("less than 6 pairs tell nothing")
    return [100 * (x - 1) for x in (statistics.median(values), values[rank - 1], values[n - rank])]


def main(path, requests, *counts, also=None):
    more = {name: words for name, *words in map(str.split, open(also, encoding="utf-8"))} if also else {}
    events = {name: [float(n) for n in both.split(",")] for name, both in (word.split("=") for word in counts)}
    runs = {}
    for line in open(path, encoding="utf-8"):
        profile, pair, kind, mean, median, seconds, size = line.split()
        runs.setdefault(profile, {}).setdefault(pair, {})[kind] = (float(median), float(mean), float(seconds), float(size))
    print("| profile | pairs | median, untraced | traced | change (95 %) | mean, change (95 %) | events a request | events/s | MB/s |"
          + (" analysis | lines changed |" if also else ""))
    print("|---|---|---|---|---|---|---|---|---|" + ("---|---|" if also else ""))
    for profile, pairs in runs.items():
        whole = [p for p in pairs.values() if len(p) == 2]
        change = ["{:+.1f} % ({:+.1f} to {:+.1f})".format(*interval([p["traced"][k] / p["untraced"][k] for p in whole])) for k in (0, 1)]
        median = {kind: statistics.median(p[kind][0] for p in whole) / 1000 for kind in ("untraced", "traced")}
        counted, others = events[profile]
        each = counted / int(requests)
        rate = counted / pairs["1"]["traced"][2] if also else each / median["traced"] * 1e6
        size = pairs["1"]["traced"][3] / max(1, counted + others)
        print(f"| {profile} | {len(whole)} | {median['untraced']:.0f} µs | {median['traced']:.0f} µs | {change[0]} | {change[1]} "
              f"| {each:.1f} | {rate:,.0f} | {rate * size / 1e6:.1f} |" + (" {} s | {} |".format(*more.get(profile, "––")) if also else ""))


if sys.argv[1:2] == ["--also"]:
    main(*sys.argv[3:], also=sys.argv[2])
else:
    main(*sys.argv[1:])
