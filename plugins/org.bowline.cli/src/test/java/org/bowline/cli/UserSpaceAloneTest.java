/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of a program that was recorded without the kernel nobody knows who waited: that there is nothing to show must not read as if nobody had. */
class UserSpaceAloneTest {
    private static final String REQUESTS_ALONE = Checkout.root().resolve("tests/traces/labelled-work/loop.zip").toString();

    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"off-cpu", "runnable", "spins", "threads", "wait-for"})
    void whatThreadsDidIsNotKnownRatherThanNothing(String command) {
        Captured run = Captured.run(command, REQUESTS_ALONE);
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).startsWith("It is not known what threads did: there is no kernel trace with scheduling events\n")
                .doesNotContain("Nobody", "No thread", "No program", "No knot", "Heaviest of 0");
    }

    @Test
    void whetherFunctionsWereRecordedIsNotDenied() {
        Captured run = Captured.run("instrument-next", REQUESTS_ALONE);
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).contains("there is no kernel trace with scheduling events",
                "sudo bowline-record start --profile waits-network --profile requests --profile functions")
                .doesNotContain("No functions were");
    }

    @Test
    void mutexesThatWereRecordedAreNotDenied() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(Checkout.root().resolve("tests/traces/lock-contention/A.zip"));
                Stream<Path> all = Files.walk(zip.getPath("A/ust"))) {
            for (Path one : (Iterable<Path>) all::iterator) {
                if (Files.isRegularFile(one)) {
                    Path file = directory.resolve(one.toString().replaceFirst("^/", ""));
                    Files.createDirectories(file.getParent());
                    Files.copy(one, file);
                }
            }
        }
        Captured run = Captured.run("locks", directory.toString(), REQUESTS_ALONE); // with requests of which something is known
        assertThat(run.out() + run.error()).contains("events of mutexes are of threads that the kernel trace does not have")
                .doesNotContain("Nothing was recorded of locks");
    }
}
