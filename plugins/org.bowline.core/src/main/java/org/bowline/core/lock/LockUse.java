/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.lock;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

import org.bowline.core.progress.Progress;

/**
 * A lock in figures, of a range. The sorts by frequency and length are those of SyncPerf (M. M. ul Alam, T. Liu, G. Zeng, A. Muzahid, "SyncPerf: Categorizing,
 * Detecting, and Diagnosing Synchronization Performance Bugs", EuroSys 2017), which says what to do about each.
 *
 * @param lock its number in the {@link LockHistory}
 * @param acquisitions how often a thread got it; of an {@linkplain LockHistory#isEstimate estimated} lock only how often after a wait
 * @param contended how many of these had to wait
 * @param waitNanos time of these waits, within the range
 * @param maxWaitNanos the longest of them, within the range
 * @param holds holds with an end in the range of which both ends are known
 * @param partialHolds holds with an end in the range that lasted for at least as long as they are known: who held the lock is seen only from the first wait on, or
 *     until nobody knew any more
 * @param meanHoldNanos mean length of the whole holds, perhaps from before the range on; or that of all, the partial ones as far as they are known, if that is more; or, if
 *     none ended in the range, that of those that outlast it, as far as it reaches; 0 if none is known
 * @param maxHoldNanos the largest length of any of these
 * @param meanAtLeast whether partial holds, or such that outlast the range, are in the mean, so that it is a lower bound
 * @param maxAtLeast whether the longest is one of these, so that its length is a lower bound
 * @param holdNanos for how long it was held within the range, whether or not the ends are known
 * @param holder the thread that held it longest within the range; {@link LockHistory#NONE} if none is known
 * @param holderNanos for how long that was
 * @param inOrder how often, while others waited, it went to the one that had waited longest
 * @param overtaken how often to another one
 * @param sort how often it is taken, and for how long
 */
