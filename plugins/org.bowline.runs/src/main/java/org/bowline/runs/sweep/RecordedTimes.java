/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Locks;
import org.bowline.core.lock.LockHistory;
import org.bowline.core.model.Cause;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.runs.KnotFact;
import org.bowline.runs.RunFacts;

/**
 * What the threads of some recordings of a build did at one number of clients: for how long in all, for how many units of work, and which knots there are. The
 * tracer's own threads and the idle ones are left out; of the kernel's only the time on processors counts, and that in which they wanted one, as they wait when
 * nobody needs them.
 *
 * <p>Programs that run beside the work are left out, too: a second of theirs is a second, whatever is done meanwhile, and so comes to more for each unit of work where fewer are done, and would be why
 * every time. They are threads of one name that neither wait for other threads or packets, nor are waited for, at least once in {@value #UNITS_APART} units of work.
 */
final class RecordedTimes {
    private static final double SECOND = 1e9;
    private static final int UNITS_APART = 10;

    private final Map<TimePart, SortedMap<String, Long>> nanos = new EnumMap<>(TimePart.class);
    private final SortedMap<String, Long> knots = new TreeMap<>();
    private final Map<String, Integer> seen = new HashMap<>();
    private double rangeNanos;
    private double units;
    private int recordings;
    private boolean locksKnown = true;

