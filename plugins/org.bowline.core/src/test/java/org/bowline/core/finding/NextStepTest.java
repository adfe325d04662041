/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AnalysisBuilder;
import org.bowline.core.analysis.HowRecorded;
import org.bowline.core.analysis.Question;
import org.bowline.core.figures.TimeOfDay;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.RecordedProfiles;

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

    private static Finding finding(String rule, Evidence... evidence) {
        return new Finding(rule, Severity.WARNING, "s", "It is so.", "why", "try", List.of(evidence), 0, 1, 0, false, List.of(), false,
                null, List.of());
    }

    private static String after(String rule, Question question, Evidence... evidence) {
        return NextStep.after(Analysis.of(timeline()).question(question).build(), finding(rule, evidence));
    }

    @Test
    void anEdgeLeadsToItsWaitsAndWordsAreQuoted() {
        assertThat(after("dominant-knot", CALLED.within(5, 50), new Evidence.Edge(0, 1, 1, 1, "")))
                .isEqualTo(
                        "./bowline waits 'my traces/it'\\''s one' --edge 'web 1:10,web 1:vda' --from 00:00:00.000000005 --to 00:00:00.00000005");
    }

    @Test
    void aThreadLeadsToItsPath() {
        assertThat(after("any", CALLED, new Evidence.Vertex(0, 1, "")))
                .isEqualTo("./bowline critical-path 'my traces/it'\\''s one' --thread 'web 1:10'");
    }

    /** A thread that waits for a disk from 32 to 40, and has requests. */
    private static String afterKnot(NamedInterval... requests) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("web 1");
        int thread = builder.thread(host, 10, 10, "a");
        int disk = builder.resource(host, VertexKind.DISK, "vda");
        builder.segment(thread, 0, 32, ThreadState.RUNNING, 0);
        builder.blocked(thread, 32, 40, Cause.DISK, disk, Timeline.NONE, 0);
        builder.segment(thread, 40, 100, ThreadState.RUNNING, 0);
        Analysis analysis = Analysis.of(builder.build()).question(CALLED).intervals(new MatchedIntervals(List.of(requests), List.of()))
                .build();
        return NextStep.after(analysis, finding("dominant-knot", new Evidence.Edge(0, 1, 1, 1, "")));
    }

    @Test
    void withIntervalsTheKnotLeadsToThePathOfTheSlowestOneThatItHoldsUp() {
        NamedInterval before = new NamedInterval("", "1", 0, 0, 10, 20);
        NamedInterval held = new NamedInterval("", "2", 0, 0, 30, 60);
        NamedInterval longer = new NamedInterval("", "3", 0, 0, 60, 95);
        NamedInterval ofNobody = new NamedInterval("", "of nobody", 0, -1, 0, 100);
        assertThat(afterKnot(before, held, longer, ofNobody)).isEqualTo(
                "./bowline critical-path 'my traces/it'\\''s one' --thread 'web 1:10' --from 00:00:00.00000003 --to 00:00:00.00000006");
        assertThat(afterKnot(before, longer, ofNobody)).as("no request waits for the disk").contains(" waits ",
                "--edge 'web 1:10,web 1:vda'");
    }

    @Test
    void timesAreExactAndNanosecondsWhereATimeOfDayWouldBeTwoMoments() {
        long day = 86_400_000_000_000L;
        assertThat(TimeOfDay.brief(day + 3_600_000_000_001L)).isEqualTo("01:00:00.000000001");
        assertThat(TimeOfDay.option(day + 5_900_000_000L, day, day + 10_000_000_000L)).isEqualTo("00:00:05.9");
        assertThat(TimeOfDay.option(5, 0, day)).isEqualTo("5");
    }

    @Test
    void theIdleTimeOfADeviceLeadsToTheRequestsOfWhoGivesItWork() {
        assertThat(after("dominant-knot", CALLED.of(Question.Part.ALL), new Evidence.OfKnot(1, 5, ""), new Evidence.Edge(1, 0, 1, 1, "")))
                .isEqualTo("./bowline waits 'my traces/it'\\''s one' --edge 'web 1:vda,web 1:10' --range all");
    }

    @Test
    void withoutAThreadAllFindingsAreTold() {
        Question question = CALLED.about(List.of(new IntervalSpec("begin", "end", "id", "")), Question.Part.WORK).within(5, 50);
        assertThat(after("any", question, new Evidence.OfHost(0, "")))
                .isEqualTo(
                        "./bowline findings 'my traces/it'\\''s one' --interval begin=begin,end=end,key=id --from 00:00:00.000000005 --to 00:00:00.00000005");
    }

    @Test
    void whatWasNotRecordedIsToBeRecorded() {
        assertThat(after("lost-events", CALLED)).isEqualTo("./lttng-profiles/bowline-record start --profile waits-network --buffers 16M");
        assertThat(after("missing-events", CALLED)).startsWith("./lttng-profiles/bowline-record start --profile");
        assertThat(after("clock-quality", CALLED)).isEqualTo("./bowline sync 'my traces/it'\\''s one'");
    }

    @Test
    void whereNoRuleFoundAnythingRequestsAreWhatIsLeftToLookAt() {
        List<NamedInterval> requests = LongStream.range(0, 20)
                .mapToObj(i -> new NamedInterval("get", "" + i, 0, 0, 5 * i, 5 * i + 1 + i % 4)).toList();
        AnalysisBuilder known = Analysis.of(timeline())
                .question(CALLED.about(List.of(new IntervalSpec("begin", "end", "id", "")), Question.Part.WORK));
        assertThat(NextStep.afterNothing(known.intervals(new MatchedIntervals(requests, List.of())).build()))
                .contains("./bowline requests 'my traces/it'\\''s one' --interval begin=begin,end=end,key=id");
        assertThat(NextStep.afterNothing(known.intervals(new MatchedIntervals(requests.subList(1, 20), List.of())).build()))
                .as("too few to compare").isEmpty();
        assertThat(NextStep.afterNothing(Analysis.of(timeline()).question(CALLED).build())).as("no requests").isEmpty();
    }

    @Test
    void whatProgramsToldIsRecordedAgainToo() {
        Analysis analysis = Analysis.of(timeline()).question(CALLED)
                .known(HowRecorded.PROFILES,
                        new RecordedProfiles(List.of("--profile", "waits-disk"), List.of("--profile", "requests", "--event", "wl:*")))
                .build();
        assertThat(NextStep.after(analysis, finding("lost-events")))
                .isEqualTo("./lttng-profiles/bowline-record start --profile waits-disk --buffers 16M --profile requests --event 'wl:*'");
        assertThat(NextStep.after(analysis, finding("clock-quality"))).isEqualTo("./bowline sync 'my traces/it'\\''s one'");
    }

    /** With one of them alone what was known of the other's devices would be known no more. */
    @Test
    void whereEventsWereLostTheSameOfTheKernelIsRecordedWithLargerBuffers() {
        Analysis analysis = Analysis.of(timeline()).question(CALLED).known(HowRecorded.PROFILES,
                new RecordedProfiles(List.of("--profile", "waits-network", "--profile", "waits-disk"), List.of())).build();
        assertThat(NextStep.after(analysis, finding("lost-events")))
                .isEqualTo("./lttng-profiles/bowline-record start --profile waits-network --profile waits-disk --buffers 16M");
    }

    @Test
    void whereNobodyCalledTheNamesAreThoseThatAreInstalled() {
        assertThat(after("clock-quality", Question.WORK)).isEqualTo("bowline sync TRACE");
    }
}
