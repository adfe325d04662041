/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process, stopped by a real signal while it unpacks an archive that takes seconds. */
class InterruptTest {
    private static final int MEBIBYTES = 1024;
    private static final int SIGINT = 2;

    @TempDir static Path shared;
    private static Path archive;

    @TempDir Path directory;

    @BeforeAll
    static void slowArchive() throws IOException {
        archive = shared.resolve("slow.zip");
        byte[] zeros = new byte[1 << 20];
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.setLevel(Deflater.BEST_SPEED);
            zip.putNextEntry(new ZipEntry("trace/metadata"));
            zip.putNextEntry(new ZipEntry("trace/stream"));
            for (int i = 0; i < MEBIBYTES; i++) {
                zip.write(zeros);
            }
        }
    }

    @Test
    void ctrlCEndsItWithItsOwnExitCodeAndLeavesNothing() throws IOException, InterruptedException {
        assumeTrue(!isIgnored(SIGINT), "this process ignores SIGINT (it was started in the background), and so would its child");
        stops("-INT");
    }

    @Test
    void terminationDoesTheSame() throws IOException, InterruptedException {
        stops("-TERM");
    }

    private void stops(String signal) throws IOException, InterruptedException {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Path out = directory.resolve("deep/out");
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary, "-cp",
                classPath, "org.bowline.cli.Main", "analyze", "--progress", archive.toString(), "-o", out.toString()).start();
        try (BufferedReader error = process.errorReader()) {
            String line = error.readLine();
            assertThat(line).isEqualTo("bowline: Looking for traces ...");
            assertThat(new ProcessBuilder("sh", "-c", "kill " + signal + " " + process.pid()).start().waitFor()).isZero();
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).as("it ends").isTrue();
            assertThat(error.lines().toList()).containsExactly("bowline: cancelled");
            assertThat(process.exitValue()).isEqualTo(ExitCode.CANCELLED);
            assertThat(temporary).isEmptyDirectory();
            assertThat(out.getParent()).doesNotExist();
        } finally {
            process.destroyForcibly();
        }
    }

    private static boolean isIgnored(int signal) throws IOException {
        List<String> status = Files.readAllLines(Path.of("/proc/self/status"));
        String mask = status.stream().filter(line -> line.startsWith("SigIgn:")).findFirst().orElse("SigIgn:\t0");
        return (Long.parseUnsignedLong(mask.substring(mask.indexOf(':') + 1).trim(), 16) >> (signal - 1) & 1) != 0;
    }
}
