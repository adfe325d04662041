/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.Int2IntMap;

import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * What the network between two hosts waits for: the threads that send over it. It has no capacity, and takes one packet while others are on their way; so it counts as idle for all of the range in which
 * both hosts were recorded, and each thread gets the share of its packets that ended waits of the range on the other host, each packet counted once.
 */
final class WayIdle implements DeviceIdle {
    private final Timeline timeline;
    private final long from;
    private final long to;
    private final Flights flights;
    private final Noticed noticed;

    WayIdle(Timeline timeline, long from, long to, Flights flights) {
        this.timeline = timeline;
        this.from = from;
        this.to = to;
        this.flights = flights;
        noticed = Noticed.of(timeline, from, to);
    }

    @Override
    public boolean addOrigins(EdgeList edges, boolean[] origins) {
        long[] weights = weights(edges);
        boolean more = false;
        for (int way = 0; way < weights.length; way++) {
            if (noticed.test(weights[way])) {
                for (int sender : flights.packets(first() + way).keySet()) {
                    more |= !origins[sender];
                    origins[sender] = true;
                }
            }
        }
        return more;
    }

    @Override
    public void addTo(EdgeList edges) {
        long[] weights = weights(edges);
        for (int way = 0; way < weights.length; way++) {
            if (weights[way] > 0) {
                share(first() + way, edges);
            }
        }
    }

    private int first() {
        return timeline.vertexCount() - timeline.wayCount();
    }

    /** How much waits for each. */
    private long[] weights(EdgeList edges) {
        long[] weights = new long[timeline.wayCount()];
        for (int edge = 0; edge < edges.size(); edge++) {
            if (timeline.isWay(edges.targetOf(edge))) {
                weights[edges.targetOf(edge) - first()] += edges.weightOf(edge);
            }
        }
        return weights;
    }

    private void share(int way, EdgeList edges) {
        Int2IntMap packets = flights.packets(way);
        int[] senders = packets.keySet().toIntArray();
        if (senders.length == 0) {
            return;
        }
        Arrays.sort(senders);
        TimeUnion unrecorded = new TimeUnion(from, to);
        unrecorded.addUnrecorded(timeline, timeline.host(way));
        unrecorded.addUnrecorded(timeline, timeline.otherHost(way));
        long[] parts = new long[senders.length];
        Arrays.setAll(parts, i -> packets.get(senders[i]));
        long[] shares = Shares.of(to - from - unrecorded.nanos(), parts);
        for (int i = 0; i < senders.length; i++) {
            edges.add(edges.edge(way, senders[i]), shares[i], shares[i], shares[i], packets.get(senders[i]));
        }
    }
}
