/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AnalysisBuilder;
import org.bowline.core.analysis.CounterQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.counter.CounterLane;
import org.bowline.core.counter.CounterLane.Change;
import org.bowline.core.counter.CounterLog;
import org.bowline.core.event.Counter;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;

/** What was counted for requests, in words. */
final class CounterTextTest {
    private final CounterLog.Builder log = new CounterLog.Builder();

    private static Timeline host() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        return builder.build();
    }

    private void tell(CounterLane lane, long time, long instructions, long cycles, Change change, String key) {
        long[] told = new long[Counter.values().length];
        Arrays.fill(told, Counter.ABSENT);
        told[Counter.INSTRUCTIONS.ordinal()] = instructions;
        told[Counter.CYCLES.ordinal()] = cycles;
        lane.add(time, told, change, log.key(key));
    }

    private static String written(boolean wanted, CounterLog counted) throws IOException {
        List<NamedInterval> requests = List.of(new NamedInterval("GET", "7", 0, Timeline.NONE, 10, 50),
                new NamedInterval("GET", "8", 0, Timeline.NONE, 60, 90), new NamedInterval("PUT", "9", 0, Timeline.NONE, 60, 95));
        AnalysisBuilder builder = Analysis.of(host()).intervals(new MatchedIntervals(requests, List.of(), List.of()))
                .known(CounterQuestion.LOG, counted).question(Question.ALL.with(CounterQuestion.COUNTERS, wanted));
        StringBuilder out = new StringBuilder();
        CounterText.requests(new TextPage(out, TextTable.UNLIMITED, false), builder.build(), 10);
        return out.toString();
    }

    private CounterLog counted() {
        CounterLane lane = log.lane(0, Timeline.NONE, 1);
        tell(lane, 10, 100, 1_000, Change.BEGIN, "7");
        tell(lane, 50, 300, 1_100, Change.END, "7");
        tell(lane, 60, 300, 1_200, Change.BEGIN, "8");
        tell(lane, 90, 700, 1_400, Change.END, "8");
        return log.build(host());
    }

    @Test
    void aLabelHasTheMeanOfTheRequestsOfWhichItIsKnown() throws IOException {
        String text = written(true, counted());
        assertThat(text).contains("What was counted for a request: means of those of which it is known").contains("per cycle");
        // GET: (200 + 400) / 2 instructions, (100 + 200) / 2 cycles; of PUT nothing is known
        assertThat(text.lines().map(line -> line.strip().replaceAll(" +", " "))).anyMatch(line -> line.startsWith("GET 2 2 300 2.00"))
                .anyMatch(line -> line.startsWith("PUT 1 0"));
    }

    @Test
    void whereNothingWasCountedThatIsToldWithWhatToRecord() throws IOException {
        assertThat(written(true, new CounterLog.Builder().build(host()))).contains("No counters")
                .contains("profile counters of bowline-record");
    }

    @Test
    void whoDoesNotAskIsNotTold() throws IOException {
        assertThat(written(false, counted())).isEmpty();
    }
}
