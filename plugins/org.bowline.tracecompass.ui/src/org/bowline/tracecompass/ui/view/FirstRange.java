/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.IdentityHashMap;

import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.ui.frame.Ui;

/**
 * The range that is seen first. Trace Compass opens a trace with the first tenth of a second in its window, where most recordings are still
 * empty; once the analysis of an opened trace has a result, this shows the whole timeline instead, once. A window that a person changed in the meantime
 * stays as it is, also that of another trace which would follow.
 *
 * <p>Trace Compass cuts a window to what it has indexed of a trace. While it indexes, the rest is shown as it becomes known, unless a person changes the
 * window. All is done in the UI thread, and costs it no more than a person who presses "reset"; nothing is kept of closed traces.
 */
public final class FirstRange {
    private static final int SETTLE_MILLIS = 250;
    private static final FirstRange INSTANCE = new FirstRange();

    private final IdentityHashMap<ITmfTrace, Shown> traces = new IdentityHashMap<>();

    /** What was done for a trace. */
    private static final class Shown {
        private final TmfTimeRange whole;
        /** The window as it was left, cut to what was indexed; null if it was not changed. */
        private @Nullable TmfTimeRange left;
        private boolean ended;
        private final Runnable again;

        Shown(Timeline timeline, Runnable again) {
            whole = new TmfTimeRange(TmfTimestamp.fromNanos(timeline.startNanos()), TmfTimestamp.fromNanos(timeline.endNanos()));
            this.again = again;
        }
    }

    private FirstRange() {}

    /** Shows the whole timeline of an open trace, unless that was done before or a person changed its window. In the UI thread; comes back at once. */
    public static void show(ITmfTrace trace, AnalysisResult result) {
        INSTANCE.begin(trace, result.timeline());
    }

    private void begin(ITmfTrace trace, Timeline timeline) {
        if (traces.containsKey(trace) || timeline.startNanos() >= timeline.endNanos()
                || !TmfTraceManager.getInstance().getOpenedTraces().contains(trace)) {
            return;
        }
        if (traces.isEmpty()) {
            TmfSignalManager.register(this);
            if (!TmfTraceManager.getInstance().getOpenedTraces().contains(trace)) { // closed just now, which nobody tells any more
                TmfSignalManager.deregister(this);
                return;
            }
        }
        Runnable step = () -> step(trace);
        traces.put(trace, new Shown(timeline, step));
        PlatformUI.getWorkbench().getDisplay().asyncExec(step); // the view that asks may be in the middle of something
    }

    private void step(ITmfTrace trace) {
        Shown shown = traces.get(trace);
        TmfTraceManager manager = TmfTraceManager.getInstance();
        if (shown == null || shown.ended || !manager.getOpenedTraces().contains(trace)) {
            return;
        }
        for (ITmfTrace each : manager.getOpenedTraces()) {
            if (follows(each, trace, shown.whole) && !isUntouched(each)) {
                shown.ended = true;
                return;
            }
        }
        TmfSignalManager.dispatchSignal(new TmfWindowRangeUpdatedSignal(this, shown.whole, trace));
        for (ITmfTrace each : manager.getOpenedTraces()) {
            Shown other = traces.get(each);
            if (other != null && follows(each, trace, shown.whole)) {
                other.left = manager.getTraceContext(each).getWindowRange();
            }
        }
        TmfTimeRange left = shown.left;
        shown.ended = left != null && left.getStartTime().compareTo(shown.whole.getStartTime()) <= 0
                && left.getEndTime().compareTo(shown.whole.getEndTime()) >= 0;
    }

    /** Whether a trace's window changes when the range is shown for the other one. */
    private static boolean follows(ITmfTrace each, ITmfTrace trace, TmfTimeRange range) {
        return TmfTraceManager.getInstance().isSynchronized(each, trace) && range.getIntersection(each.getTimeRange()) != null;
    }

    /** Whether the window of a trace is the one with which Trace Compass opened it, or the one that was set here. */
    private boolean isUntouched(ITmfTrace trace) {
        TmfTimeRange window = TmfTraceManager.getInstance().getTraceContext(trace).getWindowRange();
        Shown shown = traces.get(trace);
        return window.equals(trace.getInitialTimeRange()) || shown != null && window.equals(shown.left);
    }

    /** More of a trace is indexed. */
    @TmfSignalHandler
    public void traceUpdated(TmfTraceUpdatedSignal signal) {
        Ui.run(() -> {
            Shown shown = traces.get(signal.getTrace());
            if (shown != null && !shown.ended) {
                Display.getCurrent().timerExec(SETTLE_MILLIS, shown.again);
            }
        });
    }

    /** A trace was closed; opened again, it is a new one. */
    @TmfSignalHandler
    public void traceClosed(TmfTraceClosedSignal signal) {
        Ui.run(() -> {
            if (traces.remove(signal.getTrace()) != null && traces.isEmpty()) {
                TmfSignalManager.deregister(this);
            }
        });
    }
}
