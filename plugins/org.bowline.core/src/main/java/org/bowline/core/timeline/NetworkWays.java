/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;

import it.unimi.dsi.fastutil.longs.LongAVLTreeSet;
import it.unimi.dsi.fastutil.longs.LongSortedSet;
import it.unimi.dsi.fastutil.longs.LongSortedSets;

import org.bowline.core.model.IntPair;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;

/** Gives the network between two hosts a vertex. */
public final class NetworkWays {
    private static final int POLL_MASK = (1 << 16) - 1;

    private NetworkWays() {}

    /**
     * The same timeline with a vertex behind all others for each two hosts of which one sent a packet that ended a wait on the other: {@link Timeline#way}. One for both directions, as an error of
     * the clocks takes from the one what it gives to the other. O(segments) time; the columns are shared.
     *
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public static Timeline in(Timeline timeline, Progress progress) {
        LongSortedSet pairs = timeline.wayCount() > 0 ? LongSortedSets.EMPTY_SET : pairs(timeline, progress);
        if (pairs.isEmpty()) { // or they are there already
            return timeline;
        }
        TimelineData data = timeline.data().copy();
        int vertices = data.vertexNames.length;
        int resources = data.resourceKind.length;
        data.vertexNames = Arrays.copyOf(data.vertexNames, vertices + pairs.size());
        data.vertexHost = Arrays.copyOf(data.vertexHost, vertices + pairs.size());
        data.resourceKind = Arrays.copyOf(data.resourceKind, resources + pairs.size());
        data.ways = pairs.toLongArray();
        for (int way = 0; way < data.ways.length; way++) {
            int one = IntPair.first(data.ways[way]);
            int other = IntPair.second(data.ways[way]);
            data.vertexNames[vertices + way] = timeline.hostName(one) + '-' + timeline.hostName(other);
            data.vertexHost[vertices + way] = one;
            data.resourceKind[resources + way] = VertexKind.NETWORK;
        }
        return new Timeline(data);
    }

    /** Both hosts, the lower number above. */
    static long pair(int one, int other) {
        return IntPair.of(Math.min(one, other), Math.max(one, other));
    }

    private static LongSortedSet pairs(Timeline timeline, Progress progress) {
        LongSortedSet pairs = new LongAVLTreeSet();
        if (timeline.hostCount() < 2) {
            return pairs;
        }
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                if ((s & POLL_MASK) == 0) {
                    progress.check();
                }
                int sender = timeline.senderFromElsewhere(thread, s);
                if (sender != Timeline.NONE) {
                    pairs.add(pair(timeline.host(sender), timeline.host(thread)));
                }
            }
        }
        return pairs;
    }
}
