/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.bowline.core.counter.CounterLane;
import org.bowline.core.counter.CounterLog;
import org.bowline.core.event.Counter;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.order.Bisection;
import org.bowline.core.progress.Progress;

/**
 * What threads counted while they worked for each interval: what a counter grew by between two readings of a thread that worked for it all that time. That is known where {@link CounterLog#isTold} says who worked for
 * it, every thread that did has the counter, and none worked on beyond the end of the interval without telling.
 */
public final class IntervalCounters {
    /** Nobody recorded counters. */
    public static final IntervalCounters NONE = new IntervalCounters(Map.of(), List.of());

    private static final int COUNTERS = Counter.values().length;
    private static final int POLL_MASK = (1 << 16) - 1;

    private final Map<NamedInterval, long[]> counts;
    private final List<Caveat> caveats;

    private IntervalCounters(Map<NamedInterval, long[]> counts, List<Caveat> caveats) {
        this.counts = counts;
        this.caveats = caveats;
    }

    /** An interval while it is counted. */
    private static final class Counted {
        private final NamedInterval interval;
        private final long[] sums = new long[COUNTERS];
        private boolean any;

        Counted(NamedInterval interval) {
            this.interval = interval;
        }

        /** A thread worked for it from one reading to the next. */
        void add(CounterLane lane, int first, boolean beyond) {
            any = true;
            for (Counter counter : Counter.values()) {
                int i = counter.ordinal();
                long from = lane.value(counter, first);
                long to = lane.value(counter, first + 1);
                if (beyond || from < 0 || to < from) {
                    sums[i] = Counter.ABSENT;
                } else if (sums[i] >= 0) {
                    sums[i] = sums[i] + (to - from) < 0 ? Long.MAX_VALUE : sums[i] + (to - from);
                }
            }
        }
    }

    /**
     * Counts. O((intervals + readings) × log intervals of a key).
     *
     * @param intervals of one sort: those with the same key do not overlap
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static IntervalCounters of(List<NamedInterval> intervals, CounterLog log, Progress progress) {
        if (log.isEmpty() || log.keys() == 0 || intervals.isEmpty()) {
            return NONE;
        }
        List<Counted> all = new ArrayList<>();
        @Nullable List<Counted>[] byKey = lists(log.keys());
        for (NamedInterval interval : intervals) { // by begin
            int key = log.key(interval.key());
            if (key != CounterLog.NO_KEY && log.isTold(key, interval.beginNanos(), interval.endNanos())) {
                Counted counted = new Counted(interval);
                all.add(counted);
                if (byKey[key] == null) {
                    byKey[key] = new ArrayList<>();
                }
                byKey[key].add(counted);
            }
        }
        add(byKey, log, progress);
        Map<NamedInterval, long[]> counts = new HashMap<>();
        for (Counted one : all) {
            if (one.any && Arrays.stream(one.sums).anyMatch(sum -> sum >= 0)) {
                counts.put(one.interval, one.sums);
            }
        }
        long unknown = (long) intervals.size() - counts.size();
        return new IntervalCounters(counts, unknown == 0 ? List.of() : List.of(unknown(unknown, intervals.size())));
    }

    /** What was counted between two readings of a thread belongs to the interval for which it worked then. */
    private static void add(@Nullable List<Counted>[] byKey, CounterLog log, Progress progress) {
        long steps = 0;
        for (CounterLane lane : log.lanes()) {
            for (int i = 0; i + 1 < lane.size(); i++) {
                if ((++steps & POLL_MASK) == 0) {
                    progress.check();
                }
                int key = lane.key(i);
                Counted counted = key == CounterLog.NO_KEY || byKey[key] == null ? null : at(byKey[key], lane.time(i));
                if (counted != null) {
                    counted.add(lane, i, lane.time(i + 1) > counted.interval.endNanos());
                }
            }
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of lists
    private static @Nullable List<Counted>[] lists(int count) {
        return new List[count];
    }

    private static Caveat unknown(long unknown, long all) {
        return Caveat.of(Severity.INFO, "", "request-counters-unknown", unknown, "Of " + unknown + " of "
                + Words.count(all, "request", "requests")
                + " it is not known what was counted for them: events were lost, nobody told which thread works for them, or a thread worked on beyond their end without telling."
                + " bowline_interval_switch tells it (docs/how-to/annotate-a-program.md).");
    }

    /** The interval that a moment is in; null if none. Its end is not in it. */
    private static @Nullable Counted at(List<Counted> some, long time) {
        int next = Bisection.first(0, some.size(), i -> some.get(i).interval.beginNanos() > time);
        Counted last = next == 0 ? null : some.get(next - 1);
        return last == null || last.interval.endNanos() <= time ? null : last;
    }

    /** Whether nothing is known of any interval. */
    public boolean isEmpty() {
        return counts.isEmpty();
    }

    /** What is not known. */
    public List<Caveat> caveats() {
        return caveats;
    }

    /** What was counted for an interval; {@link Counter#ABSENT} if it is not known. */
    public long of(NamedInterval interval, Counter counter) {
        long[] sums = counts.get(interval);
        return sums == null ? Counter.ABSENT : sums[counter.ordinal()];
    }
}
