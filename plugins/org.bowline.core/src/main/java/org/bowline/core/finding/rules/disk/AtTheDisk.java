/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.disk;

import static org.bowline.core.figures.Duration.duration;

import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.function.LongPredicate;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.processor.CrowdedOut;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;

/** Who else has requests at a disk for which a thread waits, and is itself awaited by nobody: a backup beside a database. O(requests × log waits). */
public final class AtTheDisk {
    /** Who has less than this part of what the one has that has most is not named. */
    private static final double LEAST_OF_MOST = 0.1;

    private AtTheDisk() {}

    /**
     * A sentence with a space before it: {@code For 1.20 s of that, disk vda (A) also has requests of backup (A:7); nobody waits for that thread.} Empty if nobody else has, or that is not noticed.
     *
     * @param edge of a graph, from a single thread to a disk
     * @param isNoticed whether a time is worth telling
     */
    public static String sentence(Analysis analysis, int edge, LongPredicate isNoticed) {
        Timeline timeline = analysis.timeline();
        int thread = analysis.graph().source(edge);
        int disk = analysis.graph().target(edge);
        LongArrayList waits = waits(analysis, thread, disk);
        BitSet awaited = new BitSet();
        BitSet related = new BitSet();
        CrowdedOut.look(analysis, awaited, related);
        Int2LongOpenHashMap others = new Int2LongOpenHashMap();
        each(timeline, disk, waits, issuer -> issuer != thread && !related.get(issuer),
                (issuer, from, to) -> others.addTo(issuer, to - from));
        long most = others.values().longStream().max().orElse(0);
        others.values().removeIf(nanos -> nanos < LEAST_OF_MOST * most); // one request of the kernel beside hundreds of a backup
        TimeUnion beside = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        each(timeline, disk, waits, others::containsKey, (issuer, from, to) -> beside.add(from, to));
        return others.isEmpty() || !isNoticed.test(beside.nanos()) ? ""
                : " For " + duration(beside.nanos()) + " of that, " + analysis.phraseOfGraph(disk) + " also has requests of "
                        + PoolNames.list(analysis, others.keySet().intStream().sorted().toArray()) + "; nobody waits for "
                        + (others.size() == 1 ? "that thread." : "those threads.");
    }

    /** Takes the part of a request that lies in a wait. */
    @FunctionalInterface
    private interface Visitor {
        void visit(int issuer, long fromNanos, long toNanos);
    }

    private static void each(Timeline timeline, int disk, LongArrayList waits, IntPredicate wanted, Visitor visitor) {
        for (int request = 0; request < timeline.requestCount(); request++) {
            int issuer = timeline.requestDisk(request) == disk ? timeline.requestIssuer(request) : Timeline.NONE;
            if (issuer == Timeline.NONE || !wanted.test(issuer)) {
                continue;
            }
            long begin = timeline.requestIssued(request);
            long end = timeline.requestCompleted(request);
            for (int i = firstThatEndsAfter(waits, begin); i < waits.size() && waits.getLong(i) < end; i += 2) {
                visitor.visit(issuer, Math.max(begin, waits.getLong(i)), Math.min(end, waits.getLong(i + 1)));
            }
        }
    }

    /** The place of the first wait that ends after a time; of waits one after the other. */
    private static int firstThatEndsAfter(LongArrayList waits, long nanos) {
        int low = 0;
        int high = waits.size() / 2;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (waits.getLong(2 * middle + 1) > nanos) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return 2 * low;
    }

    /** Begin and end of the waits of a thread for a disk, by turns. */
    private static LongArrayList waits(Analysis analysis, int thread, int disk) {
        Timeline timeline = analysis.timeline();
        LongArrayList waits = new LongArrayList();
        EdgeWaits.each(analysis.graph(), thread, (segment, target, nanos) -> {
            if (target == disk) {
                waits.add(Math.max(analysis.fromNanos(), timeline.start(segment)));
                waits.add(Math.min(analysis.toNanos(), timeline.end(thread, segment)));
            }
        }, analysis.progress());
        return waits;
    }
}
