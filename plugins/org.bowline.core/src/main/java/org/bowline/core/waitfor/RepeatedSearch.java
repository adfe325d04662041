/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.LongColumn;
import org.bowline.core.order.DisjointSets;
import org.bowline.core.timeline.Timeline;

/** Finds the range of {@link RepeatedWaits}: joins partners to groups, looks which of these work in a large phase, and takes the percentiles of their waits. */
final class RepeatedSearch {
    private static final int PERCENT_OUTSIDE = 2;
    /** Fewer than this part of all waits may be those of the start, or of the end. */
    private static final int FEW_OF_ALL = 10;

    private final Timeline timeline;
    private final PairedWaits waits;
    private final BitSet without;
    private final AskedProcesses asked;
    /** Groups of vertices; those of the last range that was looked for. */
    private DisjointSets groups = new DisjointSets(0);
    /** Whether the waits of a group for disks tell when it works. */
    private boolean[] byDisks = {};
    /** Whether enough waits of a group are not between threads of one process that is asked. */
    private boolean[] byOthers = {};
    /** Whether these do not tell when it works. */
    private boolean onlyAsked;

    /** @param without threads whose waits, and the waits for whom, do not count */
    RepeatedSearch(Timeline timeline, PairedWaits waits, BitSet without) {
        this.timeline = timeline;
        this.waits = waits;
        this.without = without;
        asked = new AskedProcesses(timeline, waits);
    }

    RepeatedWaits run() {
        int[] counts = new int[waits.pairs()];
        for (int i = 0; i < waits.size(); i++) {
            counts[waits.pair(i)]++;
        }
        RepeatedWaits same = range(counts, vertex -> vertex);
        if (same.isFound()) {
            return same;
        }
        Alike alike = new Alike(timeline);
        return range(ofAlike(alike), alike::first);
    }

    /**
     * For each pair, the waits of all pairs of equal threads: where each request has a thread of its own, no two meet often. Waits for the end of a thread do not count: a shell that starts one command
     * after the other has many of them.
     */
    private int[] ofAlike(Alike alike) {
        int[] counts = new int[waits.pairs()];
        for (int i = 0; i < waits.size(); i++) {
            counts[waits.pair(i)] += waits.isJoin(i) ? 0 : 1;
        }
        Long2IntOpenHashMap sums = new Long2IntOpenHashMap();
        for (int pair = 0; pair < counts.length; pair++) {
            sums.addTo(alike.pair(waits.first(pair), waits.second(pair)), counts[pair]);
        }
        for (int pair = 0; pair < counts.length; pair++) {
            counts[pair] = sums.get(alike.pair(waits.first(pair), waits.second(pair)));
        }
        return counts;
    }

    /** By how often pairs wait; a vertex is of one group with the one that stands for it. */
    private RepeatedWaits range(int[] counts, IntUnaryOperator standsFor) {
        groups = new DisjointSets(timeline.vertexCount());
        boolean[] partners = new boolean[counts.length];
        for (int pair = 0; pair < counts.length; pair++) {
            partners[pair] = arePartners(pair, counts[pair]) && !without.get(waits.first(pair)) && !without.get(waits.second(pair));
            if (partners[pair]) {
                join(waits.first(pair), waits.second(pair));
                join(waits.first(pair), standsFor.applyAsInt(waits.first(pair)));
                join(waits.second(pair), standsFor.applyAsInt(waits.second(pair)));
            }
        }
        int[] rootOf = new int[counts.length];
        Arrays.setAll(rootOf, pair -> groups.root(waits.first(pair)));
        int[] waitsOfGroup = waitsOfGroups(partners, rootOf, pair -> true);
        int[] forThreads = waitsOfGroups(partners, rootOf, waits::areThreads);
        int[] forOthers = waitsOfGroups(partners, rootOf, pair -> waits.areThreads(pair) && !asked.areWithinOne(pair));
        byOthers = new boolean[timeline.vertexCount()];
        for (int root = 0; root < byOthers.length; root++) {
            byOthers[root] = forOthers[root] >= RepeatedWaits.LEAST_OF_GROUP;
        }
        byDisks = new boolean[timeline.vertexCount()];
        for (int root = 0; root < byDisks.length; root++) {
            byDisks[root] = forThreads[root] < RepeatedWaits.LEAST_OF_GROUP
                    || (long) forThreads[root] * RepeatedWaits.SMALLEST_GROUP < waitsOfGroup[root];
        }
        int most = Arrays.stream(waitsOfGroup).max().orElse(0);
        int fewest = Math.max(RepeatedWaits.LEAST_OF_GROUP, (most + RepeatedWaits.SMALLEST_GROUP - 1) / RepeatedWaits.SMALLEST_GROUP);
        if (most < fewest) {
            return new RepeatedWaits(timeline.startNanos(), timeline.startNanos(), new int[0], 0, 0, 0);
        }
        IntPredicate large = pair -> partners[pair] && waitsOfGroup[rootOf[pair]] >= fewest;
        WorkPhases phases = new WorkPhases(waits, rootOf, timeline.vertexCount(), byDisks);
        RepeatedWaits all = range(partners, phases.large(pair -> large.test(pair) && tellsWhen(pair)));
        RepeatedWaits least = whileAsked(partners, large, phases);
        return least != null && isStretched(all, least) ? least : all;
    }

