# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
"""The price of each annotation as this process has it; ../measure runs it in all cases. Median and its 95 % confidence interval, ns per call.

    python3 price.py [BATCHES [CALLS]]
"""
import math
import statistics
import sys
import time

import bowline

BATCHES = int(sys.argv[1]) if len(sys.argv) > 1 else 40
CALLS = int(sys.argv[2]) if len(sys.argv) > 2 else 20000


def empty():
    pass


def tags():
    with bowline.tag("engine/storage/crc"):
        pass


def intervals():
    with bowline.interval("GET"):
        pass


for what, run, calls in (("a function call", empty, 1), ("tag (with block)", tags, 2), ("tag switch", lambda: bowline.tag_switch("engine/storage/crc"), 1),
                         ("interval (with block)", intervals, 2), ("false wake-up", lambda: bowline.false_wakeup(1), 1)):
    each = []
    for batch in range(BATCHES + 1):
        begin = time.perf_counter_ns()
        for i in range(CALLS // calls):
            run()
        each.append((time.perf_counter_ns() - begin) / (CALLS // calls * calls))
    each = each[1:]  # warm
    each.sort()
    half = 0.98 * len(each) ** 0.5
    low, high = max(0, math.floor(len(each) / 2 - half) - 1), min(len(each) - 1, math.ceil(len(each) / 2 + half))
    print("%-28s %9.2f  %.2f to %.2f" % (what, statistics.median(each), each[low], each[high]))
