/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
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
 * For whom a thread works that answers several: one long question keeps all others waiting, whoever asks it. If the {@linkplain WorkTurns turns} in which clients of one name are answered are much longer than all others make them by as many answers,
 * they are for these. O(requests × log(requests × segments of the thread) + segments).
 */
public final class WorksFor {
    /** Of so much of its work it is told for whom it is. */
    private static final double LEAST = 0.5;
    /** An answer to them takes so many times as much work as another one. */
    private static final double LONGER = 5;
    /** So often it works for them, so that it is no accident. */
    private static final int LEAST_TIMES = 3;
    /** And so often for others. */
    private static final int LEAST_OTHERS = 10;
    /** Where no client is named, few turns last so many times as long as the others; few are at most this part of all. */
    private static final double MUCH_LONGER = 10;
    private static final double MOST_FEW = 0.25;
    /** So many answers from one wait to the next, on average, are several. */
    private static final double SEVERAL = 1.5;

    private final Analysis analysis;
    private final WorkTurns turns;
    private final Map<String, Clients> byName = new TreeMap<>();

    /** Those of one name, the turns in which they are answered, how often, and how often of requests for which all of the turn may be. */
    private static final class Clients {
        private final IntRBTreeSet threads = new IntRBTreeSet();
        private final BitSet turns = new BitSet();
        private int answers;
        private int wereThere;
        /** For how long it works for each of them, on average, and for each of the others. */
        private double eachNanos;
        private double otherNanos;
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
        WorksFor works = new WorksFor(analysis, target, false);
        String told = works.told(waiting);
        return told.isEmpty() && works.answersSeveralAtATime() ? new WorksFor(analysis, target, true).told(waiting) : told;
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
        WorksFor works = new WorksFor(analysis, server, false);
        String told = works.told(Set.of());
        if (told.isEmpty() && works.answersSeveralAtATime()) {
            works = new WorksFor(analysis, server, true);
            told = works.told(Set.of());
        }
        return told.isEmpty() ? works.few() : told;
    }

    /** Whether its time from one wait to the next can be cut at answers: else each has hardly more than one. */
    private boolean answersSeveralAtATime() {
        return turns.size() >= SEVERAL * turns.answering().cardinality();
    }

    private void clients() {
        AskedRequests asked = analysis.get(AskedRequests.RESULT);
        for (int i = 0; i < turns.size(); i++) {
            int client = asked.client(turns.request(i));
            if (client != Timeline.NONE) {
                Clients clients = byName.computeIfAbsent(Kin.of(analysis.timeline(), client), name -> new Clients());
                clients.threads.add(client);
                clients.turns.set(turns.turn(i));
                clients.answers++;
                clients.wereThere += turns.wasThere(i) ? 1 : 0;
            }
        }
    }

    /** Nobody is told where that may be for several as well. */
    private String told(Set<String> waiting) {
        List<Map.Entry<String, Clients>> all = byName.entrySet().stream().filter(entry -> haveMost(entry.getValue())).toList();
        if (all.size() != 1 || waiting.contains(all.get(0).getKey())) {
            return "";
        }
        Clients most = all.get(0).getValue();
        return " Most of its work, " + percent(most.eachNanos * most.answers / turns.nanos()) + " (an estimate), is for requests of "
                + PoolNames.list(analysis, most.threads.toIntArray()) + ": " + duration((long) most.eachNanos) + " for each, on average ("
                + count(most.answers, "time") + "), and " + duration((long) most.otherNanos) + " for each of the others.";
    }

    /** What takes as long as for others is taken off from their turns: a burst is long without any long question in it. Whoever mostly asks in the midst of a turn did not cause it. */
    private boolean haveMost(Clients clients) {
        BitSet others = turns.answering();
        others.andNot(clients.turns);
        if (2 * clients.wereThere < clients.answers || clients.turns.cardinality() < LEAST_TIMES || others.cardinality() < LEAST_OTHERS) {
            return false;
        }
        clients.otherNanos = nanos(others) / answers(others);
        clients.eachNanos = (nanos(clients.turns) - clients.otherNanos * (answers(clients.turns) - clients.answers)) / clients.answers;
        return clients.eachNanos >= LONGER * clients.otherNanos && clients.eachNanos * clients.answers >= LEAST * turns.nanos();
    }

    private int answers(BitSet some) {
        return some.stream().map(turns::answers).sum();
    }

    /** Where it cannot be told for whom, as all who ask have one name, whether few answers have most of the work; a turn that answers a burst is long without any long question in it. A sentence with a space before it. */
    private String few() {
        BitSet answering = turns.answering();
        long[] sorted = answering.stream().mapToLong(turns::nanosBefore).sorted().toArray();
        if (sorted.length == 0) {
            return "";
        }
        long usual = sorted[sorted.length / 2];
        BitSet few = new BitSet();
        answering.stream().filter(turn -> turns.nanosBefore(turn) > LONGER * usual).forEach(few::set);
        BitSet others = (BitSet) answering.clone();
        others.andNot(few);
        double mean = mean(few);
        double meanOfOthers = mean(others);
        if (few.cardinality() < LEAST_TIMES || others.cardinality() < LEAST_OTHERS || few.cardinality() > MOST_FEW * sorted.length
                || meanOfOthers <= 0 || mean < MUCH_LONGER * meanOfOthers || byAnswer(few) < LONGER * byAnswer(others)
                || mean * few.cardinality() < LEAST * turns.nanos()) {
            return "";
        }
        return " Most of its work, " + percent(mean * few.cardinality() / turns.nanos()) + ", is done at " + few.cardinality() + " of the "
                + sorted.length + " times that it answers: it works for " + duration((long) mean)
                + " on average before each of these, and for " + duration((long) meanOfOthers) + " before the others.";
    }

    private double byAnswer(BitSet some) {
        return some.stream().mapToDouble(turn -> (double) turns.nanosBefore(turn) / turns.answers(turn)).sum() / some.cardinality();
    }

    /** The work before answers, on average. */
    private double mean(BitSet some) {
        return some.isEmpty() ? 0 : some.stream().mapToDouble(turns::nanosBefore).sum() / some.cardinality();
    }

    private double nanos(BitSet some) {
        return some.stream().mapToDouble(turns::nanos).sum();
    }
}
