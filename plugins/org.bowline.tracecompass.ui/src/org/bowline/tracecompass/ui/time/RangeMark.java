/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import java.util.List;

import org.eclipse.swt.graphics.RGBA;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.IMarkerEvent;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.MarkerEvent;

import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.ui.frame.Messages;
import org.bowline.tracecompass.ui.frame.Span;

/** How views along time mark the range that all views are about: as a band behind the rows, unless it is everything. */
final class RangeMark {
    /** Its category in the views' menu of markers. */
    static final String NAME = Messages.Range_Mark;
    /** Seen on a light and on a dark ground, and never darker than a state. */
    private static final RGBA COLOR = new RGBA(70, 130, 220, 36);

    private RangeMark() {}

    static List<IMarkerEvent> of(Span range, AnalysisResult result) {
        boolean whole = range.fromNanos() <= result.timeline().startNanos() && range.toNanos() >= result.timeline().endNanos();
        return whole ? List.of()
                : List.of(new MarkerEvent(null, range.fromNanos(), range.toNanos() - range.fromNanos(), NAME, COLOR, null, false));
    }
}
