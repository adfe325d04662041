/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;

/** What the text of requests and their variance calls labels, and what it says of requests that are alike. */
class RequestLabelsTest {
    private static final int REQUESTS = 60;
    private static final int EACH = 1_000;

    /** Requests of each of some labels in turn; the last one of each label may take longer. */
    private static Analysis analysis(long longer, String... labels) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        int thread = builder.thread(0, 11, 11, "server");
        builder.segment(thread, 0, (REQUESTS + 1) * EACH, ThreadState.RUNNING, Timeline.NONE);
        List<NamedInterval> intervals = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            long begin = (long) i * EACH;
            intervals.add(new NamedInterval(labels[i % labels.length], "" + i, 0, thread, begin,
                    begin + EACH / 2 + (i + labels.length >= REQUESTS ? longer : 0)));
        }
        return Analysis.of(builder.build()).intervals(new MatchedIntervals(intervals, List.of())).build();
    }

    private static String text(Descriptor descriptor, Analysis analysis) throws IOException {
        StringBuilder text = new StringBuilder();
        descriptor.text(new TextPage(text, TextTable.UNLIMITED, false), analysis, 10);
        return text.toString();
    }

    @Test
    void anEmptyLabelAmongOthersIsNotCalledAll() throws IOException {
        Analysis analysis = analysis(0, "", "x");
        assertThat(text(new RequestsDescriptor(), analysis)).contains("(no label)").doesNotContainPattern("(?m)^ *all\\b|of all\\b");
        assertThat(text(new VarianceDescriptor(), analysis)).contains("(no label): 30 intervals", "x: 30 intervals")
                .doesNotContain("all: ");
    }

    @Test
    void theOnlyLabelIsCalledAllIfItIsEmpty() throws IOException {
        Analysis analysis = analysis(0, "");
        assertThat(text(new RequestsDescriptor(), analysis)).containsPattern("(?m)^ *all +60").doesNotContain("(no label)");
        assertThat(text(new VarianceDescriptor(), analysis)).contains("all: 60 intervals").doesNotContain("(no label)");
    }

    @Test
    void ofRequestsThatAllTakeAsLongNoneIsSaidToSpendMoreTime() throws IOException {
        assertThat(text(new RequestsDescriptor(), analysis(0, ""))).doesNotContain("0 ns more", "rather one event")
                .contains("all: all 60 spend as much time as typical ones (500 ns)");
        assertThat(text(new RequestsDescriptor(), analysis(0, "x", "y"))).doesNotContain("0 ns more")
                .contains("30 requests spend as much time as those of y (500 ns)");
    }

    @Test
    void whereOneTakesLongerTheSlowOnesDo() throws IOException {
        assertThat(text(new RequestsDescriptor(), analysis(5, "")))
                .contains("all: the slowest 5 of 60 spend 1 ns more than typical ones (501 ns against 500 ns)")
                .doesNotContain("as much time");
    }
}
