/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;

import org.bowline.core.lock.LockHistory;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.RangeTooLongException;
import org.bowline.core.timeline.Timeline;

/** Computes the {@link WaitForGraph} of a range. */
public final class WaitForAnalysis {
    /** The sweep keeps twice a relative time in a long. */
    private static final long LONGEST_RANGE = Long.MAX_VALUE / 2;

    private WaitForAnalysis() {}

    /**
     * The wait-for graph of a range: architecture rule 5, the exact definition is in docs/concepts/wait-for.md. Idle threads have no part
     * in it.
     *
     * @param timeline what the threads did
     * @param fromNanos begin of the range, reference time
     * @param toNanos end of the range, exclusive; later than the begin
     * @param chosen the threads whose waits start chains; null for all. Chains run on through any thread, so edges whose source is not
     *     chosen tell what the chosen threads wait for in the end. Who gives work to a disk that holds these threads up for a hundredth of the
     *     range or more counts as chosen, too
     * @param progress told how far it is; asked whether to stop
     * @throws IllegalArgumentException if the range is empty
     * @throws RangeTooLongException if it is so long that the weights might not fit into 63 bits
     */
    public static WaitForGraph run(Timeline timeline, long fromNanos, long toNanos, @Nullable IntPredicate chosen, Progress progress) {
        return run(timeline, fromNanos, toNanos, chosen, null, Blame.WAKER, progress);
    }

    /**
     * The same, with waits for locks shared over those who held them.
     *
     * @param locks who held which lock; null if that is not known
     * @param blame for whom these waits count
     */
    public static WaitForGraph run(Timeline timeline, long fromNanos, long toNanos, @Nullable IntPredicate chosen,
            @Nullable LockHistory locks, Blame blame, Progress progress) {
        return run(timeline, fromNanos, toNanos, chosen, locks, blame, DeviceRules.DISKS, progress);
    }

    /**
     * The same, with network interfaces as vertices: parts of waits for packets count for an interface ({@link NetworkWaits}), and its idle time leads to those who send by it; or with the network between two hosts as a vertex.
     *
     * @param devices by which rules
     */
    public static WaitForGraph run(Timeline timeline, long fromNanos, long toNanos, @Nullable IntPredicate chosen,
            @Nullable LockHistory locks, Blame blame, DeviceRules devices, Progress progress) {
        return run(timeline, fromNanos, toNanos, chosen, WholeKnots.NONE, locks, blame, devices, progress);
    }

    /**
     * The same, with the knots of everybody kept whole: the members of those that the chosen threads are in, or that hold these up for a hundredth of the range or more, count as chosen, too.
     *
     * @param knots those of the same range when nobody is chosen
     */
    static WaitForGraph run(Timeline timeline, long fromNanos, long toNanos, @Nullable IntPredicate chosen, WholeKnots knots,
            @Nullable LockHistory locks, Blame blame, DeviceRules devices, Progress progress) {
        return run(timeline, fromNanos, toNanos, chosen, knots, locks, blame, devices, SweepWindows.Partition.BY_SIZE, progress);
    }

    /**
     * The same, where it is known what of the range's waits is for devices.
     *
     * @param devices of the timeline; they tell the range
     */
    public static WaitForGraph run(Timeline timeline, DeviceWaits devices, @Nullable IntPredicate chosen, WholeKnots knots,
            @Nullable LockHistory locks, Blame blame, Progress progress) {
        return run(timeline, devices, chosen, knots, locks, blame, SweepWindows.Partition.BY_SIZE, progress);
    }

    static WaitForGraph run(Timeline timeline, long fromNanos, long toNanos, @Nullable IntPredicate chosen, WholeKnots knots,
            @Nullable LockHistory locks, Blame blame, DeviceRules devices, SweepWindows.Partition partition, Progress progress) {
        return run(timeline, DeviceWaits.of(timeline, fromNanos, toNanos, devices, progress), chosen, knots, locks, blame, partition,
                progress);
    }

