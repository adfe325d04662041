/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs against runs, and runs against a baseline, on the command line. */
class CompareTest {
    private static final String THREE = Checkout.root().resolve("tests/traces/three-tier").toString();
    private static final String THREE_2 = Checkout.root().resolve("tests/traces/three-tier-ctf2").toString();
    private static final String LOCK = Checkout.root().resolve("tests/traces/lock-contention").toString();
    private static final String WPERF = Checkout.root().resolve("tests/traces/wperf-example").toString();
    private static final String INTERVAL = "begin=wl:req_begin,end=wl:req_end,key=req,label=type";

    /** What {@link #runs} are made of. */
    @TempDir static Path original;

    @TempDir Path directory;

    @BeforeAll
    static void analyze() {
        assertThat(Captured.run("analyze", THREE, "-o", original.toString(), "--interval", INTERVAL).code()).isZero();
    }

    /** Runs that are made of one: the times of its intervals, and of their parts, times a factor. */
    private String runs(String name, double... factors) throws IOException {
        for (int i = 0; i < factors.length; i++) {
            Path run = Files.createDirectories(directory.resolve(name).resolve("run-" + i));
            for (String report : List.of("threads", "knots", "findings", "caveats")) {
                Files.copy(original.resolve(report + ".csv"), run.resolve(report + ".csv"), StandardCopyOption.REPLACE_EXISTING);
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
        assertThat(run.out()).startsWith("4 runs of BASE, 4 runs of NEW\n  ").contains(" beyond chance: 12 latencies slower",
                "What differs\n",
                "All intervals of the runs together, by drawing runs (seed 1)");
        assertThat(run.out().lines().filter(line -> line.startsWith("  slower "))).as("verdicts come first").hasSize(12)
                .allMatch(line -> line.matches("  slower +latency-p[0-9]+ '[0-9]' .* ms .* [+]3[0-9][.][0-9] % .* to .*"));
        assertThat(run.out().indexOf("  slower ")).isLessThan(run.out().indexOf("no difference shown"));
        Captured faster = Captured.run("compare", fresh, base, "--fail-on", "regression");
        assertThat(faster.code()).as(faster.error()).isEqualTo(ExitCode.FINE);
        assertThat(faster.out()).contains("  faster ").doesNotContain("  slower ");
        assertThat(Captured.run("compare", fresh, base, "--fail-on", "difference").code()).isEqualTo(ExitCode.FINDINGS);
    }

    @Test
    void oneArgumentTooManyIsToldWithHowRunsAreGiven() {
        Captured run = Captured.run("compare", THREE, THREE_2, LOCK);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.error())
                .isEqualTo("bowline: '" + LOCK + "' is one argument too many: give BASE and NEW, each with commas between its runs,"
                        + " as base-1,base-2 new-1,new-2, or as a directory that holds them.\n");
        assertThat(Captured.run("compare", "--help").out()).contains(" BASE [NEW]\n").doesNotContain("<more>");
        String levels = "bowline: '" + THREE_2 + "' is one argument too many: --by concurrency takes one file of runs, of all builds.\n";
        assertThat(Captured.run("compare", "--by", "concurrency", THREE, THREE_2).error()).isEqualTo(levels);
        assertThat(Captured.run("compare", "--by", "concurrency", THREE, THREE_2, LOCK).error()).isEqualTo(levels);
    }

    @Test
    void aValueThatIsNoneOfThoseAskedForIsToldAsItIsWritten() {
        assertThat(Captured.run("compare", THREE, THREE_2, "--fail-on", "worse").error())
                .isEqualTo("bowline: invalid value for option '--fail-on': 'worse' is not regression or difference."
                        + " Try 'bowline compare --help'.\n");
        assertThat(Captured.run("compare", THREE, "--by", "clients").error()).contains("'--by': 'clients' is not concurrency. Try ");
        assertThat(Captured.run("compare", THREE, THREE_2, "--seed", "1.5").error())
                .contains("'--seed': '1.5' is not a whole number. Try ");
        assertThat(Captured.run("sweep", "plan.yaml", "again").error())
                .isEqualTo("bowline: 'again' is one argument too many. Try 'bowline sweep --help'.\n");
    }

    @Test
    void withinTheNoiseNothingFailsAndTheSmallestVisibleChangeIsTold() throws IOException {
        Captured run = Captured.run("compare", runs("base", 1, 1.2, 0.8), runs("new", 1.1, 0.9, 1.15), "--fail-on", "regression");
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).contains("No difference is larger than the noise").contains("Latency and throughput: no difference shown",
                "visible from", "  below the noise ");
        String csv = Captured.run("compare", runs("base-2", 1, 1.2), runs("new-2", 1.1, 0.9), "--format", "csv").out();
        assertThat(csv).startsWith("measure,label,subject,unit,verdict,").contains("latency-p50,0,,ns,within-noise,2,2,");
    }

