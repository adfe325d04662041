/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.bowline.core.timeline.Timeline;

/**
 * The time in which all hosts that work together were recorded: of a host whose recording begins later nothing is known before, and shares of a range that begins earlier would be too small for its threads. A host with less than a
 * {@value #FEW_OF_ALL}th of the work has no part in it, and one whose time would leave less than a {@value #LEAST_LEFT}nd of the work does not cut it, as one that was recorded for a moment only. Immutable.
 *
 * @param fromNanos begin, reference time
 * @param toNanos end
 */
record CommonTime(long fromNanos, long toNanos) {
    /** A host with less than this part of the work hardly works. */
    private static final int FEW_OF_ALL = 10;
    /** What is left is this part of the work or more. */
    private static final int LEAST_LEFT = 2;

    /** How much work there is between two times, both included. */
    interface Work {
        long within(long fromNanos, long toNanos);
    }

    /** How much work each host has a part in. */
    interface Hosts {
        long[] work();
    }

    /** Whether all hosts were recorded throughout a range, so that it need not be asked who works. O(hosts). */
    static boolean isThroughout(Timeline timeline, long fromNanos, long toNanos) {
        for (int host = 0; host < timeline.hostCount(); host++) {
            if (timeline.recordings(host) > 0 && recorded(timeline, host).isLessThan(fromNanos, toNanos)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The time for some work. O(hosts) where all hosts were recorded throughout; else as often as there are hosts that were not, what it takes to sum up the work.
     *
     * @param fromNanos begin of the work
     * @param toNanos its end
     * @param hosts asked only where a host was not recorded throughout
     * @param work likewise
     */
    static CommonTime of(Timeline timeline, long fromNanos, long toNanos, Hosts hosts, Work work) {
        List<CommonTime> others = new ArrayList<>();
        Map<CommonTime, Long> leaves = new HashMap<>();
        CommonTime result = new CommonTime(fromNanos, toNanos);
        long[] ofHost = null;
        long all = 0;
        for (int host = 0; host < timeline.hostCount(); host++) {
            CommonTime recorded = timeline.recordings(host) == 0 ? result : recorded(timeline, host).within(result);
            if (recorded.equals(result)) {
                continue;
            }
            if (ofHost == null) {
                ofHost = hosts.work();
                all = work.within(timeline.startNanos(), timeline.endNanos());
            }
            if (ofHost[host] > 0 && ofHost[host] >= all / FEW_OF_ALL) {
                others.add(recorded);
                leaves.computeIfAbsent(recorded, one -> work.within(one.fromNanos, one.toNanos));
            }
        }
        // who leaves most is first, so that one that was recorded for a moment does not keep out the others
        others.sort(Comparator.comparingLong((CommonTime one) -> -leaves.getOrDefault(one, 0L)));
        for (CommonTime one : others) {
            CommonTime cut = one.within(result);
            boolean most = cut.fromNanos < cut.toNanos && work.within(cut.fromNanos, cut.toNanos) >= (all + LEAST_LEFT - 1) / LEAST_LEFT;
            result = most ? cut : result;
        }
        return result;
    }

    /** From the begin of a host's first recording to the end of its last one. */
    private static CommonTime recorded(Timeline timeline, int host) {
        return new CommonTime(timeline.recordingStart(host, 0), timeline.recordingEnd(host, timeline.recordings(host) - 1));
    }

    /** Whether the work begins earlier, or ends later. */
    boolean isLessThan(long workFromNanos, long workToNanos) {
        return fromNanos > workFromNanos || toNanos < workToNanos;
    }

    /** Where work may begin that begins then: whenever it likes if it does so within the time. */
    long leastNanos(long workFromNanos) {
        return fromNanos > workFromNanos ? fromNanos : Long.MIN_VALUE;
    }

    /** Where it may end, likewise. */
    long mostNanos(long workToNanos) {
        return toNanos < workToNanos ? toNanos : Long.MAX_VALUE;
    }

    private CommonTime within(CommonTime other) {
        return new CommonTime(Math.max(fromNanos, other.fromNanos), Math.min(toNanos, other.toNanos));
    }
}
