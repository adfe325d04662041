/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

/** Gets what a {@link PacketMatcher} finds. */
interface MatchSink {
    /** What a pair says about the clocks of its hosts. */
    enum Order {
        /** Nothing: the packet was sent before, or by the same host. */
        NONE,
        /** The send certainly precedes the receive. */
        CERTAIN,
        /** A router sent the packet on; that precedes the receive if the receiver is the packet's destination, and not a router before. */
        RELAYED
    }

    /**
     * A packet was sent.
     *
     * @param relayed whether the host had received it: it is a router, or it sends through several devices
     */
    void sent(int host, int packet, boolean relayed);

    /**
     * A packet received may be a packet sent.
     *
     * @param another whether other candidates for this receive were reported before
     */
    void pair(int sendHost, int sendPacket, int receiveHost, int receivePacket, Order order, boolean another);
}
