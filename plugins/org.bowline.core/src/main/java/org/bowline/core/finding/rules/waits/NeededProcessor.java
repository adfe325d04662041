/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Locks;
import org.bowline.core.analysis.Result;
import org.bowline.core.lock.LockHistory;
import org.bowline.core.lock.LockUse;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;

/**
 * For how long threads need a processor: for as long as they are on one, but for the time in which they wait there for a lock of which their program told, as whoever spins does. Without any wait the work takes as long as the
 * thread that needs one for longest. A thread that polls for anything else seems to need it, unless that is told ({@code --spin}).
 */
public final class NeededProcessor {
    private static final Result<NeededProcessor> RESULT = Result.of(NeededProcessor::new);

    private final Int2LongOpenHashMap atLocks = new Int2LongOpenHashMap();

    /** O(acquisitions × segments during each) of the locks that programs told of. */
    private NeededProcessor(Analysis analysis) {
        LockHistory history = analysis.get(Locks.HISTORY);
        for (LockUse use : Locks.told(analysis)) {
            analysis.progress().check();
            for (int i = history.firstAcquisition(use.lock()); use.contended() > 0 && i < history.endAcquisition(use.lock()); i++) {
                long from = Math.max(history.requestedNanos(i), analysis.fromNanos());
                long to = Math.min(history.acquiredNanos(i), analysis.toNanos());
                if (history.isContended(i) && from < to) {
                    int thread = history.acquirer(i);
                    atLocks.addTo(thread, onCpu(analysis.timeline(), thread, from, to));
                }
            }
        }
    }

    /** As {@link ThreadTotals#onCpu} counts it: without the time for which a thread is told to poll, which is a wait. */
    private static long onCpu(Timeline timeline, int thread, long from, long to) {
        long sum = 0;
        for (int s = Math.max(timeline.firstSegment(thread), timeline.segmentAt(thread, from)); s < timeline.endSegment(thread, to); s++) {
            if (timeline.state(s).isOnCpu()) {
                sum += Math.max(0, Math.min(to, timeline.end(thread, s)) - Math.max(from, timeline.start(s)));
            }
        }
        return sum;
    }

    /** Of a thread in the range, ns. */
    public static long nanos(Analysis analysis, ThreadTotals total) {
        return total.onCpu() - atLocks(analysis, total.thread());
    }

    /** For how long a thread is on a processor as it waits for locks of which its program told, ns. */
    public static long atLocks(Analysis analysis, int thread) {
        return analysis.get(RESULT).atLocks.get(thread);
    }

    /** What is left of the range, as a share, while a thread needs no processor; all of it if there is no thread. */
    public static double rest(Analysis analysis, @Nullable ThreadTotals busiest) {
        return busiest == null ? 1 : Math.max(0, 1 - (double) nanos(analysis, busiest) / analysis.rangeNanos());
    }
}
