/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;

/**
 * Pairs begin and end facts by key: an end belongs to the earliest begin of its key that has no end yet and is not later. What finds no
 * partner is counted. Facts may come in any order, from any threads and hosts. Not for use by several threads at a time.
 *
 * <p>O(facts × log facts) time, 40 bytes per fact and each different text once.
 */
public final class IntervalMatcher {
    private static final int NONE = -1;

    private final long clockErrorNanos;
    private final Object2IntOpenHashMap<String> textNumbers = new Object2IntOpenHashMap<>();
    private final List<String> texts = new ArrayList<>();
    private final LongArrayList times = new LongArrayList();
    private final IntArrayList hosts = new IntArrayList();
    private final IntArrayList threads = new IntArrayList();
    private final IntArrayList keys = new IntArrayList();
    /** Number of the label, or its complement for an end. */
    private final IntArrayList labels = new IntArrayList();

    /**
     * @param clockErrorNanos an end on another host may come this long before its begin through the clocks' error: such a pair is
     *     counted, and makes no interval
     */
    public IntervalMatcher(long clockErrorNanos) {
        if (clockErrorNanos < 0) {
            throw new IllegalArgumentException("the clocks' error must not be negative: " + clockErrorNanos);
        }
        this.clockErrorNanos = clockErrorNanos;
        textNumbers.defaultReturnValue(NONE);
    }

    /**
     * Something began.
     *
     * @param timeNanos when, reference time
     * @param host on which host
     * @param thread on which thread; −1 if the timeline does not have it
     * @param key what pairs begin and end
     * @param label its sort; may be empty
     */
    public void begin(long timeNanos, int host, int thread, String key, String label) {
        add(timeNanos, host, thread, key, number(label));
    }

    /** Something ended; see {@link #begin}. The label counts only if the begin has none. */
    public void end(long timeNanos, int host, int thread, String key, String label) {
        add(timeNanos, host, thread, key, ~number(label));
    }

    private void add(long timeNanos, int host, int thread, String key, int label) {
        times.add(timeNanos);
        hosts.add(host);
        threads.add(thread);
        keys.add(number(key));
        labels.add(label);
    }

    private int number(String text) {
        int number = textNumbers.putIfAbsent(text, texts.size());
        if (number == NONE) {
            texts.add(text);
            return texts.size() - 1;
        }
        return number;
    }

    private boolean isEnd(int fact) {
        return labels.getInt(fact) < 0;
    }

    private String label(int fact) {
        int label = labels.getInt(fact);
        return texts.get(label < 0 ? ~label : label);
    }

    /** Pairs what was told so far; of a begin without an end no more is known than that it began. */
    public MatchedIntervals match() {
        return match(begin -> begin);
    }

