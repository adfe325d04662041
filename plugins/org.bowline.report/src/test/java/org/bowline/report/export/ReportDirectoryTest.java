/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.files.FileFailure;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.report.analyses.RunFiles;
import org.bowline.report.table.Format;
import org.bowline.report.table.Reports;
import org.bowline.report.table.Samples;

class ReportDirectoryTest {
    @TempDir Path directory;

    @Test
    void aNewDirectoryAppearsWithAllFilesAtTheCommit() throws IOException {
        Path target = directory.resolve("deep/er/out");
        try (ReportDirectory reports = RunFiles.prepare(target, Progress.NONE)) {
            reports.write(Reports.CAVEATS, Samples.CAVEATS, Format.CSV);
            reports.write(Reports.WAIT_FOR, List.of(Samples.EDGE), Format.JSON);
            assertThat(target).doesNotExist();
            ReportDirectory.Outcome outcome = reports.commit();
            assertThat(outcome.written()).containsExactly(target.resolve("caveats.csv"), target.resolve("wait-for.json"));
            assertThat(outcome.removed()).isEmpty();
        }
        assertThat(names(target)).containsExactly("caveats.csv", "wait-for.json");
        assertThat(names(target.getParent())).containsExactly("out");
        assertThat(target.resolve("caveats.csv")).content().startsWith("severity,host,");
    }

    @Test
    void withoutACommitNothingIsLeftNotEvenParents() throws IOException {
        try (ReportDirectory reports = RunFiles.prepare(directory.resolve("deep/er/out"), Progress.NONE)) {
            reports.write(Reports.CAVEATS, Samples.CAVEATS, Format.CSV);
        }
        assertThat(names(directory)).isEmpty();
    }

    @Test
    void rowsThatFailLeaveWhatWasThere() throws IOException {
        Files.writeString(directory.resolve("caveats.csv"), "old");
        Files.writeString(directory.resolve("notes.txt"), "mine");
        Iterable<Caveat> failing = () -> new Iterator<>() {
            private int left = 100_000;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Caveat next() {
                if (left-- == 0) {
                    throw new IllegalStateException("no more");
                }
                return Samples.CAVEATS.get(0);
            }
        };
        assertThatThrownBy(() -> {
            try (ReportDirectory reports = RunFiles.prepare(directory, Progress.NONE)) {
                reports.write(Reports.CAVEATS, failing, Format.CSV);
            }
        }).hasMessage("no more");
        assertThat(names(directory)).containsExactly("caveats.csv", "notes.txt");
        assertThat(directory.resolve("caveats.csv")).hasContent("old");
    }

    @Test
    void aCancelStopsEndlessRowsAndLeavesNothing() throws IOException {
        Progress stop = new Progress() {
            private int asked;

            @Override
            public void report(String task, double fraction) {
                // not shown
            }

            @Override
            public boolean isCancelled() {
                return ++asked > 3;
            }
        };
        assertThatThrownBy(() -> {
            try (ReportDirectory reports = RunFiles.prepare(directory.resolve("out"), stop)) {
                reports.write(Reports.CAVEATS, () -> Stream.generate(() -> Samples.CAVEATS.get(0)).iterator(), Format.CSV);
            }
        }).isInstanceOf(CancelledException.class);
        assertThat(names(directory)).isEmpty();
    }

    @Test
    void anExistingDirectoryKeepsForeignFilesAndLosesStaleReports() throws IOException {
        for (String name : List.of("caveats.csv", "critical-path.csv", "sync.json", "notes.txt", "my.csv")) {
            Files.writeString(directory.resolve(name), "old");
        }
        try (ReportDirectory reports = RunFiles.prepare(directory, Progress.NONE)) {
            reports.write(Reports.CAVEATS, Samples.CAVEATS, Format.CSV);
            assertThat(reports.commit().removed()).containsExactlyInAnyOrder(directory.resolve("critical-path.csv"),
                    directory.resolve("sync.json"));
        }
        assertThat(names(directory)).containsExactly("caveats.csv", "my.csv", "notes.txt");
        assertThat(directory.resolve("caveats.csv")).content().startsWith("severity");
    }

    @ParameterizedTest
    @ValueSource(strings = {"knots.csv", "knots.json", "sync.json", "report.html"})
    void thatAnEarlierRunIsReplacedIsKnownInEitherFormat(String name) throws IOException {
        Files.writeString(directory.resolve("notes.txt"), "of somebody else");
        assertThat(RunFiles.areIn(directory)).isFalse();
        assertThat(RunFiles.areIn(directory.resolve("none"))).isFalse();
        Files.writeString(directory.resolve(name), "");
        assertThat(RunFiles.areIn(directory)).isTrue();
    }

    @Test
    void aTextAppearsWithTheReportsAndCannotTakeTheNameOfOne() throws IOException {
        try (ReportDirectory reports = RunFiles.prepare(directory, Progress.NONE)) {
            reports.writeText("notes.txt", out -> out.write("kept"));
            for (String name : List.of("", "sync.csv", "report.html", "../notes.txt")) {
                assertThatThrownBy(() -> reports.writeText(name, out -> {})).as(name).isInstanceOf(IllegalArgumentException.class);
            }
            assertThat(directory.resolve("notes.txt")).doesNotExist();
            reports.commit();
        }
        assertThat(directory.resolve("notes.txt")).hasContent("kept");
    }

    @Test
    void aFileOrADirectoryInTheWayIsRefusedBeforeAnyWork() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");
        assertThatThrownBy(() -> RunFiles.prepare(file, Progress.NONE)).isInstanceOf(NotDirectoryException.class);
        assertThatThrownBy(() -> RunFiles.prepare(file.resolve("below"), Progress.NONE)).isInstanceOf(FileSystemException.class);
        Path target = Files.createDirectories(directory.resolve("out/sync.csv")).getParent();
        assertThatThrownBy(() -> RunFiles.prepare(target, Progress.NONE)).hasMessageContaining("sync.csv: is a directory");
        assertThat(names(directory)).containsExactly("file", "out");
        assertThat(names(target)).containsExactly("sync.csv");
    }

    /** Of what is made in /proc the system says that it does not exist. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void whereNothingCanBeMadeThatIsSaid() {
        for (String path : List.of("/proc/bowline-out", "/proc/bowline-out/below", "/proc")) {
            assertThatThrownBy(() -> RunFiles.prepare(Path.of(path), Progress.NONE))
                    .isInstanceOfSatisfying(IOException.class, e -> assertThat(FileFailure.reason(e)).isIn("nothing can be made in /proc",
                            "permission denied")); // the latter is told to who is not root
        }
    }

    @Test
    void aLinkToADirectoryStaysALink() throws IOException {
        Path real = Files.createDirectory(directory.resolve("real"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), real);
        try (ReportDirectory reports = RunFiles.prepare(link, Progress.NONE)) {
            reports.write(Reports.CAVEATS, Samples.CAVEATS, Format.CSV);
            reports.commit();
        }
        assertThat(link).isSymbolicLink();
        assertThat(names(real)).containsExactly("caveats.csv");
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
