/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.progress.Progress;
import org.bowline.core.testing.Recordings;

/** What is read again of traces. */
final class ReadTracesTest {
    @Test
    void tracesOfOtherHostsThanThoseThatWereReadAreToldInWords() throws IOException {
        try (Experiment three = Experiment.open(List.of(Recordings.own("three-tier")), OpenOptions.DEFAULT, Progress.NONE);
                Experiment one = Experiment.open(List.of(Recordings.own("three-tier").resolve("A.zip")), OpenOptions.DEFAULT,
                        Progress.NONE);
                Experiment none = Experiment.open(List.of(), OpenOptions.DEFAULT, Progress.NONE)) {
            AnalysisResult result = three.read(Progress.NONE).result();
            assertThatThrownBy(() -> ReadTraces.again(one, result))
                    .hasMessage("the traces are of host A, what was read of them is of hosts A, B and C");
            assertThatThrownBy(() -> ReadTraces.again(none, result))
                    .hasMessage("the traces are of no host, what was read of them is of hosts A, B and C");
        }
    }
}
