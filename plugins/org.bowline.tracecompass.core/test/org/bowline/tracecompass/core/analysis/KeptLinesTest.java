/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines in which a choice is kept. */
final class KeptLinesTest {
    @TempDir private Path folder;

    @Test
    void whatPeopleWriteForEachOtherSaysNothing() {
        assertThat(KeptLines.said(List.of("# of the server", "", "  event=a,path=b ", " \t", "  # or this", "event=#c,path=d")))
                .containsExactly("event=a,path=b", "event=#c,path=d");
    }

    @Test
    void whatIsKeptIsReadAgainBelowALineForPeople() throws Exception {
        Path file = folder.resolve("kept.txt");
        KeptLines.write(file, "what it is for", List.of("one", "two"), "The choice");
        assertThat(Files.readAllLines(file)).containsExactly("# what it is for", "one", "two");
        KeptLines.write(file, "what it is for", List.of(), "The choice");
        assertThat(KeptLines.said(Files.readAllLines(file))).as("nothing was chosen, which is a choice").isEmpty();
    }
}
