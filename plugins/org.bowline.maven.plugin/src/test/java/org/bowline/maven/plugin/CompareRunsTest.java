/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.table.Reports;

/** The goal that compares two sets of runs. */
class CompareRunsTest {
    private static final int COUNT = 80;

    @TempDir Path directory;

    /** A set of runs, each with requests of one sort whose lengths are around a time, in ms, the tails twice as long. */
    private File runs(String set, String label, double... millis) throws IOException {
        for (int run = 0; run < millis.length; run++) {
            write(directory.resolve(set).resolve("run-" + run), label, millis[run]);
        }
        return directory.resolve(set).toFile();
    }

    private static void write(Path run, String label, double millis) throws IOException {
        Files.createDirectories(run);
        for (Report<?> report : List.of(Reports.THREADS, Reports.KNOTS, Reports.FINDINGS, Reports.CAVEATS)) {
            String header = report.columns().stream().map(Column::name).collect(Collectors.joining(","));
            Files.writeString(run.resolve(report.name() + ".csv"), header + '\n');
        }
        StringBuilder paths = new StringBuilder("label,key,start_ns,end_ns,host,tid,name,state,cause,detail,ns,ended\n");
        for (int i = 0; i < COUNT; i++) {
            long start = i * 10_000_000L;
            long length = Math.round(millis * 1e6 * (1 + i / (double) COUNT));
            paths.append(label).append(',').append(i).append(',').append(start).append(',').append(start + length).append(",A,7,")
                    .append("worker,running,,,").append(length).append(",yes\n");
        }
        Files.writeString(run.resolve("interval-path.csv"), paths);
    }

    private CompareRunsMojo goal(Object... parameters) throws ReflectiveOperationException {
        CompareRunsMojo goal = new CompareRunsMojo();
        Goals.set(goal, "compareDirectory", directory.resolve("compared").toFile());
        Goals.set(goal, "junitFile", directory.resolve("junit.xml").toFile());
        for (int i = 0; i < parameters.length; i += 2) {
            Goals.set(goal, (String) parameters[i], parameters[i + 1]);
        }
        return goal;
    }

    private CompareRunsMojo goal(File base, File fresh) throws ReflectiveOperationException {
        return goal("baseRuns", List.of(base), "newRuns", List.of(fresh));
    }

    private String junit() throws IOException {
        return Files.readString(directory.resolve("junit.xml"));
    }

    @Test
    void whatIsSlowerByMoreThanChanceFailsAndTheOtherWayRoundItPasses() throws Exception {
        File base = runs("base", "get", 1, 1.01, 0.99, 1.02);
        File fresh = runs("new", "get", 1.3, 1.31, 1.29, 1.32);
        CompareRunsMojo goal = goal(base, fresh);
        assertThatThrownBy(goal::run).isInstanceOf(MojoFailureException.class).hasMessageContaining("worse latency-p50 'get'")
                .hasMessageContaining("slower");
        assertThat(junit()).contains("<testcase name=\"worse latency-p50 'get'\"", "<testcase name=\"worse latency-p99 'get'\"",
                "<failure ");
        assertThat(directory.resolve("compared/report.html")).isNotEmptyFile();
        assertThat(directory.resolve("compared/compare.csv")).content().contains("latency-p50,get,,ns,regression,4,4,");
        goal(fresh, base).run();
        assertThat(junit()).contains("failures=\"0\"", "errors=\"0\"");
        CompareRunsMojo all = goal("baseRuns", List.of(fresh), "newRuns", List.of(base), "failOnChange", true);
        assertThatThrownBy(all::run).isInstanceOf(MojoFailureException.class).hasMessageContaining("failOnChange is set");
    }

    @Test
    void whatIsWithinTheNoisePassesAndTellsWhatWouldBeSeen() throws Exception {
        goal(runs("base", "get", 1, 1.2, 0.8), runs("new", "get", 1.1, 0.9, 1.15)).run();
        assertThat(junit()).contains("failures=\"0\"", "would be seen in 80 % of cases");
    }

