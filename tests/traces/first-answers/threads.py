# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
"""Four threads that compute: of Python's interpreter only one at a time does."""
import threading

def work():
    for _ in range(8):
        total = 0
        for number in range(12000):
            total += number * number

threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
