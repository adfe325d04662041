/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known of a recording is in temporary files instead of on the heap. */
class BeyondTheHeapTest {
    private static final String HEAP = "bowline.columns.heap";
    private static final String FOLDER = "bowline.columns.folder";
    private static final String TRACES = Checkout.root().resolve("tests/traces").toString();

    @TempDir private Path directory;

    @AfterEach
    void asBefore() {
        System.clearProperty(HEAP);
        System.clearProperty(FOLDER);
    }

    private Map<String, String> analyze(String name, String recording) throws IOException {
        Path out = directory.resolve(name);
        Captured run = Captured.run("analyze", TRACES + '/' + recording, "-o", out.toString(), "--range", "all");
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(out)) {
            for (Path file : all.filter(path -> path.toString().endsWith(".csv")).toList()) {
                files.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        assertThat(files).containsKeys("threads.csv", "wait-for.csv", "sync.csv");
        return files;
    }

    @ParameterizedTest
    @ValueSource(strings = {"three-tier", "lost-events", "lock-contention", "journal-stacks", "wperf-example"})
    void allCsvFilesAreTheSameToTheByte(String recording) throws IOException {
        Path folder = Files.createDirectory(directory.resolve("temporary"));
        Map<String, String> onTheHeap = analyze("heap", recording);
        System.setProperty(FOLDER, folder.toString());
        System.setProperty(HEAP, "0");
        assertThat(analyze("files", recording)).isEqualTo(onTheHeap);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void withoutAFolderForTheFilesOneLineSaysWhatToDoAndNothingIsWritten() {
        Path out = directory.resolve("out");
        System.setProperty(FOLDER, directory.resolve("missing").toString());
        System.setProperty(HEAP, "0");
        Captured run = Captured.run("analyze", TRACES + "/lock-contention", "-o", out.toString());
        assertThat(run.code()).isEqualTo(ExitCode.OUT_OF_MEMORY);
        assertThat(run.error().lines().toList()).hasSize(1).first().asString().startsWith("bowline: out of memory: what does not fit")
                .contains("missing: there is no such folder", "TMPDIR");
        assertThat(out).doesNotExist();
    }

    @Test
    void nothingIsLeftOfAProcessThatIsKilled() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(directory.resolve("temporary"));
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-D" + HEAP + "=0", "-D" + FOLDER + '=' + folder, "-cp", classPath, "org.bowline.cli.Main", "wait-for", "--progress",
                TRACES + "/three-tier"));
        Process process = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        try (var error = process.errorReader()) {
            String line = error.readLine();
            while (line != null && !line.contains("Joining")) {
                line = error.readLine();
            }
            assertThat(line).as("it joins hosts").isNotNull();
            process.destroyForcibly();
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).as("it ends").isTrue();
            // It may have been killed in the microseconds in which a file has its name, and nothing is in it yet.
            assertThat(left(folder)).hasSizeLessThanOrEqualTo(1).allSatisfy(file -> assertThat(file).isEmptyFile());
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<Path> left(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}
