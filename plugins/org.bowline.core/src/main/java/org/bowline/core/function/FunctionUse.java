/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.function;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.counter.CounterLane;
import org.bowline.core.counter.CounterLog;
import org.bowline.core.event.Counter;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * What was done in which function in a range: how often it was called, for how long threads were in it, and what they counted there. What a counter grew by between two readings of a thread counts for the function in
 * which the thread was all that time; for none if it changed its function with an event that told no counter. Functions of one name and file are one. Immutable.
 */
public final class FunctionUse {
    /** Nothing was recorded. */
    public static final FunctionUse NONE = new FunctionUse(List.of(), 0, 0, 0);
    /** Bytes of a page of memory. */
    public static final int PAGE = 4096;

    private static final int COUNTERS = Counter.values().length;
    private static final int POLL_MASK = (1 << 12) - 1;

    private final List<OfFunction> functions;
    private final int pages;
    private final int files;
    private final int sizeUnknown;

    /**
     * A function.
     *
     * @param name its name
     * @param file the name of the file that its code is in; empty if it is in none
     * @param calls how often it began in the range
     * @param ownNanos for how long threads were in it and in none that it called, ns, waits included
     * @param allNanos the same with those that it called; of a call within a call of itself once
     * @param own what threads counted in it and in none that it called, by {@link Counter}'s number; {@link Counter#ABSENT} of a counter that no thread with calls has; not to be changed
     * @param all the same with those that it called
     */
    @SuppressWarnings("ArrayRecordComponent") // one row per function; compared nowhere
    public record OfFunction(String name, String file, long calls, long ownNanos, long allNanos, long[] own, long[] all) {}

    private record Key(String name, String file) {}

    /** A function while it is added up. */
    private static final class Sums {
        private final Key key;
        private long calls;
        private long ownNanos;
        private long allNanos;
        private final long[] own = new long[COUNTERS];
        private final long[] all = new long[COUNTERS];
        private int seenAt = -1;

        Sums(Key key) {
            this.key = key;
        }

        OfFunction finish(boolean[] known) {
            for (int i = 0; i < COUNTERS; i++) {
                if (!known[i]) {
                    own[i] = Counter.ABSENT;
                    all[i] = Counter.ABSENT;
                }
            }
            return new OfFunction(key.name, key.file, calls, ownNanos, allNanos, own, all);
        }
    }

    private FunctionUse(List<OfFunction> functions, int pages, int files, int sizeUnknown) {
        this.functions = List.copyOf(functions);
        this.pages = pages;
        this.files = files;
        this.sizeUnknown = sizeUnknown;
    }

    /**
     * Adds up. O(calls + readings × log calls + call paths × depth).
     *
     * @param threadCount how many threads the timeline has
     * @param calls in which function each of them was
     * @param names of the functions
     * @param counters what threads counted; readings of events of functions among them
     * @param fromNanos begin of the range, reference time
     * @param toNanos its end
     * @param threads who counts
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static FunctionUse of(int threadCount, CallLog calls, FunctionNames names, CounterLog counters, long fromNanos, long toNanos,
            IntPredicate threads, Progress progress) {
        int nodes = calls.nodeCount();
        long[] begun = new long[nodes];
        long[] nanos = new long[nodes];
        for (int thread = 0; thread < threadCount; thread++) {
            if (threads.test(thread)) {
                progress.check();
                calls.entries(thread, fromNanos, toNanos, node -> begun[node]++);
                calls.slices(thread, fromNanos, toNanos, (node, length) -> nanos[node] += length);
            }
        }
        boolean[] known = new boolean[COUNTERS];
        long[] counted = counted(calls, counters, fromNanos, toNanos, threads, known, progress);
        return of(calls, names, begun, nanos, counted, known);
    }

    /** What was counted beside begins and ends of functions: of each thread that has them in a channel of their own there, else with all else. */
    private static List<CounterLane> lanesOfCalls(CounterLog counters) {
        IntOpenHashSet apart = new IntOpenHashSet();
        counters.lanesOfFunctions().forEach(lane -> apart.add(lane.thread()));
        return Stream.concat(counters.lanesOfFunctions().stream(), counters.lanes().stream().filter(lane -> !apart.contains(lane.thread())))
                .toList();
    }

