/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import java.util.ArrayDeque;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/** One end of a TCP connection, read by one thread. */
final class Endpoint {
    /** A message that has arrived. */
    record Message(int kind, long request, long at) {}

    final SimHost host;
    final int port;
    final int fd;
    /** Which of the card's queues takes it, on both sides. */
    final int cardQueue;
    final ArrayDeque<Message> inbox = new ArrayDeque<>();
    private @Nullable Endpoint peer;
    /** Next byte to send and next byte expected, modulo 2^32. */
    int sendNext;
    int receiveNext;
    /** No packet of this direction arrives before. */
    long lastArrival;
    @Nullable Task waiting;

    Endpoint(SimHost host, int port, int fd, int cardQueue, int firstByte) {
        this.host = host;
        this.port = port;
        this.fd = fd;
        this.cardQueue = cardQueue;
        sendNext = firstByte;
    }

    static void connect(Endpoint a, Endpoint b) {
        a.peer = b;
        b.peer = a;
        a.receiveNext = b.sendNext;
        b.receiveNext = a.sendNext;
    }

    Endpoint peer() {
        return Objects.requireNonNull(peer);
    }

    /** The processor whose interrupt takes its packets. */
    Cpu interruptCpu() {
        return host.cpus.get(cardQueue % host.cpus.size());
    }
}