    /**
     * Adds a recording.
     *
     * @param throughput units of work per second while it was made
     */
    void add(Analysis analysis, double throughput) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        boolean locks = timeline.locks().size() > 0;
        double done = recorded(rangeNanos(analysis), throughput, locks);
        Map<String, Long> meetings = meetings(analysis);
        int[] kinds = kinds(timeline);
        for (ThreadTotals totals : analysis.totals()) {
            int thread = totals.thread();
            if (timeline.isIdle(thread) || roles.isOfTracer(thread)) {
                continue;
            }
            String name = name(timeline, thread);
            boolean program = roles.isProgram(thread);
            if (program && meetings.getOrDefault(name, 0L) < done / UNITS_APART) {
                continue;
            }
            add(TimePart.RUNNING, name, totals.nanos(ThreadState.RUNNING));
            add(TimePart.RUNNABLE, name, Math.addExact(totals.nanos(ThreadState.RUNNABLE), totals.nanos(ThreadState.PREEMPTED)));
            if (program) {
                long locked = locks ? blocked(analysis, thread, (segment, history) -> history.lockOf(segment) != LockHistory.NONE) : 0;
                add(TimePart.LOCK, name, locked);
                long equal = blocked(analysis, thread, (segment, history) -> history.lockOf(segment) == LockHistory.NONE
                        && isEqual(kinds, thread, timeline.target(segment)));
                add(TimePart.EQUAL, name, equal);
                for (Cause cause : Cause.values()) {
                    if (cause != Cause.NONE) {
                        add(TimePart.of(cause), name, totals.blocked(cause) - (cause == Cause.THREAD ? locked + equal : 0));
                    }
                }
            }
        }
        for (KnotFact knot : RunFacts.knots(analysis)) {
            if (knot.isKnot()) {
                String members = String.join(",", knot.key().members());
                knots.merge(members, knot.weightNanos(), Math::addExact);
                seen.merge(members, 1, Integer::sum);
            }
        }
    }

    private static String name(Timeline timeline, int thread) {
        return PlainText.visible(Words.stable(timeline.name(thread)));
    }

    /** How much of the range of an analysis its recording has, ns. */
    static long rangeNanos(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        return Math.max(0, Math.min(analysis.toNanos(), timeline.endNanos()) - Math.max(analysis.fromNanos(), timeline.startNanos()));
    }

    /** By name, how often threads waited for other threads or packets, or were waited for, within the range. O(segments). */
    private static Map<String, Long> meetings(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        long[] ofThread = new long[timeline.threadCount()];
        for (int thread = 0; thread < ofThread.length; thread++) {
            for (int segment = timeline.firstSegment(thread); segment < timeline.endSegment(thread); segment++) {
                if (timeline.state(segment) == ThreadState.BLOCKED && timeline.start(segment) < analysis.toNanos()
                        && timeline.end(thread, segment) > analysis.fromNanos()) {
                    Cause cause = timeline.cause(segment);
                    int target = timeline.target(segment);
                    ofThread[thread] += cause == Cause.THREAD || cause == Cause.NETWORK ? 1 : 0;
                    if (cause == Cause.THREAD && target >= 0 && target < ofThread.length && target != thread) {
                        ofThread[target]++;
                    }
                }
            }
        }
        Map<String, Long> named = new HashMap<>();
        for (int thread = 0; thread < ofThread.length; thread++) {
            named.merge(name(timeline, thread), ofThread[thread], Math::addExact);
        }
        return named;
    }

    /** A number for each thread, which those of one host and name have in common, whatever number is at the end of the name. */
    private static int[] kinds(Timeline timeline) {
        Map<String, Integer> numbers = new HashMap<>();
        int[] kinds = new int[timeline.threadCount()];
        for (int thread = 0; thread < kinds.length; thread++) {
            String kind = Kin.of(timeline, thread);
            Integer number = numbers.putIfAbsent(kind, numbers.size());
            kinds[thread] = number == null ? numbers.size() - 1 : number;
        }
        return kinds;
    }

    private static boolean isEqual(int[] kinds, int thread, int other) {
        return other >= 0 && other < kinds.length && other != thread && kinds[thread] == kinds[other];
    }

    /** Which waits. */
    private interface Wanted {
        boolean is(int segment, LockHistory locks);
    }

    /** For how long other threads kept a thread waiting, within the range, ns. O(segments). */
    private static long blocked(Analysis analysis, int thread, Wanted wanted) {
        Timeline timeline = analysis.timeline();
        LockHistory history = analysis.get(Locks.HISTORY);
        long sum = 0;
        for (int segment = timeline.firstSegment(thread); segment < timeline.endSegment(thread); segment++) {
            if (timeline.state(segment) == ThreadState.BLOCKED && timeline.cause(segment) == Cause.THREAD && wanted.is(segment, history)) {
                sum += Math.max(0, Math.min(timeline.end(thread, segment), analysis.toNanos())
                        - Math.max(timeline.start(segment), analysis.fromNanos()));
            }
        }
        return sum;
    }

    /** Counts a recording of so many nanoseconds; how many units of work were done in it. */
    double recorded(long range, double throughput, boolean locks) {
        double done = throughput * range / SECOND;
        recordings++;
        rangeNanos += range;
        units += done;
        locksKnown &= locks;
        return done;
    }

    /** Adds the time of threads of a name. */
    void add(TimePart part, String name, long time) {
        if (time > 0) {
            nanos.computeIfAbsent(part, key -> new TreeMap<>()).merge(name, time, Math::addExact);
        }
    }

    /** How many recordings there are. */
    int recordings() {
        return recordings;
    }

    /** Whether all of them tell of locks. */
    boolean isLocksKnown() {
        return locksKnown;
    }

    /** Whether something can be said of a part: waits for locks that were not recorded are among those for threads. */
    boolean isKnown(TimePart part) {
        return part != TimePart.LOCK || locksKnown;
    }

    /** Units of work per second while it was recorded. */
    double throughput() {
        return units / rangeNanos * SECOND;
    }

    /** Time of all threads together in a part for each unit of work, ns. */
    double perUnit(TimePart part) {
        return sum(part) / units;
    }

    /** How many threads were in a part on average. */
    double perSecond(TimePart part) {
        return sum(part) / rangeNanos;
    }

    private double sum(TimePart part) {
        return nanos.getOrDefault(part, new TreeMap<>()).values().stream().mapToDouble(Long::doubleValue).sum();
    }

    /** The name of the threads with most of a part; empty if there is none. */
    String mostBy(TimePart part) {
        String most = "";
        long time = 0;
        for (Map.Entry<String, Long> entry : nanos.getOrDefault(part, new TreeMap<>()).entrySet()) {
            if (entry.getValue() > time) {
                most = entry.getKey();
                time = entry.getValue();
            }
        }
        return most;
    }

    /** How much of a part these have, 0 to 1; not a number if there is nothing. */
    double mostShare(TimePart part) {
        return nanos.getOrDefault(part, new TreeMap<>()).getOrDefault(mostBy(part), 0L) / sum(part);
    }

    /** The members of the knots, the heaviest first. */
    List<String> knots() {
        return knots.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed()).map(Map.Entry::getKey).toList();
    }

    /** Weight of the edges of a knot for each second, s. */
    double weight(String members) {
        return knots.getOrDefault(members, 0L) / rangeNanos;
    }

    /** In how many recordings a knot is. */
    int seen(String members) {
        return seen.getOrDefault(members, 0);
    }
}
