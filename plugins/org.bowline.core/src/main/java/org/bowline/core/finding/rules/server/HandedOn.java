/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.Result;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.finding.rules.waits.Changes;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.Teams;
import org.bowline.core.finding.rules.waits.TimesByThread;
import org.bowline.core.interval.OpenSpans;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/**
 * Requests that event loops were asked over connections and hand on to a team of threads of their host, as a proxy does over a socket of the host, or a program to a pool of its own. No packet tells of that. But while such a thread waits, all that it
 * was asked before and has not answered is in other hands; if nobody but the team and its clients ever ends its waits, it is in those of the team. A thread that is asked and looks after one request at a time leaves others unread while it waits: it is no loop. Of threads among
 * which tasks move nothing is known. O(requests × log requests + segments of the threads that answer them). Immutable.
 */
public final class HandedOn {
    /** Those of the range, in the order of who hands on. */
    public static final Result<List<HandedOn>> RESULT = Result.of(HandedOn::all);

    /** Threads that requests wake while they have others open, as event loops look after several at a time; none among which tasks move. */
    public static final Result<IntAVLTreeSet> LOOPS = Result.of(HandedOn::loops);

    /** When the threads that answer requests begin to wait. A loop that is at work all the time is interrupted, and loses its processor, again and again before it waits. */
    private static final Result<TimesByThread> WAITS = Result.of(HandedOn::waits);

    /** So many waits that a team ends are no chance, and after so much of them an answer is sent: the team had part in it. */
    private static final int LEAST_WAITS = 20;
    private static final double LEAST_HELPED = 0.5;
    /** So much of their waits others may end, or timers, disks and answers of other hosts: then what is open may be there. */
    private static final double MOST_FOR_OTHERS = 0.1;
    /** Of the requests that come while a loop waits and has others open, so many wake it. */
    private static final double LEAST_WOKEN = 0.5;
    private static final int LEAST_FOUND = 3;

    private final int fromTeam;
    private final int team;
    /** Those who hand on, ascending. */
    private final IntArrayList from;
    /** The threads of the team that end their waits, ascending. */
    private final IntArrayList workers;
    /** How many requests are in the team's hands when. */
    private final LongColumn begins = new LongColumn();
    private final LongColumn ends = new LongColumn();
    private final IntColumn open = new IntColumn();

    /** Who ends the waits of some threads. */
    private static final class Tally {
        private final IntAVLTreeSet workers = new IntAVLTreeSet();
        private long waits;
        private long helped;
        private long nanos;

        void add(int ender, long length, boolean isAnswered) {
            workers.add(ender);
            waits++;
            helped += isAnswered ? 1 : 0;
            nanos += length;
        }
    }

    private HandedOn(int fromTeam, IntArrayList from, int team, Tally tally) {
        this.fromTeam = fromTeam;
        this.from = from;
        this.team = team;
        workers = new IntArrayList(tally.workers);
    }

    private static List<HandedOn> all(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        Teams teams = Teams.of(analysis);
        Map<Integer, IntArrayList> servers = new TreeMap<>();
        analysis.get(LOOPS).forEach(thread -> {
            if (teams.of(thread) != Teams.NONE && analysis.tellsWakers(timeline.host(thread))) {
                servers.computeIfAbsent(teams.of(thread), key -> new IntArrayList()).add(thread);
            }
        });
        List<HandedOn> all = new ArrayList<>();
        if (servers.isEmpty()) {
            return all;
        }
        TimesByThread answers = new TimesByThread(timeline.threadCount(), sink -> {
            for (int i = 0; i < requests.size(); i++) {
                sink.add(requests.server(i), requests.answered(i));
            }
        });
        servers.forEach((team, threads) -> {
            analysis.progress().check();
            HandedOn handed = of(analysis, teams, team, threads, answers);
            if (handed != null) {
                handed.count(analysis, requests);
                all.add(handed);
            }
        });
        return all;
    }

