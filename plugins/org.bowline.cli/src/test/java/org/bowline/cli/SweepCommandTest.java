/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bowline sweep} with the plan that the how-to page has. */
class SweepCommandTest {
    @TempDir Path directory;

    private static String sample() {
        return Checkout.root().resolve("tests/sweep/plan.yaml").toString();
    }

    private String out() {
        return directory.resolve("out").toString();
    }

    @Test
    void aSweepIsRunAndComparedByTheSameCodeAsAnyTableOfRuns() throws IOException {
        Captured sweep = Captured.run("sweep", sample(), "-o", out(), "--seed", "7");
        assertThat(sweep.error()).isEmpty();
        assertThat(sweep.code()).isZero();
        assertThat(sweep.out()).startsWith("18 runs in random order, seed 7\n")
                .contains("Not comparable with 64 clients: fast has fallen more than 20 %")
                .containsPattern("fast against main: with 1 client \\+15\\.\\d % .* more; with 8 clients \\+1\\d\\.\\d % .* more\\.");
        Path out = directory.resolve("out");
        assertThat(Files.readAllLines(out.resolve("sweep.csv"))).hasSize(7).element(6).asString()
                .startsWith(",fast,64,3,").contains(",fallen,not-comparable,");
        assertThat(out.resolve("report.html")).content().contains("fast against main");
        assertThat(Captured.run("compare", "--by", "concurrency", out(), "--format", "csv").out())
                .isEqualTo(Files.readString(out.resolve("sweep.csv")));
        Captured again = Captured.run("sweep", sample(), "-o", out());
        assertThat(again.out()).startsWith("18 runs in random order, seed 7; 18 are there\n");
        assertThat(Captured.run("sweep", sample(), "-o", out(), "--seed", "8").error()).contains("holds a sweep with the seed 7");
    }

    @Test
    void aDryRunShowsWhatWouldRunAndRunsNothing() throws IOException {
        Path plan = Files.writeString(directory.resolve("plan.yaml"), """
                builds: {main: , fast: }
                clients: [1, 64]
                repetitions: 5
                server: {start: 'exec server --build {build}', ready: server --ping, cpus: 0, clean-up: 'rm -r {dir}/data'}
                load: {command: 'bench -c {clients} -t {seconds}', seconds: 30, warm-up: 2.5, read: wrk}
                record: {runs: one, options: --profile waits-disk}
                """);
        Captured dry = Captured.run("sweep", plan.toString(), "--dry-run", "--seed", "3", "--top", "2");
        assertThat(dry.code()).as(dry.error()).isZero();
        assertThat(dry.out()).startsWith("20 runs: 2 builds, 2 levels, 5 of each; and 4 that are recorded and do not count; seed 3\n")
                .contains("About 13 min 0 s: 30 s of load and 2.5 s to warm up each; starting and ending 24 servers comes on top.")
                .containsPattern("start: taskset -c 0 exec server --build (main|fast)\n")
                .contains("bench -c", "-t 30", "-t 2.5", "stop: SIGTERM\n")
                .containsPattern("1 +(main|fast) with (1 client|64 clients), run 1\n");
        assertThat(directory).isDirectoryNotContaining("glob:**/out");
        assertThat(Captured.run("sweep", plan.toString(), "--dry-run").out()).containsPattern("; seed \\d+\n");
        assertThat(dry.error()).doesNotContain("{clients}");
        Files.writeString(plan, Files.readString(plan).replace("{clients}", "8"));
        assertThat(Captured.run("sweep", plan.toString(), "--dry-run").error()).contains("no command of the plan has {clients}");
        Path kept = Files.createDirectory(directory.resolve("kept"));
        Files.writeString(kept.resolve("sweep.properties"), "seed=3\n");
        Captured without = Captured.run("sweep", plan.toString(), "--dry-run", "-o", kept.toString());
        assertThat(without.out()).as("a sweep without the plan that it was made of: %s", without.error())
                .contains("; seed 3\n", "0 of them are in " + kept);
    }

    @Test
    void aRunIsMadeAgainOfWhichWhatIsWrittenIsNotUtf8() throws IOException {
        Path plan = Files.writeString(directory.resolve("plan.yaml"), """
                builds: {main: }
                clients: [1, 2]
                repetitions: 1
                load: {command: echo rate 5, read: {throughput: 'rate ([0-9]+)'}}
                """);
        Path out = directory.resolve("out");
        assertThat(Captured.run("sweep", plan.toString(), "-o", out()).code()).isZero();
        Path run = out.resolve("runs/main-2-1/run.csv");
        String whole = Files.readString(run);
        for (String wrong : List.of("\u00ff", ",".repeat(100_000) + '\u00ff')) {
            Files.writeString(run, whole.replace("main", "main" + wrong), StandardCharsets.ISO_8859_1);
            Captured dry = Captured.run("sweep", plan.toString(), "--dry-run", "-o", out());
            assertThat(dry.out()).as(dry.error()).contains("1 of them are in " + out);
            Captured again = Captured.run("sweep", plan.toString(), "-o", out());
            assertThat(again.out()).as(again.error()).contains("; 1 are there\n");
            assertThat(run).content().startsWith(whole.lines().findFirst().orElseThrow()).contains("main,2,1,5");
        }
    }