public record LockUse(int lock, long acquisitions, long contended, long waitNanos, long maxWaitNanos, long holds, long partialHolds,
        long meanHoldNanos, long maxHoldNanos, boolean meanAtLeast, boolean maxAtLeast, long holdNanos, int holder, long holderNanos,
        long inOrder, long overtaken, Sort sort) {
    /** Acquisitions a second from which on a lock is taken often: the threshold of the paper. */
    public static final long OFTEN_PER_SECOND = 1_000;
    /** Mean hold from which on it is held long: as long as it takes to wake a waiter and let it run, several times over. */
    public static final long LONG_NANOS = 100_000;

    private static final double SECOND = 1e9;

    /** Frequency × length. */
    public enum Sort {
        /** Held seldom and shortly: no trouble by itself. */
        SELDOM_SHORT("seldom, short"),
        /** Taken all the time: take it less often, or split it. */
        OFTEN_SHORT("often, short"),
        /** Held for long: move work out of it. */
        SELDOM_LONG("seldom, long"),
        /** Both. */
        OFTEN_LONG("often, long");

        private final String label;

        Sort(String label) {
            this.label = label;
        }

        /** As users read it. */
        public String label() {
            return label;
        }

        static Sort of(boolean often, boolean isLong) {
            return often ? isLong ? OFTEN_LONG : OFTEN_SHORT : isLong ? SELDOM_LONG : SELDOM_SHORT;
        }
    }

    /** Share of the acquisitions that had to wait, 0 to 1. */
    public double contendedShare() {
        return acquisitions == 0 ? 0 : (double) contended / acquisitions;
    }

    /**
     * All locks that were held or wanted in a range, those with the longest waits first. O(holds + acquisitions).
     *
     * @param from begin of the range, reference time
     * @param to its end, exclusive
     * @param recordedNanos for how long of it anything was recorded: what frequencies are of
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public static List<LockUse> of(LockHistory history, long from, long to, long recordedNanos, Progress progress) {
        List<LockUse> uses = new ArrayList<>();
        for (int lock = 0; lock < history.lockCount(); lock++) {
            progress.check();
            LockUse use = of(history, lock, from, to, recordedNanos);
            if (use.acquisitions > 0 || use.holdNanos > 0) {
                uses.add(use);
            }
        }
        uses.sort(Comparator.comparingLong(LockUse::waitNanos).thenComparingLong(LockUse::holdNanos)
                .thenComparingLong(LockUse::acquisitions).reversed().thenComparingInt(LockUse::lock));
        return List.copyOf(uses);
    }

    private static LockUse of(LockHistory history, int lock, long from, long to, long recordedNanos) {
        long[] sums = acquisitions(history, lock, from, to);
        Int2LongOpenHashMap byThread = new Int2LongOpenHashMap();
        Lengths whole = new Lengths();
        Lengths partial = new Lengths();
        Lengths lasting = new Lengths();
        long held = 0;
        int first = history.holdAfter(lock, from);
        int hold = first;
        for (; hold < history.endHold(lock) && history.holdBegin(hold) < to; hold++) {
            long inRange = Math.min(history.holdEnd(hold), to) - Math.max(history.holdBegin(hold), from);
            held += inRange;
            byThread.addTo(history.holder(hold), inRange);
            long length = Math.min(history.holdEnd(hold), to) - history.holdBegin(hold);
            if (history.holdEnd(hold) > to) {
                if (history.isWhole(hold) || history.isLowerBound(hold)) {
                    lasting.add(length);
                }
            } else if (history.isWhole(hold)) {
                whole.add(length);
            } else if (history.isLowerBound(hold)) {
                partial.add(length);
            }
        }
        int holder = LockHistory.NONE;
        long holderNanos = 0;
        for (Int2LongMap.Entry entry : byThread.int2LongEntrySet()) {
            boolean more = entry.getLongValue() > holderNanos
                    || (entry.getLongValue() == holderNanos && entry.getIntKey() < holder);
            if (more) {
                holder = entry.getIntKey();
                holderNanos = entry.getLongValue();
            }
        }
        long meanOfWhole = mean(whole.sum, whole.count);
        long ended = whole.count + partial.count;
        long atLeast = ended > 0 ? mean(whole.sum + partial.sum, ended) : mean(lasting.sum, lasting.count);
        long mean = Math.max(meanOfWhole, atLeast);
        long bound = Math.max(partial.max, lasting.max);
        // where no length is known, what is seen of the holds in the range is all that tells them from short ones
        boolean isLong = (mean > 0 ? mean : mean(held, hold - first)) >= LONG_NANOS;
        boolean often = recordedNanos > 0 && sums[0] * SECOND / recordedNanos >= OFTEN_PER_SECOND;
        return new LockUse(lock, sums[0], sums[1], sums[2], sums[3], whole.count, partial.count, mean, Math.max(whole.max, bound),
                mean > meanOfWhole, bound > whole.max, held, holder, holderNanos, sums[4], sums[5], Sort.of(often, isLong));
    }

    private static long mean(long sum, long count) {
        return count == 0 ? 0 : sum / count;
    }

    private static final class Lengths {
        private long count;
        private long sum;
        private long max;

        void add(long nanos) {
            count++;
            sum += nanos;
            max = Math.max(max, nanos);
        }
    }

    /** Acquisitions, contended ones, time of waits, the longest of these, in order, overtaken. */
    private static long[] acquisitions(LockHistory history, int lock, long from, long to) {
        long[] sums = new long[6];
        for (int i = history.firstAcquisition(lock); i < history.endAcquisition(lock); i++) {
            long wait = Math.min(history.acquiredNanos(i), to) - Math.max(history.requestedNanos(i), from);
            if (history.isContended(i) && wait > 0) {
                sums[2] += wait;
                sums[3] = Math.max(sums[3], wait);
            }
            if (history.acquiredNanos(i) >= from && history.acquiredNanos(i) < to) {
                sums[0]++;
                sums[1] += history.isContended(i) ? 1 : 0;
                sums[4] += history.othersWaited(i) && !history.overtook(i) ? 1 : 0;
                sums[5] += history.overtook(i) ? 1 : 0;
            }
        }
        return sums;
    }
}
