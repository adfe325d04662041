/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.osgi.util.NLS;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.figures.Duration;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.frame.Messages;
import org.bowline.tracecompass.ui.frame.Span;

/**
 * Which times the ranges of a recording are.
 *
 * @param recorded all that was recorded
 * @param work where the work is in it, and why there; null as long as that is not known
 */
record RangeTimes(Span recorded, @Nullable ChosenRange work) {
    /** Beside the work so much of it is seen, as a share, so that its ends can be. */
    private static final int ROOM = 50;

    /** Those of a range; of a selection also where nothing was recorded. */
    Span of(RangeChoice range) {
        return switch (range.kind()) {
            case SELECTED -> new Span(range.fromNanos(), range.toNanos());
            case WORK -> work == null ? recorded : new Span(work.fromNanos(), work.toNanos());
            case WHOLE -> recorded;
        };
    }

    /** What views show of a range: all of it that was recorded, and a little beside it; of a selection where nothing was recorded that selection. */
    Span window(RangeChoice range) {
        Span span = of(range);
        long room = range.kind() == RangeChoice.Kind.WHOLE ? 0 : (span.toNanos() - span.fromNanos()) / ROOM;
        long from = Math.max(recorded.fromNanos(), span.fromNanos() - room);
        long to = Math.min(recorded.toNanos(), span.toNanos() + room);
        return from < to ? new Span(from, to) : span;
    }

    /** Which range it is, and why, in the words of the command line. */
    String sentence(RangeChoice range) {
        String whole = Duration.duration(length(recorded));
        return switch (range.kind()) {
            case WORK -> work == null ? NLS.bind(Messages.Range_Whole, whole) : work.sentence();
            case WHOLE -> NLS.bind(Messages.Range_Whole, whole);
            case SELECTED -> NLS.bind(Messages.Range_Selected, Duration.duration(length(of(range))), whole);
        };
    }

    /** What can be shown instead of a range: the work if it is another part than all, and all of it. */
    static List<RangeChoice> insteadOf(RangeChoice shown, @Nullable ChosenRange work) {
        boolean told = work != null && work.kind() != ChosenRange.Kind.ALL;
        List<RangeChoice> others = new ArrayList<>();
        if (shown.kind() != RangeChoice.Kind.WORK && told) {
            others.add(RangeChoice.WORK);
        }
        if (shown.kind() == RangeChoice.Kind.SELECTED || shown.kind() == RangeChoice.Kind.WORK && told) {
            others.add(RangeChoice.WHOLE);
        }
        return others;
    }

    /** What has to be selected so that it agrees with a range that is shown: a selection itself, and of another range a moment of it, as near as may be to where the selection began. */
    Span selection(RangeChoice shown, Span selected) {
        Span span = of(shown);
        if (shown.kind() == RangeChoice.Kind.SELECTED) {
            return span;
        }
        if (selected.isMoment()) {
            return selected;
        }
        long moment = Math.max(span.fromNanos(), Math.min(span.toNanos(), selected.fromNanos()));
        return new Span(moment, moment);
    }

    private static long length(Span span) {
        return span.toNanos() - span.fromNanos();
    }
}
