/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadTimesTest {
    private static final LoadTimes OTHERWISE = new LoadTimes(1, 2);

    @TempDir Path directory;

    private LoadTimes noted(String text) throws IOException {
        return LoadTimes.noted(Files.writeString(directory.resolve("times"), text), OTHERWISE);
    }

    @Test
    void whatTheShellNotedCounts() throws IOException {
        assertThat(noted("1795643308718341817\n1795643309718341818\n")).isEqualTo(new LoadTimes(1795643308718341817L, 1_000_000_001L));
    }

    @Test
    void whatDoesNotSayBothIsNotBelieved() throws IOException {
        for (String text : new String[] {"", "1795643308718341817\n", "1795643308N\n1795643309N\n",
            "1795643309718341818\n1795643308718341817\n",
            "1795643308718341817\n1795643309718341818\nx\n"}) {
            assertThat(noted(text)).as(text).isEqualTo(OTHERWISE);
        }
        assertThat(LoadTimes.noted(directory.resolve("absent"), OTHERWISE)).isEqualTo(OTHERWISE);
    }
}
