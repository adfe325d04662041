/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Workers;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;

/** Knots in the background, in words. */
final class BackgroundTextTest {
    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("A");
    private int tid = 100;

    /** A thread that waits for 90 ns and runs for 10, ten times. */
    private void thread(String name, int target) {
        int thread = builder.thread(host, tid, tid++, name);
        for (int i = 0; i < 10; i++) {
            builder.blocked(thread, i * 100L, i * 100L + 90, Cause.THREAD, target, Timeline.NONE, -1);
            builder.segment(thread, i * 100L + 90, i * 100L + 100, ThreadState.RUNNING, -1);
        }
    }

    private String written(String... background) throws IOException {
        Question question = Question.ALL.within(0, 1_000).with(Workers.BACKGROUND, Workers.BACKGROUND.read(List.of(background)));
        Analysis analysis = Analysis.of(builder.build(0, 1_000)).question(question).build();
        StringBuilder out = new StringBuilder();
        BackgroundText.of(new TextPage(out, TextTable.UNLIMITED, false), analysis, 10);
        return out.toString();
    }

    @Test
    void aKnotInTheBackgroundIsToldWithWhatThereIsWithoutIt() throws IOException {
        thread("log", 1);
        thread("flush", 0);
        thread("serve", 3);
        thread("store", 2);
        assertThat(written("log", "flush")).contains(
                " is in the background: no worker is in it, and none waits for it, directly or through others, so the work gets no faster by it.")
                .contains("--background").doesNotContain("choose others").contains("Without it the other knot stays as it is.");
    }

    @Test
    void severalKnotsAreToldTogetherAndThatNoneIsLeft() throws IOException {
        thread("log", 1);
        thread("flush", 0);
        thread("tidy", 3);
        thread("sweep", 2);
        builder.segment(builder.thread(host, tid, tid, "serve"), 0, 1_000, ThreadState.RUNNING, -1);
        assertThat(written("log", "flush", "tidy", "sweep")).contains("Knots 1 and 2 are in the background: no worker is in them,")
                .contains("Without them no knot is left at a threshold of ");
    }
}
