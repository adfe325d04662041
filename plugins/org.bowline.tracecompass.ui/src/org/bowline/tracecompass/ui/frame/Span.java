/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;

/**
 * A range of time; of two ends in the wrong order the earlier one is the begin.
 *
 * @param fromNanos begin, ns since the epoch
 * @param toNanos end; the begin if a moment is selected
 */
public record Span(long fromNanos, long toNanos) {
    /** Sorts the ends. */
    public Span {
        long first = Math.min(fromNanos, toNanos);
        toNanos = Math.max(fromNanos, toNanos);
        fromNanos = first;
    }

    /** What is selected in an open trace. */
    public static Span selected(ITmfTrace trace) {
        return of(TmfTraceManager.getInstance().getTraceContext(trace).getSelectionRange());
    }

    private static Span of(TmfTimeRange range) {
        return new Span(range.getStartTime().toNanos(), range.getEndTime().toNanos());
    }

    /** Whether it has no length. */
    public boolean isMoment() {
        return fromNanos == toNanos;
    }
}
