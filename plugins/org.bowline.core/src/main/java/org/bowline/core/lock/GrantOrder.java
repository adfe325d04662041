/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.lock;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.progress.Progress;

/**
 * In which order a lock goes to those that wait for it. Two waits that overlap can be compared: they are <em>in order</em> if the one that began first ended first. The
 * {@linkplain #correlation rank correlation} of how long threads had waited and which of them was next is that of M. G. Kendall ("A New Measure of Rank Correlation", Biometrika 1938) over these
 * pairs. That a lock should go to whoever has waited longest, since that makes the latency of transactions vary least, is from J. Huang, B. Mozafari, G. Schoenebeck, T. F. Wenisch ("A Top-Down
 * Approach to Achieving Performance Predictability in Database Systems", SIGMOD 2017).
 *
 * @param lock its number in the {@link LockHistory}
 * @param grants how often it was got while another thread went on waiting
 * @param overtaken how many of these went to a thread that had waited less than another one
 * @param inOrder pairs of overlapping waits that ended in the order in which they began
 * @param reversed pairs that ended in the other order; waits that began at one moment are neither; a wait that was not seen to end counts as one that ends last
 * @param waits waits that ended in the range, with or without others beside them
 * @param waiters how many threads these are of
 * @param meanNanos mean length of these waits; 0 if there is none
 * @param deviationNanos their standard deviation, of the population
 * @param longestNanos the longest of them; 0 if there is none
 * @param unfinished waits in the range that were not seen to end in the recording
 * @param longestUnfinishedNanos how long the longest of them is known to have lasted; 0 if there is none
 */
public record GrantOrder(int lock, long grants, long overtaken, long inOrder, long reversed, long waits, int waiters, double meanNanos,
        double deviationNanos, long longestNanos, int unfinished, long longestUnfinishedNanos) {
    /** 1 if whoever has waited longest always comes next, 0 if the order has nothing to do with it, −1 if the last one always comes first; NaN if no waits can be compared. */
    public double correlation() {
        long pairs = inOrder + reversed;
        return pairs == 0 ? Double.NaN : (double) (inOrder - reversed) / pairs;
    }

    /** Share of the pairs that ended in the other order than they began, 0 to 1; 0 if no waits can be compared. */
    public double reversedShare() {
        long pairs = inOrder + reversed;
        return pairs == 0 ? 0 : (double) reversed / pairs;
    }

    /**
     * The order of a lock in a range: of the acquisitions that succeed in it. O(acquisitions × threads that wait at one time).
     *
     * @param from begin of the range, reference time
     * @param to its end, exclusive
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public static GrantOrder of(LockHistory history, int lock, long from, long to, Progress progress) {
        int acquisitions = history.endAcquisition(lock) - history.firstAcquisition(lock);
        int open = history.endOpenRequest(lock) - history.firstOpenRequest(lock);
        Counter counter = new Counter(history, from, to, acquisitions + open);
        for (int i = history.firstAcquisition(lock); i < history.endAcquisition(lock); i++) {
            if (history.isContended(i)) {
                counter.waits(history.requestedNanos(i), history.acquiredNanos(i));
            }
        }
        for (int i = history.firstOpenRequest(lock); i < history.endOpenRequest(lock); i++) {
            counter.waits(history.openSinceNanos(i), history.openUntilNanos(i));
            counter.unfinished(history.openSinceNanos(i), history.openUntilNanos(i));
        }
        counter.sort();
        for (int i = history.firstAcquisition(lock); i < history.endAcquisition(lock); i++) {
            if ((i & LockTable.POLL_MASK) == 0) {
                progress.check();
            }
            counter.granted(i);
        }
        return counter.order(lock);
    }

    /** Who waits, in the order of requests, and what came of it. */
    private static final class Counter {
        private final LongArrayList since;
        private final LongArrayList until;
        private final IntArrayList byRequest;
        /** Those of the requests that wait, in their order. */
        private final IntArrayList waiting = new IntArrayList();
        private final IntOpenHashSet waiters = new IntOpenHashSet();
        private final LockHistory history;
        private final long from;
        private final long to;
        private int next;
        private long grants;
        private long overtaken;
        private long inOrder;
        private long reversed;
        private long waits;
        private double mean;
        private double squares;
        private long longest;
        private int unfinished;
        private long longestUnfinished;

        Counter(LockHistory history, long from, long to, int capacity) {
            this.history = history;
            this.from = from;
            this.to = to;
            since = new LongArrayList(capacity);
            until = new LongArrayList(capacity);
            byRequest = new IntArrayList(capacity);
        }

        void waits(long begin, long end) {
            byRequest.add(since.size());
            since.add(begin);
            until.add(end);
        }

        void unfinished(long begin, long end) {
            if (begin < to && end > from) {
                unfinished++;
                longestUnfinished = Math.max(longestUnfinished, end - begin);
            }
        }

        void sort() {
            byRequest.sort((a, b) -> Long.compare(since.getLong(a), since.getLong(b)));
        }

        void granted(int acquisition) {
            long at = history.acquiredNanos(acquisition);
            while (next < byRequest.size() && since.getLong(byRequest.getInt(next)) < at) {
                waiting.add(byRequest.getInt(next++));
            }
            waiting.removeIf((int request) -> until.getLong(request) <= at);
            if (at < from || at >= to) {
                return;
            }
            long asked = history.requestedNanos(acquisition);
            long before = 0;
            long after = 0;
            for (int i = 0; i < waiting.size(); i++) {
                long other = since.getLong(waiting.getInt(i));
                before += other < asked ? 1 : 0;
                after += other > asked ? 1 : 0;
            }
            grants += waiting.isEmpty() ? 0 : 1;
            overtaken += before > 0 ? 1 : 0;
            inOrder += after;
            reversed += before;
            if (history.isContended(acquisition)) {
                waiters.add(history.acquirer(acquisition));
                double wait = at - asked;
                longest = Math.max(longest, at - asked);
                double difference = wait - mean;
                mean += difference / ++waits;
                squares += difference * (wait - mean);
            }
        }

        GrantOrder order(int lock) {
            return new GrantOrder(lock, grants, overtaken, inOrder, reversed, waits, waiters.size(), mean,
                    waits == 0 ? 0 : Math.sqrt(squares / waits), longest, unfinished, longestUnfinished);
        }
    }
}
