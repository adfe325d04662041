/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code compare --by concurrency} on the command line. */
class CompareByConcurrencyTest {
    @TempDir Path directory;

    private String runs() throws IOException {
        StringBuilder csv = new StringBuilder("build,clients,run,throughput\n");
        for (int run = 1; run <= 4; run++) {
            csv.append("main,1,").append(run).append(',').append(100 + run).append('\n');
            csv.append("main,64,").append(run).append(',').append(300 + run).append('\n');
            csv.append("fast,1,").append(run).append(',').append(130 + run).append('\n');
            csv.append("fast,64,").append(run).append(',').append(70 + run).append('\n');
            csv.append("slow,1,").append(run).append(',').append(80 + run).append('\n');
            csv.append("slow,64,").append(run).append(',').append(299 + run).append('\n');
        }
        Files.writeString(directory.resolve("runs.csv"), csv);
        return directory.toString();
    }

    @Test
    void theTextSaysWhichLevelsCanBeComparedAndWhatEachBuildDoesThere() throws IOException {
        Captured run = Captured.run("compare", "--by", "concurrency", runs());
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith(
                        "3 builds, 2 levels, 24 runs\n  Not comparable with 64 clients: fast has fallen more than 20 % below its own peak.")
                .containsPattern("fast against main: with 1 client \\+\\d\\d\\.\\d % \\[.* to .*] more\\.")
                .containsPattern("slow against main: with 1 client -.* less\\.")
                .containsPattern("fast +132 \\+\\d\\d\\.\\d % peak +72.5 -\\d\\d\\.\\d % fallen\n");
    }

    @Test
    void filesPageAndFormatsTellTheSame() throws IOException {
        Path out = directory.resolve("out");
        Captured run = Captured.run("compare", "--by", "concurrency", runs(), "--base", "main", "-o", out.toString());
        assertThat(run.code()).isZero();
        assertThat(out.resolve("sweep.csv")).content().startsWith("load,build,clients,runs,throughput,").contains(",fallen,not-comparable,")
                .contains(",saturated,improvement,");
        assertThat(out.resolve("report.html")).content().startsWith("<!DOCTYPE html>").contains("2 builds against main");
        assertThat(out.resolve("caveats.csv")).exists();
        assertThat(Captured.run("compare", "--by", "concurrency", directory.resolve("runs.csv").toString(), "--format", "csv").out())
                .isEqualTo(Files.readString(out.resolve("sweep.csv")));
        assertThat(Captured.run("compare", "--by", "concurrency", directory.toString(), "--format", "json").out())
                .startsWith("{\"report\":\"sweep\",\"rows\":[");
    }

    @Test
    void aGateFailsOnARegressionAndNeverOnALevelWhereABuildHasFallen() throws IOException {
        Captured run = Captured.run("compare", "--by", "concurrency", runs(), "--fail-on", "regression");
        assertThat(run.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(run.error()).contains("1 regression (--fail-on): slow with 1 client -").doesNotContain("64");
        assertThat(Captured.run("compare", "--by", "concurrency", directory.toString(), "--base", "slow", "--fail-on", "regression").code())
                .isZero();
    }

    /** A server that crashes is not slower, so nobody would notice. */
    @Test
    void aGateOverLevelsThatRunsAreMissingOfIsNoSuccess() throws IOException {
        Path file = directory.resolve("few.csv");
        Files.writeString(file, "build,clients,run,throughput\nmain,1,1,100\nfast,1,1,50\n");
        Captured few = Captured.run("compare", "--by", "concurrency", file.toString(), "--fail-on", "regression");
        assertThat(few.code()).isEqualTo(ExitCode.USAGE);
        assertThat(few.error()).contains("fast with 1 client is not judged, as there are not two runs of it and of main");
        assertThat(few.out()).as("what is known is told all the same").contains("fast against main: with 1 client -50.0 %");
        String pairs = "main,1,1,100\nmain,1,2,101\nfast,1,1,102\nfast,1,2,103\nmain,8,1,200\nmain,8,2,201\n";
        Files.writeString(file, "build,clients,run,throughput\n" + pairs);
        Captured gone = Captured.run("compare", "--by", "concurrency", file.toString(), "--fail-on", "regression");
        assertThat(gone.code()).isEqualTo(ExitCode.USAGE);
        assertThat(gone.error()).contains("not all levels could be judged").contains("fast has no run with 8 clients");
        assertThat(Captured.run("compare", "--by", "concurrency", file.toString()).code()).isEqualTo(ExitCode.FINE);
        Files.writeString(file, "build,clients,run,throughput\n" + pairs + "fast,8,1,202\nfast,8,2,203\n");
        assertThat(Captured.run("compare", "--by", "concurrency", file.toString(), "--fail-on", "regression").code())
                .isEqualTo(ExitCode.FINE);
    }

    @Test
    void whatCannotBeIsRefusedWithAWayOut() throws IOException {
        String runs = runs();
        assertThat(Captured.run("compare", runs).error()).contains("NEW is missing", "--by concurrency");
        assertThat(Captured.run("compare", runs, runs, "--base", "main").error()).contains("--base goes with --by concurrency");
        assertThat(Captured.run("compare", "--by", "concurrency", runs, runs).code()).isEqualTo(ExitCode.USAGE);
        assertThat(Captured.run("compare", "--by", "concurrency", runs, "--base", "none").error())
                .contains("there is no build 'none'; there are main, fast, slow");
        assertThat(Captured.run("compare", "--by", "concurrency", runs, "--fallen", "20").error()).contains("is not a share");
        Captured gone = Captured.run("compare", "--by", "concurrency", directory.resolve("gone").toString());
        assertThat(gone.code()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(gone.error()).contains("there is no file");
    }
}
