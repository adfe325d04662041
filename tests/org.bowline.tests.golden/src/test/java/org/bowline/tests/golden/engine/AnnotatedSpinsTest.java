/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Spins;
import org.bowline.core.finding.Findings;
import org.bowline.core.progress.Progress;
import org.bowline.core.spin.SpinUse;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.OpenOptions;

/** Polling and false wake-ups of a real program, which counts by itself what it tells by annotations. */
class AnnotatedSpinsTest {
    private static final Path RECORDING = Recording.own("annotated-spins");

    /** What an event and a system call take at both ends of some 40 spins, in a guest with emulated processors. */
    private static final double CLOCK = 1.03;

    private static Analysis analysis(Question question) throws IOException {
        return Analysis.of(List.of(RECORDING), OpenOptions.DEFAULT, question, Progress.NONE);
    }

    @Test
    void sumsAreThoseOfTheProgram() throws IOException {
        Analysis analysis = analysis(Question.ALL);
        Timeline timeline = analysis.timeline();
        List<SpinUse> uses = analysis.get(Spins.USES);
        for (String line : Files.readAllLines(RECORDING.resolve("own.csv")).subList(1, 5)) {
            String[] own = line.split(",");
            SpinUse use = uses.stream().filter(one -> timeline.name(one.thread()).equals(own[0])).findFirst().orElse(null);
            assertThat(use).as(own[0]).isNotNull();
            assertThat(use.falseWakeUps()).as(own[0]).isEqualTo(Long.parseLong(own[3]));
            // the program reads its clock within the two events
            assertThat((double) use.spinNanos()).as(own[0]).isBetween(Double.parseDouble(own[2]), Double.parseDouble(own[2]) * CLOCK + 1);
        }
    }

    @Test
    void whoIsPolledForIsWhoHasTheLock() throws IOException {
        Analysis analysis = analysis(Question.WORK);
        Timeline timeline = analysis.timeline();
        for (SpinUse use : analysis.get(Spins.USES)) {
            if (timeline.name(use.thread()).startsWith("poller-")) {
                assertThat(timeline.name(use.owner())).isEqualTo("keeper");
            }
        }
        assertThat(Findings.of(analysis).findings().get(0).summary()).startsWith("keeper (A:1278) sleeps while others wait for it: ")
                .contains("poller-1", "poller-2");
    }
}
