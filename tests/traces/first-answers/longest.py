# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
"""A pool of four processes that compute; the last of 65 tasks takes as long as 27 others."""
import multiprocessing


def work(size):
    total = 0
    for number in range(size * 16000):
        total += number * number % 7
    return total


if __name__ == "__main__":
    with multiprocessing.Pool(4) as pool:
        pool.map(work, [3] * 64 + [80], chunksize=4)
