/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

import org.bowline.core.interval.NamedInterval;
import org.bowline.core.interval.WorkRange;
import org.bowline.core.study.Study;

/** The range by what was done in it, for recordings whose times nobody knows beforehand. */
final class WorkRangeOption {
    @Option(names = "--range", paramLabel = "all|intervals", converter = Converter.class,
            description = "intervals: begin with the first interval and end with the last (of those between --from and --to); what "
                    + "lies around them is mostly waiting for work, and hides its knots. Needs --interval. Default: all.") Study.@Nullable Range range;

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
     * @throws Failure if there should be an interval and there is none
     */
    RangeOptions.Range narrow(RangeOptions.Range chosen, List<NamedInterval> intervals) {
        if (!ofIntervals()) {
            return chosen;
        }
        WorkRange work = WorkRange.of(intervals);
        if (work == null) {
            throw Failure.unreadable("there is no interval, so --range intervals has nothing to look at. See whether the load ran while it was"
                    + " recorded, or leave --range out", null);
        }
        return new RangeOptions.Range(work.fromNanos(), work.toNanos());
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
