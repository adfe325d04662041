#!/usr/bin/env python3
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
"""pieces.py serve PORT | ask HOST PORT COUNT: a server of HTTP that sleeps for 12 ms and sends the head and the two bytes of each answer in a piece of its own, as Python's does; six threads ask it, over connections that are kept."""
import http.client, http.server, socketserver, sys, threading, time


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        time.sleep(.012)
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, *_): pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True


def ask(host, port, count):
    connection = http.client.HTTPConnection(host, port)
    for _ in range(count):
        connection.request("GET", "/")
        connection.getresponse().read()


if sys.argv[1] == "serve": Server(("0.0.0.0", int(sys.argv[2])), Handler).serve_forever()
else:
    threads = [threading.Thread(target=ask, args=(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))) for _ in range(6)]
    for t in threads: t.start()
    for t in threads: t.join()
