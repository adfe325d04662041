/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import org.jspecify.annotations.Nullable;

/**
 * A TCP segment on its way, as it was given to the device: perhaps larger than the wire allows, and then received in parts.
 *
 * @param to where it arrives
 * @param payload bytes; 0 for a bare acknowledgement
 * @param kind of the message that ends with it
 * @param request of the message that ends with it
 * @param sender the thread that sent it; null if it was sent from an interrupt
 */
record Packet(Endpoint to, int seq, int ack, int payload, int kind, long request, int id, @Nullable Task sender) {
    /** Largest payload of a packet on the wire. */
    static final int SEGMENT = 1448;
}
