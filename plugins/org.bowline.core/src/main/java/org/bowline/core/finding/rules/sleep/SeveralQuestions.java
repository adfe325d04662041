/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * What a thread asks over connections that has several questions open at a time, and answers nobody itself: it waits for whichever answer comes next, while the others are waited for as well. O(requests × log requests).
 */
final class SeveralQuestions {
    /** Back from an answer, the wait before it. */
    private static final int MOST_LOOKED_AT = 64;

    private SeveralQuestions() {}

    /** Who is told of a question. */
    interface Visitor {
        /** While another one of the same thread is open, too, this one is for a server. */
        void open(int server, long fromNanos, long toNanos);
    }

    /**
     * Visits those that a server answers after a sleep: what it answers after another one has asked it something it could not have answered before.
     *
     * @param servers whom they are for
     * @param clients who asks them
     */
    static void each(Analysis analysis, IntPredicate servers, IntPredicate clients, Visitor visitor) {
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        BitSet answers = new BitSet();
        Map<Integer, IntArrayList> byClient = new TreeMap<>();
        for (int i = 0; i < requests.size(); i++) {
            answers.set(requests.server(i));
            int client = requests.client(i);
            if (client != Timeline.NONE && servers.test(requests.server(i)) && clients.test(client)) {
                byClient.computeIfAbsent(client, key -> new IntArrayList()).add(i);
            }
        }
        byClient.forEach((client, questions) -> {
            analysis.progress().check();
            if (!answers.get(client)) {
                each(analysis, requests, questions, visitor);
            }
        });
    }

    private static void each(Analysis analysis, AskedRequests requests, IntArrayList questions, Visitor visitor) {
        TimeUnion several = several(analysis, requests, questions);
        for (int i = 0; i < questions.size(); i++) {
            int question = questions.getInt(i);
            if (isAnsweredAfterSleep(analysis.timeline(), requests.server(question), requests.answered(question))) {
                long since = WhenAwaited.sinceRequest(analysis.timeline(), requests.server(question), requests.arrived(question),
                        requests.answered(question), false);
                several.each(since, requests.answered(question),
                        (begin, end) -> visitor.open(requests.server(question), begin, end));
            }
        }
    }

    /** While two or more of them are open. */
    private static TimeUnion several(Analysis analysis, AskedRequests requests, IntArrayList questions) {
        long[] begins = questions.intStream().mapToLong(requests::arrived).sorted().toArray();
        long[] ends = questions.intStream().mapToLong(requests::answered).sorted().toArray();
        TimeUnion several = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        int begun = 0;
        int ended = 0;
        long before = Long.MIN_VALUE;
        while (ended < ends.length) {
            boolean isBegin = begun < begins.length && begins[begun] < ends[ended];
            long now = isBegin ? begins[begun] : ends[ended];
            if (begun - ended >= 2) {
                several.add(before, now);
            }
            before = now;
            begun += isBegin ? 1 : 0;
            ended += isBegin ? 0 : 1;
        }
        several.unite();
        return several;
    }

    private static boolean isAnsweredAfterSleep(Timeline timeline, int server, long answered) {
        int s = timeline.segmentAt(server, answered - 1);
        int first = s == Timeline.NONE ? 0 : Math.max(timeline.firstSegment(server), s - MOST_LOOKED_AT);
        while (s >= first && timeline.state(s) != ThreadState.BLOCKED) {
            s--;
        }
        return s >= first && s != Timeline.NONE && timeline.cause(s) == Cause.TIMER;
    }
}
