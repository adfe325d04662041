/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.figures.Duration;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;

/**
 * What one critical path, or several together, do not know.
 *
 * @param unknownNanos time for which the state of the thread at which the path is, is not known (lost events)
 * @param absentNanos time outside of the trace, or of the life of the thread at which the path is
 * @param clockErrors packets that seem to arrive before they were sent, or to wake a thread before
 * @param cycles how often the path came to a thread that it was already waiting for
 */
public record PathDoubts(long unknownNanos, long absentNanos, long clockErrors, long cycles) {
    /** Nothing unknown. */
    public static final PathDoubts NONE = new PathDoubts(0, 0, 0, 0);

    /** Those of two paths together. */
    public PathDoubts plus(PathDoubts other) {
        return new PathDoubts(Math.addExact(unknownNanos, other.unknownNanos), Math.addExact(absentNanos, other.absentNanos),
                clockErrors + other.clockErrors, cycles + other.cycles);
    }

    /** In words, for a range. */
    public List<Caveat> caveats(long fromNanos, long toNanos) {
        List<Caveat> result = new ArrayList<>();
        if (unknownNanos > 0) {
            result.add(new Caveat(Severity.WARNING, "", "unknown-state", unknownNanos, fromNanos, toNanos,
                    "It is not known what the threads on the critical path did for " + Duration.duration(unknownNanos)
                            + ". Record with larger buffers to lose fewer events."));
        }
        if (absentNanos > 0) {
            result.add(new Caveat(Severity.INFO, "", "outside-trace", absentNanos, fromNanos, toNanos,
                    "The critical path is unknown for " + Duration.duration(absentNanos)
                            + ", in which it lies outside the trace, or outside the life of its thread."));
        }
        if (clockErrors > 0) {
            result.add(new Caveat(Severity.WARNING, "", "clock-error", clockErrors, fromNanos, toNanos,
                    Words.count(clockErrors,
                            "packet on the critical path seems to arrive before it was sent, or to wake a thread before: the"
                                    + " clocks' error is larger than its",
                            "packets on the critical path seem to arrive before they were sent, or to wake a thread before: the"
                                    + " clocks' error is larger than their")
                            + " time on the way. Look at the error bounds of the synchronisation."));
        }
        if (cycles > 0) {
            result.add(new Caveat(Severity.INFO, "", "wait-cycle", cycles, fromNanos, toNanos,
                    "The critical path came " + Words.times(cycles) + " to a thread that it was already waiting for, through wake-ups in"
                            + " interrupts, polling, or the clocks' error; there it stays with the one that waits."));
        }
        return result;
    }
}
