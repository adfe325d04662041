/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.testkit.TaggedTrace;

/** A thread that answers requests is at work, however often others wait for each other beside it. */
class WhoAnswersTest {
    private static final long MILLIS = 1_000_000;
    private static final int SERVER = 100;
    private static final int PING = 201;
    private static final int PONG = 202;
    private static final IntervalSpec REQUESTS = new IntervalSpec("app:begin", "app:end", "module", "");

    @TempDir private Path directory;

    private static boolean isAside(Analysis analysis, int tid) {
        return IntStream.range(0, analysis.timeline().threadCount()).filter(thread -> analysis.timeline().tid(thread) == tid)
                .allMatch(thread -> analysis.aside().isAside(thread));
    }

    @Test
    void whoAnswersRequestsIsNotSetAsideForOthersThatWaitForEachOther() throws IOException {
        try (TaggedTrace trace = new TaggedTrace(directory, "server")) {
            for (long round = 0; round < 100; round++) { // of 10 ms, in which two threads wake each other in turn, and the server needs 1 ms by itself
                long at = round * 10 * MILLIS;
                trace.wake(0, PONG, at + 2 * MILLIS, at + 3 * MILLIS, at + 4 * MILLIS).run(0, PING, at, at + 3 * MILLIS);
                trace.wake(0, PING, at + 4 * MILLIS - 1000, at + 10 * MILLIS, at + 10 * MILLIS);
                trace.run(1, SERVER, at + 5 * MILLIS, at + 6 * MILLIS);
                trace.own(1, SERVER, at + 5 * MILLIS + 1000, "begin", "r" + round, 1);
                trace.own(1, SERVER, at + 6 * MILLIS - 1000, "end", "r" + round, 1);
            }
        }
        Analysis without = Analysis.of(List.of(directory), OpenOptions.DEFAULT, Question.ALL.about(List.of(), Question.Part.WORK),
                Progress.NONE);
        assertThat(isAside(without, SERVER)).as(without.aside().phrase()).isTrue();
        Analysis analysis = Analysis.of(List.of(directory), OpenOptions.DEFAULT, Question.ALL.about(List.of(REQUESTS), Question.Part.WORK),
                Progress.NONE);
        assertThat(isAside(analysis, SERVER)).as(analysis.aside().phrase()).isFalse();
        assertThat(isAside(analysis, PING)).isFalse();
    }
}