    private static TimesByThread waits(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        BitSet servers = new BitSet();
        for (int i = 0; i < requests.size(); i++) {
            servers.set(requests.server(i));
        }
        return new TimesByThread(timeline.threadCount(), sink -> servers.stream().forEach(thread -> {
            analysis.progress().check();
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                if (timeline.state(s) == ThreadState.BLOCKED) {
                    sink.add(thread, timeline.start(s));
                }
            }
        }));
    }

    /** When a thread that answers requests first waits after a time: then it has handed on what had come by that time. */
    static long waitAfter(Analysis analysis, int thread, long arrived) {
        return isAlive(analysis.timeline(), thread, arrived) ? analysis.get(WAITS).after(thread, arrived) : Long.MAX_VALUE;
    }

    private static IntAVLTreeSet loops(Analysis analysis) {
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        Timeline timeline = analysis.timeline();
        OpenSpans.Builder open = new OpenSpans.Builder();
        for (int i = 0; i < requests.size(); i++) {
            long begin = waitAfter(analysis, requests.server(i), requests.whole(i));
            if (begin < requests.answered(i)) {
                open.add(requests.server(i), begin, requests.answered(i));
            }
        }
        OpenSpans spans = open.build();
        Int2IntOpenHashMap found = new Int2IntOpenHashMap();
        Int2IntOpenHashMap woken = new Int2IntOpenHashMap();
        for (int i = 0; i < requests.size(); i++) {
            int thread = requests.server(i);
            int segment = segmentAt(timeline, thread, requests.arrived(i));
            if (segment != Timeline.NONE && timeline.state(segment) == ThreadState.BLOCKED && spans.has(thread)
                    && spans.isOpen(thread, requests.arrived(i), requests.arrived(i) + 1)) {
                found.addTo(thread, 1);
                woken.addTo(thread, NewWork.isEndedByRequest(timeline, segment) ? 1 : 0);
            }
        }
        IntAVLTreeSet loops = new IntAVLTreeSet();
        for (int thread : found.keySet()) {
            if (found.get(thread) >= LEAST_FOUND && woken.get(thread) >= LEAST_WOKEN * found.get(thread)
                    && !analysis.get(Merging.RESULT).groups().isOfTasks(thread)) {
                loops.add(thread);
            }
        }
        return loops;
    }

    /** The segment of a thread at a time, perhaps before or after its life: then none. */
    static int segmentAt(Timeline timeline, int thread, long nanos) {
        return isAlive(timeline, thread, nanos) ? timeline.segmentAt(thread, nanos) : Timeline.NONE;
    }

    private static boolean isAlive(Timeline timeline, int thread, long nanos) {
        return nanos >= timeline.threadStart(thread) && nanos < timeline.threadEnd(thread);
    }

    /** To which team some threads hand on what they are asked; null if it is none, or it may be several. */
    private static @Nullable HandedOn of(Analysis analysis, Teams teams, int fromTeam, IntArrayList from, TimesByThread answers) {
        Timeline timeline = analysis.timeline();
        Map<Integer, Tally> byTeam = new TreeMap<>();
        long all = 0;
        for (int thread : from) {
            int last = timeline.endSegment(thread, analysis.toNanos());
            for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last; s++) {
                if (timeline.state(s) != ThreadState.BLOCKED || timeline.isOpen(thread, s)) {
                    continue;
                }
                long nanos = Math.min(analysis.toNanos(), timeline.end(thread, s)) - Math.max(analysis.fromNanos(), timeline.start(s));
                all += nanos;
                if (!isEndedByClient(timeline, s)) {
                    byTeam.computeIfAbsent(enderTeam(timeline, teams, s), key -> new Tally()).add(timeline.target(s), nanos,
                            answers.any(thread, timeline.end(thread, s), analysis.get(WAITS).after(thread, timeline.start(s))));
                }
            }
        }
        long ofAll = byTeam.values().stream().mapToLong(some -> some.nanos).sum();
        for (Map.Entry<Integer, Tally> each : byTeam.entrySet()) {
            Tally tally = each.getValue();
            if (each.getKey() != Teams.NONE && each.getKey() != fromTeam && tally.waits >= LEAST_WAITS
                    && tally.helped >= LEAST_HELPED * tally.waits && ofAll - tally.nanos <= MOST_FOR_OTHERS * all) {
                return new HandedOn(fromTeam, from, each.getKey(), tally);
            }
        }
        return null;
    }

    /** The team of the thread of the same host that ended a wait; none if it was ended by something else. */
    private static int enderTeam(Timeline timeline, Teams teams, int segment) {
        int ender = timeline.cause(segment) == Cause.THREAD ? timeline.target(segment) : Timeline.NONE;
        return ender >= 0 && ender < timeline.threadCount() ? teams.of(ender) : Teams.NONE;
    }

    /** Whether the side that opened a connection ended a wait: with what it asks, that it has received something, or the end of the connection. */
    private static boolean isEndedByClient(Timeline timeline, int segment) {
        return timeline.cause(segment) == Cause.NETWORK && timeline.link(segment) != Timeline.NONE
                && timeline.packetOpener(timeline.link(segment)) == Timeline.Opener.SENDER;
    }

    /**
     * Counts what is in the team's hands: what has come as a whole before whoever was asked waits the next time, until it is answered. While that thread is at work it may be about to answer one of these, and what it has asked others is with them.
     */
    private void count(Analysis analysis, AskedRequests requests) {
        Timeline timeline = analysis.timeline();
        Map<Integer, Changes> byThread = new TreeMap<>();
        from.forEach(thread -> byThread.put(thread, new Changes()));
        for (int i = 0; i < requests.size(); i++) {
            Changes served = byThread.get(requests.server(i));
            if (served != null) {
                served.add(waitAfter(analysis, requests.server(i), requests.whole(i)), requests.answered(i), 1);
            }
            Changes asked = byThread.get(requests.client(i));
            if (asked != null) {
                asked.add(requests.arrived(i), requests.answered(i), -1);
            }
        }
        Changes all = new Changes();
        byThread.forEach((thread, changes) -> {
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                if (timeline.state(s) != ThreadState.BLOCKED) {
                    changes.add(timeline.start(s), timeline.end(thread, s), -1);
                }
            }
            changes.each((begin, end, sum) -> all.add(begin, end, Math.max(0, sum)));
        });
        all.each((begin, end, sum) -> {
            begins.add(begin);
            ends.add(end);
            open.add(sum);
        });
    }

    /** The team of those who hand on. */
    public int fromTeam() {
        return fromTeam;
    }

    /** The team that they hand on to. */
    public int team() {
        return team;
    }

    /** Those who hand on, ascending. */
    public IntArrayList from() {
        return from;
    }

    /** The threads of the team that end their waits, ascending. */
    public IntArrayList workers() {
        return workers;
    }

    /** Visits the stretches of a range in which any are, in order. */
    public void each(long fromNanos, long toNanos, Changes.Visitor visitor) {
        for (int i = 0; i < open.size(); i++) {
            long begin = Math.max(fromNanos, begins.get(i));
            long end = Math.min(toNanos, ends.get(i));
            if (begin < end && open.get(i) > 0) {
                visitor.value(begin, end, open.get(i));
            }
        }
    }
}
