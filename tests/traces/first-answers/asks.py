#!/usr/bin/env python3
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
"""asks.py HOST PORT CLIENTS COUNT: so many threads, each with a connection of its own, send one byte and wait for one, COUNT times."""
import socket, sys, threading


def ask(host, port, count):
    with socket.create_connection((host, port)) as s:
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for _ in range(count):
            s.sendall(b"x")
            s.recv(1)


if __name__ == "__main__":
    if len(sys.argv) != 5: sys.exit(__doc__)
    threads = [threading.Thread(target=ask, args=(sys.argv[1], int(sys.argv[2]), int(sys.argv[4]))) for _ in range(int(sys.argv[3]))]
    for t in threads: t.start()
    for t in threads: t.join()