    @Test
    void whatIsMissingFailsAndTheOthersAreKept() throws IOException {
        Files.writeString(directory.resolve("plan.yaml"),
                Files.readString(Path.of(sample())).replaceFirst("(fast:\\s+binary: )server", "$1gone")
                        .replace("binary: server", "binary: " + Checkout.root().resolve("tests/sweep/server"))
                        .replace("sh load", "sh " + Checkout.root().resolve("tests/sweep/load"))
                        .replace("repetitions: 3", "repetitions: 2"));
        Captured sweep = Captured.run("sweep", directory.resolve("plan.yaml").toString(), "-o", out());
        assertThat(sweep.code()).isZero();
        assertThat(sweep.error()).contains("fast with 64 clients, run 2 failed: the build is missing: there is no file");
        assertThat(sweep.out()).contains("1 build, 3 levels, 6 runs", "There are runs of main only");
    }

    @Test
    void whatCannotBeIsRefusedWithAWayOut() throws IOException {
        assertThat(Captured.run("sweep", sample()).error()).contains("-o DIR is missing");
        Captured gone = Captured.run("sweep", directory.resolve("gone.yaml").toString(), "-o", out());
        assertThat(gone.code()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(gone.error()).contains("there is no file", "docs/reference/sweep.md");
        Path plan = Files.writeString(directory.resolve("plan.yaml"), "builds: {main: }\nclients: [0]\nload: {command: x, read: wrk}\n");
        Captured wrong = Captured.run("sweep", plan.toString(), "-o", out());
        assertThat(wrong.code()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(wrong.error()).contains("plan.yaml, line 2, clients: here has to be a whole number from 1 to 1000000, which '0' is not");
        Files.writeString(plan, "builds: {main: }\nclients: [1]\nload: {command: 'exit 9', read: wrk}\nrepetitions: 1\n");
        Captured none = Captured.run("sweep", plan.toString(), "-o", out());
        assertThat(none.code()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(none.error()).contains("the load tool ended with exit code 9", "no run of", "went well");
        Files.writeString(directory.resolve("runs.csv"), "");
        assertThat(Captured.run("sweep", sample(), "-o", directory.toString()).error()).contains("it would be lost");
    }

    /** A real process and a real signal, while the load runs. */
    @ParameterizedTest
    @ValueSource(strings = {"TERM", "KILL"})
    void whoStopsItLosesOneRunAndLeavesNoProcess(String signal) throws Exception {
        Path plan = Files.writeString(directory.resolve("plan.yaml"), """
                builds: {main: , fast: }
                clients: [1]
                repetitions: 1
                server: {start: 'echo $$ >>pids; touch {dir}/up; exec tail -f /dev/null', ready: 'test -e {dir}/up'}
                load:
                  command: test ! -e one -o -e go || { echo $$ >>pids; exec tail -f /dev/null; }; touch one; echo rate 5
                  read: {throughput: 'rate ([0-9]+)'}
                """);
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath,
                "org.bowline.cli.Main", "sweep", plan.toString(), "-o", out(), "--progress").start();
        try (BufferedReader error = process.errorReader(StandardCharsets.UTF_8)) {
            while (!Files.exists(directory.resolve("pids")) || Files.readAllLines(directory.resolve("pids")).size() < 3) {
                assertThat(process.waitFor(20, TimeUnit.MILLISECONDS)).as("it ended by itself").isFalse();
            }
            assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor()).isZero();
            assertThat(process.waitFor(10, TimeUnit.MINUTES)).as("it ends").isTrue();
            if (signal.equals("TERM")) {
                assertThat(process.exitValue()).isEqualTo(ExitCode.CANCELLED);
                assertThat(error.lines().toList()).endsWith("bowline: 1 of 2 runs are kept; the same command goes on with the others",
                        "bowline: cancelled");
                assertNoneLeft();
            }
        } finally {
            process.destroyForcibly();
        }
        Files.writeString(directory.resolve("go"), "");
        Captured on = Captured.run("sweep", plan.toString(), "-o", out());
        assertThat(on.out()).containsPattern("^2 runs in random order, seed \\d+; 1 are there\n");
        assertNoneLeft();
        try (Stream<Path> runs = Files.list(directory.resolve("out/runs"))) {
            assertThat(runs.map(run -> run.getFileName().toString())).containsExactlyInAnyOrder("main-1-1", "fast-1-1");
        }
    }

    private void assertNoneLeft() throws IOException {
        List<String> pids = Files.readAllLines(directory.resolve("pids"));
        assertThat(pids).hasSizeGreaterThanOrEqualTo(3);
        for (String pid : pids) {
            Path status = Path.of("/proc", pid, "status");
            // what nobody collects is no process any more
            assertThat(Files.exists(status) ? Files.readString(status) : "State:\tZ").as(pid).contains("State:\tZ");
        }
    }
}
