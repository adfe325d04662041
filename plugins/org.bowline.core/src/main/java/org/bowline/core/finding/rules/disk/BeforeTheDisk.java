/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.disk;

import static org.bowline.core.figures.Duration.duration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.WaitsTogether;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * What keeps those who wait for a disk before that has anything to do: a wait counts for the disk that ends it, though what it writes may have to be made first, as by the kernel's threads that encrypt, compress or sum up what goes to a
 * disk. O(requests × log requests + waits, and segments of the threads that run for long).
 */
public final class BeforeTheDisk {
    /** Of less of the waits, or of the range, it is not told. */
    private static final double LEAST = 0.25;
    private static final double LEAST_OF_RANGE = 0.1;
    /** Who is at work for less of that time than this, beyond what it is at other times, is not named. */
    private static final double LEAST_AT_WORK = 0.5;

    private BeforeTheDisk() {}

    /** A sentence or two with a space before; empty if the disk nearly always has something to do for whoever waits. */
    public static String sentence(Analysis analysis, IntArrayList edges) {
        Timeline timeline = analysis.timeline();
        int disk = analysis.graph().target(edges.getInt(0));
        if (timeline.kind(disk) != VertexKind.DISK || edges.intStream().anyMatch(edge -> analysis.graph().isIdle(edge))) {
            return "";
        }
        TimeUnion waits = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        WaitsTogether.each(analysis, edges, (segment, target, begin, end) -> {
            if (begin < end) {
                waits.add(begin, end);
            }
        });
        LongArrayList nothing = without(analysis, waits, has(analysis, disk));
        long nanos = 0;
        for (int i = 0; i < nothing.size(); i += 2) {
            nanos += nothing.getLong(i + 1) - nothing.getLong(i);
        }
        if (nanos < LEAST * waits.nanos() || nanos < LEAST_OF_RANGE * analysis.rangeNanos()) {
            return "";
        }
        return " For " + duration(nanos) + " of that, " + analysis.phraseOfGraph(disk)
                + " has nothing to do: what ends the waits is asked of it later." + atWork(analysis, edges, disk, nothing, nanos);
    }

    /** When a disk has a request, queued or at the device. */
    private static TimeUnion has(Analysis analysis, int disk) {
        Timeline timeline = analysis.timeline();
        TimeUnion has = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        for (int request = 0; request < timeline.requestCount(); request++) {
            if (timeline.requestDisk(request) == disk) {
                has.add(Math.min(timeline.requestQueued(request), timeline.requestIssued(request)), timeline.requestCompleted(request));
            }
        }
        has.index();
        return has;
    }

    /** Begins and ends, by turns, of what is left of some time without another. */
    private static LongArrayList without(Analysis analysis, TimeUnion time, TimeUnion other) {
        LongArrayList left = new LongArrayList();
        time.unite();
        time.each(analysis.fromNanos(), analysis.toNanos(), (begin, end) -> {
            long[] at = {begin};
            other.each(begin, end, (from, to) -> {
                add(left, at[0], from);
                at[0] = Math.max(at[0], to);
            });
            add(left, at[0], end);
        });
        return left;
    }

    private static void add(LongArrayList left, long begin, long end) {
        if (begin < end) {
            left.add(begin);
            left.add(end);
        }
    }

    /** Which threads of the disk's host, those whose names differ only in a number as one, are on a processor for most of some time, and clearly less at other times: who always is has nothing to do with the disk. */
    private static String atWork(Analysis analysis, IntArrayList edges, int disk, LongArrayList time, long nanos) {
        Timeline timeline = analysis.timeline();
        IntOpenHashSet waiting = new IntOpenHashSet();
        edges.forEach(edge -> waiting.addAll(IntArrayList.wrap(analysis.graph().groups().members(analysis.graph().source(edge)))));
        Map<String, List<ThreadTotals>> alike = new TreeMap<>();
        for (ThreadTotals total : analysis.totals()) {
            int thread = total.thread();
            if (timeline.host(thread) == timeline.host(disk) && !timeline.isIdle(thread) && !waiting.contains(thread)) {
                alike.computeIfAbsent(Kin.of(timeline, thread), name -> new ArrayList<>()).add(total);
            }
        }
        long others = analysis.rangeNanos() - nanos;
        IntArrayList busiest = new IntArrayList();
        long most = 0;
        double clearest = others < LEAST_OF_RANGE * analysis.rangeNanos() ? Double.MAX_VALUE : LEAST_AT_WORK * nanos;
        for (List<ThreadTotals> threads : alike.values()) {
            if (threads.stream().mapToLong(ThreadTotals::onCpu).sum() < LEAST_AT_WORK * nanos) {
                continue;
            }
            IntArrayList theirs = new IntArrayList();
            TimeUnion onCpu = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
            for (ThreadTotals total : threads) {
                TimeUnion one = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
                one.addOnCpu(timeline, total.thread());
                if (within(one, time) > 0) {
                    theirs.add(total.thread());
                }
                onCpu.add(one);
            }
            long its = within(onCpu, time);
            double clear = its - (double) (onCpu.nanos() - its) / others * nanos;
            if (clear >= clearest) {
                busiest = theirs;
                most = its;
                clearest = clear;
            }
        }
        return busiest.isEmpty() ? ""
                : " Meanwhile " + (busiest.size() == 1 ? "" : "at least one of ") + PoolNames.list(analysis, busiest.toIntArray())
                        + " is at work for " + duration(most) + '.';
    }

    /** How much of some time lies in a union, ns. */
    private static long within(TimeUnion union, LongArrayList time) {
        union.index();
        long nanos = 0;
        for (int i = 0; i < time.size(); i += 2) {
            nanos += union.nanos(time.getLong(i), time.getLong(i + 1));
        }
        return nanos;
    }
}
