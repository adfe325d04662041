/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.files.WholeFile;
import org.bowline.core.progress.Progress;
import org.bowline.report.analyses.RunFiles;

/** Whenever a run is killed, the directory holds the run before or the new one, and the next run leaves nothing of it behind. */
class KilledRunTest {
    private static final List<String> FILES = List.of("caveats.csv", "caveats.json", "report.html", "sync.json");
    private static final Pattern RUN = Pattern.compile("(old|new|[ab]-\\d+)");

    @TempDir Path directory;

    /** Which run each file that a reader finds is of. */
    private static List<String> seen(Path target) throws IOException {
        List<String> seen = new ArrayList<>();
        for (String name : FILES) {
            Path file = ReportDirectory.file(target, name);
            if (Files.exists(file)) {
                Matcher run = RUN.matcher(Files.readString(file));
                seen.add(name + " of " + (run.find() ? run.group() : "nobody"));
            }
        }
        return seen;
    }

    /** Whether a run is there: one whose files another is just moving away counts, too. */
    private static boolean isWritten(Path target) throws IOException {
        try {
            return !seen(target).isEmpty();
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    private static List<String> names(Path target) throws IOException {
        try (Stream<Path> files = Files.list(target)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static void nextRunThatIsGivenUp(Path target) throws IOException {
        RunFiles.prepare(target, Progress.NONE).close();
    }

    @Test
    void killedBeforeAnyStepADirectoryHoldsTheOldRunOrTheNewOne() throws Exception {
        List<String> before = List.of("caveats.csv of old", "caveats.json of old", "report.html of old", "sync.json of old");
        List<String> after = List.of("caveats.csv of new", "caveats.json of new", "report.html of new");
        List<List<String>> found = new ArrayList<>();
        int code = KilledRun.KILLED;
        for (int step = 0; code == KilledRun.KILLED; step++) {
            Path target = directory.resolve("out-" + step);
            KilledRun.write(target, "old", () -> {});
            Files.writeString(target.resolve("sync.json"), "old");
            Files.writeString(target.resolve("notes.txt"), "mine");
            code = KilledRun.start(target.toString(), "new", Integer.toString(step)).waitFor();
            assertThat(seen(target)).as("step %d", step).isIn(before, after);
            found.add(seen(target));
            nextRunThatIsGivenUp(target);
            assertThat(seen(target)).as("step %d", step).isEqualTo(found.get(step));
            assertThat(names(target)).as("step %d", step).containsExactlyElementsOf(
                    found.get(step).equals(before) ? List.of("caveats.csv", "caveats.json", "notes.txt", "report.html", "sync.json")
                            : List.of("caveats.csv", "caveats.json", "notes.txt", "report.html"));
        }
        assertThat(code).isZero();
        assertThat(found).startsWith(before, before).endsWith(after, after, after, after).hasSizeGreaterThan(30);
    }

    @Test
    void killedBeforeAnyStepADirectoryThatWasNotThereIsWholeOrNotThere() throws Exception {
        int code = KilledRun.KILLED;
        for (int step = 0; code == KilledRun.KILLED; step++) {
            Path parent = Files.createDirectory(directory.resolve("runs-" + step));
            code = KilledRun.start(parent.resolve("out").toString(), "new", Integer.toString(step)).waitFor();
            assertThat(Files.exists(parent.resolve("out"))).as("step %d", step).isEqualTo(code == 0);
            nextRunThatIsGivenUp(parent.resolve("out"));
            assertThat(names(parent)).isEqualTo(code == 0 ? List.of("out") : List.of());
        }
        assertThat(code).isZero();
    }

    @Test
    void processesThatWriteTheSameDirectoryAndAreKilledLeaveOneWholeRun() throws Exception {
        long seed = Long.getLong("bowline.seed", System.nanoTime());
        Random random = new Random(seed);
        Path target = Files.createDirectory(directory.resolve("out"));
        for (int round = 0; round < 4; round++) {
            List<Process> writers = List.of(KilledRun.start(target.toString(), "a"), KilledRun.start(target.toString(), "b"));
            try {
                while (!isWritten(target) && writers.stream().allMatch(Process::isAlive)) {
                    Thread.sleep(5); // until the first run is there
                }
                Thread.sleep(random.nextInt(200));
                assertThat(writers).as("seed %d", seed).allMatch(Process::isAlive);
            } finally {
                for (Process writer : writers) {
                    writer.destroyForcibly().waitFor();
                }
            }
            List<String> killed = seen(target);
            assertThat(killed.stream().map(file -> file.replaceAll(".* of ", "")).distinct()).as("%s, seed %d", killed, seed).hasSize(1);
            nextRunThatIsGivenUp(target);
            assertThat(seen(target)).as("seed %d", seed).isEqualTo(killed);
            assertThat(names(target)).as("seed %d", seed).containsExactly("caveats.csv", "caveats.json", "report.html");
        }
    }

    @Test
    void threadsThatWriteTheSameDirectoryLeaveOneWholeRun() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String run = "a-" + i;
                tasks.add(() -> {
                    KilledRun.write(directory.resolve("out"), run, () -> {});
                    return null;
                });
            }
            for (Future<Void> each : pool.invokeAll(tasks)) {
                each.get();
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(seen(directory.resolve("out")).stream().map(file -> file.replaceAll(".* of ", "")).distinct()).hasSize(1);
        assertThat(names(directory)).containsExactly("out");
        assertThat(names(directory.resolve("out"))).containsExactly("caveats.csv", "caveats.json", "report.html");
    }

    @Test
    void aRunThatIsStillAtWorkIsNotTakenForDead() throws IOException {
        try (ReportDirectory first = RunFiles.prepare(directory, Progress.NONE);
                WholeFile page = WholeFile.prepare(directory.resolve("page.html"))) {
            first.writePage(out -> out.write("first"));
            KilledRun.write(directory, "new", () -> {});
            page.commit(out -> out.write("page"));
            first.commit();
        }
        assertThat(names(directory)).containsExactly("page.html", "report.html");
        assertThat(directory.resolve("report.html")).hasContent("first");
    }

    @Test
    void whatIsNotSurelyOursIsNeitherRemovedNorRead() throws IOException {
        Files.createDirectory(directory.resolve(".bowline-mine.partial"));
        Files.writeString(directory.resolve(".bowline-notes.lock"), "mine");
        Files.createSymbolicLink(directory.resolve(".bowline-12345678-1234-1234-1234-123456789abc.lock"), directory.resolve("notes"));
        Files.writeString(directory.resolve("notes"), "mine");
        List<String> before = names(directory);
        nextRunThatIsGivenUp(directory);
        assertThat(names(directory)).isEqualTo(before);
    }
}