    @Test
    void oneRunOfEachIsNoVerdictAndNoSuccess() {
        Captured run = Captured.run("compare", THREE, THREE_2, "--interval", INTERVAL);
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).contains("No verdict: with so few runs the noise between runs is not known.")
                .doesNotContain("slower", "faster", "regression");
        assertThat(run.out().lines().takeWhile(line -> !line.equals("Caveats"))).as("the answer fits a screen of 24 lines")
                .hasSizeLessThan(24);
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
        assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>").contains("NEW against BASE: 4 runs against 4", " beyond chance: ",
                "slower", "class=\"box\"", "new/run-3");
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
    void aFileOfSomebodyElseIsNotReplacedAndAPageOfOursIs() throws IOException {
        String base = runs("base", 1, 1.02);
        Path file = Files.writeString(directory.resolve("notes.html"), "<!DOCTYPE html><title>My notes</title>");
        Captured refused = Captured.run("compare", base, runs("new", 1, 1.03), "--html", file.toString());
        assertThat(refused.code()).isEqualTo(ExitCode.OUTPUT);
        assertThat(refused.error()).contains("was not written by Bowline; it would be lost. Give another file with --html");
        assertThat(file).content().contains("My notes");
        Path page = directory.resolve("compare.html");
        assertThat(Captured.run("compare", base, directory.resolve("new").toString(), "--html", page.toString()).code()).isZero();
        String first = Files.readString(page);
        assertThat(Captured.run("compare", base, directory.resolve("new").toString(), "--html", page.toString(), "--seed", "7").code())
                .isZero();
        assertThat(page).content().contains("with the seed 7").isNotEqualTo(first);
        Path link = Files.createSymbolicLink(directory.resolve("latest.html"), page);
        assertThat(Captured.run("compare", base, directory.resolve("new").toString(), "--html", link.toString()).code()).isZero();
        assertThat(link).as("a link stays one").isSymbolicLink();
        assertThat(page).hasContent(first);
        assertThat(Captured.run("compare", base, base, "--html", "/dev/null").error()).contains("not a file that could be replaced");
    }

    @Test
    void allResultsAreInOneDirectoryAndTheSameAsElsewhere() throws IOException {
        String base = runs("base", 1, 1.02, 0.98, 1.01);
        String fresh = runs("new", 1.3, 1.32, 1.29, 1.31);
        Path page = directory.resolve("compare.html");
        String csv = Captured.run("compare", base, fresh, "--format", "csv", "--html", page.toString()).out();
        Path out = directory.resolve("deep/out");
        Captured run = Captured.run("compare", base, fresh, "-o", out.toString(), "--fail-on", "regression");
        assertThat(run.code()).as("files are written also where the build fails: " + run.error()).isEqualTo(ExitCode.FINDINGS);
        assertThat(run.out()).startsWith("4 runs of BASE, 4 runs of NEW\n").contains("Wrote " + out.resolve("compare.csv"),
                "without a difference: in the files");
        assertThat(files(out)).containsExactly("caveats.csv", "compare-findings.csv", "compare-runs.csv", "compare.csv", "report.html");
        assertThat(out.resolve("compare.csv")).hasContent(csv);
        assertThat(out.resolve("report.html")).hasSameTextualContentAs(page);
        assertThat(out.resolve("compare-runs.csv")).content().startsWith("measure,label,subject,unit,set,run,value\nlatency-p50,")
                .contains(",ns,BASE," + base + "/run-0,", ",ns,NEW," + fresh + "/run-3,");
        assertThat(out.resolve("caveats.csv")).content().contains("few-runs");
        Files.writeString(out.resolve("notes.txt"), "mine");
        Captured again = Captured.run("compare", base, fresh, "-o", out.toString(), "--format", "json");
        assertThat(again.code()).as(again.error()).isZero();
        assertThat(again.out()).as("the text is for people").contains("What differs\n", "and removed ");
        assertThat(files(out)).containsExactly("caveats.json", "compare-findings.json", "compare-runs.json", "compare.json", "notes.txt",
                "report.html");
        assertThat(out.resolve("compare-runs.json")).content().startsWith("{\"report\":\"compare-runs\",\"rows\":[");
    }

    private static List<String> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void noResultsAreLostAndNoneAreLeftHalf() throws IOException {
        String base = runs("base", 1, 1.02);
        List<String> before = files(directory.resolve("base/run-0"));
        Captured refused = Captured.run("compare", base, base, "-o", base + "/run-0");
        assertThat(refused.code()).isEqualTo(ExitCode.OUTPUT);
        assertThat(refused.error()).contains("it holds the results of a run, which bowline analyze -o wrote",
                "Give another directory with -o");
        assertThat(files(directory.resolve("base/run-0"))).isEqualTo(before);
        Files.delete(directory.resolve("base/run-1/findings.csv"));
        Path out = directory.resolve("out");
        assertThat(Captured.run("compare", base, base, "-o", out.toString()).code()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(out).doesNotExist();
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThat(Captured.run("compare", base, base, "-o", file.toString()).code()).isEqualTo(ExitCode.OUTPUT);
        Path beside = Files.createDirectory(directory.resolve("beside"));
        Files.writeString(beside.resolve("wait-for.svg"), "<svg/>");
        assertThat(Captured.run("compare", base + "/run-0", runs("new", 1), "-o", beside.toString()).code()).isZero();
        assertThat(beside.resolve("wait-for.svg")).as("of a run, not of a comparison").exists();
    }

    @Test
    void theSameSeedGivesTheSameReport() throws IOException {
        String base = runs("base", 1, 1.02, 0.97);
        String fresh = runs("new", 1.1, 1.03, 1.07);
        String csv = Captured.run("compare", base, fresh, "--format", "csv").out();
        assertThat(csv.lines().findFirst().orElseThrow()).endsWith(
                "base_intervals,new_intervals,pooled_base,pooled_new,pooled_change,pooled_low,pooled_high,resampled,seed,at_least");
        assertThat(csv.lines().filter(line -> line.startsWith("latency-p50,"))).hasSize(6).allMatch(line -> line.endsWith(",runs,1,"));
        assertThat(csv.lines().filter(line -> line.startsWith("throughput,"))).hasSize(6).allMatch(line -> line.endsWith(",,,,,,,,,,"));
        assertThat(Captured.run("compare", base, fresh, "--format", "csv").out()).isEqualTo(csv);
        assertThat(Captured.run("compare", base, fresh, "--format", "csv", "--seed", "2").out()).isNotEqualTo(csv);
        assertThat(Captured.run("compare", base, fresh, "--seed", "x").code()).isEqualTo(ExitCode.USAGE);
    }

    /** Replaces in a run's report. */
    private void edit(String run, String report, UnaryOperator<String> change) throws IOException {
        Path file = directory.resolve(run).resolve(report + ".csv");
        Files.writeString(file, change.apply(Files.readString(file)));
    }

    @Test
    void noLabelInCommonIsSaidAndOneRunAgainstManyHasNoVerdict() throws IOException {
        String base = runs("base", 1, 1.02);
        String fresh = runs("new", 1, 1.02);
        for (String run : List.of("new/run-0", "new/run-1")) {
            edit(run, "interval-path", text -> text.replaceAll("(?m)^([0-9]),", "other-$1,"));
        }
        Path page = directory.resolve("compare.html");
        Captured none = Captured.run("compare", base, fresh, "--html", page.toString());
        assertThat(none.code()).isEqualTo(ExitCode.FINE);
        assertThat(none.out()).contains("BASE and NEW have no label in common", "not comparable");
        assertThat(page).content().contains("BASE and NEW have no label in common", "no interval").doesNotContain("NaN", "Infinity");
        assertThat(Captured.run("compare", base, fresh, "--fail-on", "regression").code()).isEqualTo(ExitCode.USAGE);
        Captured many = Captured.run("compare", base, runs("one", 1.5), "--html",
                page.toString());
        assertThat(many.code()).as(many.error()).isEqualTo(ExitCode.FINE);
        assertThat(many.out()).startsWith("2 runs of BASE, 1 run of NEW\n  No verdict")
                .contains("error: noise-unknown: There are not two runs of each");
    }

    @Test
    void runsWithoutIntervalsAreComparedByTheirWaitsAndThisIsSaid() throws IOException {
        String base = runs("base", 1, 1.02);
        for (String run : List.of("base/run-0", "base/run-1")) {
            Files.delete(directory.resolve(run).resolve("interval-path.csv"));
        }
        Path page = directory.resolve("compare.html");
        Captured run = Captured.run("compare", base + "/run-0", base + "/run-1", "--html", page.toString());
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).contains("No run has an interval", "measures of variation, causes, paths and knots")
                .doesNotContain("Latency and throughput");
        assertThat(page).content().contains("No run has an interval").doesNotContain("id=\"outcomes\"");
    }

    /** Whoever has one recording of yesterday and one of today asks what is different now; that there is no verdict is not an answer. */
    @Test
    void twoRecordingsWithoutIntervalsAreComparedByWhatTheRulesFindAndWhoWaitsForWhom() {
        Path page = directory.resolve("compare.html");
        Captured run = Captured.run("compare", THREE, LOCK, "--interval", "none", "--html", page.toString());
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).containsSubsequence(
                "2 are in BASE alone, 2 in NEW alone and none in both. That is not tested against chance."
                        + " What was compared takes 647 ms in BASE, 142 ms in NEW.\n",
                "\nFindings in BASE alone\nwarning: dominant-knot: w1-server (B:273), ",
                "\nFindings in NEW alone\ncritical: lock-convoy: 4 threads w3-T* (A) queue for what looks like a lock: ",
                "\nWho waits longer, or less long, for whom in NEW: weight per second of a run\n", " A:w3-T* waits for A:w3-T*\n")
                .doesNotContain("Findings in both");
        assertThat(page).content().contains("<h3>Findings in NEW alone</h3>", "critical: lock-convoy", "id=\"findings\"");
        Captured same = Captured.run("compare", THREE, THREE_2, "--interval", "none");
        assertThat(same.out()).containsSubsequence(
                "none is in BASE alone, 1 in NEW alone and 2 in both (dominant-knot, sleep-while-awaited). That ",
                "\nFindings in both\nwarning: dominant-knot\n  BASE: w1-server (B:273), ", "\n  NEW: w1-server (B:293), ");
        assertThat(Captured.run("compare", THREE, THREE_2, "--interval", INTERVAL).out()).as("latencies tell more than weights")
                .contains("Latency and throughput", "2 in both (dominant-knot, sleep-while-awaited). ", "Findings in NEW alone")
                .doesNotContain("Who waits longer", "Findings in both");
    }

    @Test
    void numbersThatCannotBeAreRefusedWithTheirPlace() throws IOException {
        String base = runs("base", 1, 1);
        String huge = Long.toString(Long.MAX_VALUE);
        edit("base/run-1", "interval-path", text -> text.replaceAll("(?m)^(0,[^,]*,[0-9]+),[0-9]+,", "$1,5,"));
        Captured before = Captured.run("compare", base, base);
        assertThat(before.code()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(before.error()).contains("interval-path.csv: row ", "ends at 5 ns, which is before that");
        runs("base", 1, 1);
        edit("base/run-1", "interval-path", text -> text.replaceAll("(?m),[0-9]+,yes$", "," + huge + ",yes"));
        Captured sum = Captured.run("compare", base, base);
        assertThat(sum.code()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(sum.error()).contains("interval-path.csv: its times add up to more than 292 years");
        runs("base", 1, 1);
        edit("base/run-1", "interval-path", text -> text.replaceAll("(?m),[0-9]+,yes$", ",NaN,yes"));
        assertThat(Captured.run("compare", base, base).error()).contains("has 'NaN' in ns, which is not a whole number");
    }

    @Test
    void namesOfLabelsStayNames() throws IOException {
        String base = runs("base", 1, 1.02);
        for (String run : List.of("base/run-0", "base/run-1")) {
            edit(run, "interval-path", text -> text.replaceAll("(?m)^0,", "<script>alert(1)</script>]]><!--,"));
        }
        Path page = directory.resolve("compare.html");
        Captured run = Captured.run("compare", base, base, "--html", page.toString());
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(page).content().contains("&lt;script&gt;alert(1)&lt;/script&gt;]]&gt;&lt;!--").doesNotContain("<script", "]]>", "<!--");
    }

    /** Recordings of one host, made one after another into one directory, are runs; read as one they would be a single run, and no noise be known. */
    @Test
    void aDirectoryOfRecordingsHasARunEach() throws IOException {
        String runs = recordings("again", "A", "A");
        assertThat(Captured.run("compare", runs, LOCK).out()).startsWith("2 runs of BASE, 1 run of NEW\n");
        String hosts = recordings("beside", "A", "B");
        assertThat(Captured.run("compare", hosts, LOCK).out()).as("one of each host is one run of two")
                .startsWith("1 run of BASE, 1 run of NEW\n");
        Path notes = directory.resolve("again/run-1/recording.txt");
        Files.writeString(notes, "host A local\n" + "x".repeat(2 << 20));
        assertThat(Captured.run("compare", runs, LOCK).out()).as("a file of somebody else").startsWith("1 run of BASE, 1 run of NEW\n");
        Files.writeString(notes, "host A local\n");
        Files.writeString(directory.resolve("again/recording.txt"), "host A local\n");
        assertThat(Captured.run("compare", runs, LOCK).out()).as("is a recording itself").startsWith("1 run of BASE, 1 run of NEW\n");
    }

    private String recordings(String name, String... hosts) throws IOException {
        for (int i = 0; i < hosts.length; i++) {
            Path run = Files.createDirectories(directory.resolve(name).resolve("run-" + i));
            Files.writeString(run.resolve("recording.txt"), "profiles=waits-minimal\nhost " + hosts[i] + " local\n");
            Path from = Path.of(LOCK);
            try (Stream<Path> files = Files.walk(from)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Path to = run.resolve(hosts[i]).resolve(from.relativize(file).toString());
                    Files.createDirectories(to.getParent());
                    Files.copy(file, to);
                }
            }
        }
        return directory.resolve(name).toString();
    }

    @Test
    void whatHangsOrIsGoneIsToldBesideWhatIsSlower() throws IOException {
        String base = runs("base", 1, 1.02, 0.98, 1.01);
        String fresh = runs("new", 1.3, 1.32, 1.29, 1.31);
        for (int i = 0; i < 4; i++) {
            edit("new/run-" + i, "interval-path", text -> text.lines().filter(line -> !line.startsWith("5,"))
                    .map(line -> line.startsWith("0,") ? hanging(line) : line)
                    .collect(java.util.stream.Collectors.joining("\n", "", "\n")));
        }
        Captured run = Captured.run("compare", base, fresh, "--fail-on", "regression");
        assertThat(run.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(run.error()).contains(" regressions (--fail-on): ").contains("intervals of '0' did not end in NEW, 0 of 40 in BASE")
                .contains("no interval of '5' is in 4 of 4 runs of NEW");
        assertThat(run.out()).contains("Of the intervals of '5' no run of NEW has any.")
                .contains("Intervals of '5' are in all 4 runs of BASE and in none of 4 runs of NEW, so they are not compared.");
    }

    /** An interval that lasts for at least ten seconds. */
    private static String hanging(String line) {
        String[] fields = line.split(",", -1);
        fields[3] = Long.toString(Long.parseLong(fields[2]) + 10_000_000_000L);
        fields[11] = "no";
        return String.join(",", fields);
    }

    @Test
    void aDirectoryWithoutRunsIsRefused() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Captured run = Captured.run("compare", empty.toString(), THREE);
        assertThat(run.code()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(run.error()).contains(empty.toString());
    }

    @Test
    void aGateWithoutAnythingToJudgeIsNoSuccess() {
        Captured run = Captured.run("compare", THREE + ',' + THREE_2, LOCK + ',' + WPERF, "--fail-on", "regression");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.error()).contains("there is no latency or throughput to compare");
    }

    @Test
    void aGateOverCopiesOfOneRecordingIsNoSuccess() throws IOException {
        Captured run = Captured.run("compare", runs("base", 1, 1), runs("new", 2, 1.5), "--fail-on", "regression");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.error()).contains("base/run-1 is ").contains("base/run-0").contains("Record each run anew");
    }

    @Test
    void aGateOverRunsAgainstThemselvesIsNoSuccess() throws IOException {
        String base = runs("base", 2, 1);
        Captured same = Captured.run("compare", base, base, "--fail-on", "regression");
        assertThat(same.code()).isEqualTo(ExitCode.USAGE);
        assertThat(same.error()).contains("is in BASE and in NEW");
        String fresh = runs("new", 2, 1);
        Captured one = Captured.run("compare", base, fresh + ',' + base + "/run-1", "--fail-on", "difference");
        assertThat(one.code()).isEqualTo(ExitCode.USAGE);
        assertThat(one.error()).contains("base/run-1 is in BASE and in NEW");
        assertThat(Captured.run("compare", base, base).code()).isEqualTo(ExitCode.FINE);
    }

    private String journal(String name) throws IOException {
        Path run = Files.createDirectories(directory.resolve(name));
        Files.copy(Checkout.root().resolve("tests/traces/journal-stacks/A.zip"), run.resolve("A.zip"));
        return run.toString();
    }

    private String folded(String base, String fresh, String... more) throws IOException {
        Path stacks = directory.resolve("stacks.folded");
        List<String> words = new ArrayList<>(List.of("compare", base, fresh, "--interval", "none", "--difffolded", stacks.toString()));
        words.addAll(List.of(more));
        Captured run = Captured.run(words.toArray(String[]::new));
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        return Files.readString(stacks);
    }

    @Test
    void runsThatAreTracesHaveTheNamesOfTheirBuilds() throws IOException {
        String base = journal("base");
        String fresh = journal("new");
        String symbols = Checkout.root().resolve("tests/traces/journal-stacks/symbols").toString();
        assertThat(folded(base, fresh)).doesNotContain("writer_main");
        assertThat(folded(base, fresh, "--symbols", directory.toString(), "--symbols", symbols)).contains("writer_main;");
    }

    @Test
    void symbolsOfNothingAreRefused() throws IOException {
        String base = runs("base", 1, 1);
        Captured results = Captured.run("compare", base, base, "--symbols", directory.toString());
        assertThat(results.code()).isEqualTo(ExitCode.USAGE);
        assertThat(results.error()).contains("--symbols names functions and locks of traces, and all runs are results");
        String gone = directory.resolve("gone").toString();
        assertThat(Captured.run("compare", THREE, THREE_2, "--symbols", gone).error())
                .isEqualTo("bowline: --symbols " + gone + ": there is no such folder.\n");
        assertThat(Captured.run("compare", "--by", "concurrency", THREE, "--symbols", directory.toString()).error())
                .contains("--symbols names functions and locks of two sets of runs");
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
        Captured known = Captured.run("findings", LOCK, "--baseline", file);
        assertThat(known.code()).isEqualTo(ExitCode.FINE);
        assertThat(known.error()).contains("2 findings and ").contains(" in the baseline, nothing new.");
        assertThat(Captured.run("findings", LOCK, "--baseline", file, "--fail-on", "info").code()).isEqualTo(ExitCode.FINE);
        assertThat(Captured.run("analyze", LOCK, "--baseline", file, "--fail-on", "info").code()).isEqualTo(ExitCode.FINE);
        Captured other = Captured.run("findings", WPERF, "--baseline", file, "--fail-on", "warning");
        assertThat(other.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(other.error())
                .contains(
                        "2 findings at or above warning that the baseline does not have (--fail-on): dominant-knot, disk-bound-sync-writes.");
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
