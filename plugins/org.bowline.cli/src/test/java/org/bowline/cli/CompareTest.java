/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs against runs, and runs against a baseline, on the command line. */
class CompareTest {
    private static final String THREE = Checkout.root().resolve("tests/traces/three-tier").toString();
    private static final String THREE_2 = Checkout.root().resolve("tests/traces/three-tier-ctf2").toString();
    private static final String LOCK = Checkout.root().resolve("tests/traces/lock-contention").toString();
    private static final String WPERF = Checkout.root().resolve("tests/traces/wperf-example").toString();
    private static final String INTERVAL = "begin=wl:req_begin,end=wl:req_end,key=req,label=type";

    @TempDir Path directory;

    /** Runs that are made of one: the times of its intervals, and of their parts, times a factor. */
    private String runs(String name, double... factors) throws IOException {
        Path original = directory.resolve("original");
        if (!Files.exists(original)) {
            assertThat(Captured.run("analyze", THREE, "-o", original.toString(), "--interval", INTERVAL).code()).isZero();
        }
        for (int i = 0; i < factors.length; i++) {
            Path run = Files.createDirectories(directory.resolve(name).resolve("run-" + i));
            for (String report : List.of("threads", "knots", "findings", "caveats")) {
                Files.copy(original.resolve(report + ".csv"), run.resolve(report + ".csv"));
            }
            List<String> lines = new ArrayList<>();
            for (String line : Files.readAllLines(original.resolve("interval-path.csv"))) {
                String[] fields = line.split(",", -1);
                if (!lines.isEmpty()) {
                    long start = Long.parseLong(fields[2]);
                    fields[3] = Long.toString(start + Math.round((Long.parseLong(fields[3]) - start) * factors[i]));
                    fields[10] = Long.toString(Math.round(Long.parseLong(fields[10]) * factors[i]));
                }
                lines.add(String.join(",", fields));
            }
            Files.write(run.resolve("interval-path.csv"), lines);
        }
        return directory.resolve(name).toString();
    }

