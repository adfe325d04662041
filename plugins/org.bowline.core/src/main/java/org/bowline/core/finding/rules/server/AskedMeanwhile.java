/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntRBTreeSet;
import it.unimi.dsi.fastutil.ints.IntSortedSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.figures.Samples;
import org.bowline.core.finding.rules.waits.Teams;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * What the threads of a team ask others while each of them answers one request after the other, and waits for one answer at a time: which teams, how often and for how long a request. A thread that has several questions open, or is woken by other things meanwhile, as an event loop with many
 * clients is, is left out: what it asks cannot be told apart by request. O(requests × log requests + segments during questions).
 */
final class AskedMeanwhile {
    /** Of a thread that asks one question at a time that is true of hardly any. */
    private static final double MOST_AT_ONCE = 0.02;
    /** Of so many questions one wait is for the answer alone: what comes in pieces, or is sent while the server already works, is seldom. */
    private static final double LEAST_WAITED = 0.9;

    private final IntSortedSet askers = new IntRBTreeSet();
    private final Map<Integer, OfTeam> asked = new LinkedHashMap<>();
    private final Samples times = new Samples();
    private final TimeUnion open;

    /** Questions to one team. */
    static final class OfTeam {
        private final IntSortedSet servers = new IntRBTreeSet();
        /** Of each request in which there are any: its number, for how long they are open, and how many there are. */
        private final IntArrayList requests = new IntArrayList();
        private final LongArrayList nanos = new LongArrayList();
        private final IntArrayList times = new IntArrayList();
        private final Samples begins = new Samples();

        private OfTeam() {}

        private void add(int request, long sinceBegin, long open) {
            int last = requests.size() - 1;
            if (last >= 0 && requests.getInt(last) == request) {
                nanos.set(last, nanos.getLong(last) + open);
                times.set(last, times.getInt(last) + 1);
            } else {
                requests.add(request);
                nanos.add(open);
                times.add(1);
                begins.add(sinceBegin);
            }
        }

        /** Who answers them. */
        IntSortedSet servers() {
            return servers;
        }

        /** For how long they are open in a request, at the median of all requests. */
        long nanos(int requests) {
            Samples all = new Samples();
            nanos.forEach(all::add);
            return all.percentile(requests, 50);
        }

        /** How many there are in a request, at the median of all requests. */
        long times(int requests) {
            Samples all = new Samples();
            times.forEach(all::add);
            return all.percentile(requests, 50);
        }

        /** How long after the begin of a request the first one is asked, at the median of those in which one is. */
        long begin() {
            return begins.median();
        }
    }

    private AskedMeanwhile(Analysis analysis) {
        open = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
    }

    /** One for each team that answers requests and asks others meanwhile. */
    static List<AskedMeanwhile> all(Analysis analysis) {
        AskedRequests all = analysis.get(AskedRequests.RESULT);
        Teams teams = Teams.of(analysis);
        BitSet both = whoAsksAndAnswers(all);
        Map<Integer, IntArrayList> answered = new TreeMap<>();
        Int2ObjectOpenHashMap<IntArrayList> asked = new Int2ObjectOpenHashMap<>();
        for (int i = 0; i < all.size(); i++) {
            if (all.sent(i) >= analysis.fromNanos() && all.wholeReceived(i) <= analysis.toNanos()) {
                if (both.get(all.server(i))) {
                    answered.computeIfAbsent(all.server(i), key -> new IntArrayList()).add(i);
                }
                int client = all.client(i);
                if (client != Timeline.NONE && both.get(client)) {
                    asked.computeIfAbsent(client, key -> new IntArrayList()).add(i);
                }
            }
        }
        Map<Integer, AskedMeanwhile> byTeam = new TreeMap<>();
        answered.forEach((thread, requests) -> {
            analysis.progress().check();
            IntArrayList questions = asked.get(thread.intValue());
            if (questions != null && teams.of(thread) != Teams.NONE && analysis.isChosen(thread)) {
                requests.sort((a, b) -> Long.compare(all.answered(a), all.answered(b)));
                questions.sort((a, b) -> Long.compare(all.sent(a), all.sent(b)));
                if (areAskedInSeries(analysis, all, thread, questions)) {
                    AskedMeanwhile of = byTeam.computeIfAbsent(teams.of(thread), key -> new AskedMeanwhile(analysis));
                    of.askers.add(thread.intValue());
                    of.add(all, teams, requests, questions);
                }
            }
        });
        byTeam.values().forEach(each -> each.open.unite());
        return new ArrayList<>(byTeam.values());
    }

