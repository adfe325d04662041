/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.HostOverride;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.analyses.Descriptors;
import org.bowline.testkit.sim.KernelTraceGenerator;

/** Hosts that were recorded at different times: no figure of a host is of a time in which it was not recorded. */
class RecordedTimeTest {
    private static final int EVENTS = 30_000;
    private static final Pattern OFFSET = Pattern.compile("\\toffset = (\\d+);");

    @TempDir private Path directory;

    /** The last event is a system call, after the last event that says anything of threads. */
    @ParameterizedTest
    @ValueSource(strings = {"lock-contention", "wperf-example"})
    void theTimelineAndTheThreadsEndWithTheLastEventOfTheHostWhateverItIs(String recording) throws IOException {
        Path folder = Recording.own(recording);
        Timeline timeline = Analysis.of(List.of(folder), OpenOptions.DEFAULT, Question.ALL, Progress.NONE).timeline();
        long last = Truth.of(folder).lastEventNanos("A");
        assertThat(timeline.endNanos()).isEqualTo(last);
        assertThat(timeline.recordingEnd(0, 0)).isEqualTo(last);
        assertThat(timeline.threadEnd(Recording.thread(timeline, "A", "swapper/0"))).isEqualTo(last);
    }

    /** Generates one host, recorded so many ns after the time at which the generator starts. */
    private void host(String name, int seed, long laterNanos) throws IOException {
        Path folder = directory.resolve(name);
        KernelTraceGenerator.generate(KernelTraceGenerator.Options.of(EVENTS, 1, 2, seed), folder);
        for (String domain : List.of("kernel", "ust")) {
            Path metadata = folder.resolve("A").resolve(domain).resolve("metadata");
            String text = Files.readString(metadata, StandardCharsets.ISO_8859_1);
            Matcher matcher = OFFSET.matcher(text);
            assertThat(matcher.find()).isTrue();
            String later = Long.toString(Long.parseLong(matcher.group(1)) + laterNanos);
            assertThat(later).as("the metadata stay as long as they are").hasSameSizeAs(matcher.group(1));
            Files.writeString(metadata, text.substring(0, matcher.start(1)) + later + text.substring(matcher.end(1)),
                    StandardCharsets.ISO_8859_1);
        }
    }

    private Analysis study() throws IOException {
        return Analysis.of(List.of(directory), OpenOptions.DEFAULT, Question.ALL, Progress.NONE);
    }

    private static Analysis over(Analysis study, long from, long to) {
        return Analysis.of(study.timeline()).caveats(study.caveats()).question(Question.ALL.within(from, to)).build();
    }

    private static void assertWithinWhatWasRecorded(Analysis study) {
        Timeline timeline = study.timeline();
        WaitForGraph graph = study.graph();
        long[] idle = new long[timeline.vertexCount()];
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (graph.isIdle(edge)) {
                idle[graph.source(edge)] += graph.weightNanos(edge);
            }
        }
        for (int vertex = timeline.threadCount(); vertex < timeline.vertexCount(); vertex++) {
            if (timeline.kind(vertex) == VertexKind.DISK) {
                assertThat(idle[vertex]).as(timeline.vertexName(vertex))
                        .isLessThanOrEqualTo(timeline.recordedNanos(timeline.host(vertex), study.fromNanos(), study.toNanos()));
            }
        }
        for (ThreadTotals total : study.totals()) {
            assertThat(total.endNanos() - total.startNanos()).as(timeline.name(total.thread()))
                    .isLessThanOrEqualTo(timeline.recordedNanos(timeline.host(total.thread()), study.fromNanos(), study.toNanos()));
        }
    }

    @Test
    void twoRecordingsHalfAnHourApartAreNoRecordingOfHalfAnHour() throws IOException {
        host("first", 1, 0);
        host("second", 2, 1_800_000_000_000L);
        Analysis study = study();
        Timeline timeline = study.timeline();
        assertThat(study.toNanos() - study.fromNanos()).isLessThan(60_000_000_000L)
                .isEqualTo(timeline.recordedNanos(0, study.fromNanos(), study.toNanos()));
        assertThat(timeline.recordedNanos(1, study.fromNanos(), study.toNanos())).isZero();
        assertWithinWhatWasRecorded(study);
        assertThat(Descriptors.installed().caveats(study)).extracting(Caveat::kind).contains("apart", "recording-outside");
        // a range over both of them
        Analysis both = over(study, timeline.startNanos(), timeline.recordingEnd(1, 0));
        assertThat(both.toNanos() - both.fromNanos()).isGreaterThan(1_700_000_000_000L);
        assertThat(both.graph().rangeNanos()).isEqualTo(timeline.recordedNanos(0, both.fromNanos(), both.toNanos())
                + timeline.recordedNanos(1, both.fromNanos(), both.toNanos()));
        assertWithinWhatWasRecorded(both);
        assertThat(Descriptors.installed().caveats(both)).extracting(Caveat::kind).contains("recordings-apart", "unrecorded-time");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 20_000_000, 60_000_000})
    void recordingsThatOverlapInPartKeepTheirOwnTimes(long laterNanos) throws IOException {
        host("first", 3, 0);
        host("second", 4, laterNanos);
        Analysis study = study();
        assertWithinWhatWasRecorded(study);
        Timeline timeline = study.timeline();
        long from = Math.min(timeline.recordingStart(0, 0), timeline.recordingStart(1, 0));
        long to = Math.max(timeline.recordingEnd(0, 0), timeline.recordingEnd(1, 0));
        Analysis both = over(study, from, to);
        assertWithinWhatWasRecorded(both);
        assertThat(Descriptors.installed().caveats(both)).extracting(Caveat::kind).doesNotContain("recordings-apart", "unrecorded-time");
    }

    @Test
    void twoRecordingsOfOneHostHaveAPauseBetweenThem() throws IOException {
        host("first", 5, 0);
        host("second", 6, 1_800_000_000_000L);
        Analysis study = Analysis.of(List.of(directory), new OpenOptions(false, true, List.of(new HostOverride("one", directory)), null),
                Question.ALL, Progress.NONE);
        Timeline timeline = study.timeline();
        assertThat(timeline.hostCount()).isEqualTo(1);
        assertThat(timeline.recordings(0)).isEqualTo(2);
        assertThat(timeline.recordingStart(0, 1) - timeline.recordingEnd(0, 0)).isGreaterThan(1_700_000_000_000L);
        assertThat(study.graph().rangeNanos()).isEqualTo(timeline.recordedNanos(0, study.fromNanos(), study.toNanos()))
                .isLessThan(60_000_000_000L);
        for (ThreadTotals total : study.totals()) {
            long known = total.endNanos() - total.startNanos() - total.nanos(ThreadState.UNKNOWN);
            assertThat(known).as(timeline.name(total.thread())).isLessThanOrEqualTo(study.graph().rangeNanos());
        }
        assertThat(Descriptors.installed().caveats(study)).extracting(Caveat::kind).contains("unrecorded-time");
    }
}