    @Test
    void aSlowdownBeyondTheNoiseFailsTheBuildAndSaysWhereAndHowMuch() throws IOException {
        String base = runs("base", 1, 1.02, 0.98, 1.01);
        String fresh = runs("new", 1.3, 1.32, 1.29, 1.31);
        Captured run = Captured.run("compare", base, fresh, "--fail-on", "regression", "--top", "50");
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINDINGS);
        assertThat(run.error()).contains("(--fail-on): ").contains("latency-p50 '0' +30.");
        assertThat(run.out()).startsWith("4 runs of BASE, 4 runs of NEW\n").contains("regression, p = ").contains("throughput '0': ");
        Captured faster = Captured.run("compare", fresh, base, "--fail-on", "regression");
        assertThat(faster.code()).as(faster.error()).isEqualTo(ExitCode.FINE);
        assertThat(faster.out()).contains("improvement, p = ");
        assertThat(Captured.run("compare", fresh, base, "--fail-on", "difference").code()).isEqualTo(ExitCode.FINDINGS);
    }

    @Test
    void withinTheNoiseNothingFailsAndTheSmallestVisibleChangeIsTold() throws IOException {
        Captured run = Captured.run("compare", runs("base", 1, 1.2, 0.8), runs("new", 1.1, 0.9, 1.15), "--fail-on", "regression");
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).contains("No difference is larger than the noise").contains("within the noise; a change of +");
        String csv = Captured.run("compare", runs("base-2", 1, 1.2), runs("new-2", 1.1, 0.9), "--format", "csv").out();
        assertThat(csv).startsWith("measure,label,subject,unit,verdict,").contains("latency-p50,0,,ns,within-noise,2,2,");
    }

    @Test
    void oneRunOfEachIsNoVerdictAndNoSuccess() {
        Captured run = Captured.run("compare", THREE, THREE_2, "--interval", INTERVAL);
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).contains("The noise between runs is not known with so few runs").contains("(noise unknown)")
                .doesNotContain("regression");
        Captured gate = Captured.run("compare", THREE, THREE_2, "--interval", INTERVAL, "--fail-on", "regression");
        assertThat(gate.code()).isEqualTo(ExitCode.USAGE);
        assertThat(gate.error()).contains("needs at least two runs of each");
    }

    @Test
    void thePageIsWrittenBesideTheTextAlsoWhereTheBuildFails() throws IOException {
        String base = runs("base", 1, 1.02, 0.98, 1.01);
        String fresh = runs("new", 1.3, 1.32, 1.29, 1.31);
        Path page = directory.resolve("compare.html");
        Captured run = Captured.run("compare", base, fresh, "--fail-on", "regression", "--html", page.toString(), "--format", "csv");
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINDINGS);
        assertThat(run.out()).as("the report stays a report").startsWith("measure,label,");
        assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").contains("NEW against BASE: 4 runs against 4", " beyond chance; ",
                "regression", "class=\"box\"", "new/run-3");
        assertThat(directory).isDirectoryNotContaining("glob:**.partial");
    }

    @Test
    void aPageThatCannotBeWrittenIsToldBeforeAnythingIsRead() {
        Captured directoryItself = Captured.run("compare", THREE, THREE_2, "--html", directory.toString());
        assertThat(directoryItself.code()).isEqualTo(ExitCode.OUTPUT);
        assertThat(directoryItself.error()).contains("cannot write the page ", ": it is a directory. Give another file with --html");
        Captured gone = Captured.run("compare", THREE, THREE_2, "--html", directory.resolve("gone/page.html").toString());
        assertThat(gone.error()).contains("there is no directory ");
    }

    @Test
    void nothingIsLeftOfAPageWhoseComparisonFailed() throws IOException {
        Path page = directory.resolve("compare.html");
        Captured run = Captured.run("compare", THREE, THREE_2, "--interval", "begin=wl:no_such,end=wl:req_end", "--html", page.toString());
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aGateWithoutAnythingToJudgeIsNoSuccess() {
        Captured run = Captured.run("compare", THREE + ',' + THREE_2, LOCK + ',' + WPERF, "--fail-on", "regression");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.error()).contains("there is no latency or throughput to compare");
    }

    @Test
    void whatIsNoRunIsRefused() throws IOException {
        String base = runs("base", 1, 1);
        assertThat(Captured.run("compare", base, directory.resolve("gone").toString()).error()).contains("NEW: there is no '");
        assertThat(Captured.run("compare", base + ',' + base + "/run-0", base).error()).contains("is given twice");
        Files.delete(directory.resolve("base/run-1/findings.csv"));
        Captured missing = Captured.run("compare", base, base);
        assertThat(missing.code()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(missing.error()).contains("has no findings report");
        assertThat(Captured.run("compare", THREE, THREE_2, "--interval", "begin=wl:no_such,end=wl:req_end").code())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void whatTheBaselineHasDoesNotFailAndWhatItDoesNotHaveDoes() {
        String file = directory.resolve("baseline.json").toString();
        assertThat(Captured.run("findings", LOCK, "--write-baseline", file).code()).isEqualTo(ExitCode.FINE);
        assertThat(Captured.run("findings", LOCK, "--baseline", file).code()).isEqualTo(ExitCode.FINE);
        assertThat(Captured.run("findings", LOCK, "--baseline", file, "--fail-on", "info").code()).isEqualTo(ExitCode.FINE);
        assertThat(Captured.run("analyze", LOCK, "--baseline", file, "--fail-on", "info").code()).isEqualTo(ExitCode.FINE);
        Captured other = Captured.run("findings", WPERF, "--baseline", file, "--fail-on", "warning");
        assertThat(other.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(other.error())
                .contains("1 finding at or above warning that the baseline does not have (--fail-on): disk-bound-sync-writes.");
    }

    @Test
    void aBaselineThatCannotBeTrustedFailsBeforeAnythingIsRead() throws IOException {
        Path file = directory.resolve("baseline.json");
        for (String text : List.of("", "{}", "{\"bowline-baseline\": 2}",
                "{\"bowline-baseline\": 1, \"knots\": [], \"findings\": [{\"rule\": \"gone\", \"subject\": \"\", \"severity\": \"info\"}]}")) {
            Files.writeString(file, text);
            Captured run = Captured.run("findings", WPERF, "--baseline", file.toString());
            assertThat(run.code()).as(text).isEqualTo(ExitCode.UNREADABLE);
            assertThat(run.error()).as(text).contains(file.toString()).contains("rite");
        }
    }
}
