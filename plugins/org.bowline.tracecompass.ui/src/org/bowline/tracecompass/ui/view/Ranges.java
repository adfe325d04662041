/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Messages;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.frame.TitleStrip;

/**
 * Which range the views of an experiment are about: where the work is, until a person drags over another one or asks for all. A click selects a moment,
 * which is no range: it changes nothing here.
 */
public final class Ranges {
    private Ranges() {}

    /** The range that was chosen for an open experiment. */
    public static RangeChoice of(ITmfTrace trace) {
        Inquiries inquiries = Inquiries.of(trace);
        RangeChoice told = inquiries == null ? null : inquiries.range();
        return told == null ? selected(trace) : told;
    }

    private static RangeChoice selected(ITmfTrace trace) {
        Span selected = Span.selected(trace);
        return RangeChoice.selected(selected.fromNanos(), selected.toNanos());
    }

    /** The same, but what is selected as evidence counts as well, unless the range is locked. */
    public static RangeChoice withEvidence(ITmfTrace trace) {
        return isLocked(trace) || Span.selected(trace).isMoment() ? of(trace) : selected(trace);
    }

    /** Whether the range of an experiment stays, whatever is dragged. */
    public static boolean isLocked(ITmfTrace trace) {
        Inquiries inquiries = Inquiries.of(trace);
        return inquiries != null && inquiries.isLocked();
    }

    private static RangeTimes times(ITmfTrace trace, AnalysisResult result) {
        Timeline timeline = result.timeline();
        return new RangeTimes(new Span(timeline.startNanos(), timeline.endNanos()), work(trace));
    }

    /** The times of a range; of a selection also where nothing was recorded. */
    public static Span span(RangeChoice range, ITmfTrace trace, AnalysisResult result) {
        return times(trace, result).of(range);
    }

    /** What views show of a range: all of it that was recorded, and a little beside it. */
    static TmfTimeRange window(RangeChoice range, ITmfTrace trace, AnalysisResult result) {
        Span window = times(trace, result).window(range);
        return new TmfTimeRange(TmfTimestamp.fromNanos(window.fromNanos()), TmfTimestamp.fromNanos(window.toNanos()));
    }

    static @Nullable ChosenRange work(ITmfTrace trace) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        return module == null ? null : module.work();
    }

    /** Which range it is, and why, in the words of the command line. */
    public static String sentence(RangeChoice range, ITmfTrace trace, AnalysisResult result) {
        return times(trace, result).sentence(range);
    }

    /** Makes all views of an experiment show another range, and leads them there. In the UI thread. */
    public static void choose(Object source, ITmfTrace trace, AnalysisResult result, RangeChoice range) {
        Choice.tell(source, trace, new Choice.OfRange(range));
        show(source, trace, result, range);
        Span selected = Span.selected(trace);
        Span toSelect = times(trace, result).selection(range, selected);
        if (!toSelect.equals(selected)) { // a moment in sight: for another one the views would move their window
            select(source, trace, toSelect.fromNanos(), toSelect.toNanos());
        }
    }

    /**
     * Leads the views along time to what is to be looked at: they show it, with some room on both sides, and it is selected. The window goes first: at the selection of what is out of sight each view
     * moves its own there, as long as it was, and tells the others.
     */
    public static void lead(Object source, ITmfTrace trace, long fromNanos, long toNanos, long roomNanos) {
        long room = Math.max(1, roomNanos);
        TmfSignalManager.dispatchSignal(new TmfWindowRangeUpdatedSignal(source,
                new TmfTimeRange(TmfTimestamp.fromNanos(fromNanos - room), TmfTimestamp.fromNanos(toNanos + room)), trace));
        select(source, trace, fromNanos, toNanos);
    }

    private static void select(Object source, ITmfTrace trace, long fromNanos, long toNanos) {
        TmfSignalManager.dispatchSignal(new TmfSelectionRangeUpdatedSignal(source, TmfTimestamp.fromNanos(fromNanos),
                TmfTimestamp.fromNanos(toNanos), trace));
    }

    /** Makes the views along time show all of a range. */
    public static void show(Object source, ITmfTrace trace, AnalysisResult result, RangeChoice range) {
        TmfSignalManager.dispatchSignal(new TmfWindowRangeUpdatedSignal(source, window(range, trace, result), trace));
    }

    /** The ways from a range to others. */
    public static List<TitleStrip.Way> ways(RangeChoice from, ITmfTrace trace, Consumer<RangeChoice> choose) {
        List<TitleStrip.Way> ways = new ArrayList<>();
        for (RangeChoice other : RangeTimes.insteadOf(from, work(trace))) {
            ways.add(new TitleStrip.Way(other.kind() == RangeChoice.Kind.WORK ? Messages.Range_ToWork : Messages.Range_ToWhole,
                    () -> choose.accept(other)));
        }
        return ways;
    }
}
