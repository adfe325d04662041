/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.bowline.core.figures.Duration.duration;

import java.util.Arrays;

import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.figures.Quantile;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/** How much of what seem to be sleeps is known to be waits with a time limit. */
final class LimitedWaits {
    /** If so much is, all are told as such. */
    private static final double MOST = 0.9;
    private static final int MEDIAN = 50;

    private final Analysis analysis;
    private final LongArrayList lengths = new LongArrayList();
    private long nanos;
    private long limitedNanos;

    LimitedWaits(Analysis analysis) {
        this.analysis = analysis;
    }

    /** Adds when a thread waits for timers. O(segments of the thread in the range). */
    void add(int thread, TimeUnion asleep) {
        Timeline timeline = analysis.timeline();
        asleep.index();
        nanos += asleep.nanos();
        int end = timeline.endSegment(thread, analysis.toNanos());
        for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < end; s++) {
            if (timeline.state(s) == ThreadState.BLOCKED && timeline.isLimited(s)) {
                long inside = asleep.nanos(timeline.start(s), timeline.end(thread, s));
                limitedNanos += inside;
                if (inside > 0) {
                    lengths.add(timeline.end(thread, s) - timeline.start(s));
                }
            }
        }
    }

    /** Whether nearly all of that time has a time limit. */
    boolean areMost() {
        return limitedNanos > 0 && limitedNanos >= MOST * nanos;
    }

    /** What they are, a sentence with a space before it. */
    String sentence() {
        long[] ascending = lengths.toLongArray();
        Arrays.sort(ascending);
        return " Hardly any of these are sleeps: they are waits with a time limit, as in poll, select, epoll_wait or for a socket, "
                + duration(Quantile.of(ascending, MEDIAN))
                + " at the median. What they are for does not come in that time, or a loop of events waits so for its next timer.";
    }
}
