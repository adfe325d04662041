/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.testkit.Folders;

/** Files and folders that the system does not let be read: told with their names, never taken for a fault of Bowline, and never left out of a comparison without a word. */
class RefusedFilesTest {
    private static final Path TRACES = Folders.repository().resolve("tests/traces");
    private static final String LOCK = TRACES.resolve("lock-contention").toString();
    /** A file whose bytes cannot be read, by whomever, as on a disk that breaks. */
    private static final Path BROKEN = Path.of("/proc/self/mem");

    @TempDir Path directory;

    private static void refuses(Captured run, Path what) {
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(run.error()).startsWith("bowline: cannot read ").contains(what.toString()).hasLineCount(1);
    }

    /** Runs while a file or folder has no permissions, in a process that minds them: one of root gives up what lets root pass over them. */
    private Captured whileClosed(Path closed, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        Files.setPosixFilePermissions(closed, Set.of());
        try {
            if (Files.isReadable(closed)) {
                command.addAll(List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search"));
            }
            command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-cp",
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")), "org.bowline.cli.Main"));
            command.addAll(List.of(arguments));
            Path out = directory.resolve("out.txt");
            Path error = directory.resolve("error.txt");
            int code = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(error.toFile()).start().waitFor();
            return new Captured(code, Files.readString(out), Files.readString(error));
        } finally {
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString(Files.isDirectory(closed) ? "rwx------" : "rw-------"));
        }
    }

    @Test
    void whatTheDiskDoesNotGive() throws IOException {
        Path baseline = Files.createSymbolicLink(directory.resolve("baseline.json"), BROKEN);
        refuses(Captured.run("findings", LOCK, "--baseline", baseline.toString()), baseline);
        Path sweep = Files.createSymbolicLink(directory.resolve("runs.csv"), BROKEN);
        refuses(Captured.run("compare", "--by", "concurrency", sweep.toString()), sweep);
        Path recording = Files.createDirectories(directory.resolve("recordings/one"));
        Path notes = Files.createSymbolicLink(recording.resolve("recording.txt"), BROKEN);
        refuses(Captured.run("compare", directory.resolve("recordings").toString(), LOCK), notes);
    }

    @Test
    void aBaselineWithoutPermission() throws IOException, InterruptedException {
        Path baseline = directory.resolve("baseline.json");
        assertThat(Captured.run("findings", LOCK, "--write-baseline", baseline.toString()).code()).isZero();
        Captured run = whileClosed(baseline, "findings", LOCK, "--baseline", baseline.toString());
        refuses(run, baseline);
        assertThat(run.error()).contains("permission denied");
    }

    @Test
    void aRunAmongOthersThatMayNotBeLookedInto() throws IOException, InterruptedException {
        assertThat(Captured.run("analyze", LOCK, "-o", directory.resolve("runs/one").toString()).code()).isZero();
        Path closed = Files.createDirectory(directory.resolve("runs/two"));
        refuses(whileClosed(closed, "compare", directory.resolve("runs").toString(), LOCK), closed);
    }

    @Test
    void aRecordingAmongOthersThatMayNotBeLookedInto() throws IOException, InterruptedException {
        for (String name : List.of("one", "two", "closed")) {
            Path recording = Files.createDirectories(directory.resolve("recordings").resolve(name));
            Folders.unpack(Path.of(LOCK), recording);
            Files.writeString(recording.resolve("recording.txt"), "host A\n");
        }
        Path closed = directory.resolve("recordings/closed");
        refuses(whileClosed(closed, "compare", directory.resolve("recordings").toString(), LOCK), closed);
    }

    @Test
    void aRunOfASweepThatMayNotBeLookedInto() throws IOException, InterruptedException {
        Files.writeString(directory.resolve("runs.csv"), "build,clients,run,throughput\nmain,1,1,10\n");
        Path run = Files.createDirectories(directory.resolve("runs/main-1-recorded"));
        String[] compare = {"compare", "--by", "concurrency", directory.toString()};
        assertThat(Captured.run(compare).error()).as("a folder without a recording").doesNotContain("is left out");
        for (Path closed : List.of(run, run.getParent())) {
            Captured told = whileClosed(closed, compare);
            assertThat(told.code()).isZero();
            assertThat(told.error() + told.out()).contains("The recording " + closed + " is left out: permission denied.");
        }
    }
}