    @Test
    void whatIsNotInAllRunsIsSkippedUnlessItIsToFailAndALabelThatIsGoneFails() throws Exception {
        File base = runs("base", "get", 1, 1.01, 0.99);
        File fresh = runs("new", "get", 1.005, 1.02, 0.98);
        // a sort of requests that only one run has
        try (Stream<String> lines = Files.lines(directory.resolve("base/run-0/interval-path.csv"))) {
            List<String> puts = lines.skip(1).map(line -> line.replace("get,", "put,")).toList();
            Path file = directory.resolve("new/run-1/interval-path.csv");
            Files.writeString(file, Files.readString(file) + String.join("\n", puts) + '\n');
        }
        goal(base, fresh).run();
        assertThat(junit()).contains("<testcase name=\"worse latency-p50 'put'\"", "<skipped message=", "failures=\"0\"");
        CompareRunsMojo strict = goal("baseRuns", List.of(base), "newRuns", List.of(fresh), "failOnNotComparable", true);
        assertThatThrownBy(strict::run).isInstanceOf(MojoFailureException.class).hasMessageContaining("failOnNotComparable is set");
        File gone = runs("gone", "other", 1, 1.01);
        CompareRunsMojo lost = goal(base, gone);
        assertThatThrownBy(lost::run).isInstanceOf(MojoFailureException.class)
                .hasMessageContaining("no interval of 'get' is in 2 of 2 runs of NEW")
                .hasMessageContaining("there is no latency to compare");
    }

    @Test
    void badInputIsAnErrorThatSaysWhatToDoAndATestCaseThatFailed() throws Exception {
        File base = runs("base", "get", 1, 1.01);
        File one = runs("one", "get", 1);
        File empty = Files.createDirectory(directory.resolve("empty")).toFile();
        refused(goal(base, directory.resolve("gone").toFile()), "There is no ", " (parameter newRuns). Name folders of results");
        refused(goal(empty, base), "There is no run in ", " (parameter baseRuns)", "make results first, with the goal analyze");
        refused(goal(base, one), "Parameter newRuns: at least two runs are needed", "there is only ");
        refused(goal(base, base), "is in baseRuns and in newRuns");
        refused(goal("baseRuns", List.of(base, new File(base, "run-0")), "newRuns", List.of(one)), "Parameter baseRuns: the run ",
                " is given twice");
        assertThat(directory.resolve("compared")).doesNotExist();
    }

    @Test
    void resultsOfAnotherFormOrThatAreNotWholeAreRefusedWithTheFile() throws Exception {
        File base = runs("base", "get", 1, 1.01);
        File fresh = runs("new", "get", 1, 1.01);
        Path findings = directory.resolve("new/run-1/findings.csv");
        Files.delete(findings);
        CompareRunsMojo missing = goal(base, fresh);
        assertThatThrownBy(missing::run).isInstanceOf(IOException.class).hasMessageContaining("it has no findings report");
        assertThat(junit()).contains("errors=\"1\"", "it has no findings report");
        Files.writeString(findings, "a,b\n1,2\n");
        CompareRunsMojo other = goal(base, fresh);
        assertThatThrownBy(other::run).isInstanceOf(IOException.class).hasMessageContaining("findings.csv");
        assertThat(directory.resolve("compared")).doesNotExist();
    }

    @Test
    void oneRecordingThatCountsAsSeveralIsAnError() throws Exception {
        CompareRunsMojo goal = goal(runs("base", "get", 1, 1), runs("new", "get", 1, 1.01));
        assertThatThrownBy(goal::run).isInstanceOf(MojoFailureException.class)
                .hasMessageContaining("Of some runs there is only one recording");
    }

    private void refused(CompareRunsMojo goal, String... words) throws IOException {
        assertThatThrownBy(goal::run).isInstanceOf(MojoExecutionException.class).message().contains(words);
        assertThat(junit()).contains("errors=\"1\"");
    }
}
