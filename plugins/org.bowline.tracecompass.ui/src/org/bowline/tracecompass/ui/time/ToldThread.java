/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import org.eclipse.tracecompass.analysis.os.linux.core.model.OsStrings;
import org.eclipse.tracecompass.analysis.os.linux.core.signals.TmfCpuSelectedSignal;
import org.eclipse.tracecompass.analysis.os.linux.core.signals.TmfThreadSelectedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfDataModelSelectedSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;

import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.threads.ThreadLocator;
import org.bowline.tracecompass.ui.view.ThreadChoice;

/** Which thread of the timeline a signal of Trace Compass means; {@link Timeline#NONE} if it cannot be told. */
final class ToldThread {
    private ToldThread() {}

    static int of(TmfThreadSelectedSignal signal, ITmfTrace trace, AnalysisResult result, long atNanos) {
        ThreadLocator locator = new ThreadLocator(result.timeline());
        return locator.thread(locator.host(trace, signal.getTraceHost()), signal.getThreadId(), atNanos);
    }

    /** The thread that runs on the CPU. */
    static int of(TmfCpuSelectedSignal signal, AnalysisResult result, long atNanos) {
        ThreadLocator locator = new ThreadLocator(result.timeline());
        return locator.running(locator.host(signal.getTrace()), signal.getCore(), atNanos);
    }

    static int of(TmfDataModelSelectedSignal signal, AnalysisResult result, long atNanos) {
        for (Object value : signal.getMetadata().get(OsStrings.tid())) {
            if (value instanceof Integer tid) {
                TimeGraphEntry row = signal.getSource() instanceof AbstractTimeGraphView view && view.getTimeGraphViewer() != null
                        && view.getTimeGraphViewer().getSelection() instanceof TimeGraphEntry selected ? selected : null;
                return ThreadChoice.thread(new ThreadLocator(result.timeline()), row, tid, atNanos);
            }
        }
        return Timeline.NONE;
    }
}
