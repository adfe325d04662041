/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import org.bowline.core.timeline.ConnectionPackets;
import org.bowline.core.timeline.Timeline;

/**
 * The data that both sides of each connection send, in the order of its arrival: what several results and rules look at. Of connections of which it is known who opened them. O(packets). Immutable.
 *
 * @param asks what the side sends that opened the connection
 * @param answers what the other side sends
 */
public record ConnectionData(ConnectionPackets asks, ConnectionPackets answers) {
    /** All of the recording. */
    public static final Result<ConnectionData> RESULT = Result.of(analysis -> {
        Timeline timeline = analysis.timeline();
        return new ConnectionData(ConnectionPackets.byArrival(timeline, Timeline.Opener.SENDER, timeline::packetHasData),
                ConnectionPackets.byArrival(timeline, Timeline.Opener.RECEIVER, timeline::packetHasData));
    });
}