    /**
     * Pairs what was told so far.
     *
     * @param watchedUntil until when, for something that began at a time, the recording would have seen its end: without one it lasted until then at least
     */
    public MatchedIntervals match(LongUnaryOperator watchedUntil) {
        int[] order = new int[times.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        // begins before ends at the same time: the order within one nanosecond is not known, and an end needs its begin
        IntArrays.quickSort(order, (a, b) -> {
            int byKey = Integer.compare(keys.getInt(a), keys.getInt(b));
            int byTime = byKey != 0 ? byKey : Long.compare(times.getLong(a), times.getLong(b));
            int byKind = byTime != 0 ? byTime : Boolean.compare(isEnd(a), isEnd(b));
            return byKind != 0 ? byKind : Integer.compare(a, b);
        });
        Matching matching = new Matching(watchedUntil);
        int first = 0;
        while (first < order.length) {
            int end = first + 1;
            while (end < order.length && keys.getInt(order[end]) == keys.getInt(order[first])) {
                end++;
            }
            matching.matchKey(order, first, end);
            first = end;
        }
        return matching.result();
    }

    /** One pass over all facts, key by key. */
    private final class Matching {
        private final LongUnaryOperator watchedUntil;
        private final List<NamedInterval> intervals = new ArrayList<>();
        private final List<NamedInterval> unfinished = new ArrayList<>();
        private final IntArrayList openBegins = new IntArrayList();
        private final IntArrayList looseEnds = new IntArrayList();
        private long ends;
        private long duplicates;
        private long reversed;
        private long empty;
        private long withoutThread;

        Matching(LongUnaryOperator watchedUntil) {
            this.watchedUntil = watchedUntil;
        }

        void matchKey(int[] order, int first, int end) {
            openBegins.clear();
            looseEnds.clear();
            int served = 0;
            for (int i = first; i < end; i++) {
                int fact = order[i];
                if (!isEnd(fact)) {
                    if (served < openBegins.size()) {
                        duplicates++;
                    }
                    openBegins.add(fact);
                } else if (served < openBegins.size()) {
                    pair(openBegins.getInt(served++), fact);
                } else {
                    looseEnds.add(fact);
                }
            }
            int unmatched = served;
            for (int i = 0; i < looseEnds.size(); i++) {
                // both in time order: the first begin that is left and not before the end is the only candidate
                int loose = looseEnds.getInt(i);
                while (unmatched < openBegins.size() && times.getLong(openBegins.getInt(unmatched)) < times.getLong(loose)) {
                    leaveOpen(openBegins.getInt(unmatched++));
                }
                if (unmatched < openBegins.size() && isClockError(openBegins.getInt(unmatched), loose)) {
                    unmatched++;
                    reversed++;
                } else {
                    ends++;
                }
            }
            while (unmatched < openBegins.size()) {
                leaveOpen(openBegins.getInt(unmatched++));
            }
        }

        private void leaveOpen(int begin) {
            long from = times.getLong(begin);
            // what ends in the nanosecond in which it begins makes no interval, so one that has not ended lasts one at least
            unfinished.add(new NamedInterval(label(begin), texts.get(keys.getInt(begin)), hosts.getInt(begin), threads.getInt(begin), from,
                    Math.max(from + 1, watchedUntil.applyAsLong(from))));
        }

        private boolean isClockError(int begin, int end) {
            return hosts.getInt(begin) != hosts.getInt(end) && times.getLong(begin) - times.getLong(end) <= clockErrorNanos;
        }

        private void pair(int begin, int end) {
            if (times.getLong(begin) == times.getLong(end)) {
                empty++;
                return;
            }
            if (threads.getInt(end) == Timeline.NONE) {
                withoutThread++;
            }
            String label = label(begin).isEmpty() ? label(end) : label(begin);
            intervals
                    .add(new NamedInterval(label, texts.get(keys.getInt(end)), hosts.getInt(end), threads.getInt(end), times.getLong(begin),
                            times.getLong(end)));
        }

        MatchedIntervals result() {
            intervals.sort(NamedInterval.BY_TIME);
            unfinished.sort(NamedInterval.BY_TIME);
            List<Caveat> caveats = new ArrayList<>();
            add(caveats, Severity.INFO, "interval-begin-unmatched", unfinished.size(),
                    "interval begin has no end", "interval begins have no end",
                    " with the same key: the trace stopped first, or events were lost.");
            add(caveats, Severity.INFO, "interval-end-unmatched", ends,
                    "interval end has no begin with the same key before it", "interval ends have no begin with the same key before them",
                    ": the trace started later, or events were lost.");
            add(caveats, Severity.WARNING, "interval-key-duplicate", duplicates,
                    "interval", "intervals",
                    " began while another of the same key had not ended; ends were given to the earliest begin. Choose a field that is unique.");
            add(caveats, Severity.WARNING, "interval-reversed", reversed,
                    "interval ends before it begins, by less than the clocks' error; it is",
                    "intervals end before they begin, by less than the clocks' error; they are", " left out.");
            add(caveats, Severity.INFO, "interval-empty", empty,
                    "interval ends in the nanosecond in which it begins; it is",
                    "intervals end in the nanosecond in which they begin; they are", " left out.");
            add(caveats, Severity.WARNING, "interval-thread-unknown", withoutThread,
                    "interval was ended by a thread that the kernel trace does not have; it has",
                    "intervals were ended by a thread that the kernel trace does not have; they have", " no critical path.");
            return new MatchedIntervals(List.copyOf(intervals), List.copyOf(unfinished), List.copyOf(caveats));
        }

        private void add(List<Caveat> caveats, Severity severity, String kind, long count, String one, String many, String rest) {
            if (count > 0) {
                caveats.add(Caveat.of(severity, "", kind, count, Words.count(count, one, many) + rest));
            }
        }
    }
}