    /** By group, how many waits of those of its pairs there are of which something is true. */
    private int[] waitsOfGroups(boolean[] partners, int[] rootOf, IntPredicate which) {
        boolean[] counts = new boolean[partners.length];
        for (int pair = 0; pair < counts.length; pair++) {
            counts[pair] = partners[pair] && which.test(pair);
        }
        int[] sums = new int[timeline.vertexCount()];
        for (int i = 0; i < waits.size(); i++) {
            sums[rootOf[waits.pair(i)]] += counts[waits.pair(i)] ? 1 : 0;
        }
        return sums;
    }

    /** Where waits within processes that are asked do not tell; null if there are none. */
    private @Nullable RepeatedWaits whileAsked(boolean[] partners, IntPredicate large, WorkPhases phases) {
        BitSet within = new BitSet();
        for (int pair = 0; pair < partners.length; pair++) {
            within.set(pair, large.test(pair) && byOthers[groups.root(waits.first(pair))] && asked.areWithinOne(pair));
        }
        if (within.isEmpty()) {
            return null;
        }
        onlyAsked = true;
        RepeatedWaits found = range(partners, phases.large(pair -> large.test(pair) && tellsWhen(pair)));
        if (asked.forget(found, within)) {
            found = range(partners, phases.large(pair -> large.test(pair) && tellsWhen(pair)));
        }
        onlyAsked = false;
        return found;
    }

    /** Whether a range is longer than another one by more than the start and the end of programs make it anyway. */
    private static boolean isStretched(RepeatedWaits range, RepeatedWaits least) {
        long nanos = least.toNanos() - least.fromNanos();
        return range.toNanos() - range.fromNanos() > nanos + nanos / RepeatedWaits.STRETCH;
    }

    /** @param atWork the pairs in large phases */
    private RepeatedWaits range(boolean[] partners, BitSet atWork) {
        for (int pair = 0; pair < partners.length; pair++) {
            atWork.set(pair, partners[pair] && atWork.get(pair));
        }
        return withTail(whileRecorded(atWork), atWork);
    }

    private RepeatedWaits whileRecorded(BitSet atWork) {
        RepeatedWaits found = range(atWork, Long.MIN_VALUE, Long.MAX_VALUE);
        if (CommonTime.isThroughout(timeline, found.fromNanos(), found.toNanos())) {
            return found;
        }
        CommonTime recorded = CommonTime.of(timeline, found.fromNanos(), found.toNanos(), () -> waitsOfHosts(atWork),
                (from, to) -> waitsThatTell(atWork, from, to));
        return recorded.isLessThan(found.fromNanos(), found.toNanos())
                ? range(atWork, recorded.leastNanos(found.fromNanos()), recorded.mostNanos(found.toNanos())) : found;
    }

    /** With the waits for disks of one of the threads that waited for others, or they for it, if it goes on with these; the one that does so longest. */
    private RepeatedWaits withTail(RepeatedWaits found, BitSet atWork) {
        if (!found.isFound()) {
            return found;
        }
        int[] forThreads = new int[timeline.threadCount()];
        for (int i = 0; i < waits.size(); i++) {
            int pair = waits.pair(i);
            if (atWork.get(pair) && waits.areThreads(pair)) {
                forThreads[waits.first(pair)]++;
                forThreads[waits.second(pair)]++;
            }
        }
        DiskTail tail = new DiskTail(timeline, found.fromNanos(), found.toNanos());
        RepeatedWaits longest = found;
        for (int thread = 0; thread < forThreads.length; thread++) {
            long end = forThreads[thread] < RepeatedWaits.LEAST_OF_GROUP ? found.toNanos() : tail.end(thread);
            longest = end > longest.toNanos() ? found.goingOn(thread, end) : longest;
        }
        return longest;
    }

