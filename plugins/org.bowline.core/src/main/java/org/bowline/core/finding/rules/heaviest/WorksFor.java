/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntRBTreeSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.column.LongColumn;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;

/**
 * For whom a thread works that answers several: one long question keeps all others waiting, whoever asks it. A stretch of work lasts from one wait to the next; if those in which clients of one name are answered are much longer than
 * all others, they are for these. A stretch with a time of which it is not known what the thread does is none. In which order it answers within a stretch says nothing: what is ready is often sent at its end. O(requests × log stretches + segments of the thread).
 */
final class WorksFor {
    /** Of so much of its work it is told for whom it is. */
    private static final double LEAST = 0.5;
    /** Stretches for them last so many times as long as the others. */
    private static final double LONGER = 5;
    /** So often it works for them, so that it is no accident. */
    private static final int LEAST_TIMES = 3;
    /** And so often for others. */
    private static final int LEAST_OTHERS = 10;

    private final Analysis analysis;
    private final int server;
    private final LongColumn begins = new LongColumn();
    private final LongColumn ends = new LongColumn();
    /** For how much of each it is on a processor. */
    private final LongColumn works = new LongColumn();
    /** In which stretches it answers anybody. */
    private final BitSet answers = new BitSet();
    private final Map<String, Clients> byName = new TreeMap<>();

    /** Those of one name. */
    private static final class Clients {
        private final IntRBTreeSet threads = new IntRBTreeSet();
        private final BitSet stretches = new BitSet();
    }

    private WorksFor(Analysis analysis, int server) {
        this.analysis = analysis;
        this.server = server;
        stretches();
        requests();
    }

    /**
     * A sentence with a space before it; empty if it works for nobody in particular, or for those who wait.
     *
     * @param edges of the graph, whose waits are told
     */
    static String sentence(Analysis analysis, IntArrayList edges) {
        int target = analysis.graph().target(edges.getInt(0));
        if (analysis.timeline().kind(target) != VertexKind.THREAD || analysis.graph().groups().of(target) != null
                || edges.intStream().anyMatch(edge -> analysis.graph().target(edge) != target)) {
            return "";
        }
        Set<String> waiting = new HashSet<>();
        for (int edge : edges) {
            for (int thread : analysis.graph().groups().members(analysis.graph().source(edge))) {
                waiting.add(thread < analysis.timeline().threadCount() ? Kin.of(analysis.timeline(), thread) : "");
            }
        }
        return new WorksFor(analysis, target).told(waiting);
    }

    private void stretches() {
        Timeline timeline = analysis.timeline();
        long begin = Long.MIN_VALUE;
        long end = Long.MIN_VALUE;
        long onCpu = 0;
        boolean isKnown = true;
        for (int s = HandOvers.firstSegment(timeline, server, analysis.fromNanos()); s < timeline.endSegment(server)
                && timeline.start(s) < analysis.toNanos(); s++) {
            ThreadState state = timeline.state(s);
            if (state == ThreadState.BLOCKED) {
                add(begin, end, isKnown ? onCpu : 0);
                begin = Long.MIN_VALUE;
                onCpu = 0;
                isKnown = true;
            } else {
                begin = begin == Long.MIN_VALUE ? timeline.start(s) : begin;
                end = timeline.end(server, s);
                isKnown &= state != ThreadState.UNKNOWN;
                onCpu += state == ThreadState.RUNNING
                        ? Math.max(0, Math.min(end, analysis.toNanos()) - Math.max(timeline.start(s), analysis.fromNanos())) : 0;
            }
        }
        add(begin, end, isKnown ? onCpu : 0);
    }

    private void add(long begin, long end, long onCpu) {
        if (begin != Long.MIN_VALUE && onCpu > 0) {
            begins.add(Math.max(begin, analysis.fromNanos()));
            ends.add(Math.min(end, analysis.toNanos()));
            works.add(onCpu);
        }
    }

    private void requests() {
        AskedRequests asked = analysis.get(AskedRequests.RESULT);
        for (int i = 0; i < asked.size(); i++) {
            int stretch = asked.server(i) == server ? stretch(asked.answered(i)) : -1;
            if (stretch >= 0) {
                answers.set(stretch);
                if (asked.client(i) != Timeline.NONE) {
                    Clients clients = byName.computeIfAbsent(Kin.of(analysis.timeline(), asked.client(i)), name -> new Clients());
                    clients.threads.add(asked.client(i));
                    clients.stretches.set(stretch);
                }
            }
        }
    }

    /** The stretch in which a time is; −1 if it is in none. */
    private int stretch(long nanos) {
        int low = 0;
        int high = begins.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (ends.get(middle) < nanos) {
                low = middle + 1;
            } else if (begins.get(middle) > nanos) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -1;
    }

    private String told(Set<String> waiting) {
        long all = 0;
        for (int i = 0; i < begins.size(); i++) {
            all += works.get(i);
        }
        Map.Entry<String, Clients> most = byName.entrySet().stream()
                .filter(entry -> entry.getValue().stretches.cardinality() >= LEAST_TIMES)
                .max(Comparator.comparingDouble(entry -> mean(entry.getValue().stretches)))
                .orElse(null);
        if (most == null || waiting.contains(most.getKey())) {
            return "";
        }
        BitSet theirs = most.getValue().stretches;
        BitSet others = (BitSet) answers.clone();
        others.andNot(theirs);
        if (others.cardinality() < LEAST_OTHERS || mean(theirs) < LONGER * mean(others)
                || nanos(theirs) < LEAST * all) {
            return "";
        }
        return " Most of its work, " + percent(nanos(theirs) / all) + ", is for requests of "
                + PoolNames.list(analysis, most.getValue().threads.toIntArray()) + ". From one wait to the next it works for "
                + duration((long) mean(theirs)) + " on average where it answers one of them (" + count(theirs.cardinality(), "time")
                + "), and for " + duration((long) mean(others)) + " where it answers others alone.";
    }

    private double nanos(BitSet stretches) {
        return stretches.stream().mapToDouble(works::get).sum();
    }

    private double mean(BitSet stretches) {
        return stretches.isEmpty() ? 0 : nanos(stretches) / stretches.cardinality();
    }
}
