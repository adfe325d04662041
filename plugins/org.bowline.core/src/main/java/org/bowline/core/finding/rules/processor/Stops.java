/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Result;
import org.bowline.core.figures.Samples;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/** The times for which threads of programs on a host stand still because of signals, or because of who traces them, as far as one program lets them go on. */
final class Stops {
    /** By host and who lets them go on, those of signals first. */
    static final Result<List<Stops>> RESULT = Result.of(Stops::of);
    /** Of threads of one name that are stopped for so much less than those that are so longest, nothing is said. */
    private static final int MUCH_LESS = 10;

    private final boolean traced;
    private final TimeUnion union;
    private final Samples lengths = new Samples();
    private final Int2LongOpenHashMap byThread = new Int2LongOpenHashMap();
    private final Int2LongOpenHashMap byOther = new Int2LongOpenHashMap();
    private boolean open;

    private Stops(Analysis analysis, boolean traced) {
        this.traced = traced;
        union = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
    }

    private static List<Stops> of(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        Map<String, Stops> all = new LinkedHashMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (roles.isProgram(thread) && analysis.isChosen(thread)) {
                analysis.progress().check();
                add(analysis, thread, all);
            }
        }
        return all.values().stream().sorted(Comparator.comparing(stops -> stops.traced)).toList();
    }

    private static void add(Analysis analysis, int thread, Map<String, Stops> all) {
        Timeline timeline = analysis.timeline();
        int last = timeline.endSegment(thread, analysis.toNanos());
        for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last; s++) {
            boolean traced = timeline.isTraced(s);
            if (traced || timeline.isStopped(s)) {
                boolean known = timeline.cause(s) == Cause.THREAD;
                int other = known ? timeline.target(s) : Timeline.NONE;
                all.computeIfAbsent(
                        traced + " " + timeline.host(thread) + " " + (known ? Kin.of(timeline, other) : ""),
                        key -> new Stops(analysis, traced)).add(analysis, thread, s, other);
            }
        }
    }

    private void add(Analysis analysis, int thread, int segment, int other) {
        Timeline timeline = analysis.timeline();
        long begin = Math.max(timeline.start(segment), analysis.fromNanos());
        long end = Math.min(timeline.end(thread, segment), analysis.toNanos());
        union.add(begin, end);
        lengths.add(end - begin);
        byThread.addTo(thread, end - begin);
        if (other != Timeline.NONE) {
            byOther.addTo(other, end - begin);
        }
        open |= timeline.isOpen(thread, segment);
    }

    /** Whether who traces them stops them, and not signals. */
    boolean areTraced() {
        return traced;
    }

    /** How often one of them is stopped. */
    int times() {
        return lengths.size();
    }

    /** For how long each time. */
    Samples lengths() {
        return lengths;
    }

    /** For how long at least one of them is. */
    long nanos() {
        return union.nanos();
    }

    /** For how long a thread is stopped, or until it lets one go on. */
    long nanos(int thread) {
        return byThread.getOrDefault(thread, byOther.get(thread));
    }

    /** Whether one of them is at the end of the recording. */
    boolean areOpen() {
        return open;
    }

    /** Who is stopped, longest first. */
    int[] threads(Timeline timeline) {
        Map<String, Long> byName = byThread.int2LongEntrySet().stream()
                .collect(Collectors.groupingBy(entry -> Kin.of(timeline, entry.getIntKey()),
                        Collectors.summingLong(Int2LongMap.Entry::getLongValue)));
        long most = byName.values().stream().mapToLong(nanos -> nanos).max().orElse(0);
        return longest(byThread, thread -> byName.getOrDefault(Kin.of(timeline, thread), 0L) >= most / MUCH_LESS);
    }

    /** Who lets them go on, longest first; none if it is not known. They bear one name. */
    int[] others() {
        return longest(byOther, other -> true);
    }

    private static int[] longest(Int2LongOpenHashMap nanos, IntPredicate which) {
        return nanos.int2LongEntrySet().stream().filter(entry -> which.test(entry.getIntKey()))
                .sorted(Comparator.comparingLong((Int2LongMap.Entry entry) -> -entry.getLongValue())
                        .thenComparingInt(Int2LongMap.Entry::getIntKey))
                .mapToInt(Int2LongMap.Entry::getIntKey).toArray();
    }

    /** For how long at least one of them is while a thread of another program waits for it. O(segments of threads of programs). */
    long awaitedNanos(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        TimeUnion awaited = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (!roles.isProgram(thread) || byThread.containsKey(thread)) {
                continue;
            }
            analysis.progress().check();
            int last = timeline.endSegment(thread, analysis.toNanos());
            for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last; s++) {
                if (timeline.state(s) == ThreadState.BLOCKED && byThread.containsKey(timeline.target(s))) {
                    addStops(timeline, timeline.target(s), timeline.start(s), timeline.end(thread, s), awaited);
                }
            }
        }
        return awaited.nanos();
    }

    private void addStops(Timeline timeline, int thread, long from, long to, TimeUnion awaited) {
        int last = timeline.endSegment(thread, to);
        for (int s = HandOvers.firstSegment(timeline, thread, from); s < last; s++) {
            if (traced ? timeline.isTraced(s) : timeline.isStopped(s)) {
                awaited.add(Math.max(timeline.start(s), from), Math.min(timeline.end(thread, s), to));
            }
        }
    }
}
