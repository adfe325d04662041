/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.WorkRange;
import org.bowline.core.progress.Progress;
import org.bowline.core.study.Study;
import org.bowline.core.study.StudyBuilder;

/** The range by what was done in it, for recordings whose times nobody knows beforehand. */
final class WorkRangeOption {
    @Option(names = "--range", paramLabel = "all|intervals", converter = Converter.class,
            description = "intervals: begin with the first interval and end with the last; what "
                    + "lies around them is mostly waiting for work, and hides its knots. Needs --interval. Default: all.") Study.@Nullable Range range;

    /** What was chosen. */
    Study.Range range() {
        return range == null ? Study.Range.ALL : range;
    }

    /** Whether the range is that of the intervals. */
    boolean ofIntervals() {
        return range == Study.Range.INTERVALS;
    }

    /** Before the long work. */
    void check(IntervalOptions intervals) {
        if (ofIntervals() && !intervals.given()) {
            throw Failure.usage("--range intervals needs --interval, which says what the intervals are");
        }
    }

    /**
     * What is looked at.
     *
     * @param fromNanos begin, reference time
     * @param toNanos end, exclusive
     * @param intervals those in it; null if none were asked for
     */
    record Chosen(long fromNanos, long toNanos, @Nullable MatchedIntervals intervals) {
        /** A study of it. */
        StudyBuilder study(Analysis analysis, KnotOptions knots) {
            return StudyBuilder.of(analysis).range(fromNanos, toNanos).origins(knots.chosen(analysis.timeline()))
                    .threshold(knots.thresholdNanos(toNanos - fromNanos)).intervals(intervals);
        }
    }

    /**
     * The range and the intervals in it.
     *
     * @throws Failure if there should be an interval and there is none
     */
    Chosen choose(Analysis analysis, RangeOptions range, IntervalOptions intervals, Progress progress) throws IOException {
        RangeOptions.Range within = range.resolve(analysis.timeline(), analysis.caveats(), intervals.given());
        if (!intervals.given()) {
            return new Chosen(within.fromNanos(), within.toNanos(), null);
        }
        MatchedIntervals matched = intervals.match(analysis, within, progress);
        if (!ofIntervals() && analysis.timeline().segmentCount() > 0) {
            return new Chosen(within.fromNanos(), within.toNanos(), matched);
        }
        WorkRange work = WorkRange.of(matched.intervals().isEmpty() && !ofIntervals() ? matched.unfinished() : matched.intervals());
        if (work == null) {
            throw Failure
                    .unreadable("there is no interval, so " + (ofIntervals() ? "--range intervals has" : "without a kernel trace there is")
                            + " nothing to look at. See whether the load ran while it was"
                            + " recorded, or leave --range out", null);
        }
        return new Chosen(work.fromNanos(), work.toNanos(), matched);
    }

    /** The words on the command line. */
    static final class Converter implements ITypeConverter<Study.Range> {
        @Override
        public Study.Range convert(String value) {
            try {
                return Study.Range.of(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
