/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.tracecompass.core.ThreeTier;

/** In which code a wait was, as the details tell it. */
final class WaitingCodeTest {
    private static final Path JOURNAL = ThreeTier.folder().resolveSibling("journal-stacks");

    private static AnalysisResult read(Path folder) throws Exception {
        try (Experiment experiment = Experiment.open(List.of(folder), OpenOptions.DEFAULT, Progress.NONE)) {
            return experiment.read(Progress.NONE).result();
        }
    }

    private static int segment(Timeline timeline, int thread, ThreadState state, Cause cause) {
        for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
            if (timeline.state(s) == state && (state != ThreadState.BLOCKED || timeline.cause(s) == cause)
                    && timeline.end(thread, s) - timeline.start(s) > 1_000) {
                return s;
            }
        }
        throw new AssertionError("no such segment");
    }

    private static List<String> told(AnalysisResult result, int thread, int segment, WaitingCode code, String label) {
        ThreadDetails details = ThreadDetails.of(result, thread, result.timeline().start(segment) + 1, code);
        assertThat(details).isNotNull();
        return details.lines().stream().filter(line -> line.label().equals(label)).map(ThreadDetails.Line::value).toList();
    }

    @Test
    void aWaitTellsItsCallStackAndARunningThreadNone() throws Exception {
        AnalysisResult result = read(JOURNAL);
        Timeline timeline = result.timeline();
        int writer = 0;
        while (!timeline.name(writer).equals("j-writer")) {
            writer++;
        }
        assertThat(WaitingCode.known(result)).isNull();
        WaitingCode code = WaitingCode.read(List.of(JOURNAL), List.of(), result, Progress.NONE);
        assertThat(WaitingCode.read(List.of(), List.of(), result, Progress.NONE)).as("read once").isSameAs(code);
        int wait = segment(timeline, writer, ThreadState.BLOCKED, Cause.DISK);
        assertThat(told(result, writer, wait, code, Messages.detailCode))
                .containsExactly("writer_main \u2192 [write_batch] \u2192 fdatasync");
        assertThat(told(result, writer, wait, code, Messages.detailStack)).containsSubsequence("writer_main", "[write_batch]", "fdatasync");
        assertThat(told(result, writer, wait, code, Messages.detailKernel)).hasSize(1);
        assertThat(told(result, writer, wait, null, Messages.detailCode)).as("not read yet").isEmpty();
        int runs = segment(timeline, writer, ThreadState.RUNNING, Cause.UNKNOWN);
        assertThat(told(result, writer, runs, code, Messages.detailCode)).isEmpty();
        assertThat(ThreadDetails.isWait(timeline, writer, timeline.start(wait))).isTrue();
        assertThat(ThreadDetails.isWait(timeline, writer, timeline.start(runs))).isFalse();
    }

    @Test
    void aProgramThatIsKeptElsewhereNamesItsFunctionsOnceItsFolderIsTold(@TempDir Path folder) throws Exception {
        Path alone = Files.copy(JOURNAL.resolve("A.zip"), folder.resolve("A.zip"));
        AnalysisResult result = read(alone);
        Timeline timeline = result.timeline();
        int writer = 0;
        while (!timeline.name(writer).equals("j-writer")) {
            writer++;
        }
        int wait = segment(timeline, writer, ThreadState.BLOCKED, Cause.DISK);
        WaitingCode nameless = WaitingCode.read(List.of(alone), List.of(), result, Progress.NONE);
        assertThat(told(result, writer, wait, nameless, Messages.detailCode)).containsExactly("fdatasync");
        WaitingCode named = WaitingCode.read(List.of(), List.of(JOURNAL.resolve("symbols")), result, Progress.NONE); // no trace is read again
        assertThat(told(result, writer, wait, named, Messages.detailCode))
                .containsExactly("writer_main \u2192 [write_batch] \u2192 fdatasync");
        assertThat(WaitingCode.known(result)).isSameAs(named);
    }

    @Test
    void whereOnlySystemCallsWereRecordedTheCallIsTold() {
        AnalysisResult result = ThreeTier.result();
        int client = ThreeTier.thread("w1-client");
        WaitingCode code = WaitingCode.read(List.of(ThreeTier.folder()), List.of(), result, Progress.NONE);
        int wait = segment(result.timeline(), client, ThreadState.BLOCKED, Cause.TIMER);
        assertThat(told(result, client, wait, code, Messages.detailCode)).containsExactly("clock_nanosleep");
        assertThat(told(result, client, wait, code, Messages.detailStack)).isEmpty();
        assertThat(code.caveats()).isEmpty();
    }

    @Test
    void tracesThatAreGoneAreACaveat() throws Exception {
        AnalysisResult result = read(JOURNAL);
        WaitingCode code = WaitingCode.read(List.of(ThreeTier.folder()), List.of(), result, Progress.NONE);
        assertThat(code.caveats()).singleElement().satisfies(caveat -> {
            assertThat(caveat.kind()).isEqualTo("code-not-read");
            assertThat(caveat.text()).startsWith("In which code threads waited is not known");
        });
        assertThat(told(result, 0, result.timeline().firstSegment(0), code, Messages.detailCode)).isEmpty();
    }
}
