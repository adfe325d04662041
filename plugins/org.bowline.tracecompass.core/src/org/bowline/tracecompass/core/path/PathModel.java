/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.path;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.criticalpath.PathTotals;
import org.bowline.core.order.Bisection;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.threads.ClockError;

/** A critical path with what its picture needs: its rows in order, the legs of each row, totals. Immutable; safe for many threads. */
public final class PathModel {
    private final AnalysisResult result;
    private final CriticalPath path;
    private final PathTotals totals;
    /** Threads by host, hosts and threads in the order in which the path comes to them. */
    private final Map<Integer, List<Integer>> threadsByHost = new LinkedHashMap<>();
    private final Map<Integer, int[]> legsByThread = new HashMap<>();
    private final long clockErrorNanos;
    private final int hops;

    /** Two hosts between which the path goes. */
    private record HostPair(int from, int to) {}

    private PathModel(AnalysisResult result, CriticalPath path, Progress progress) {
        this.result = result;
        this.path = path;
        totals = PathTotals.of(path);
        Timeline timeline = path.timeline();
        Map<Integer, Legs> legs = new HashMap<>();
        Set<HostPair> pairs = new HashSet<>();
        int crossings = 0;
        for (int leg = 0; leg < path.size(); leg++) {
            if ((leg & 0xffff) == 0) {
                progress.check();
            }
            int thread = path.thread(leg);
            Legs of = legs.get(thread);
            if (of == null) {
                of = new Legs();
                legs.put(thread, of);
                threadsByHost.computeIfAbsent(timeline.host(thread), host -> new ArrayList<>()).add(thread);
            }
            of.add(leg);
            if (leg > 0 && timeline.host(path.thread(leg - 1)) != timeline.host(thread)) {
                crossings++;
                pairs.add(new HostPair(timeline.host(path.thread(leg - 1)), timeline.host(thread)));
            }
        }
        legs.forEach((thread, of) -> legsByThread.put(thread, of.toArray()));
        clockErrorNanos = pairs.stream()
                .mapToLong(pair -> ClockError.within(result.sync(), pair.from(), pair.to(), path.fromNanos(), path.toNanos())).max()
                .orElse(0);
        hops = crossings;
    }

    /** Follows the path of a query. */
    static PathModel of(AnalysisResult result, PathQuery query, Progress progress) {
        return new PathModel(result,
                CriticalPath.of(result.timeline(), query.thread(), query.fromNanos(), query.toNanos(), progress), progress);
    }

    /** The path. */
    public CriticalPath path() {
        return path;
    }

    /** Where its time went; each list adds up to the range. */
    public PathTotals totals() {
        return totals;
    }

    /** The analysis it is of. */
    public AnalysisResult result() {
        return result;
    }

    /** The hosts, in the order in which the path comes to them. */
    public List<Integer> hosts() {
        return List.copyOf(threadsByHost.keySet());
    }

    /** The threads of a host, in the order in which the path comes to them. */
    public List<Integer> threads(int host) {
        return List.copyOf(threadsByHost.getOrDefault(host, List.of()));
    }

    /** How often the path goes from one host to another. */
    public int hops() {
        return hops;
    }

    /**
     * The greatest error, anywhere in the path's range, of the clocks of two hosts between which the path goes, ns;
     * {@link ClockError#UNKNOWN} if unknown.
     */
    public long clockErrorNanos() {
        return clockErrorNanos;
    }

    /** The legs of a thread, ascending. */
    int[] legs(int thread) {
        return legsByThread.getOrDefault(thread, new int[0]);
    }

    /** The leg at a moment, or −1 outside of the range. O(log legs). */
    public int legAt(long timeNanos) {
        if (timeNanos < path.fromNanos() || timeNanos >= path.toNanos()) {
            return -1;
        }
        return Bisection.first(1, path.size(), i -> path.start(i) > timeNanos) - 1;
    }

    /** The leg of a thread's row at a moment, or −1 if the path is elsewhere then. */
    int legAt(int thread, long timeNanos) {
        int leg = legAt(timeNanos);
        return leg >= 0 && path.thread(leg) == thread ? leg : -1;
    }

    /** Whether a leg is a guess: its state, or whom it waits for, is not known. */
    public boolean isDoubtful(int leg) {
        return switch (path.kind(leg)) {
            case ABSENT, CYCLE -> true;
            case NETWORK_TRANSIT -> timelineSaysOtherwise(leg);
            case OWN, WAIT, DISK_QUEUE, DISK_SERVICE -> path.state(leg) == org.bowline.core.model.ThreadState.UNKNOWN
                    || path.cause(leg) == org.bowline.core.model.Cause.UNKNOWN;
        };
    }

    /** A packet that comes from a host whose clock is not known, or whose time on the way is within the clocks' error. */
    private boolean timelineSaysOtherwise(int leg) {
        int sender = path.target(leg);
        Timeline timeline = path.timeline();
        if (path.kind(leg) != LegKind.NETWORK_TRANSIT || sender < 0 || sender >= timeline.threadCount()) {
            return true;
        }
        return ClockError.between(result.sync(), timeline.host(sender), timeline.host(path.thread(leg)), path.start(leg)) > path.nanos(leg);
    }

    /** A growing list of ints. */
    private static final class Legs {
        private int[] values = new int[8];
        private int size;

        void add(int value) {
            if (size == values.length) {
                values = java.util.Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
        }

        int[] toArray() {
            return java.util.Arrays.copyOf(values, size);
        }
    }
}
