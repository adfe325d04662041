/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.lock.LockHistory;
import org.bowline.core.model.IntPair;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * The paper's cascaded redistribution in one sweep over the begins and ends of waits, in time order.
 *
 * <p>At any moment each blocked thread waits for one vertex, so the blocked threads form a forest whose edges point to what is waited
 * for, apart from cycles. {@code through[x]} is the number of chosen threads whose chain passes through x, x included: the size of x's
 * tree. A wait that begins adds the size of the waiter's tree to everybody further along its chain, and one that ends takes it away
 * again; whoever's size changes first collects what its wait has earned so far, size × time.
 *
 * <p>Cycles (clocks' error, wake-ups in interrupts, holders of locks that tell of them late): every chain that reaches a cycle runs once around it and stops where it would enter a
 * thread for the second time; the closing edge counts. So all waits of a cycle have the same size, that of everything that hangs on it;
 * {@code own[x]} keeps the size of what hangs on each of its threads, for the time when the cycle breaks.
 *
 * <p>A wait for a lock is shared over those who hold it meanwhile, one for a packet over network interfaces, the network between hosts and its sender ({@link WaitShares}): each share is swept like a wait of its own, which ends where the next one
 * begins.
 *
 * <p>A sweep may run over a window of the range alone ({@link SweepWindows}). All that it needs of what was before are the waits under way ({@link OpenWaits}), as sizes and cycles follow from who waits for whom.
 *
 * <p>Times are relative to the begin of the range. No sum overflows: a weight is at most the sum of all threads' lives in the range, and
 * {@link WaitForAnalysis} has made sure that this fits. O(waits × (log threads + chain length)) time; 77 bytes a thread, 80 to 100 an edge.
 */
final class CascadeSweep {
    /** In {@link #next}: not blocked. */
    private static final int NOT_BLOCKED = -1;
    /** In {@link #next}: blocked, and the timeline has no vertex to wait for. */
    private static final int NO_VERTEX = -2;
    /** In {@link #hold}. */
    private static final int NO_HOLD = LockHistory.NONE;
    /** A boundary costs up to the length of its chain. */
    private static final int POLL_MASK = (1 << 12) - 1;

    private final WaitShares shares;
    /** The same if waits for locks counted for those who hold them, whether or not they do. */
    private final WaitShares byHolder;
    private final Timeline timeline;
    private final long from;
    private final long to;
    private final boolean[] chosen;
    private final Progress progress;
    private final int threads;
    private final EdgeList edges = new EdgeList();
    private final Tally tally;

    /** The segment of each thread that is, or is going to be, its wait. */
    private final int[] segment;
    private final int[] next;
    private final int[] through;
    private final int[] own;
    private final boolean[] onCycle;
    /** Since when {@link #through} has its value, and what was earned before. */
    private final long[] since;
    private final long[] earned;
    /** For how long of its present wait a thread was on any chain. */
    private final long[] held;
    /** The edge of the thread's last wait. */
    private final int[] edge;
    /** The share of the present wait that is linked, as in {@link WaitShares}, or NO_HOLD, and from when to when. */
    private final int[] hold;
    private final long[] shareFrom;
    private final long[] shareTo;

    /** The window that is swept. */
    private long windowFrom;
    private long windowTo;
    /** Source and target of the waits under way at its begin that were counted, as in {@link SweepPart#atBegin}. */
    private final LongArrayList countedAtBegin = new LongArrayList();

    private int cyclesNow;
    private long cyclesSince;

    CascadeSweep(SweepWindows range, boolean[] chosen, Tally tally, Progress progress) {
        timeline = range.timeline();
        from = range.fromNanos();
        to = range.toNanos();
        shares = range.shares();
        byHolder = range.byHolder();
        this.chosen = chosen;
        this.tally = tally;
        this.progress = progress;
        threads = timeline.threadCount();
        segment = new int[threads];
        next = new int[threads];
        through = new int[threads];
        own = new int[threads];
        onCycle = new boolean[threads];
        since = new long[threads];
        earned = new long[threads];
        held = new long[threads];
        edge = new int[threads];
        hold = new int[threads];
        shareFrom = new long[threads];
        shareTo = new long[threads];
    }

    /** Sweeps the whole range. Each sweep runs once. */
    EdgeList run() {
        sweep(OpenWaits.none(from), to);
        return edges;
    }

    /**
     * Sweeps a window of the range: handles what begins or ends in it; where the window ends with the range, also what ends then.
     *
     * @param open the waits that are under way at its begin
     * @param until its end
     */
    SweepPart part(OpenWaits open, long until) {
        sweep(open, until);
        int[] throughout = cut(until - from);
        long[] atBegin = countedAtBegin.toLongArray();
        Arrays.sort(atBegin);
        long[] pairs = edges.pairs();
        return new SweepPart(windowFrom, until, pairs, edges.figures(pairs), atBegin,
                edges.countedOf(thread -> next[thread] == NOT_BLOCKED ? -1 : segment[thread]), throughout, tally.sums());
    }

    private void sweep(OpenWaits open, long until) {
        windowFrom = open.nanos();
        windowTo = until;
        Arrays.fill(next, NOT_BLOCKED);
        Arrays.fill(edge, -1);
        Arrays.fill(hold, NO_HOLD);
        BoundaryQueue queue = new BoundaryQueue(threads);
        carryIn(open, queue);
        // what is under way at the begin of the range begins with it; at that of a later window it is among the open waits, or is no wait
        long before = windowFrom > from ? windowFrom - 1 : windowFrom;
        for (int thread = 0; thread < threads; thread++) {
            if (!timeline.isIdle(thread) && timeline.threadEnd(thread) > before && timeline.threadStart(thread) < windowTo) {
                tally.life(thread, Math.max(timeline.threadStart(thread), windowFrom), Math.min(timeline.threadEnd(thread), windowTo));
                if (next[thread] == NOT_BLOCKED) {
                    int first = timeline.segmentAt(thread, before);
                    segment[thread] = (first == Timeline.NONE ? timeline.firstSegment(thread) : first) - 1;
                    long start = nextWait(thread);
                    if (start >= 0) {
                        queue.add(start, true, thread);
                    }
                }
            }
        }
        queue.order();
        advance(queue, windowTo == to ? Long.MAX_VALUE : windowTo - from);
    }

    /** The waits under way at the begin are linked as if they all began then: sizes and cycles follow from who waits for whom. */
    private void carryIn(OpenWaits open, BoundaryQueue queue) {
        for (int i = 0; i < open.threads().length; i++) {
            int thread = open.threads()[i];
            segment[thread] = open.segments()[i];
            begin(thread, open.shares()[i], windowFrom);
            link(thread, windowFrom - from);
            queue.add(shareTo[thread] - from, false, thread);
        }
        tally.forgetCycles(); // they were counted where they came
        cyclesSince = windowFrom - from;
    }

    private void advance(BoundaryQueue queue, long limit) {
        long events = 0;
        while (!queue.isEmpty() && queue.time() < limit) {
            if ((++events & POLL_MASK) == 0) {
                progress.check();
                progress.report("Wait-for graph", (double) (queue.time() - (windowFrom - from)) / (windowTo - windowFrom));
            }
            int thread = queue.thread();
            long now = queue.time();
            if (queue.isStart()) {
                link(thread, now);
                queue.replace(shareTo[thread] - from, false);
            } else {
                unlink(thread, now);
                long start = nextWait(thread);
                if (start >= 0) {
                    queue.replace(start, true);
                } else {
                    queue.remove();
                }
            }
        }
    }

    /** The window ends: what the waits under way have earned counts for it. Returns the threads that wait since before its begin. */
    private int[] cut(long now) {
        IntArrayList throughout = new IntArrayList();
        for (int x = 0; x < threads; x++) {
            if (next[x] != NOT_BLOCKED) {
                collect(x, now);
                add(x, windowTo);
                if (isFromBefore(x)) {
                    throughout.add(x);
                }
            }
        }
        countCycle(0, now);
        return throughout.toIntArray();
    }

    /** Whether the present wait of a thread was under way at the begin of the window. */
    private boolean isFromBefore(int x) {
        return windowFrom > from && timeline.start(segment[x]) < windowFrom;
    }

    /** Goes on to the next share of the thread's wait, or to its next wait in the range: the relative begin, or −1. */
    private long nextWait(int thread) {
        if (hold[thread] != NO_HOLD && shareTo[thread] < waitEnd(thread)) {
            begin(thread, shares.next(thread, segment[thread], hold[thread]), shareTo[thread]);
            return shareFrom[thread] - from;
        }
        int last = timeline.endSegment(thread);
        for (int i = segment[thread] + 1; i < last && timeline.start(i) < windowTo; i++) {
            ThreadState state = timeline.state(i);
            if (state == ThreadState.BLOCKED) {
                segment[thread] = i;
                long start = Math.max(timeline.start(i), from);
                begin(thread, shares.first(thread, i, start), start);
                return start - from;
            }
            if (state == ThreadState.UNKNOWN && chosen[thread]) {
                tally.unknownState(thread, Math.max(timeline.start(i), windowFrom), Math.min(timeline.end(thread, i), windowTo));
            }
        }
        return -1;
    }

    private void begin(int thread, int share, long start) {
        hold[thread] = share;
        shareFrom[thread] = start;
        shareTo[thread] = share == NO_HOLD ? waitEnd(thread) : Math.min(shares.end(thread, segment[thread], share), to);
    }

    private long waitEnd(int thread) {
        return Math.min(timeline.end(thread, segment[thread]), to);
    }

    private void link(int x, long now) {
        int y = shares.target(x, segment[x], hold[x]);
        since[x] = now;
        earned[x] = 0;
        held[x] = 0;
        next[x] = y < 0 ? NO_VERTEX : y;
        if (y >= 0 && (edge[x] < 0 || edges.targetOf(edge[x]) != y)) {
            edge[x] = edges.edge(x, y);
        }
        if (chosen[x]) {
            through[x]++;
        }
        if (addAlong(y, x, through[x], now)) {
            closeCycle(x, now);
        }
    }

    /** Ends a wait, or a share of it. At the end of the range no more time is earned, so sizes may stay as they are: many waits end there, and each would walk along its chain. */
    private void unlink(int x, long now) {
        collect(x, now);
        add(x, shareTo[x]);
        if (chosen[x] && shareTo[x] == waitEnd(x)) {
            tally.wait(x, segment[x], next[x], Math.max(timeline.start(segment[x]), from), shareTo[x]);
            addByRule(x);
        }
        if (now == to - from) {
            countCycle(0, now);
        } else if (onCycle[x]) {
            breakCycle(x, now);
        } else {
            addAlong(next[x], -1, -through[x], now);
        }
        next[x] = NOT_BLOCKED;
        if (chosen[x]) {
            through[x]--;
        }
    }

    /** Adds a share to its edge, as far as it is in the window. */
    private void add(int x, long until) {
        if (next[x] >= 0) {
            boolean counts = held[x] > 0 && edges.count(edge[x], segment[x]);
            if (counts && isFromBefore(x)) {
                countedAtBegin.add(IntPair.of(x, next[x]));
            }
            edges.add(edge[x], earned[x], chosen[x] ? until - shareFrom[x] : 0, held[x], counts ? 1 : 0);
            edges.blame(edge[x], shares.sort(hold[x]));
        }
    }

    /** The whole wait, by who ended it, and by who held the lock. */
    private void addByRule(int x) {
        if (byHolder.isNone()) {
            return; // nobody will ask
        }
        long begin = Math.max(timeline.start(segment[x]), from);
        long end = waitEnd(x);
        int waker = byHolder.waker(x, segment[x]);
        boolean parts = byHolder.hasParts(segment[x]);
        if (waker >= 0 && !parts) {
            edges.addByRule(edges.edge(x, waker), end - begin, 0);
        }
        for (int share = byHolder.first(x, segment[x], begin); begin < end; share = byHolder.next(x, segment[x], share)) {
            long until = Math.min(end, byHolder.end(x, segment[x], share));
            int target = byHolder.target(x, segment[x], share);
            if (target >= 0) {
                edges.addByRule(edges.edge(x, target), parts ? until - begin : 0, until - begin);
            }
            begin = until;
        }
    }

    /** Adds to the size of everybody along a chain, up to the first that is not blocked. True if the chain reaches {@code closing}. */
    private boolean addAlong(int start, int closing, int size, long now) {
        int v = start;
        while (v >= 0 && v < threads) {
            if (v == closing) {
                return true;
            }
            if (next[v] == NOT_BLOCKED) {
                through[v] += size;
                return false;
            }
            if (onCycle[v]) {
                own[v] += size;
                int around = v;
                do {
                    collect(around, now);
                    through[around] += size;
                    around = next[around];
                } while (around != v);
                return false;
            }
            collect(v, now);
            through[v] += size;
            v = next[v];
        }
        return false;
    }

    /** The wait of x has closed a cycle; everybody on it but x has just got the size of x's tree in addition to its own tree's. */
    private void closeCycle(int x, long now) {
        countCycle(1, now);
        int all = through[x];
        int before = 0;
        boolean ofLocks = WaitShares.isHold(hold[x]);
        for (int v = next[x]; v != x; v = next[v]) {
            ofLocks |= WaitShares.isHold(hold[v]);
            int tree = through[v] - all;
            own[v] = tree - before;
            before = tree;
            through[v] = all;
            onCycle[v] = true;
        }
        own[x] = all - before;
        onCycle[x] = true;
        if (ofLocks) {
            tally.cycleOfLocks();
        }
    }

    /** The wait of x, on a cycle, ends: the cycle becomes a chain that leads to x. */
    private void breakCycle(int x, long now) {
        countCycle(-1, now);
        int tree = 0;
        for (int v = next[x]; v != x; v = next[v]) {
            collect(v, now);
            tree += own[v];
            through[v] = tree;
            onCycle[v] = false;
        }
        onCycle[x] = false;
    }

    private void collect(int v, long now) {
        if (through[v] > 0) {
            earned[v] += through[v] * (now - since[v]);
            held[v] += now - since[v];
        }
        since[v] = now;
    }

    private void countCycle(int change, long now) {
        tally.cycles(change, cyclesNow * (now - cyclesSince));
        cyclesSince = now;
        cyclesNow += change;
    }
}
