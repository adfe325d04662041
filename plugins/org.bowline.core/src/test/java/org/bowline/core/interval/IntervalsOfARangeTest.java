/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** Which of the intervals count. */
class IntervalsOfARangeTest {
    private static final Caveat NOTE = Caveat.of(Caveat.Severity.INFO, "", "interval-begin-unmatched", 1, "Note.");

    /** From 100 to 200 ns. */
    private static Timeline timeline() {
        TimelineBuilder builder = new TimelineBuilder();
        int thread = builder.thread(builder.host("h"), 1, 1, "a");
        builder.segment(thread, 100, 200, ThreadState.RUNNING, 0);
        return builder.build();
    }

    private static NamedInterval interval(String key, long begin, long end) {
        return new NamedInterval("label", key, 0, 0, begin, end);
    }

    @Test
    void anIntervalMayFillTheRangeToItsLastNanosecondAndNotOneMore() {
        MatchedIntervals some = new MatchedIntervals(List.of(interval("before", 99, 150), interval("all", 100, 200),
                interval("after", 150, 201)), List.of(NOTE));
        MatchedIntervals within = MatchedIntervals.within(List.of(some), timeline(), 100, 200);
        assertThat(within.intervals()).extracting(NamedInterval::key).containsExactly("all");
        assertThat(within.caveats()).extracting(Caveat::kind, Caveat::count, Caveat::severity).containsExactly(
                org.assertj.core.api.Assertions.tuple("interval-begin-unmatched", 1L, Caveat.Severity.INFO),
                org.assertj.core.api.Assertions.tuple("interval-outside", 2L, Caveat.Severity.WARNING));
    }

    @Test
    void whatDidNotEndBelongsToTheRangeInWhichItBegan() {
        MatchedIntervals some = new MatchedIntervals(List.of(),
                List.of(interval("before", 99, 300), interval("first", 100, 300), interval("last", 199, 300), interval("after", 200, 300)),
                List.of());
        MatchedIntervals within = MatchedIntervals.within(List.of(some), timeline(), 100, 200);
        assertThat(within.unfinished()).extracting(NamedInterval::key).containsExactly("first", "last");
        assertThat(within.caveats()).isEmpty();
    }

    @Test
    void whatAUserChoseToLeaveOutIsNoCaveat() {
        MatchedIntervals some = new MatchedIntervals(List.of(interval("early", 100, 120), interval("late", 150, 190)), List.of());
        MatchedIntervals within = MatchedIntervals.within(List.of(some), timeline(), 130, 200);
        assertThat(within.intervals()).extracting(NamedInterval::key).containsExactly("late");
        assertThat(within.caveats()).isEmpty();
    }

    @Test
    void theIntervalsOfSeveralSortsAreInOneOrder() {
        MatchedIntervals one = new MatchedIntervals(List.of(interval("c", 130, 140), interval("d", 150, 160)), List.of());
        MatchedIntervals two = new MatchedIntervals(List.of(interval("a", 110, 120), interval("b", 130, 140)), List.of());
        assertThat(MatchedIntervals.within(List.of(one, two), timeline(), 100, 200).intervals()).extracting(NamedInterval::key)
                .containsExactly("a", "b", "c", "d");
    }

    @Test
    void theRangeOfTheWorkIsFromTheFirstBeginToTheLastEnd() {
        assertThat(WorkRange.of(List.of())).isNull();
        assertThat(WorkRange.of(List.of(interval("long", 110, 190), interval("first", 105, 120), interval("last", 150, 180))))
                .isEqualTo(new WorkRange(105, 190));
    }
}
