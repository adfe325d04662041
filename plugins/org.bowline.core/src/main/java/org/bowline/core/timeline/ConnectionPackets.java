/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * The packets of each connection that one side of it sends: the one that opened it, or the one that accepted. Only of connections of which that is known. O(packets), as long as these are nearly in order; 8 bytes for each packet of the timeline at most. Immutable.
 */
public final class ConnectionPackets {
    private final int[] packets;
    private final int[] first;

    private ConnectionPackets(Timeline timeline, Timeline.Opener sender, IntPredicate which, IntToLongFunction nanos) {
        int count = timeline.packetCount();
        IntPredicate isOne = packet -> timeline.packetOpener(packet) == sender && timeline.packetConnection(packet) != Timeline.NONE
                && which.test(packet);
        first = new int[count + 2]; // one more than stays: where the next one of a connection goes
        for (int packet = 0; packet < count; packet++) {
            if (isOne.test(packet)) {
                first[timeline.packetConnection(packet) + 2]++;
            }
        }
        for (int i = 2; i < first.length; i++) {
            first[i] += first[i - 1];
        }
        packets = new int[first[count + 1]];
        for (int packet = 0; packet < count; packet++) {
            if (isOne.test(packet)) {
                packets[first[timeline.packetConnection(packet) + 1]++] = packet;
            }
        }
        for (int connection = 0; connection < count; connection++) {
            sort(first(connection), end(connection), nanos);
        }
    }

    /** Those of a side of which something is true, in the order of their arrival. */
    public static ConnectionPackets byArrival(Timeline timeline, Timeline.Opener sender, IntPredicate which) {
        return new ConnectionPackets(timeline, sender, which, timeline::packetReceived);
    }

    /** Those of a side of which something is true, in the order in which they were sent. */
    public static ConnectionPackets bySending(Timeline timeline, Timeline.Opener sender, IntPredicate which) {
        return new ConnectionPackets(timeline, sender, which, timeline::packetSent);
    }

    /** Packets are matched nearly in their order, so seldom anything is to be done. */
    private void sort(int from, int to, IntToLongFunction nanos) {
        for (int i = from + 1; i < to; i++) {
            if (nanos.applyAsLong(packets[i - 1]) > nanos.applyAsLong(packets[i])) {
                IntArrays.stableSort(packets, from, to, (a, b) -> Long.compare(nanos.applyAsLong(a), nanos.applyAsLong(b)));
                return;
            }
        }
    }

    /** Index of the first of a connection, whose number is below the timeline's {@link Timeline#packetCount}. */
    public int first(int connection) {
        return first[connection];
    }

    /** Index after the last one of a connection. */
    public int end(int connection) {
        return first[connection + 1];
    }

    /** Whether there is none of a connection. */
    public boolean isEmpty(int connection) {
        return first(connection) == end(connection);
    }

    /** The packet at an index. */
    public int packet(int index) {
        return packets[index];
    }
}
