/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.finding.rules.waits.WaitsInParts;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.SetAside;
import org.bowline.core.waitfor.WaitForGraph;

/** A thread that waits for timers, or those of a name, and when others wait for which of them. O(waits × log waits). */
final class Sleepers {
    /** Instead of a thread that waits: a request of the thread itself is open. */
    static final int REQUEST = -1;
    static final int MOST_WAITERS = 3;
    /** Without the longest wait this part of the sleeps is left where others wait again and again. */
    private static final int REST_PART = 10;

    private final IntArrayList threads = new IntArrayList();
    private final IntArrayList edges = new IntArrayList();
    /** When which of them is waited for, and by whom. */
    private final IntColumn who = new IntColumn();
    private final IntColumn by = new IntColumn();
    private final LongColumn begins = new LongColumn();
    private final LongColumn ends = new LongColumn();
    private final Int2LongOpenHashMap byWaiter = new Int2LongOpenHashMap();
    private long timerNanos;
    private long timerWaits;

    /**
     * For how long at least one of some threads sleeps while it is awaited.
     *
     * @param threads which of them do
     * @param when each of them does
     */
    record Asleep(long nanos, IntArrayList threads, Map<Integer, TimeUnion> when) {}

    /** One of them and the edge of its waits for timers. */
    void add(int thread, int edge, long nanos, int waits) {
        if (!threads.contains(thread)) {
            threads.add(thread);
        }
        edges.add(edge);
        timerNanos += nanos;
        timerWaits += waits;
    }

    /** One of them is waited for meanwhile, by a thread or for a {@link #REQUEST}. */
    void isAwaited(int thread, int waiting, long begin, long end) {
        who.add(thread);
        by.add(waiting);
        begins.add(begin);
        ends.add(end);
        if (waiting != REQUEST) {
            byWaiter.addTo(waiting, end - begin);
        }
    }

    /**
     * When at least one of them waits for a timer and is waited for.
     *
     * @param whom by which threads, or {@link #REQUEST}
     */
    Asleep asleep(Analysis analysis, WaitsInParts parts, IntPredicate whom) {
        IntArrayList awaited = new IntArrayList();
        Map<Integer, LongColumn> from = new HashMap<>();
        Map<Integer, LongColumn> to = new HashMap<>();
        IntColumn order = Ascending.order(begins);
        for (int i = 0; i < order.size(); i++) {
            int wait = order.get(i);
            if (!whom.test(by.get(wait))) {
                continue;
            }
            merge(from.computeIfAbsent(who.get(wait), key -> new LongColumn()),
                    to.computeIfAbsent(who.get(wait), key -> new LongColumn()), begins.get(wait),
                    ends.get(wait));
        }
        TimeUnion any = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        Map<Integer, TimeUnion> when = new HashMap<>();
        threads.forEach(thread -> {
            LongColumn begin = from.get(thread);
            TimeUnion both = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
            if (begin != null
                    && sleeps(analysis, thread, parts.of(thread).delayNobody(), begin, Objects.requireNonNull(to.get(thread)), both)) {
                awaited.add(thread);
                when.put(thread, both);
                any.add(both);
            }
        });
        return new Asleep(any.nanos(), awaited, when);
    }

    /**
     * Whether others wait again and again while they sleep, or for what is a whole piece of work: a request, a command of a script, or the end of a thread. One long wait is for orders, as of a server for its manager: without it a
     * {@value #REST_PART}th of the sleeps must be left.
     */
    boolean isAwaitedAgain(Analysis analysis, Asleep asleep) {
        Timeline timeline = analysis.timeline();
        asleep.when().values().forEach(TimeUnion::index);
        int times = 0;
        long sum = 0;
        long longest = 0;
        for (int i = 0; i < who.size(); i++) {
            TimeUnion sleeps = asleep.when().get(who.get(i));
            long nanos = sleeps == null ? 0 : sleeps.nanos(begins.get(i), ends.get(i));
            if (nanos > 0) {
                if (by.get(i) == REQUEST || WhenAwaited.isCommand(timeline, by.get(i), who.get(i))
                        || timeline.threadEnd(who.get(i)) - ends.get(i) < WhenAwaited.AT_ITS_END_NANOS) {
                    return true;
                }
                times++;
                sum += nanos;
                longest = Math.max(longest, nanos);
            }
        }
        return times >= SetAside.FEW && (sum - longest) * REST_PART >= asleep.nanos();
    }