    /** By node and counter. */
    private static long[] counted(CallLog calls, CounterLog counters, long from, long to, IntPredicate threads, boolean[] known,
            Progress progress) {
        long[] counted = new long[Math.multiplyExact(counters.isEmpty() ? 0 : calls.nodeCount(), COUNTERS)];
        long[] steps = {0};
        for (CounterLane lane : lanesOfCalls(counters)) {
            if (lane.thread() != Timeline.NONE && threads.test(lane.thread()) && calls.has(lane.thread())) {
                for (Counter counter : Counter.values()) {
                    known[counter.ordinal()] |= lane.has(counter);
                    lane.grew(counter, from, to, (first, last, count) -> {
                        if ((++steps[0] & POLL_MASK) == 0) {
                            progress.check();
                        }
                        int node = calls.nodeDuring(lane.thread(), lane.time(first), lane.time(last));
                        if (node >= 0) {
                            counted[node * COUNTERS + counter.ordinal()] += count;
                        }
                    });
                }
            }
        }
        return counted;
    }

    private static FunctionUse of(CallLog calls, FunctionNames names, long[] begun, long[] nanos, long[] counted, boolean[] known) {
        Map<Key, Sums> byKey = new HashMap<>();
        Sums[] ofFunction = new Sums[calls.functionCount()];
        boolean[] live = new boolean[ofFunction.length];
        for (int function = 0; function < ofFunction.length; function++) {
            ofFunction[function] = byKey.computeIfAbsent(new Key(names.name(function), names.file(function)), Sums::new);
        }
        for (int node = 0; node < begun.length; node++) {
            boolean any = begun[node] > 0 || nanos[node] > 0;
            for (int at = node; any && at >= 0 && calls.function(at) >= 0; at = calls.parent(at)) {
                Sums sums = ofFunction[calls.function(at)];
                live[calls.function(at)] = true;
                if (at == node) {
                    sums.calls += begun[node];
                    sums.ownNanos += nanos[node];
                }
                boolean isFirst = sums.seenAt != node;
                sums.seenAt = node;
                sums.allNanos += isFirst ? nanos[node] : 0;
                for (int i = 0; i < COUNTERS && counted.length > 0; i++) {
                    long count = counted[node * COUNTERS + i];
                    sums.own[i] += at == node ? count : 0;
                    sums.all[i] += isFirst ? count : 0;
                }
            }
        }
        List<OfFunction> functions = new ArrayList<>();
        byKey.values().stream().filter(sums -> sums.seenAt >= 0).forEach(sums -> functions.add(sums.finish(known)));
        functions.sort(
                Comparator.comparingLong(OfFunction::ownNanos).reversed().thenComparing(OfFunction::name).thenComparing(OfFunction::file));
        return measured(functions, names, live);
    }

    /** The size of the code that was called. */
    private static FunctionUse measured(List<OfFunction> functions, FunctionNames names, boolean[] live) {
        Set<String> pages = new HashSet<>();
        Set<String> files = new HashSet<>();
        Set<Key> without = new HashSet<>();
        for (int function = 0; function < live.length; function++) {
            if (live[function]) {
                String file = names.file(function);
                files.add(file);
                long first = names.place(function);
                for (long page = first / PAGE; page <= (first + Math.max(1, names.bytes(function)) - 1) / PAGE; page++) {
                    pages.add(file + ':' + page);
                }
                if (names.bytes(function) == 0) {
                    without.add(new Key(names.name(function), file));
                }
            }
        }
        return new FunctionUse(functions, pages.size(), files.size(), without.size());
    }

    /** The functions that threads were in, those first in which they were longest. */
    public List<OfFunction> functions() {
        return functions;
    }

    /** The pages of memory that the code of these functions is in; of a function whose size is not known the one with its begin. */
    public int pages() {
        return pages;
    }

    /** The files that their code is in. */
    public int files() {
        return files;
    }

    /** Of how many functions the size is not known. */
    public int sizeUnknown() {
        return sizeUnknown;
    }

    /** Whether threads counted in functions. */
    public boolean isCounted() {
        return functions.stream().anyMatch(function -> Arrays.stream(function.own).anyMatch(count -> count != Counter.ABSENT));
    }
}
