/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;

import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.progress.Progress;
import org.bowline.maven.plugin.Verdict.State;
import org.bowline.runs.sweep.Sweep;
import org.bowline.runs.sweep.SweepResults;

/** Limits of what a build may lose at a level. */
class LevelChecksTest {
    @TempDir Path dir;

    /** Runs of a level: around a throughput, half a percent apart. */
    private static String runs(String build, int clients, double throughput, int count) {
        StringBuilder rows = new StringBuilder();
        for (int run = 0; run < count; run++) {
            rows.append(build).append(',').append(clients).append(',').append(run).append(',')
                    .append(throughput * (1 + (run % 3 - 1) * 0.005)).append('\n');
        }
        return rows.toString();
    }

    private List<Verdict> judge(String rows, boolean notComparableFails, boolean failedRunsPass, String... limits)
            throws IOException, MojoExecutionException {
        Path file = dir.resolve("runs.csv");
        Files.writeString(file, "build,clients,run,throughput\n" + rows);
        return new LevelChecks(SweepResults.read(file, Sweep.Question.DEFAULT, SweepResults.Recordings.ALL, "test", Progress.NONE),
                notComparableFails, failedRunsPass)
                .judge(LevelLimit.parse(List.of(limits)), null);
    }

    private Verdict one(String rows, String... limits) throws IOException, MojoExecutionException {
        List<Verdict> verdicts = judge(rows, false, false, limits);
        assertThat(verdicts).hasSize(1);
        return verdicts.get(0);
    }

    private static final String BASE = runs("main", 1, 1000, 5);

    @Test
    void aLossFailsIfItIsMoreThanChanceAndMoreThanItsLimit() throws Exception {
        String slower = BASE + runs("new", 1, 960, 5);
        assertThat(one(slower).state()).isEqualTo(State.FAILED);
        assertThat(one(slower).line()).startsWith("maxLoss new with 1 client: 959 per second, -4.0 % [-")
                .endsWith("] against main, the limit is a loss of 0.0 %");
        assertThat(one(slower, "*=3%").state()).isEqualTo(State.FAILED);
        assertThat(one(slower, "*=4.5%").state()).isEqualTo(State.PASSED);
        assertThat(one(slower, "*=1%", "1=5%").state()).as("the limit of the level counts").isEqualTo(State.PASSED);
        assertThat(one(BASE + runs("new", 1, 1040, 5)).state()).isEqualTo(State.PASSED);
        assertThat(one(BASE + runs("new", 1, 1000, 5)).state()).isEqualTo(State.PASSED);
    }

    @Test
    void aLimitThatTheRunsCouldNotHaveShownToBeExceededIsSkippedAndSaysWhatTheyWouldShow() throws Exception {
        String wide = "main,1,1,900\nmain,1,2,1100\nmain,1,3,1000\nnew,1,1,880\nnew,1,2,1090\nnew,1,3,985\nmain,4,1,2000\nmain,4,2,2001\n"
                + "main,4,3,2002\nnew,4,1,2001\nnew,4,2,2000\nnew,4,3,2002\n";
        List<Verdict> verdicts = judge(wide, false, false, "*=5%");
        assertThat(verdicts).extracting(Verdict::state).containsExactly(State.SKIPPED, State.PASSED);
        assertThat(verdicts.get(0).line()).contains("or more would be seen, and the limit is 5.0 %. Make more runs");
        assertThat(judge(wide, false, false)).as("without a limit only what is more than chance fails").extracting(Verdict::state)
                .containsOnly(State.PASSED);
    }

    @Test
    void whereABuildHasFallenNothingIsComparedUnlessThatIsAskedToFail() throws Exception {
        String rows = runs("main", 1, 1000, 3) + runs("main", 8, 4000, 3) + runs("main", 64, 3900, 3) + runs("new", 1, 1100, 3)
                + runs("new", 8, 4400, 3) + runs("new", 64, 2000, 3);
        assertThat(judge(rows, false, false)).extracting(Verdict::state).containsExactly(State.PASSED, State.PASSED, State.SKIPPED);
        assertThat(judge(rows, true, false)).extracting(Verdict::state).containsExactly(State.PASSED, State.PASSED, State.FAILED);
        assertThat(judge(rows, true, false).get(2).line())
                .contains("not compared: new has fallen more than 20 % below its own peak there, and failOnNotComparable is set");
    }

