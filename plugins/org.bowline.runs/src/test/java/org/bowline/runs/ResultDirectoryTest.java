/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.finding.Severity;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.analyses.RunFiles;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.table.Format;

/** What was written of a run is read back as it was; what is broken is refused with a reason. */
class ResultDirectoryTest {
    private static final List<String> RULES = RuleSet.installed().infos().stream().map(RuleInfo::id).toList();

    private static Analysis study;
    private static Analysis locks;

    @TempDir Path directory;

    @BeforeAll
    static void analyse() throws IOException {
        study = study("three-tier", List.of(IntervalSpec.parse("begin=wl:req_begin,end=wl:req_end,key=req,label=type")));
        locks = study("lock-contention", List.of());
    }

    private static Analysis study(String name, List<IntervalSpec> intervals) throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(root.resolve(".mvn"))) {
            root = root.getParent();
        }
        return Analysis.of(List.of(root.resolve("tests/traces").resolve(name)), OpenOptions.DEFAULT,
                Question.ALL.about(intervals, Question.Part.ALL), Progress.NONE);
    }

    private Path written(Analysis of, Format format) throws IOException {
        Path out = directory.resolve("out");
        try (ReportDirectory reports = RunFiles.prepare(out, Progress.NONE)) {
            RunFiles.write(of, reports, format);
            reports.commit();
        }
        return out;
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void whatIsReadIsWhatWasWritten(Format format) throws IOException {
        RunFacts wanted = RunFacts.of("x", study, Descriptors.installed().caveats(study));
        Path out = written(study, format);
        assertThat(ResultDirectory.is(out)).isTrue();
        assertThat(ResultDirectory.within(directory)).containsExactly(out);
        RunFacts read = ResultDirectory.read(out);
        assertThat(read.rangeNanos()).isEqualTo(wanted.rangeNanos()).isPositive();
        assertThat(read.hosts()).containsExactly("A", "B", "C");
        assertThat(read.lengths().keySet()).isEqualTo(wanted.lengths().keySet()).hasSizeGreaterThan(3);
        wanted.lengths().forEach((label, lengths) -> assertThat(read.lengths().get(label)).containsExactly(lengths));
        assertThat(read.intervalParts()).isEqualTo(wanted.intervalParts()).isNotEmpty();
        assertThat(read.blocked()).isEqualTo(wanted.blocked()).isNotEmpty();
        assertThat(read.knots()).isEqualTo(wanted.knots()).isNotEmpty();
        assertThat(read.findings()).isEqualTo(wanted.findings());
        assertThat(read.caveats()).isEqualTo(wanted.caveats());
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void aReportThatIsCutOffIsRefused(Format format) throws IOException {
        Path out = written(study, format);
        Path file = out.resolve("threads." + format.extension());
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() - 40));
        assertThatThrownBy(() -> ResultDirectory.read(out)).isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void aReportWithoutRowsIsReadOnlyIfItIsOne() throws IOException {
        Path out = written(study, Format.CSV);
        Path file = out.resolve("findings.csv");
        String head = Files.readString(file).lines().findFirst().orElseThrow();
        Files.writeString(file, head + "\n");
        assertThat(ResultDirectory.read(out).findings()).isEmpty();
        for (String bad : List.of("", "\n", "anything\n", head.replace("subject", "object"), head + ",rule\n", head.substring(0, 20))) {
            Files.writeString(file, bad);
            assertThatThrownBy(() -> ResultDirectory.read(out)).as(bad).isInstanceOf(UnreadableRunException.class)
                    .hasMessageContaining(file.toString());
        }
        for (String bad : List.of("1,warning,x\n", "1,2,3,4,5,6,7,8,9,10,11,12,13\n")) {
            Files.writeString(file, head + "\n" + bad);
            assertThatThrownBy(() -> ResultDirectory.read(out)).as(bad).isInstanceOf(UnreadableRunException.class)
                    .hasMessageContaining("fields");
        }
    }

    private void refused(Path out, String file, String text, String because) throws IOException {
        String good = Files.readString(out.resolve(file));
        Files.writeString(out.resolve(file), text);
        assertThatThrownBy(() -> ResultDirectory.read(out)).as("%s: %s", file, because).hasMessageContaining(because)
                .hasMessageContaining(file)
                .matches(e -> e instanceof UnreadableRunException || e.getCause() instanceof UnreadableRunException);
        Files.writeString(out.resolve(file), good);
    }

    @Test
    void figuresThatCannotBeAreRefused() throws IOException {
        Path out = written(study, Format.CSV);
        String threads = Files.readString(out.resolve("threads.csv"));
        List<String> head = List.of(threads.lines().findFirst().orElseThrow().split(","));
        for (String column : List.of("tid", "running_ns", "blocked_ns", "blocked_disk_ns", "waits")) {
            String[] row = threads.lines().skip(1).findFirst().orElseThrow().split(",", -1);
            row[head.indexOf(column)] = "-1";
            refused(out, "threads.csv", String.join(",", head) + '\n' + String.join(",", row) + '\n', "row 1 has -1 in " + column);
            row[head.indexOf(column)] = "NaN";
            refused(out, "threads.csv", String.join(",", head) + '\n' + String.join(",", row) + '\n', "row 1 has 'NaN' in " + column);
            row[head.indexOf(column)] = "1e5";
            refused(out, "threads.csv", String.join(",", head) + '\n' + String.join(",", row) + '\n', "which is not a whole number");
            row[head.indexOf(column)] = "9".repeat(5_000);
            refused(out, "threads.csv", String.join(",", head) + '\n' + String.join(",", row) + '\n', "999…999");
        }
        String knots = Files.readString(out.resolve("knots.csv"));
        refused(out, "knots.csv", knots.replaceFirst("\\n1,", "\n4294967297,"), "4294967297 in knot, which is too many");
        refused(out, "knots.csv", knots.replaceFirst("\\n1,(knot|sink)", "\n1,noose"), "'noose' in kind");
        String caveats = Files.readString(out.resolve("caveats.csv"));
        refused(out, "caveats.csv", caveats.replaceFirst("\\n(info|warning|error),", "\nfatal,"), "'fatal' in severity");
        String paths = Files.readString(out.resolve("interval-path.csv"));
        String[] path = paths.lines().skip(1).findFirst().orElseThrow().split(",", -1);
        path[3] = "0";
        refused(out, "interval-path.csv", paths.lines().findFirst().orElseThrow() + '\n' + String.join(",", path) + '\n', "ends at 0 ns");
    }

    @Test
    void aReportThatEndsWithinANumberIsRefused() throws IOException {
        Path out = written(study, Format.CSV);
        String threads = Files.readString(out.resolve("threads.csv"));
        refused(out, "threads.csv", threads.substring(0, threads.length() - 1), "its last line does not end");
        refused(out, "threads.csv", threads + "\"A", "it is not a complete threads report");
    }

    @Test
    void damagedTextIsRefused() throws IOException {
        Path csv = written(study, Format.CSV);
        byte[] bytes = Files.readAllBytes(csv.resolve("threads.csv"));
        bytes[bytes.length / 2] = (byte) 0xff;
        Files.write(csv.resolve("threads.csv"), bytes);
        assertThatThrownBy(() -> ResultDirectory.read(csv)).isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining("it is not UTF-8");
        Path json = written(study, Format.JSON);
        String threads = Files.readString(json.resolve("threads.json"));
        refused(json, "threads.json", threads + "{}", "malformed JSON at line 2");
        refused(json, "threads.json", threads.replace("\"report\":\"threads\"", "\"report\":\"knots\""), "it is a knots report");
        refused(json, "threads.json", threads.replaceFirst("\"tid\":", "\"pid\":"), "row 1 has two fields pid");
        refused(json, "threads.json", threads.replaceFirst("\"tid\":\\d+", "\"tid\":NaN"), "it is not a complete threads report");
        refused(json, "threads.json", "[".repeat(100_000), "it is not a complete threads report");
        refused(json, "threads.json", "null", "it is not a complete threads report");
    }

    @Test
    void aKilledRunBesideOthersIsNotARun() throws IOException {
        Path out = written(study, Format.CSV);
        Files.move(out, directory.resolve(".bowline-12345678-1234-1234-1234-123456789abc.partial"));
        assertThat(ResultDirectory.within(directory)).isEmpty();
    }

    @Test
    void aReportThatIsMissingIsRefused() throws IOException {
        Path out = written(study, Format.CSV);
        Files.delete(out.resolve("knots.csv"));
        assertThatThrownBy(() -> ResultDirectory.read(out)).isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining("has no knots report");
    }

    @Test
    void aBaselineAcceptsWhatItWasMadeOfAndNothingElse() throws IOException {
        RunFacts run = RunFacts.of("x", locks, Descriptors.installed().caveats(locks));
        Path file = directory.resolve("baseline.json");
        Baseline.of(run.findings(), run.knots(), run.lengths().keySet(), run.hosts()).write(file);
        Baseline baseline = Baseline.read(file, RULES);
        assertThat(baseline.text()).isEqualTo(Files.readString(file));
        assertThat(baseline.unknown(run.findings(), run.hosts())).isEmpty();
        assertThat(baseline.newKnots(run.knots(), run.hosts())).isEmpty();
        assertThat(run.findings()).isNotEmpty();
        assertThat(baseline.knotCount()).isPositive();
        Baseline nothing = Baseline.of(List.of(), List.of());
        assertThat(nothing.unknown(run.findings(), run.hosts())).isEqualTo(run.findings());
        assertThat(nothing.newKnots(run.knots(), run.hosts())).isNotEmpty().allMatch(KnotFact::isKnot);
        Baseline directoryAsBaseline = Baseline.read(written(locks, Format.JSON), RULES);
        assertThat(directoryAsBaseline.text()).isEqualTo(baseline.text());
    }

    @Test
    void aBaselineOfOneHostHoldsOfAMachineWithAnotherName() throws IOException {
        FindingFact knot = new FindingFact("dominant-knot", "agent-17:vda, agent-17:server", Severity.WARNING, "s", false);
        FindingFact load = new FindingFact("runnable-pressure", "agent-17", Severity.WARNING, "s", false);
        KnotFact members = new KnotFact(new KnotFact.Key("knot", List.of("agent-17:server", "agent-17:vda")), 1);
        Path file = directory.resolve("baseline.json");
        Baseline.of(List.of(knot, load), List.of(members), Set.of(), List.of("agent-17")).write(file);
        assertThat(Files.readString(file)).contains("\"*:vda, *:server\"", "\"subject\": \"*\"", "\"*:server\"").doesNotContain("agent");
        Baseline baseline = Baseline.read(file, List.of("dominant-knot", "runnable-pressure"));
        List<FindingFact> elsewhere = List.of(new FindingFact("dominant-knot", "a.b:vda, a.b:server", Severity.WARNING, "s", false),
                new FindingFact("runnable-pressure", "a.b", Severity.WARNING, "s", false));
        List<KnotFact> knots = List.of(new KnotFact(new KnotFact.Key("knot", List.of("a.b:server", "a.b:vda")), 1));
        assertThat(baseline.unknown(elsewhere, List.of("a.b"))).isEmpty();
        assertThat(baseline.newKnots(knots, List.of("a.b"))).isEmpty();
        assertThat(baseline.unknown(elsewhere, List.of("a.b", "c"))).as("of two hosts each is another one").isEqualTo(elsewhere);
        assertThat(baseline.newKnots(knots, List.of("a.b", "c"))).isEqualTo(knots);
        assertThat(baseline.unknown(List.of(new FindingFact("runnable-pressure", "axb", Severity.WARNING, "s", false)), List.of("a.b")))
                .as("a name is no pattern").hasSize(1);
    }

    @Test
    void aBaselineOfOneHostLeavesItsNameOutOfEveryFormOfSubject() {
        List<String> subjects = List.of("HOST:a to HOST:b", "interval q: HOST:a, HOST:b", "missing p@HOST", "HOST:a: HOST:b");
        Baseline baseline = Baseline.of(facts(subjects, "agent-17"), List.of(), Set.of(), List.of("agent-17"));
        assertThat(baseline.unknown(facts(subjects, "b"), List.of("b"))).isEmpty();
    }

    private static List<FindingFact> facts(List<String> subjects, String host) {
        return subjects.stream().map(subject -> new FindingFact("rule", subject.replace("HOST", host), Severity.WARNING, "s", false))
                .toList();
    }

    @Test
    void aBaselineWithTheNamesOfHostsHoldsForThem() {
        FindingFact load = new FindingFact("runnable-pressure", "A", Severity.WARNING, "s", false);
        Baseline older = Baseline.of(List.of(load), List.of(), Set.of(), List.of());
        assertThat(older.unknown(List.of(load), List.of("A"))).isEmpty();
    }

    @Test
    void aFindingThatGotWorseAndOneThatFailedAreNew() {
        FindingFact was = new FindingFact("lock-convoy", "A:x", Severity.WARNING, "s", false);
        FindingFact is = new FindingFact("lock-convoy", "A:x", Severity.CRITICAL, "s", false);
        FindingFact failed = new FindingFact("lock-convoy", "failed", Severity.CRITICAL, "s", true);
        assertThat(Baseline.of(List.of(was), List.of()).unknown(List.of(was, is), List.of())).containsExactly(is);
        assertThat(Baseline.of(List.of(failed), List.of()).unknown(List.of(failed), List.of())).containsExactly(failed);
    }

    @Test
    void aBaselineThatCannotBeTrustedIsRefusedWithTheReason() throws IOException {
        refused("{\"bowline-baseline\": 2, \"findings\": [], \"knots\": []}", "is of version 2, this Bowline knows version 1");
        refused("{\"findings\": [], \"knots\": []}", "is not a baseline");
        refused("{\"bowline-baseline\": 1, \"findings\": []}", "it has no \"knots\"");
        refused("{\"bowline-baseline\": 1, \"findings\": [{\"rule\": \"no-such-rule\", \"subject\": \"x\", \"severity\": \"info\"}], \"knots\": []}",
                "names rules that there are not: no-such-rule");
        refused("{\"bowline-baseline\": 1, \"findings\": [{\"rule\": \"lock-convoy\", \"subject\": \"x\", \"severity\": \"bad\"}], \"knots\": []}",
                "'bad' is not a severity");
        refused("{\"bowline-baseline\": 1, \"findings\"", "cannot read the baseline");
        refused("{\"bowline-baseline\": 1,\n \"findings",
                "baseline.json: its JSON is not complete: Unterminated string at line 2 column 11");
        refused("[]", "cannot read the baseline");
        refused("", "cannot read the baseline");
        assertThatThrownBy(() -> Baseline.read(directory.resolve("gone.json"), RULES)).isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining("does not exist");
    }

    private void refused(String text, String because) throws IOException {
        Path file = directory.resolve("baseline.json");
        Files.writeString(file, text);
        assertThatThrownBy(() -> Baseline.read(file, RULES)).as(text).isInstanceOf(UnreadableRunException.class)
                .hasMessageContaining(because).hasMessageNotContainingAny("gson", "\n");
    }

    @Test
    void aBaselineCanBeReadByWhomOtherFilesCan() throws IOException {
        Path file = directory.resolve("baseline.json");
        Baseline.of(List.of(), List.of()).write(file);
        Path other = Files.createFile(directory.resolve("other"));
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(Files.getPosixFilePermissions(other));
    }
}
