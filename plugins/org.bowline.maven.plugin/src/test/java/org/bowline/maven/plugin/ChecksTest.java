/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

import org.bowline.core.analysis.AnalysisResult;
import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.finding.FindingContext.Recorded;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.study.Study;
import org.bowline.core.study.StudyBuilder;
import org.bowline.core.sync.ClockSync;
import org.bowline.core.sync.PacketLog;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.maven.plugin.Verdict.State;
import org.bowline.report.run.Baseline;
import org.bowline.report.run.RunFacts;

/** Limits: what passes, what fails, and what is an error because there is nothing to look at. */
class ChecksTest {
    private static final long MS = 1_000_000;

    private final Checks checks = new Checks(
            RunFacts.of("run", 1_000_000_000L, Map.of("buy", new long[] {1_000_000, 2_000_000, 30_000_000})), Sight.NOT_KNOWN, false);

    private List<State> states() {
        return checks.verdicts().stream().map(Verdict::state).toList();
    }

    @Test
    void aLimitIsPassedUpToItself() {
        checks.maxP99("buy=30ms");
        checks.maxP99("buy = 29.999999 ms");
        checks.maxP99("*=0.03s");
        assertThat(states()).containsExactly(State.PASSED, State.FAILED, State.PASSED);
        assertThat(checks.verdicts().get(1).line()).contains("p99 of 'buy' is 30.0 ms (3 intervals, so it is the longest, median 2.00 ms)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "buy", "=5ms", "buy=5", "buy=5 minutes", "sell=5ms", "buy=999999999999s"})
    void aLimitOfLatencyThatMeansNothingIsAnError(String rule) {
        checks.maxP99(rule);
        assertThat(states()).containsExactly(State.ERROR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "disk", "disk=20", "=20%", "dsik=20%", "sell@disk=20%", "db:disk=20%", "disk=100%", "disk=100.1%", "disk=20%%"})
    void aLimitOfAShareThatMeansNothingIsAnError(String rule) {
        checks.maxShare(rule);
        assertThat(states()).containsExactly(State.ERROR);
    }

    @Test
    void withoutIntervalsALimitOfThemIsAnError() {
        Checks none = new Checks(RunFacts.of("run", 1, Map.of()), Sight.NOT_KNOWN, false);
        none.maxP99("*=1s");
        none.maxShare("disk=100%");
        none.intervals();
        assertThat(none.verdicts()).extracting(Verdict::state).containsExactly(State.ERROR, State.ERROR, State.ERROR);
        checks.intervals();
        assertThat(states()).isEmpty();
    }

    /** A request of host A: runs 40 ms, waits for a disk 60 ms; and one of as much of which nothing is known. */
    private static Checks judged(Sight sight, boolean partial, boolean withUnknown) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("A");
        int thread = builder.thread(host, 7, 7, "a");
        int disk = builder.resource(host, VertexKind.DISK, "vda");
        int request = builder.request(disk, thread, 40 * MS, 40 * MS, 100 * MS);
        builder.segment(thread, 0, 40 * MS, ThreadState.RUNNING, 0);
        builder.blocked(thread, 40 * MS, 100 * MS, Cause.DISK, disk, request, 0);
        AnalysisResult result = new AnalysisResult(builder.build(), ClockSync.run(List.of(new PacketLog()), new String[] {"A"}, new long[1],
                new long[1], ClockSync.Options.DEFAULT, () -> false), List.of(), new long[1], new long[1]);
        List<NamedInterval> work = new ArrayList<>(List.of(new NamedInterval("buy", "1", 0, thread, 0, 100 * MS)));
        if (withUnknown) {
            work.add(new NamedInterval("buy", "2", 0, Timeline.NONE, 0, 300 * MS));
        }
        Study study = StudyBuilder.of(result).intervals(new MatchedIntervals(work, List.of())).run(Progress.NONE);
        return new Checks(RunFacts.of("run", study), sight, partial);
    }

    private static Sight without(Sort... missing) {
        Set<Sort> facts = EnumSet.allOf(Sort.class);
        facts.removeAll(List.of(missing));
        return new Sight(List.of("A"), List.of(new Recorded(true, true, facts)));
    }

    @Test
    void aShareIsPassedUpToItself() {
        Checks all = judged(without(), false, false);
        all.maxShare("disk=60%");
        all.maxShare("buy@A:disk=59.9%");
        all.maxShare("running=40%");
        all.maxShare("running=39.9%");
        assertThat(all.verdicts()).extracting(Verdict::state).containsExactly(State.PASSED, State.FAILED, State.PASSED, State.FAILED);
    }

    @Test
    void whatTheRecordingCannotTellIsAnErrorAndNoShareOfNought() {
        Sight noDisks = without(Sort.DISK_REQUESTS);
        assertThat(noDisks.blind("disk", null)).contains("host A has no disk requests").contains("waits-disk");
        assertThat(noDisks.blind("network", null)).isEmpty();
        assertThat(without(Sort.INTERRUPTS).blind("timer", "A")).contains("no interrupts");
        assertThat(without(Sort.INTERRUPTS).blind("running", "A")).isEmpty();
        assertThat(without(Sort.WAKINGS).blind("thread", null)).isEmpty();
        for (String what : List.of("thread", "timer", "disk", "network", "device", "ipi", "kernel", "runnable")) {
            assertThat(without(Sort.WAKINGS, Sort.WAKE_UPS).blind(what, null)).as(what).contains("no wake-ups");
        }
        for (String what : List.of("unknown", "preempted", "running", "blocked")) {
            assertThat(without(Sort.WAKINGS, Sort.WAKE_UPS).blind(what, null)).as(what).isEmpty();
        }
        Sight userSpaceOnly = new Sight(List.of("A", "B"), List.of(new Recorded(true, true, EnumSet.allOf(Sort.class)),
                new Recorded(false, true, Set.of())));
        assertThat(userSpaceOnly.blind("disk", null)).contains("host B has no kernel trace");
        assertThat(userSpaceOnly.blind("disk", "A")).isEmpty();
        Checks disks = judged(noDisks, true, false);
        disks.maxShare("disk=60%");
        disks.maxShare("running=60%");
        assertThat(disks.verdicts()).extracting(Verdict::state).containsExactly(State.ERROR, State.PASSED);
        Checks knots = judged(without(Sort.WAKINGS, Sort.WAKE_UPS), true, false);
        knots.noNewKnots(Baseline.of(List.of(), List.of()));
        assertThat(knots.verdicts()).extracting(Verdict::state).containsExactly(State.ERROR);
    }

    @Test
    void aRunInWhichNobodyWaitsForAnybodyHasNoKnotsToJudge() {
        Checks nothing = new Checks(RunFacts.of("run", 1, Map.of()), Sight.NOT_KNOWN, false);
        nothing.noNewKnots(Baseline.of(List.of(), List.of()));
        assertThat(nothing.verdicts()).extracting(Verdict::state).containsExactly(State.ERROR);
    }

    @Test
    void anIntervalOfWhichThePathIsNotKnownCountsByItsLength() {
        Checks all = judged(without(), false, true);
        all.maxP99("buy=200ms");
        assertThat(all.verdicts().get(0).state()).isEqualTo(State.FAILED);
        assertThat(all.verdicts().get(0).message()).contains("300 ms (2 intervals");
    }

    @Test
    void aShareThatMayBeBeyondItsLimitInTimeOfWhichNothingIsKnownIsAnErrorUnlessThatIsAllowed() {
        // 60 of 400 ms wait for the disk, of 300 ms it is not known
        for (boolean partial : new boolean[] {false, true}) {
            Checks all = judged(without(), partial, true);
            all.maxShare("disk=89.9%");
            all.maxShare("disk=90%");
            all.maxShare("disk=14%");
            all.maxShare("unknown=74%");
            assertThat(all.verdicts()).extracting(Verdict::state).containsExactly(partial ? State.PASSED : State.ERROR, State.PASSED,
                    State.FAILED, State.FAILED);
        }
    }

    @Test
    void aSeverityThatDoesNotExistIsAnError() {
        checks.failOn("fatal", null);
        checks.failOn("Warning", null);
        assertThat(states()).containsExactly(State.ERROR, State.PASSED);
    }

    @Test
    void verdictsOfOneNameAreCasesOfTheirOwn() throws Exception {
        String text = JunitXml.text(List.of(Verdict.error("trace", "A", "lost 1"), Verdict.error("trace", "A", "lost 2")), 0);
        assertThat(text).contains("<testcase name=\"trace A\"", "<testcase name=\"trace A (2)\"");
    }

    @Test
    void theXmlCanBeReadByWhomOtherFilesOfTheBuildCan(@TempDir Path directory) throws IOException {
        Path xml = directory.resolve("reports/TEST-bowline.xml");
        JunitXml.write(xml, List.of(Verdict.passed("failOn", "info", "fine")), 0);
        Path other = Files.createFile(directory.resolve("other"));
        assertThat(Files.getPosixFilePermissions(xml)).isEqualTo(Files.getPosixFilePermissions(other));
        assertThat(xml).content().startsWith("<?xml ").endsWith("</testsuite>\n");
    }

    @Test
    void theXmlHasATestCasePerCheckWhateverThreadsAreCalled() throws Exception {
        String text = JunitXml
                .text(List.of(Verdict.passed("maxP99", "a=1 ms", "fine"), Verdict.failed("failOn", "<&\"\u0001", "bad ]]> \ud800"),
                        Verdict.error("trace", "", "gone")), 1_500_000_000L);
        Element suite = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(text)))
                .getDocumentElement();
        assertThat(suite.getTagName()).isEqualTo("testsuite");
        assertThat(List.of(suite.getAttribute("name"), suite.getAttribute("tests"), suite.getAttribute("failures"),
                suite.getAttribute("errors"),
                suite.getAttribute("skipped"), suite.getAttribute("time"))).containsExactly("bowline", "3", "1", "1", "0", "1.500");
        assertThat(suite.getElementsByTagName("testcase").getLength()).isEqualTo(3);
        Element failure = (Element) suite.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("message")).isEqualTo("bad ]]> \\ud800");
        assertThat(((Element) failure.getParentNode()).getAttribute("name")).isEqualTo("failOn <&\"\\u0001");
        assertThat(suite.getElementsByTagName("error").getLength()).isEqualTo(1);
    }
}