    @Test
    void nothingPassesBecauseThereWasNothingToLookAt() throws Exception {
        assertThat(one("main,1,1,1000\nnew,1,1,1000\n").line()).contains("fewer than two runs of each build");
        assertThat(one("main,1,1,1000\nnew,1,1,1000\n").state()).isEqualTo(State.ERROR);
        assertThat(one(BASE).line()).isEqualTo("check: no level could be judged: there are runs of one build only");
        List<Verdict> gap = judge(BASE + runs("new", 1, 1000, 5) + runs("main", 8, 4000, 5), false, false);
        assertThat(gap).extracting(Verdict::line).first().asString()
                .isEqualTo("maxLoss new with 8 clients: there is no run of it, so it cannot be judged");
        assertThat(judge(BASE + runs("new", 1, 1000, 5), false, false, "7=5%")).extracting(Verdict::line)
                .contains("maxLoss 7: there is no such level; the levels are 1");
        String onlyFallen = runs("main", 1, 1000, 3) + runs("main", 8, 4000, 3) + runs("new", 8, 100, 3) + runs("new", 1, 4000, 3);
        assertThat(judge(onlyFallen, false, false)).extracting(Verdict::state).as("one level is left").contains(State.PASSED);
    }

    @Test
    void aRunThatFailedIsAnErrorUnlessItIsAllowed() throws Exception {
        String rows = BASE + runs("new", 1, 1000, 5) + "new,1,9,0\n";
        assertThat(judge(rows, false, false)).extracting(Verdict::state).containsExactly(State.ERROR, State.PASSED);
        assertThat(judge(rows, false, false).get(0).line()).contains("Line 12 of ").contains("or set allowFailedRuns");
        assertThat(judge(rows, false, true)).extracting(Verdict::state).containsExactly(State.SKIPPED, State.PASSED);
    }

    @Test
    void aBuildOfThePlanWithoutAnyRunIsAnError() throws Exception {
        Path file = dir.resolve("runs.csv");
        Files.writeString(file, "build,clients,run,throughput\n" + BASE + runs("new", 1, 1000, 5));
        TreeSet<LevelChecks.Place> expected = new TreeSet<>(List.of(new LevelChecks.Place("", "third", 1),
                new LevelChecks.Place("", "main", 1), new LevelChecks.Place("", "new", 1)));
        assertThat(new LevelChecks(SweepResults.read(file, Sweep.Question.DEFAULT, SweepResults.Recordings.ALL, "test", Progress.NONE),
                false, false).judge(List.of(),
                        expected))
                .extracting(Verdict::line).first().asString()
                .isEqualTo("maxLoss third with 1 client: there is no run of it, so it cannot be judged");
    }

    @Test
    void runsOfDifferentProcessorsAreAnError() throws Exception {
        Path file = dir.resolve("runs.csv");
        Files.writeString(file, "build,clients,run,throughput,machine\n" + BASE.replaceAll("\n", ",one\n")
                + runs("new", 1, 1000, 5).replaceAll("\n", ",other\n"));
        assertThat(new LevelChecks(SweepResults.read(file, Sweep.Question.DEFAULT, SweepResults.Recordings.ALL, "test", Progress.NONE),
                false, false).judge(List.of(),
                        null))
                .extracting(Verdict::line).first().asString().startsWith("machine: The runs are of different processors (one, other)");
    }

    @Test
    void whatIsNotALimitIsRefusedByName() {
        for (String wrong : List.of("5%", "x=5%", "0=5%", "-1=5%", "*=five", ":8=5%", "=5%", "1.5=5%", "8=")) {
            assertThatThrownBy(() -> LevelLimit.parse(List.of(wrong))).as(wrong).isInstanceOf(MojoExecutionException.class)
                    .hasMessageContaining("'" + wrong + "' is not of the form [LOAD:]CLIENTS=PERCENT");
        }
        assertThatThrownBy(() -> LevelLimit.parse(List.of("8=100%"))).hasMessageContaining("limits nothing");
        assertThatThrownBy(() -> LevelLimit.parse(List.of("8=1%", "8=2%"))).hasMessageContaining("two limits for 8");
        assertThatThrownBy(() -> LevelLimit.parse(List.of("ro:*=1%", "ro:*=2%"))).hasMessageContaining("two limits for ro:*");
    }
}
