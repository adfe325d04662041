/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import java.util.BitSet;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.model.ThreadState;
import org.bowline.core.order.Bisection;
import org.bowline.core.timeline.Timeline;

/**
 * What a thread that answers requests does on a processor, cut into turns: one lasts from a wait to the next. In which order it answers within it says nothing, as what is ready is often sent at the end of a round: the turn may be for all whom it answers. A thread that hardly ever waits has no such
 * turns; its time is cut at answers, too. What it does after the last answer before a wait belongs to that. Between waits with a time of which it is not known what the thread does there are no turns. O(requests × log(requests × segments of the thread) + segments).
 */
final class WorkTurns {
    /** Answers belong to the turn of the first one up to so much more work, as a part of the work before that. */
    private static final double HARDLY = 0.05;
    /** What arrives when more than this part of the work before its answer is done is not what the turn is for. */
    private static final double AT_BEGIN = 0.1;

    private final Analysis analysis;
    private final int server;
    private final boolean atAnswers;
    private final AskedRequests asked;
    /** Stretches without a wait. */
    private final LongArrayList begins = new LongArrayList();
    private final LongArrayList ends = new LongArrayList();
    /** Times on a processor, and for how long it had been on one when each ended. */
    private final LongArrayList runBegins = new LongArrayList();
    private final LongArrayList runEnds = new LongArrayList();
    private final LongArrayList ran = new LongArrayList();
    private final LongArrayList works = new LongArrayList();
    private final LongArrayList before = new LongArrayList();
    /** Of each request that is answered in a turn: which turn, its number, and whether it was there at the begin. */
    private final IntArrayList turns = new IntArrayList();
    private final IntArrayList requests = new IntArrayList();
    private final BitSet wereThere = new BitSet();
    private final IntArrayList answers = new IntArrayList();
    private long allNanos;

    /**
     * @param atAnswers whether turns also end with an answer, or with those that follow it after hardly any work if their requests had arrived by then
     */
    WorkTurns(Analysis analysis, int server, boolean atAnswers) {
        this.analysis = analysis;
        this.server = server;
        this.atAnswers = atAnswers;
        asked = analysis.get(AskedRequests.RESULT);
        stretches();
        cut();
    }

    /** For how long the thread is on a processor in all turns. */
    long nanos() {
        return allNanos;
    }

    /** For how long it is on a processor in a turn. */
    long nanos(int turn) {
        return works.getLong(turn);
    }

    /** The same up to the last answer in it; 0 if there is none. */
    long nanosBefore(int turn) {
        return before.getLong(turn);
    }

    /** The turns in which anybody is answered. */
    BitSet answering() {
        BitSet answering = new BitSet();
        for (int turn = 0; turn < answers.size(); turn++) {
            answering.set(turn, answers.getInt(turn) > 0);
        }
        return answering;
    }

    /** How many requests are answered in a turn. */
    int answers(int turn) {
        return answers.getInt(turn);
    }

    /** Number of requests that are answered in turns. */
    int size() {
        return requests.size();
    }

    /** One of them: its number among those of the recording. */
    int request(int i) {
        return requests.getInt(i);
    }

    /** The turn in which it is answered. */
    int turn(int i) {
        return turns.getInt(i);
    }

    /** Whether it had arrived when the turn began, so that all of the turn may be for it. */
    boolean wasThere(int i) {
        return wereThere.get(i);
    }

