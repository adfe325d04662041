/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

/** Gets the pairs that a {@link PacketMatcher} finds. */
@FunctionalInterface
interface MatchSink {
    /**
     * A packet received may be a packet sent.
     *
     * @param before whether it is certain that it was sent before it was received, and on different hosts: a bound on their clocks
     * @param another whether other candidates for this receive were reported before
     */
    void pair(int sendHost, int sendPacket, int receiveHost, int receivePacket, boolean before, boolean another);
}
