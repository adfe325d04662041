/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.IdentityHashMap;
import java.util.List;

import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalHandler;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceClosedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfTraceUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.frame.Ui;

/**
 * The range that is seen first. Trace Compass opens a trace with the first tenth of a second in its window, where most recordings are still
 * empty; once the analysis of an opened trace has a result, this shows where the {@linkplain Ranges work} is instead, once, and selects its begin where nothing is selected. A window that a person changed in the
 * meantime stays as it is, also that of another trace which would follow. From then on what a person selects is the range of all views.
 *
 * <p>Trace Compass cuts a window to what it has indexed of a trace, and its views lose their way in one that lies outside. The work is shown when it is indexed; if it begins where the trace does,
 * the rest is shown as it becomes known, unless a person changes the window. All is done in the UI thread, and costs it no more than a person who presses "reset"; nothing is kept of closed traces.
 */
public final class FirstRange {
    private static final int SETTLE_MILLIS = 250;
    private static final FirstRange INSTANCE = new FirstRange();

    private final IdentityHashMap<ITmfTrace, Shown> traces = new IdentityHashMap<>();
    private final ToldThreads threads = new ToldThreads();

    /** What was done for a trace. */
    private static final class Shown {
        private final TmfTimeRange wanted;
        /** Where the range begins that is shown, with nothing beside it. */
        private final ITmfTimestamp begin;
        /** The window as it was left, cut to what was indexed; null if it was not changed. */
        private @Nullable TmfTimeRange left;
        private boolean ended;
        private final Runnable again;

        Shown(TmfTimeRange wanted, ITmfTimestamp begin, Runnable again) {
            this.wanted = wanted;
            this.begin = begin;
            this.again = again;
        }
    }

    private FirstRange() {}

    /** Shows where the work is in an open trace, unless that was done before or a person changed its window. In the UI thread; comes back at once. */
    public static void show(ITmfTrace trace, AnalysisResult result) {
        INSTANCE.begin(trace, result);
    }

    private void begin(ITmfTrace trace, AnalysisResult result) {
        Timeline timeline = result.timeline();
        if (traces.containsKey(trace) || timeline.startNanos() >= timeline.endNanos()
                || !TmfTraceManager.getInstance().getOpenedTraces().contains(trace)) {
            return;
        }
        if (traces.isEmpty()) {
            listen(true);
            if (!TmfTraceManager.getInstance().getOpenedTraces().contains(trace)) { // closed just now, which nobody tells any more
                listen(false);
                return;
            }
        }
        Runnable step = () -> step(trace);
        RangeChoice first = Ranges.of(trace);
        Choice.begin(trace, first); // what is selected before, as by who opened it
        traces.put(trace, new Shown(Ranges.window(first, trace, result),
                TmfTimestamp.fromNanos(Ranges.span(first, trace, result).fromNanos()), step));
        PlatformUI.getWorkbench().getDisplay().asyncExec(step); // the view that asks may be in the middle of something
    }

    private void listen(boolean hear) {
        if (hear) {
            TmfSignalManager.register(this);
        } else {
            TmfSignalManager.deregister(this);
        }
        threads.listen(hear);
    }

    private void step(ITmfTrace trace) {
        Shown shown = traces.get(trace);
        TmfTraceManager manager = TmfTraceManager.getInstance();
        if (shown == null || shown.ended || !manager.getOpenedTraces().contains(trace)) {
            return;
        }
        if (!isIndexed(trace, shown.wanted)) {
            return; // until more of it is
        }
        for (ITmfTrace each : manager.getOpenedTraces()) {
            if (follows(each, trace, shown.wanted) && !isUntouched(each)) {
                shown.ended = true;
                return;
            }
        }
        TmfSignalManager.dispatchSignal(new TmfWindowRangeUpdatedSignal(this, shown.wanted, trace));
        for (ITmfTrace each : manager.getOpenedTraces()) {
            Shown other = traces.get(each);
            if (other != null && follows(each, trace, shown.wanted)) {
                other.left = manager.getTraceContext(each).getWindowRange();
            }
        }
        if (isNothingSelected(trace)) {
            TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(this, shown.begin, shown.begin, trace));
        }
        TmfTimeRange left = shown.left;
        shown.ended = left != null && left.getStartTime().compareTo(shown.wanted.getStartTime()) <= 0
                && left.getEndTime().compareTo(shown.wanted.getEndTime()) >= 0;
    }

    /** Whether the moment that is selected is the one with which Trace Compass opens a trace: its begin, where most threads do not live yet, and which no view shows. */
    private static boolean isNothingSelected(ITmfTrace trace) {
        Span selected = Span.selected(trace);
        return selected.isMoment() && selected.fromNanos() <= trace.getStartTime().toNanos();
    }

    /** Whether Trace Compass knows a range of a trace, but for a little at its end; or at least where it begins, if nothing is before. */
    private static boolean isIndexed(ITmfTrace trace, TmfTimeRange range) {
        return isIndexed(trace.getStartTime().toNanos(), trace.getEndTime().toNanos(), range.getStartTime().toNanos(),
                range.getEndTime().toNanos());
    }

    static boolean isIndexed(long beginNanos, long knownNanos, long fromNanos, long toNanos) {
        return fromNanos <= beginNanos || knownNanos >= toNanos - (toNanos - fromNanos) / 10;
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

    /** A range was selected, or a moment, which is none. */
    @TmfSignalHandler
    public void selectionUpdated(TmfSelectionRangeUpdatedSignal signal) {
        if (signal.getSource() instanceof EvidenceSource || signal.getBeginTime().equals(signal.getEndTime())) {
            return;
        }
        RangeChoice selected = RangeChoice.selected(signal.getBeginTime().toNanos(), signal.getEndTime().toNanos());
        ITmfTrace signalled = signal.getTrace();
        Ui.run(() -> {
            for (ITmfTrace each : List.copyOf(traces.keySet())) {
                if (!Ranges.isLocked(each)
                        && (signalled == null || signalled == each || TmfTraceManager.getInstance().isSynchronized(each, signalled))) {
                    Choice.tell(this, each, new Choice.OfRange(selected));
                }
            }
        });
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
                listen(false);
            }
        });
    }
}
