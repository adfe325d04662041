/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import java.util.Arrays;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.timeline.Timeline;

/** When threads sent packets that arrived. Immutable. */
final class Sent {
    private static final LongArrayList NOTHING = new LongArrayList();

    private final Int2ObjectOpenHashMap<LongArrayList> times = new Int2ObjectOpenHashMap<>();

    private Sent() {
        times.defaultReturnValue(NOTHING);
    }

    /**
     * Looks at all packets of a timeline once.
     *
     * @param counts which packets count
     */
    static Sent of(Timeline timeline, IntPredicate counts) {
        Sent sent = new Sent();
        for (int packet = 0; packet < timeline.packetCount(); packet++) {
            int sender = timeline.packetSender(packet);
            if (sender != Timeline.NONE && !timeline.isIdle(sender) && counts.test(packet)) {
                sent.times.computeIfAbsent(sender, key -> new LongArrayList()).add(timeline.packetSent(packet));
            }
        }
        sent.times.values().forEach(all -> all.sort(null));
        return sent;
    }

    /** Whether a thread sent any. */
    boolean any(int thread) {
        return times.containsKey(thread);
    }

    /** Whether a thread sent something between two times: who waits for a packet without having asked waits for work, and is nobody's client. */
    boolean between(int thread, long from, long to) {
        LongArrayList sent = times.get(thread);
        int at = Arrays.binarySearch(sent.elements(), 0, sent.size(), from);
        int next = at < 0 ? -at - 1 : at;
        return next < sent.size() && sent.getLong(next) <= to;
    }
}
