/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Result;
import org.bowline.core.timeline.Timeline;

/** What threads do that others notice: they end a wait of another one, make one, or send a packet that arrives. Immutable. */
public final class Deeds {
    /** Those of the range, and starts of threads at any time; one pass over all hand-overs, packets and threads for who asks first. */
    public static final Result<Deeds> RESULT = Result.of(Deeds::new);
    private static final long[] NONE = {};

    private final Sent sent;
    /** When each thread ended waits of others, or made them, ascending. */
    private final Int2ObjectOpenHashMap<LongArrayList> handOvers = new Int2ObjectOpenHashMap<>();

    private Deeds(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        sent = analysis.get(Sent.ALL);
        for (int host = 0; host < timeline.hostCount(); host++) {
            HandOvers.OfGroup all = HandOvers.withinHosts(analysis).of(host);
            for (int i = 0; i < all.size(); i++) {
                LongArrayList ends = handOvers.get(all.waker(i));
                if (ends == null) {
                    ends = new LongArrayList();
                    handOvers.put(all.waker(i), ends);
                }
                ends.add(all.end(i));
            }
        }
        addStarts(timeline);
    }

    /** Whoever makes a thread or a process has done something, though nobody waited for it. */
    private void addStarts(Timeline timeline) {
        IntOpenHashSet makers = new IntOpenHashSet();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            int maker = timeline.parent(thread);
            if (maker != Timeline.NONE && timeline.threadStart(thread) > timeline.recordingStart(timeline.host(thread), 0)) {
                handOvers.computeIfAbsent(maker, key -> new LongArrayList()).add(timeline.threadStart(thread));
                makers.add(maker);
            }
        }
        makers.forEach(maker -> LongArrays.unstableSort(handOvers.get(maker).elements(), 0, handOvers.get(maker).size()));
    }

    /** For questions about a thread, whose times do not go back. */
    public OfThread of(int thread) {
        LongArrayList known = handOvers.get(thread);
        return new OfThread(known == null ? NONE : known.toLongArray(), sent.of(thread));
    }

    /** Those of a thread. */
    public static final class OfThread {
        private final long[] ends;
        private final Sent.Next packets;

        private OfThread(long[] ends, Sent.Next packets) {
            this.ends = ends;
            this.packets = packets;
        }

        /**
         * Whether the thread does any from one time to another, both included. O(log hand-overs), and the packets in between.
         *
         * @param from not before that of the question before
         */
        public boolean between(long from, long to) {
            int at = Arrays.binarySearch(ends, from);
            int firstFrom = at < 0 ? -1 - at : at;
            return firstFrom < ends.length && ends[firstFrom] <= to || packets.between(from, to);
        }
    }
}