    /** Of millions of requests most are of threads that only ask, or only answer. */
    private static BitSet whoAsksAndAnswers(AskedRequests all) {
        BitSet answers = new BitSet();
        BitSet asks = new BitSet();
        for (int i = 0; i < all.size(); i++) {
            answers.set(all.server(i));
            if (all.client(i) != Timeline.NONE) {
                asks.set(all.client(i));
            }
        }
        answers.and(asks);
        return answers;
    }

    /** Whether a thread nearly always waits for the answer to one question before it asks the next, and for nothing else meanwhile. */
    private static boolean areAskedInSeries(Analysis analysis, AskedRequests all, int thread, IntArrayList questions) {
        int atOnce = 0;
        int waited = 0;
        long last = Long.MIN_VALUE;
        for (int i = 0; i < questions.size(); i++) {
            int question = questions.getInt(i);
            atOnce += all.sent(question) < last ? 1 : 0;
            waited += isWaitedFor(analysis.timeline(), thread, all.sent(question), all.received(question)) ? 1 : 0;
            last = Math.max(last, all.wholeReceived(question));
        }
        return atOnce <= MOST_AT_ONCE * questions.size() && waited >= LEAST_WAITED * questions.size();
    }

    private static boolean isWaitedFor(Timeline timeline, int thread, long sent, long received) {
        int waits = 0;
        int end = timeline.endSegment(thread);
        for (int s = timeline.segmentAt(thread, sent); s != Timeline.NONE && s < end && timeline.start(s) < received && waits < 2; s++) {
            waits += timeline.state(s) == ThreadState.BLOCKED ? 1 : 0;
        }
        return waits == 1;
    }

    /** What one thread answers, and what it asks, each in the order of time. */
    private void add(AskedRequests all, Teams teams, IntArrayList requests, IntArrayList questions) {
        long last = Long.MIN_VALUE;
        int next = 0;
        for (int i = 0; i < requests.size(); i++) {
            int request = requests.getInt(i);
            long begin = Math.max(all.arrived(request), last);
            long end = all.answered(request);
            last = Math.max(last, end);
            while (next < questions.size() && all.sent(questions.getInt(next)) < begin) {
                next++;
            }
            int first = next;
            while (next < questions.size() && all.received(questions.getInt(next)) <= end) {
                next++;
            }
            if (end > begin) {
                add(all, teams, questions.subList(first, next).toIntArray(), begin, end);
            }
        }
    }

    private void add(AskedRequests all, Teams teams, int[] questions, long begin, long end) {
        int request = times.size();
        for (int question : questions) {
            int server = all.server(question);
            int team = teams.of(server) == Teams.NONE ? -2 - server : teams.of(server); // who is of no team is one of its own
            OfTeam of = asked.computeIfAbsent(team, key -> new OfTeam());
            of.servers.add(server);
            of.add(request, all.sent(question) - begin, Math.max(0, Math.min(end, all.wholeReceived(question)) - all.sent(question)));
        }
        times.add(end - begin);
        open.add(begin, end);
    }

    /** Who asks. */
    IntSortedSet askers() {
        return askers;
    }

    /** Number of requests. */
    int requests() {
        return times.size();
    }

    /** How long a request takes from when a thread begins with it, at the median. */
    long nanos() {
        return times.median();
    }

    /**
     * How much shorter a request is, at the median, if those of some teams are asked at the same time.
     *
     * @param some of those that are asked
     */
    long saved(List<OfTeam> some) {
        long[] sums = new long[requests()];
        long[] longest = new long[requests()];
        for (OfTeam of : some) {
            for (int i = 0; i < of.requests.size(); i++) {
                int request = of.requests.getInt(i);
                sums[request] += of.nanos.getLong(i);
                longest[request] = Math.max(longest[request], of.nanos.getLong(i));
            }
        }
        Samples saved = new Samples();
        for (int request = 0; request < sums.length; request++) {
            saved.add(sums[request] - longest[request]);
        }
        return saved.median();
    }

    /** For how long at least one request is being answered. */
    long openNanos() {
        return open.nanos();
    }

    /** Those that most requests ask, in the order in which they are asked. */
    List<OfTeam> asked() {
        List<OfTeam> most = new ArrayList<>();
        for (OfTeam of : asked.values()) {
            if (of.times(requests()) > 0) {
                most.add(of);
            }
        }
        most.sort((a, b) -> Long.compare(a.begin(), b.begin()));
        return most;
    }
}
