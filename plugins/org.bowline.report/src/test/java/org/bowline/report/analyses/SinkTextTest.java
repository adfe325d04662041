/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;

/** What is said of sinks is true of one that sleeps as well. */
class SinkTextTest {
    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("A");

    @Test
    void aSinkMaySleepUntilATimer() throws IOException {
        int timer = builder.thread(host, 10, 10, "tidy");
        int worker = builder.thread(host, 11, 11, "worker");
        for (int i = 0; i < 10; i++) {
            long from = i * 100L;
            builder.blocked(timer, from, from + 50, Cause.TIMER, Timeline.NONE, Timeline.NONE, -1);
            builder.segment(timer, from + 50, from + 100, ThreadState.RUNNING, -1);
            builder.blocked(worker, from, from + 90, Cause.THREAD, timer, Timeline.NONE, -1);
            builder.segment(worker, from + 90, from + 100, ThreadState.RUNNING, -1);
        }
        Analysis analysis = Analysis.of(builder.build(0, 1_000)).question(Question.ALL.within(0, 1_000)).build();
        StringBuilder out = new StringBuilder();
        KnotText.knots(new TextPage(out, TextTable.UNLIMITED, false), analysis, 10, "");
        assertThat(out.toString()).contains("sink 1: tidy (A:10)",
                "they do not wait that long for any thread or device; that they sleep until a timer does not count");
    }

    @Test
    void whoWaitsForThoseThatWaitForItIsToldApart() throws IOException {
        int works = builder.thread(host, 10, 10, "works");
        int asks = builder.thread(host, 11, 11, "asks");
        int behind = builder.thread(host, 12, 12, "behind");
        for (int i = 0; i < 10; i++) {
            long from = i * 100L;
            builder.segment(works, from, from + 100, ThreadState.RUNNING, -1);
            builder.blocked(asks, from, from + 80, Cause.THREAD, works, Timeline.NONE, -1);
            builder.segment(asks, from + 80, from + 100, ThreadState.RUNNING, -1);
            builder.blocked(behind, from, from + 90, Cause.THREAD, asks, Timeline.NONE, -1);
            builder.segment(behind, from + 90, from + 100, ThreadState.RUNNING, -1);
        }
        Analysis analysis = Analysis.of(builder.build(0, 1_000)).question(Question.ALL.within(0, 1_000)).build();
        StringBuilder out = new StringBuilder();
        KnotText.knots(new TextPage(out, TextTable.UNLIMITED, false), analysis, 10, "");
        assertThat(out.toString()).contains("sink 1: works (A:10): 0.8 threads wait for it on average, and 0.8 for these in turn");
    }
}