    /** Per host, in how many waits of some pairs its threads have a part. */
    private long[] waitsOfHosts(BitSet atWork) {
        long[] waitsOf = new long[timeline.hostCount()];
        for (int i = 0; i < waits.size(); i++) {
            int pair = waits.pair(i);
            if (atWork.get(pair) && tellsWhen(pair)) {
                int one = timeline.host(waits.first(pair));
                int other = timeline.host(waits.second(pair));
                waitsOf[one]++;
                waitsOf[other] += other == one ? 0 : 1;
            }
        }
        return waitsOf;
    }

    /** How many waits of some pairs end between two times, both included, of those that tell when their group works. */
    private long waitsThatTell(BitSet atWork, long from, long to) {
        long sum = 0;
        for (int i = 0; i < waits.size(); i++) {
            sum += atWork.get(waits.pair(i)) && tellsWhen(waits.pair(i)) && waits.end(i) >= from && waits.end(i) <= to ? 1 : 0;
        }
        return sum;
    }

    /** By the waits of some pairs that end between two times, both included. */
    private RepeatedWaits range(BitSet atWork, long from, long to) {
        LongColumn times = new LongColumn();
        LongColumn telling = new LongColumn();
        int[] waitsOf = new int[timeline.threadCount()];
        long forDisks = 0;
        long forKernels = 0;
        for (int i = 0; i < waits.size(); i++) {
            int pair = waits.pair(i);
            if (atWork.get(pair) && waits.end(i) >= from && waits.end(i) <= to) {
                times.add(waits.end(i));
                if (tellsWhen(pair)) {
                    telling.add(waits.end(i));
                }
                waitsOf[waits.first(pair)]++;
                if (waits.areThreads(pair)) {
                    waitsOf[waits.second(pair)]++;
                } else if (waits.second(pair) < waitsOf.length) {
                    forKernels++;
                } else {
                    forDisks++;
                }
            }
        }
        long[] all = range(Ascending.sorted(times));
        long[] least = telling.size() == times.size() ? all : range(Ascending.sorted(telling));
        long[] range = all[1] - all[0] > least[1] - least[0] + (least[1] - least[0]) / RepeatedWaits.STRETCH ? least : all;
        IntArrayList members = new IntArrayList();
        for (int thread = 0; thread < waitsOf.length; thread++) {
            if (waitsOf[thread] > 0) {
                members.add(thread);
            }
        }
        int[] byWaits = members.toIntArray();
        IntArrays.stableSort(byWaits, (a, b) -> Integer.compare(waitsOf[b], waitsOf[a]));
        return new RepeatedWaits(range[0], range[1], byWaits, times.size(), forDisks, forKernels);
    }

    /** From the first to the last of these times, without those outside. */
    private static long[] range(LongColumn sorted) {
        int outside = outside(sorted);
        int first = outside;
        int last = sorted.size() - 1 - outside;
        int few = sorted.size() / FEW_OF_ALL;
        for (int i = first; i < outside + few; i++) {
            first = sorted.get(i + 1) - sorted.get(i) > sorted.get(last) - sorted.get(i + 1) ? i + 1 : first;
        }
        for (int i = last; i > sorted.size() - 1 - outside - few; i--) {
            last = sorted.get(i) - sorted.get(i - 1) > sorted.get(i - 1) - sorted.get(first) ? i - 1 : last;
        }
        return new long[] {sorted.get(first), sorted.get(last)};
    }

    static int outside(LongColumn sorted) {
        return (int) ((long) sorted.size() * PERCENT_OUTSIDE / 100);
    }

    private boolean tellsWhen(int pair) {
        int group = groups.root(waits.first(pair));
        return waits.areThreads(pair) ? !(onlyAsked && byOthers[group] && asked.areWithinOne(pair)) : byDisks[group];
    }

    /** Programs read their files when they start: a few waits for a disk join nobody. */
    private boolean arePartners(int pair, int times) {
        return times >= (waits.areThreads(pair) ? RepeatedWaits.LEAST_OF_PARTNERS : RepeatedWaits.LEAST_OF_GROUP);
    }

    /** Threads that use the same disk, or ask the same kernel, have no more to do with each other than that: these join no groups. */
    private void join(int a, int b) {
        if (waits.isProgram(a) && waits.isProgram(b)) {
            groups.join(a, b);
        }
    }
}
