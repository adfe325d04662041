/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.testkit.HangingRequests;

/** Requests that never end, and recordings of user space alone: of the recording three-tier, changed. */
class HangingRequestsTest {
    private static final String INTERVAL = "begin=wl:req_begin,end=wl:req_end,key=req,label=type";

    @TempDir Path directory;

    /** The user-space trace of the client's host, as recorded. */
    private Path userSpace;

    @BeforeEach
    void unpack() throws IOException {
        userSpace = directory.resolve("user");
        unpack("A/ust", userSpace);
    }

    private static void unpack(String part, Path to) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(Checkout.root().resolve("tests/traces/three-tier/A.zip"));
                Stream<Path> all = Files.walk(zip.getPath(part))) {
            for (Path one : (Iterable<Path>) all::iterator) {
                if (Files.isRegularFile(one)) {
                    Path file = to.resolve(one.toString().replaceFirst("^/", ""));
                    Files.createDirectories(file.getParent());
                    Files.copy(one, file);
                }
            }
        }
    }

    private Captured path(String... more) {
        return Captured.run(Stream.concat(Stream.of("critical-path", userSpace.toString(), "--interval", INTERVAL), Stream.of(more))
                .toArray(String[]::new));
    }

    @Test
    void withoutAKernelTraceTheLengthsOfIntervalsAreKnownAndTheSameAsWithOne() throws IOException {
        Captured text = path();
        assertThat(text.code()).as(text.error()).isEqualTo(ExitCode.FINE);
        assertThat(text.out()).contains("60 intervals, --from ", "  What they waited for is not known: ", "  type 0: 10 intervals, median ")
                .contains("no kernel trace").doesNotContain("Critical paths", "had not ended", "does not have the thread");
        unpack("A/kernel", userSpace);
        List<String> alone = labels(text.out());
        String withKernel = path().out();
        assertThat(alone).hasSize(6).isEqualTo(labels(withKernel));
        assertThat(withKernel).contains("Critical paths of 60 intervals").doesNotContain("What they waited for is not known");
        Captured narrowed = Captured.run("critical-path", directory.resolve("none").toString(), "--interval", INTERVAL);
        assertThat(narrowed.code()).isEqualTo(ExitCode.UNREADABLE);
    }

    @Test
    void aPageOfARecordingWithoutAKernelTraceSaysNothingOfThreadsAndWaitsAndNotThatThereAreNone() throws IOException {
        String page = page();
        assertThat(page).contains("<dt>Intervals</dt><dd><b>60</b>", "how long each took. What they waited for is not known: ",
                "<b>type 0</b> 10 intervals",
                "on hosts without a kernel trace by the clock on the wall")
                .doesNotContain(">Runnable</th>", ">Blocked</th>", "<dt>Threads</dt>", "<dt>Knots</dt>", "id=\"wait-for\"",
                        "href=\"#wait-for\"", "id=\"threads\"",
                        "href=\"#threads\"",
                        "where the time goes", "critical path");
        unpack("A/kernel", userSpace);
        page = page();
        assertThat(page.replaceAll("(?s).*(<section id=\"tags\".*?</section>).*", "$1")).contains(">Runnable</th>", ">Blocked</th>");
        assertThat(page).contains("<dt>Threads</dt>", "<dt>Knot", "id=\"wait-for\"", "id=\"threads\"", "where the time goes",
                "how long each took, and who had the time of its critical path.")
                .doesNotContain("is not known: the threads that ended them");
    }

    private String page() throws IOException {
        Path out = directory.resolve("out");
        Captured run = Captured.run("analyze", userSpace.toString(), "--interval", INTERVAL, "--tags",
                "begin=wl:req_begin,end=wl:req_end,path=name", "-o", out.toString());
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        return Files.readString(out.resolve("report.html")).replaceAll("(?s)<(style|script)[ >].*?</\\1>", "");
    }

    private static List<String> labels(String text) {
        return text.lines().filter(line -> line.contains(" intervals, median ")).map(String::strip).toList();
    }

    @Test
    void withoutAKernelTraceAnalyzeWritesReportsThatCanBeComparedAndAPage() throws IOException {
        Path out = directory.resolve("out");
        Captured run = Captured.run("analyze", userSpace.toString(), "-o", out.toString(), "--interval", INTERVAL);
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).contains("no kernel trace");
        assertThat(out.resolve("report.html")).content().contains("Latency per label").doesNotContain("NaN", "Infinity");
        assertThat(Files.readAllLines(out.resolve("interval-path.csv"))).hasSize(61);
        Captured compared = Captured.run("compare", out.toString(), userSpace.toString(), "--interval", INTERVAL);
        assertThat(compared.code()).as(compared.error()).isEqualTo(ExitCode.FINE);
        assertThat(compared.out()).contains("latency-p50");
        Captured none = Captured.run("analyze", userSpace.toString());
        assertThat(none.code()).as("without intervals nothing is known").isEqualTo(ExitCode.UNREADABLE);
        assertThat(none.error()).contains("How long intervals of the whole recording take is known without them");
    }

    @Test
    void requestsOfWhichHalfHangAreToldAndTheirPercentilesGrow() throws IOException {
        assertThat(HangingRequests.make(userSpace, 0, request -> request % 12 == 0)).isEqualTo(5);
        unpack("A/kernel", userSpace);
        Captured text = path();
        assertThat(text.out())
                .containsPattern("  type 0: 5 intervals and 5 that had not ended, the oldest after [0-9.]+ m?s, median at least ")
                .containsPattern("p95 at least [0-9.]+ m?s").contains("5 of the 10 of '0'");
        List<String> rows = path("--format", "csv").out().lines()
                .filter(line -> line.contains(",A,,,unknown,,had not ended by then,") && line.endsWith(",no"))
                .toList();
        assertThat(rows).hasSize(5).allMatch(row -> row.startsWith("0,"));
        assertThat(path("--format", "json").out()).contains("\"ended\": \"no\"".replace(": ", ":"));
        Path out = directory.resolve("out");
        Captured run = Captured.run("analyze", userSpace.toString(), "-o", out.toString(), "--interval", INTERVAL, "--range", "intervals");
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(out.resolve("report.html")).content().contains("5 more had not ended when the recording did", "Not ended", "at least ");
    }

    @Test
    void aBaselineKnowsItsLabelsAndOneOfWhichNothingEndsFails() throws IOException {
        unpack("A/kernel", userSpace);
        Path baseline = directory.resolve("baseline.json");
        Captured.run("findings", userSpace.toString(), "--interval", INTERVAL, "--write-baseline", baseline.toString());
        assertThat(baseline).content().contains("\"labels\": [\n    \"0\",");
        Captured same = Captured.run("findings", userSpace.toString(), "--interval", INTERVAL, "--baseline", baseline.toString());
        assertThat(same.code()).as(same.error()).isEqualTo(ExitCode.FINE);
        assertThat(HangingRequests.make(userSpace, 3, request -> true)).isEqualTo(10);
        Captured gone = Captured.run("findings", userSpace.toString(), "--interval", INTERVAL, "--baseline", baseline.toString());
        assertThat(gone.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(gone.error()).contains("no interval of 1 label of the baseline ended (--baseline): 3.");
    }

    @Test
    void aComparisonWithRunsThatHangIsNoSuccess() throws IOException {
        String base = userSpace + "," + copy("second", -1);
        String fresh = copy("third", 2) + "," + copy("fourth", 2);
        Captured run = Captured.run("compare", base, fresh, "--interval", INTERVAL);
        assertThat(run.out()).contains("Some intervals began and did not end: of '2' 0 of ", "Of the intervals of '2' some hang in NEW")
                .doesNotContain("labels-differ");
        // recordings that are one count as copies, which is refused first
        assertThat(Captured.run("compare", base, fresh, "--interval", INTERVAL, "--fail-on", "regression").code())
                .isNotEqualTo(ExitCode.FINE);
    }

    private Path copy(String name, int type) throws IOException {
        Path to = directory.resolve(name);
        unpack("A/ust", to);
        HangingRequests.make(to, type, request -> true);
        return to;
    }
}