    private void stretches() {
        Timeline timeline = analysis.timeline();
        long begin = Long.MIN_VALUE;
        long end = Long.MIN_VALUE;
        boolean isKnown = true;
        for (int s = HandOvers.firstSegment(timeline, server, analysis.fromNanos()); s < timeline.endSegment(server)
                && timeline.start(s) < analysis.toNanos(); s++) {
            ThreadState state = timeline.state(s);
            if (state == ThreadState.BLOCKED) {
                addStretch(begin, isKnown ? end : begin);
                begin = Long.MIN_VALUE;
                isKnown = true;
            } else {
                long from = Math.max(timeline.start(s), analysis.fromNanos());
                begin = begin == Long.MIN_VALUE ? from : begin;
                end = Math.min(timeline.end(server, s), analysis.toNanos());
                isKnown &= state != ThreadState.UNKNOWN;
                if (state == ThreadState.RUNNING && end > from) {
                    runBegins.add(from);
                    runEnds.add(end);
                    ran.add(end - from + (ran.isEmpty() ? 0 : ran.getLong(ran.size() - 1)));
                }
            }
        }
        addStretch(begin, isKnown ? end : begin);
    }

    private void addStretch(long begin, long end) {
        if (end > begin && ranUntil(end) > ranUntil(begin)) {
            begins.add(begin);
            ends.add(end);
        }
    }

    /** For how long it has been on a processor up to a time. */
    private long ranUntil(long nanos) {
        int run = Bisection.firstAbove(runEnds, nanos);
        return (run == 0 ? 0 : ran.getLong(run - 1))
                + (run < runBegins.size() ? Math.max(0, nanos - runBegins.getLong(run)) : 0);
    }

    private void cut() {
        IntArrayList mine = new IntArrayList();
        LongColumn answered = new LongColumn();
        for (int i = 0; i < asked.size(); i++) {
            if (asked.server(i) == server) {
                mine.add(i);
                answered.add(asked.answered(i));
            }
        }
        IntColumn order = Ascending.order(answered);
        int[] sorted = new int[mine.size()];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = mine.getInt(order.get(i));
        }
        int next = 0;
        for (int stretch = 0; stretch < begins.size(); stretch++) {
            analysis.progress().check();
            while (next < sorted.length && asked.answered(sorted[next]) < begins.getLong(stretch)) {
                next++;
            }
            int first = next;
            while (next < sorted.length && asked.answered(sorted[next]) <= ends.getLong(stretch)) {
                next++;
            }
            cut(begins.getLong(stretch), ends.getLong(stretch), sorted, first, next);
        }
    }

    /** Turns of one stretch, in which some requests are answered, in the order of their answers. */
    private void cut(long begin, long end, int[] sorted, int from, int to) {
        long turnBegin = begin;
        int first = from;
        do {
            int last = first;
            if (first < to) {
                last = atAnswers ? last(sorted, first, to, turnBegin) : to - 1;
                addRequests(sorted, first, last, turnBegin);
            }
            answers.add(first < to ? last + 1 - first : 0);
            before.add(first < to ? ranUntil(asked.answered(sorted[last])) - ranUntil(turnBegin) : 0);
            long turnEnd = last + 1 < to ? asked.answered(sorted[last]) : end;
            long nanos = ranUntil(turnEnd) - ranUntil(turnBegin);
            works.add(nanos);
            allNanos += nanos;
            turnBegin = turnEnd;
            first = last + 1;
        } while (first < to);
    }

    /** The last answer of the turn with a first one. */
    private int last(int[] sorted, int first, int to, long turnBegin) {
        long answered = asked.answered(sorted[first]);
        long ranBefore = ranUntil(answered);
        double hardly = HARDLY * (ranBefore - ranUntil(turnBegin));
        int last = first;
        while (last + 1 < to && asked.arrived(sorted[last + 1]) <= answered
                && ranUntil(asked.answered(sorted[last + 1])) - ranBefore <= hardly) {
            last++;
        }
        return last;
    }

    private void addRequests(int[] sorted, int first, int last, long turnBegin) {
        long ranBefore = ranUntil(turnBegin);
        for (int i = first; i <= last; i++) {
            wereThere.set(requests.size(), ranUntil(asked.arrived(sorted[i])) - ranBefore
                    <= AT_BEGIN * (ranUntil(asked.answered(sorted[i])) - ranBefore));
            turns.add(works.size());
            requests.add(sorted[i]);
        }
    }
}
