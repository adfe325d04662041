/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.signal.TmfWindowRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.figures.Duration;
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
    /** Beside the work so much of it is seen, as a share, so that its ends can be. */
    private static final int ROOM = 50;

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

    /** The times of a range; of a selection also where nothing was recorded. */
    public static Span span(RangeChoice range, ITmfTrace trace, AnalysisResult result) {
        Timeline timeline = result.timeline();
        ChosenRange work = work(trace);
        return switch (range.kind()) {
            case SELECTED -> new Span(range.fromNanos(), range.toNanos());
            case WORK -> work == null ? new Span(timeline.startNanos(), timeline.endNanos())
                    : new Span(work.fromNanos(), work.toNanos());
            case WHOLE -> new Span(timeline.startNanos(), timeline.endNanos());
        };
    }

    /** What views show of a range: all of it, and a little beside the work. */
    static TmfTimeRange window(RangeChoice range, ITmfTrace trace, AnalysisResult result) {
        Timeline timeline = result.timeline();
        Span span = span(range, trace, result);
        long room = range.kind() == RangeChoice.Kind.WHOLE ? 0 : (span.toNanos() - span.fromNanos()) / ROOM;
        return new TmfTimeRange(TmfTimestamp.fromNanos(Math.max(timeline.startNanos(), span.fromNanos() - room)),
                TmfTimestamp.fromNanos(Math.min(timeline.endNanos(), span.toNanos() + room)));
    }

    static @Nullable ChosenRange work(ITmfTrace trace) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        return module == null ? null : module.work();
    }

    /** Which range it is, and why, in the words of the command line. */
    public static String sentence(RangeChoice range, ITmfTrace trace, AnalysisResult result) {
        ChosenRange work = work(trace);
        String whole = Duration.duration(result.timeline().endNanos() - result.timeline().startNanos());
        Span span = span(range, trace, result);
        return switch (range.kind()) {
            case WORK -> work == null ? NLS.bind(Messages.Range_Whole, whole) : work.sentence();
            case WHOLE -> NLS.bind(Messages.Range_Whole, whole);
            case SELECTED -> NLS.bind(Messages.Range_Selected, Duration.duration(span.toNanos() - span.fromNanos()), whole);
        };
    }

    /** Makes all views of an experiment show another range, and leads them there. In the UI thread. */
    public static void choose(Object source, ITmfTrace trace, AnalysisResult result, RangeChoice range) {
        Choice.tell(source, trace, new Choice.OfRange(range));
        show(source, trace, result, range);
        Span selected = Span.selected(trace);
        Span span = span(range, trace, result);
        if (range.kind() == RangeChoice.Kind.SELECTED && !selected.equals(span)) {
            select(source, trace, span.fromNanos(), span.toNanos());
        } else if (range.kind() != RangeChoice.Kind.SELECTED && !selected.isMoment()) {
            // What was selected before is not what is shown: a moment is left of it, in sight, as views would move their window to another one.
            long moment = Math.max(span.fromNanos(), Math.min(span.toNanos(), selected.fromNanos()));
            select(source, trace, moment, moment);
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
        ChosenRange work = work(trace);
        boolean told = work != null && work.kind() != ChosenRange.Kind.ALL;
        List<TitleStrip.Way> ways = new ArrayList<>();
        if (from.kind() != RangeChoice.Kind.WORK && told) {
            ways.add(new TitleStrip.Way(Messages.Range_ToWork, () -> choose.accept(RangeChoice.WORK)));
        }
        if (from.kind() == RangeChoice.Kind.SELECTED || from.kind() == RangeChoice.Kind.WORK && told) {
            ways.add(new TitleStrip.Way(Messages.Range_ToWhole, () -> choose.accept(RangeChoice.WHOLE)));
        }
        return ways;
    }
}
