/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;

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
 * <p>Cycles (clocks' error, wake-ups in interrupts): every chain that reaches a cycle runs once around it and stops where it would enter a
 * thread for the second time; the closing edge counts. So all waits of a cycle have the same size, that of everything that hangs on it;
 * {@code own[x]} keeps the size of what hangs on each of its threads, for the time when the cycle breaks.
 *
 * <p>Times are relative to the begin of the range. No sum overflows: a weight is at most the sum of all threads' lives in the range, and
 * {@link WaitForAnalysis} has made sure that this fits. O(waits × (log threads + chain length)) time, O(threads + edges) memory.
 */
final class CascadeSweep {
    /** In {@link #next}: not blocked. */
    private static final int NOT_BLOCKED = -1;
    /** In {@link #next}: blocked, and the timeline has no vertex to wait for. */
    private static final int NO_VERTEX = -2;
    /** A boundary costs up to the length of its chain. */
    private static final int POLL_MASK = (1 << 12) - 1;

    private final WaitTargets targets;
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

    private int cyclesNow;
    private long cyclesSince;

    CascadeSweep(Timeline timeline, long from, long to, boolean[] chosen, WaitTargets targets, Tally tally, Progress progress) {
        this.timeline = timeline;
        this.from = from;
        this.to = to;
        this.chosen = chosen;
        this.targets = targets;
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
    }

    EdgeList run() {
        Arrays.fill(next, NOT_BLOCKED);
        Arrays.fill(edge, -1);
        BoundaryQueue queue = new BoundaryQueue(threads);
        for (int thread = 0; thread < threads; thread++) {
            if (!timeline.isIdle(thread) && timeline.threadEnd(thread) > from && timeline.threadStart(thread) < to) {
                tally.life(thread, Math.max(timeline.threadStart(thread), from), Math.min(timeline.threadEnd(thread), to));
                int first = timeline.segmentAt(thread, from);
                segment[thread] = (first == Timeline.NONE ? timeline.firstSegment(thread) : first) - 1;
                long start = nextWait(thread);
                if (start >= 0) {
                    queue.add(start, true, thread);
                }
            }
        }
        queue.order();
        long events = 0;
        while (!queue.isEmpty()) {
            if ((++events & POLL_MASK) == 0) {
                progress.check();
                progress.report("Wait-for graph", (double) queue.time() / (to - from));
            }
            int thread = queue.thread();
            long now = queue.time();
            if (queue.isStart()) {
                link(thread, now);
                queue.replace(Math.min(timeline.end(thread, segment[thread]), to) - from, false);
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
        return edges;
    }

    /** Goes on to the thread's next wait in the range: its relative begin, or −1. */
    private long nextWait(int thread) {
        int end = timeline.endSegment(thread);
        for (int i = segment[thread] + 1; i < end && timeline.start(i) < to; i++) {
            ThreadState state = timeline.state(i);
            if (state == ThreadState.BLOCKED) {
                segment[thread] = i;
                return Math.max(timeline.start(i) - from, 0);
            }
            if (state == ThreadState.UNKNOWN && chosen[thread]) {
                tally.unknownState(thread, Math.max(timeline.start(i), from), Math.min(timeline.end(thread, i), to));
            }
        }
        return -1;
    }

    private void link(int x, long now) {
        int y = targets.of(x, segment[x]);
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

    private void unlink(int x, long now) {
        collect(x, now);
        if (next[x] >= 0) {
            long length = Math.min(timeline.end(x, segment[x]), to) - Math.max(timeline.start(segment[x]), from);
            edges.add(edge[x], earned[x], chosen[x] ? length : 0, held[x], held[x] > 0 ? 1 : 0);
        }
        if (chosen[x]) {
            tally.wait(x, segment[x], next[x], Math.max(timeline.start(segment[x]), from), Math.min(timeline.end(x, segment[x]), to));
        }
        if (onCycle[x]) {
            breakCycle(x, now);
        } else {
            addAlong(next[x], -1, -through[x], now);
        }
        next[x] = NOT_BLOCKED;
        if (chosen[x]) {
            through[x]--;
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
        for (int v = next[x]; v != x; v = next[v]) {
            int tree = through[v] - all;
            own[v] = tree - before;
            before = tree;
            through[v] = all;
            onCycle[v] = true;
        }
        own[x] = all - before;
        onCycle[x] = true;
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
