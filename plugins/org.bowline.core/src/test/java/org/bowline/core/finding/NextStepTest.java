/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.trace.IntervalSpec;

class NextStepTest {
    private static final Question CALLED = Question.WORK.with(NextStep.CALL,
            new NextStep.Call("./bowline", "./lttng-profiles/bowline-record", List.of("my traces/it's one")));

    private static Timeline timeline() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("web 1");
        builder.segment(builder.thread(host, 10, 10, "a"), 0, 100, ThreadState.RUNNING, 0);
        builder.resource(host, VertexKind.DISK, "vda");
        return builder.build();
    }

    private static String after(String rule, Question question, Evidence... evidence) {
        Finding finding = new Finding(rule, Severity.WARNING, "s", "It is so.", "why", "try", List.of(evidence), 0, 1, false, List.of(),
                false);
        return NextStep.after(Analysis.of(timeline()).question(question).build(), finding);
    }

    @Test
    void anEdgeLeadsToThePathOfWhoWaitsAndWordsAreQuoted() {
        assertThat(after("dominant-knot", CALLED.within(5, 50), new Evidence.Edge(0, 1, 1, 1, "")))
                .isEqualTo("./bowline critical-path 'my traces/it'\\''s one' --thread 'web 1:10' --from 5 --to 50");
    }

    @Test
    void theIdleTimeOfADeviceLeadsToWhoGivesItWork() {
        assertThat(after("dominant-knot", CALLED.of(Question.Part.ALL), new Evidence.OfKnot(1, 5, ""), new Evidence.Edge(1, 0, 1, 1, "")))
                .isEqualTo("./bowline critical-path 'my traces/it'\\''s one' --thread 'web 1:10' --range all");
    }

    @Test
    void withoutAThreadAllFindingsAreTold() {
        Question question = CALLED.about(List.of(new IntervalSpec("begin", "end", "id", "")), Question.Part.WORK).within(5, 50);
        assertThat(after("any", question, new Evidence.OfHost(0, "")))
                .isEqualTo("./bowline findings 'my traces/it'\\''s one' --interval begin=begin,end=end,key=id --from 5 --to 50");
    }

    @Test
    void whatWasNotRecordedIsToBeRecorded() {
        assertThat(after("lost-events", CALLED)).isEqualTo("./lttng-profiles/bowline-record start --profile waits-network --buffers 16M");
        assertThat(after("missing-events", CALLED)).startsWith("./lttng-profiles/bowline-record start --profile");
        assertThat(after("clock-quality", CALLED)).isEqualTo("./bowline sync 'my traces/it'\\''s one'");
    }

    @Test
    void whereNobodyCalledTheNamesAreThoseThatAreInstalled() {
        assertThat(after("clock-quality", Question.WORK)).isEqualTo("bowline sync TRACE");
    }
}
