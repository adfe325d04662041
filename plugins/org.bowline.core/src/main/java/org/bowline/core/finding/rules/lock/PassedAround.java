/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.lock;

import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongIterator;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.model.Cause;
import org.bowline.core.model.IntPair;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;

/**
 * Which threads of a group pass something around: each wakes and is woken by two others of them. In a queue that is always as long, and fair, each wakes the same one every time; so do the stages of a pipeline that is a ring. Whoever queues comes
 * from elsewhere, as with a request of somebody else, before it waits for what they pass around; a stage waits for the one before it alone.
 */
public final class PassedAround {
    /** Who is handed something so many times less often than another one does not queue for it. */
    private static final int SELDOM = 4;
    /** More seldom than that it goes back to the one that had it before: whoever asks another one and gets an answer hands nothing around. */
    private static final double MOST_BACK = 0.25;
    /** So often, at least, a thread has waited for somebody else since it handed it on. */
    private static final double LEAST_FROM_ELSEWHERE = 0.75;

    private PassedAround() {}

    /**
     * The threads that do; none if these are fewer than so many.
     *
     * @param which threads may be of them
     */
    public static IntArrayList threads(Analysis analysis, HandOvers.OfGroup all, IntPredicate which, long least) {
        IntArrayList threads = queuing(all, which, 2);
        if (threads.size() >= least) {
            return threads;
        }
        threads = queuing(all, which, 1);
        return threads.size() >= least && areOfOneName(analysis.timeline(), threads) && comeFromElsewhere(analysis, all, threads) ? threads
                : new IntArrayList();
    }

    private static IntArrayList queuing(HandOvers.OfGroup all, IntPredicate which, int partners) {
        return passingAround(all, without(all, passingAround(all, which, partners))::contains, partners);
    }

    private static boolean areOfOneName(Timeline timeline, IntArrayList threads) {
        String name = Kin.of(timeline, threads.getInt(0));
        return threads.intStream().allMatch(thread -> Kin.of(timeline, thread).equals(name));
    }

    /** O(hand-overs + segments of the threads). */
    private static boolean comeFromElsewhere(Analysis analysis, HandOvers.OfGroup all, IntArrayList threads) {
        IntOpenHashSet members = new IntOpenHashSet(threads);
        Int2LongOpenHashMap handedOn = new Int2LongOpenHashMap();
        handedOn.defaultReturnValue(Long.MIN_VALUE);
        Int2IntOpenHashMap by = new Int2IntOpenHashMap();
        by.defaultReturnValue(Timeline.NONE);
        int times = 0;
        int back = 0;
        int again = 0;
        int fromElsewhere = 0;
        for (int i = 0; i < all.size(); i++) {
            int waker = all.waker(i);
            int woken = all.woken(i);
            if (!members.contains(waker) || !members.contains(woken)) {
                continue;
            }
            times++;
            back += by.get(waker) == woken ? 1 : 0;
            by.put(woken, waker);
            long since = handedOn.get(woken);
            if (since != Long.MIN_VALUE) {
                again++;
                fromElsewhere += waitsForOthers(analysis.timeline(), woken, since, all.begin(i), members) ? 1 : 0;
            }
            handedOn.put(waker, all.end(i));
        }
        return back <= MOST_BACK * times && again > 0 && fromElsewhere >= LEAST_FROM_ELSEWHERE * again;
    }

    private static boolean waitsForOthers(Timeline timeline, int thread, long from, long to, IntOpenHashSet members) {
        for (int s = HandOvers.firstSegment(timeline, thread, from); s < timeline.endSegment(thread, to); s++) {
            boolean within = timeline.start(s) >= from && timeline.end(thread, s) <= to;
            if (within && timeline.state(s) == ThreadState.BLOCKED
                    && (timeline.cause(s) == Cause.NETWORK || timeline.cause(s) == Cause.THREAD && !members.contains(timeline.target(s)))) {
                return true;
            }
        }
        return false;
    }

    /**
     * The threads that wake and are woken by others that do so, too: what is left when the rest is taken away.
     *
     * @param which threads may be of them
     * @param partners how many others at least
     */
    private static IntArrayList passingAround(HandOvers.OfGroup all, IntPredicate which, int partners) {
        LongOpenHashSet pairs = new LongOpenHashSet();
        for (int i = 0; i < all.size(); i++) {
            if (which.test(all.waker(i)) && which.test(all.woken(i))) {
                pairs.add(IntPair.of(all.waker(i), all.woken(i)));
            }
        }
        boolean changed = true;
        Int2IntOpenHashMap wakes = new Int2IntOpenHashMap();
        Int2IntOpenHashMap woken = new Int2IntOpenHashMap();
        while (changed) {
            wakes.clear();
            woken.clear();
            for (LongIterator each = pairs.iterator(); each.hasNext();) {
                long pair = each.nextLong();
                wakes.addTo(IntPair.first(pair), 1);
                woken.addTo(IntPair.second(pair), 1);
            }
            changed = pairs.removeIf((long pair) -> {
                int a = IntPair.first(pair);
                int b = IntPair.second(pair);
                return wakes.get(a) < partners || woken.get(a) < partners || wakes.get(b) < partners || woken.get(b) < partners;
            });
        }
        IntArrayList threads = new IntArrayList(wakes.keySet());
        threads.sort(null);
        return threads;
    }

    /** The threads without those that are handed something seldom, as who waits for the others' end is. */
    private static IntOpenHashSet without(HandOvers.OfGroup all, IntArrayList threads) {
        IntOpenHashSet members = new IntOpenHashSet(threads);
        Int2IntOpenHashMap woken = new Int2IntOpenHashMap();
        for (int i = 0; i < all.size(); i++) {
            if (members.contains(all.waker(i)) && members.contains(all.woken(i))) {
                woken.addTo(all.woken(i), 1);
            }
        }
        int most = woken.values().intStream().max().orElse(0);
        return new IntOpenHashSet(threads.intStream().filter(thread -> (long) woken.get(thread) * SELDOM >= most).toArray());
    }
}
