/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.function.LongConsumer;

/**
 * Whether a host has recorded that packets came in, but not from whom: where a network device hands them up one by one, the kernel has not looked at their headers yet when the event is recorded, and the tracer
 * finds none.
 */
final class Headerless {
    /** A host receives a few frames that have no such headers, of ARP for one, whatever its devices do. */
    private static final int LEAST = 20;

    private Headerless() {}

    /**
     * How many packets a host received without their headers; 0 if they are few, or it received as many with them from other hosts. O(packets).
     *
     * @param poll told of progress, so that it can be cancelled
     */
    static long count(PacketLog log, LongConsumer poll) {
        if (log.headerless() < LEAST) {
            return 0;
        }
        long known = 0;
        for (int packet = 0; packet < log.size(); packet++) {
            poll.accept(packet);
            known += log.isSent(packet) || log.isHop(packet) || log.isLoopback(packet) ? 0 : 1;
        }
        return known < log.headerless() ? log.headerless() : 0;
    }
}
