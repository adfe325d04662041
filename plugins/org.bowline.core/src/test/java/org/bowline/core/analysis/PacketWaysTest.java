/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.Recordings;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.OpenOptions;

/** Whether what is said of packets on their way is known, on recordings. */
class PacketWaysTest {
    private static Analysis ask(Path recording) throws IOException {
        return Analysis.of(List.of(recording), OpenOptions.DEFAULT, Question.WORK, Progress.NONE);
    }

    private static List<Caveat> ofPath(Analysis analysis, String name) {
        Timeline timeline = analysis.timeline();
        int thread = 0;
        while (!timeline.name(thread).equals(name)) {
            thread++;
        }
        return Analysis.pathOf(thread).caveats(analysis).stream().filter(caveat -> caveat.kind().equals("way-within-clock-error")).toList();
    }

    @Test
    void clocksThatAreOffByAsMuchAsPacketsTakeMakeOneWayAnEstimate() throws IOException {
        Analysis analysis = ask(Recordings.own("first-answers/far-server"));
        assertThat(ofPath(analysis, "h-client")).singleElement().satisfies(caveat -> {
            assertThat(caveat.host()).isEqualTo("B");
            assertThat(caveat.text()).startsWith(
                    "The clocks of A and B may be off against each other by 13.2 ms, and packets take 13.7 ms at the median. So how long a single packet");
        });
        assertThat(analysis.get(PacketWays.RESULT).doubts(host -> host == 0)).as("one host alone").isEmpty();
    }

    @Test
    void clocksThatAreKnownMoreCloselyThanHalfOfWhatPacketsTakeDoNot() throws IOException {
        Path recording = Recordings.shared("traces/lab/w1");
        Assumptions.assumeTrue(recording != null, "skipped: no traces/lab/w1 in the folder shared (BOWLINE_SHARED)");
        Analysis analysis = ask(recording);
        assertThat(analysis.get(PacketWays.RESULT).medianNanos(2)).isBetween(300_000L, 400_000L);
        assertThat(ofPath(analysis, "w1-client")).isEmpty();
    }

    @Test
    void aPathOnOneHostIsNoEstimate() throws IOException {
        assertThat(ofPath(ask(Recordings.own("wperf-example")), "w2-A")).isEmpty();
    }
}
