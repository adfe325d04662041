/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The profile counters: what this machine has is recorded, the rest is told, and a program is recorded in any case. */
final class CountersTest {
    @TempDir Path directory;

    @Test
    void whatTheMachineHasIsRecordedWithEachEventAndTheRestIsTold() throws IOException {
        Path output = directory.resolve("o");
        String sample = Annotated.makeWithLibrary().resolve("sample").toString();
        String said = Recorder.alone(directory, "start", "--profile", "counters", "-o", output.toString(), "--", sample).succeed();
        assertThat(said).contains("150 GET and 50 PUT served").endsWith(Recorder.NOTHING_LEFT);
        // a counter that cannot be had would have cost all events
        assertThat(Recorder.events(output)).containsEntry("bowline:interval_begin", 200L).containsEntry("(discarded)", 0L);
        if (!said.contains("recording without counters")) {
            assertThat(said).containsPattern("counters of each thread, with each event of programs: [a-zA-Z0-9 -]+\n");
        }
        if (!said.matches("(?s).*with each event of programs: [^\n]*instructions.*")) {
            assertThat(said).containsPattern("counters left out: instructions[^\n]* \\([^\n]+\\)");
        }
    }

    @Test
    void countersGoWithTheEventsOfAllProfilesOfPrograms() throws IOException {
        Path output = directory.resolve("o");
        String said = Recorder.alone(directory, "start", "--profile", "counters", "--profile", "functions", "-o", output.toString(), "--",
                Recorder.sample(directory).toString()).succeed();
        assertThat(Recorder.events(output)).containsEntry("lttng_ust_cyg_profile:func_entry", 203L);
        try (var files = Files.walk(output)) {
            String told = Files.readString(files.filter(file -> file.endsWith("system.txt")).findFirst().orElseThrow());
            boolean any = !said.contains("recording without counters");
            assertThat(told.lines().filter(line -> line.contains(" UST ")).toList()).hasSize(2)
                    .allMatch(line -> line.contains("perf:thread:") == any);
        }
    }
}