    private static void merge(LongColumn from, LongColumn to, long begin, long end) {
        int last = to.size() - 1;
        if (last >= 0 && begin <= to.get(last)) {
            to.set(last, Math.max(to.get(last), end));
        } else {
            from.add(begin);
            to.add(end);
        }
    }

    /** Adds when a thread waits for a timer within some stretches of time; whether it does. */
    private static boolean sleeps(Analysis analysis, int thread, BitSet parts, LongColumn from, LongColumn to, TimeUnion both) {
        Timeline timeline = analysis.timeline();
        int first = timeline.firstSegment(thread);
        int[] at = {0};
        boolean[] any = {false};
        EdgeWaits.each(analysis.graph(), thread, (segment, target, nanos) -> {
            if (target == Timeline.NONE || timeline.kind(target) != VertexKind.TIMER || timeline.isHeld(segment)
                    || parts.get(segment - first)) {
                return; // whom the kernel holds back does not sleep, nor who waits for a thread with a time limit
            }
            long begin = timeline.start(segment);
            long end = timeline.end(thread, segment);
            while (at[0] < from.size() && to.get(at[0]) <= begin) {
                at[0]++;
            }
            for (int i = at[0]; i < from.size() && from.get(i) < end; i++) {
                both.add(Math.max(begin, from.get(i)), Math.min(end, to.get(i)));
                any[0] = true;
            }
        }, analysis.progress());
        return any[0];
    }

    /** Who waits longest for them while they sleep, first, with all of their name that do. Their times are indexed by {@link #isAwaitedAgain}. */
    int[] waiters(Timeline timeline, Asleep asleep) {
        Int2LongOpenHashMap meanwhile = new Int2LongOpenHashMap();
        for (int i = 0; i < who.size(); i++) {
            TimeUnion sleeps = by.get(i) == REQUEST ? null : asleep.when().get(who.get(i));
            long nanos = sleeps == null ? 0 : sleeps.nanos(begins.get(i), ends.get(i));
            if (nanos > 0) {
                meanwhile.addTo(by.get(i), nanos);
            }
        }
        Map<String, IntArrayList> byName = new LinkedHashMap<>();
        meanwhile.int2LongEntrySet().stream()
                .sorted(Comparator.comparingLong((Int2LongMap.Entry entry) -> -entry.getLongValue())
                        .thenComparingInt(Int2LongMap.Entry::getIntKey))
                .forEach(entry -> byName.computeIfAbsent(Kin.of(timeline, entry.getIntKey()), name -> new IntArrayList())
                        .add(entry.getIntKey()));
        return byName.values().stream().flatMapToInt(IntArrayList::intStream).toArray();
    }

    /** All threads that wait for them. */
    IntSet waiting() {
        return byWaiter.keySet();
    }

    /** Those that they are. */
    IntArrayList threads() {
        return threads;
    }

    /** For how long they wait for timers. */
    long timerNanos() {
        return timerNanos;
    }

    /** How often they do. */
    long timerWaits() {
        return timerWaits;
    }

    /** The heaviest of their edges to timers. */
    int heaviestEdge(WaitForGraph graph) {
        return edges.intStream().boxed().max(Comparator.comparingLong(graph::weightNanos)).orElseThrow();
    }

    /** The heaviest edge from a thread to one of them. */
    int edgeFrom(WaitForGraph graph, int thread) {
        int heaviest = -1;
        for (int edge = graph.firstEdge(thread); edge < graph.endEdge(thread); edge++) {
            if (threads.contains(graph.target(edge)) && (heaviest < 0 || graph.weightNanos(edge) > graph.weightNanos(heaviest))) {
                heaviest = edge;
            }
        }
        return heaviest;
    }
}
