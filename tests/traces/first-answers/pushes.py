#!/usr/bin/env python3
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
"""pushes.py work MILLIS | ask HOST COUNT: with a broker of MQTT. The worker has subscribed to jobs, and sleeps for each before it publishes the result; four threads publish jobs and wait for the results, to which they have subscribed."""
import sys, threading, time
import paho.mqtt.client as mqtt


def connect(client, host):
    for _ in range(60):
        try: return client.connect(host)
        except OSError: time.sleep(.3)


def work(millis):
    client = mqtt.Client()

    def on_message(c, _, message):
        time.sleep(millis / 1000)
        c.publish("r/" + message.payload.decode(), b"ok", qos=1)

    client.on_message = on_message
    connect(client, "127.0.0.1")
    client.subscribe("jobs", qos=1)
    client.loop_forever()


def ask(host, number, count):
    done = threading.Event()
    client = mqtt.Client()
    client.on_message = lambda *_: done.set()
    connect(client, host)
    client.subscribe(f"r/{number}", qos=1)
    client.loop_start()
    time.sleep(.5)
    for _ in range(count):
        done.clear()
        client.publish("jobs", str(number), qos=1)
        done.wait()


if sys.argv[1] == "work": work(int(sys.argv[2]))
else:
    threads = [threading.Thread(target=ask, args=(sys.argv[2], i, int(sys.argv[3]))) for i in range(4)]
    for t in threads: t.start()
    for t in threads: t.join()