    /** The result does not depend on the windows into which the range is cut for the sweep. */
    private static WaitForGraph run(Timeline timeline, DeviceWaits devices, @Nullable IntPredicate chosen, WholeKnots knots,
            @Nullable LockHistory locks, Blame blame, SweepWindows.Partition partition, Progress progress) {
        long fromNanos = devices.fromNanos();
        long toNanos = devices.toNanos();
        boolean[] origins = origins(timeline, fromNanos, toNanos, chosen);
        NicCapacities told = devices.rules().nics();
        NicModel model = devices.model();
        Flights flights = devices.flights();
        NicUse[] nics = devices.nics();
        WaitShares byHolder = new WaitShares(timeline, locks, blame == Blame.HOLDER, devices.parts());
        WaitShares shares = blame == Blame.WAKER ? new WaitShares(timeline, null, false, devices.parts()) : byHolder;
        SweepWindows windows = new SweepWindows(timeline, fromNanos, toNanos, shares, byHolder, partition);
        if (chosen != null) { // whose knots they are in is known before any sweep
            knots.addOrigins(timeline, new EdgeList(), origins, Noticed.of(timeline, fromNanos, toNanos));
        }
        while (true) {
            Tally tally = new Tally(timeline, origins);
            EdgeList edges = windows.edges(origins, tally, progress);
            progress.check();
            DiskIdle disks = new DiskIdle(timeline, fromNanos, toNanos, devices.rules(), tally);
            List<DeviceIdle> idle = new ArrayList<>(List.of(disks));
            if (model != null) {
                idle.add(new NicIdle(timeline, fromNanos, toNanos, model, nics, tally));
            }
            if (flights != null) {
                idle.add(new WayIdle(timeline, fromNanos, toNanos, flights));
            }
            boolean more = chosen != null && knots.addOrigins(timeline, edges, origins, Noticed.of(timeline, fromNanos, toNanos));
            more |= chosen != null && addOrigins(idle, edges, origins);
            if (!more) { // ends: each time there are more of them
                idle.forEach(kind -> kind.addTo(edges));
                List<Caveat> caveats = new ArrayList<>(tally.caveats(fromNanos, toNanos));
                caveats.addAll(disks.caveats());
                caveats.addAll(told == null ? List.of() : NicCaveats.of(timeline, fromNanos, toNanos, told, nics));
                caveats.addAll(flights == null ? List.of() : flights.caveats());
                return new WaitForGraph(timeline, shares, !byHolder.isNone(), fromNanos, toNanos, edges.sorted(), tally.statistics(),
                        List.of(nics), model, flights, caveats, origins);
            }
        }
    }

    static void check(long fromNanos, long toNanos) {
        if (fromNanos >= toNanos) {
            throw new IllegalArgumentException(
                    "the range is empty: from=" + fromNanos + ", to=" + toNanos + "; its end must be later than its begin");
        }
        if (toNanos - fromNanos < 0 || toNanos - fromNanos > LONGEST_RANGE) {
            throw tooLong(fromNanos, toNanos);
        }
    }

    private static boolean addOrigins(List<DeviceIdle> idle, EdgeList edges, boolean[] origins) {
        boolean more = false;
        for (DeviceIdle kind : idle) {
            more |= kind.addOrigins(edges, origins);
        }
        return more;
    }

    /** Whose waits start chains, as chosen; makes sure that the weights fit. */
    private static boolean[] origins(Timeline timeline, long fromNanos, long toNanos, @Nullable IntPredicate chosen) {
        boolean[] origins = new boolean[timeline.threadCount()];
        long lives = 0;
        for (int thread = 0; thread < origins.length; thread++) {
            origins[thread] = !timeline.isIdle(thread) && (chosen == null || chosen.test(thread));
            if (timeline.threadEnd(thread) > fromNanos && timeline.threadStart(thread) < toNanos) {
                lives += Math.min(timeline.threadEnd(thread), toNanos) - Math.max(timeline.threadStart(thread), fromNanos);
                if (lives < 0) {
                    throw tooLong(fromNanos, toNanos);
                }
            }
        }
        return origins;
    }

    /**
     * At any time an edge's size is at most the number of living threads, so no weight, and no other sum, is more than the threads'
     * lives.
     */
    private static RangeTooLongException tooLong(long fromNanos, long toNanos) {
        return new RangeTooLongException(fromNanos, toNanos, "the weights of its edges might not fit into 63 bits");
    }
}
