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
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;

/**
 * For whom a thread works that answers several: one long question keeps all others waiting, whoever asks it. If the {@linkplain WorkTurns turns} before clients of one name are answered are much longer than
 * all others, they are for these. O(requests × log(requests × segments of the thread) + segments).
 */
public final class WorksFor {
    /** Of so much of its work it is told for whom it is. */
    private static final double LEAST = 0.5;
    /** Turns for them last so many times as long as the others. */
    private static final double LONGER = 5;
    /** So often it works for them, so that it is no accident. */
    private static final int LEAST_TIMES = 3;
    /** Where no client is named, few turns last so many times as long as the others; few are at most this part of all. */
    private static final double MUCH_LONGER = 10;
    private static final double MOST_FEW = 0.25;
    /** And so often for others. */
    private static final int LEAST_OTHERS = 10;

    private final Analysis analysis;
    private final WorkTurns turns;
    private final Map<String, Clients> byName = new TreeMap<>();

    /** Those of one name. */
    private static final class Clients {
        private final IntRBTreeSet threads = new IntRBTreeSet();
        private final BitSet turns = new BitSet();
    }

    private WorksFor(Analysis analysis, int server, boolean atAnswers) {
        this.analysis = analysis;
        turns = new WorkTurns(analysis, server, atAnswers);
        clients();
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
        return sentence(analysis, target, waiting);
    }

    /**
     * The same of a thread that bounds the work, whoever waits for it: those for whom most of its work is may be among them.
     *
     * @param server a vertex of the graph
     */
    public static String sentence(Analysis analysis, int server) {
        if (analysis.timeline().kind(server) != VertexKind.THREAD || analysis.graph().groups().of(server) != null) {
            return "";
        }
        String told = sentence(analysis, server, Set.of());
        return told.isEmpty() ? new WorksFor(analysis, server, true).few() : told;
    }

    private static String sentence(Analysis analysis, int server, Set<String> waiting) {
        String told = new WorksFor(analysis, server, false).told(waiting);
        return told.isEmpty() ? new WorksFor(analysis, server, true).told(waiting) : told;
    }

    private void clients() {
        AskedRequests asked = analysis.get(AskedRequests.RESULT);
        for (int i = 0; i < turns.size(); i++) {
            int client = asked.client(turns.request(i));
            if (client != Timeline.NONE) {
                Clients clients = byName.computeIfAbsent(Kin.of(analysis.timeline(), client), name -> new Clients());
                clients.threads.add(client);
                clients.turns.set(turns.turn(i));
            }
        }
    }

    private String told(Set<String> waiting) {
        Map.Entry<String, Clients> most = byName.entrySet().stream()
                .filter(entry -> entry.getValue().turns.cardinality() >= LEAST_TIMES)
                .max(Comparator.comparingDouble(entry -> mean(entry.getValue().turns)))
                .orElse(null);
        if (most == null || waiting.contains(most.getKey())) {
            return "";
        }
        BitSet theirs = most.getValue().turns;
        BitSet others = turns.answering();
        others.andNot(theirs);
        if (others.cardinality() < LEAST_OTHERS || mean(theirs) < LONGER * mean(others)
                || nanos(theirs) < LEAST * turns.nanos()) {
            return "";
        }
        return " Most of its work, " + percent(nanos(theirs) / turns.nanos()) + ", is for requests of "
                + PoolNames.list(analysis, most.getValue().threads.toIntArray()) + ". It works for "
                + duration((long) mean(theirs)) + " at a time, on average, where it answers one of them ("
                + count(theirs.cardinality(), "time") + "), and for " + duration((long) mean(others)) + " where it answers others alone.";
    }

    /** Where it cannot be told for whom, as all who ask have one name, whether few answers have most of the work; a turn that answers a burst is long without any long question in it. A sentence with a space before it. */
    private String few() {
        BitSet answering = turns.answering();
        double[] sorted = answering.stream().mapToDouble(turns::nanos).sorted().toArray();
        if (sorted.length == 0) {
            return "";
        }
        double usual = sorted[sorted.length / 2];
        BitSet few = new BitSet();
        answering.stream().filter(turn -> turns.nanos(turn) > LONGER * usual).forEach(few::set);
        BitSet others = (BitSet) answering.clone();
        others.andNot(few);
        if (few.cardinality() < LEAST_TIMES || others.cardinality() < LEAST_OTHERS || few.cardinality() > MOST_FEW * sorted.length
                || mean(few) < MUCH_LONGER * mean(others) || byAnswer(few) < LONGER * byAnswer(others)
                || nanos(few) < LEAST * turns.nanos()) {
            return "";
        }
        return " Most of its work, " + percent(nanos(few) / turns.nanos()) + ", is done at " + few.cardinality() + " of the "
                + sorted.length + " times that it answers: it works for " + duration((long) mean(few))
                + " on average before each of these, and for " + duration((long) mean(others)) + " before the others.";
    }

    private double byAnswer(BitSet some) {
        return some.stream().mapToDouble(turn -> (double) turns.nanos(turn) / turns.answers(turn)).sum() / some.cardinality();
    }

    private double nanos(BitSet some) {
        return some.stream().mapToDouble(turns::nanos).sum();
    }

    private double mean(BitSet some) {
        return some.isEmpty() ? 0 : nanos(some) / some.cardinality();
    }
}
