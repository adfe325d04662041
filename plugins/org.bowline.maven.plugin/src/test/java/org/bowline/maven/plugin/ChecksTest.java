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

import org.bowline.core.analysis.Analysis;
import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.sync.ClockSync;
import org.bowline.core.sync.PacketLog;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Recorded;
import org.bowline.maven.plugin.Verdict.State;
import org.bowline.report.analyses.Descriptors;
import org.bowline.runs.Baseline;
import org.bowline.runs.RunFacts;

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
        checks.maxP99(List.of("buy=30ms"));
        checks.maxP99(List.of("buy = 29.999999 ms"));
        checks.maxP99(List.of("*=0.03s"));
        assertThat(states()).containsExactly(State.PASSED, State.FAILED, State.PASSED);
        assertThat(checks.verdicts().get(1).line())
                .contains("p99 of 'buy' is 30.000000 ms (3 intervals, so it is the longest, median 2.00 ms), the limit is 29.999999 ms");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "buy", "=5ms", "buy=5", "buy=5 minutes", "sell=5ms", "buy=999999999999s"})
    void aLimitOfLatencyThatMeansNothingIsAnError(String rule) {
        checks.maxP99(List.of(rule));
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
        none.maxP99(List.of("*=1s"));
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
        Analysis analysis = Analysis.of(result).intervals(new MatchedIntervals(work, List.of())).build();
        return new Checks(RunFacts.of("run", analysis, Descriptors.installed().caveats(analysis)), sight, partial);
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
        for (String what : List.of("unknown", "running", "blocked", "thread", "disk")) {
            assertThat(without(Sort.REASONS_TO_LEAVE).blind(what, null)).as(what).contains("sched_switch with prev_state");
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
        all.maxP99(List.of("buy=200ms"));
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

    private static Checks of(Map<String, long[]> ended, Map<String, long[]> unfinished) {
        return new Checks(RunFacts.unfinished("run", 1_000_000_000L, ended, unfinished), Sight.NOT_KNOWN, false);
    }

    private static long[] times(int count, long nanos) {
        long[] times = new long[count];
        java.util.Arrays.fill(times, nanos);
        return times;
    }

    @Test
    void requestsThatHangFailTheBuildAlsoIfAllOfALabelDo() {
        Checks half = of(Map.of("buy", times(50, 8 * MS)), Map.of("buy", times(50, 2000 * MS)));
        half.maxP99(List.of("*=24ms"));
        half.maxUnfinished(List.of());
        assertThat(half.verdicts()).extracting(Verdict::state).containsExactly(State.FAILED, State.FAILED);
        assertThat(half.verdicts().get(0).message())
                .startsWith(
                        "p99 of 'buy' is at least 2.00 s (50 intervals and 50 that had not ended, median at least 1.00 s), the limit is 24.0 ms");
        assertThat(half.verdicts().get(1).line())
                .isEqualTo("maxUnfinished buy: of 100 intervals of 'buy' 50 had not ended when the recording did, the oldest"
                        + " after 2.00 s; 50 or 50.0 % lasted 3 times as long as others and did not end, the limit is 1.0 %. Do they hang?");
        Checks all = of(Map.of("sell", times(50, 8 * MS)), Map.of("buy", times(2, 2000 * MS)));
        all.maxP99(List.of("*=24ms"));
        all.maxUnfinished(List.of());
        assertThat(all.verdicts()).extracting(Verdict::line)
                .anyMatch(line -> line.startsWith("maxP99 buy: p99 of 'buy' is at least 2.00 s"));
        assertThat(all.verdicts()).extracting(Verdict::state).containsExactly(State.FAILED, State.PASSED, State.FAILED, State.PASSED);
    }

    @Test
    void aFewRequestsInFlightAreNoFailureWhetherTheRunIsShortOrLong() {
        Checks few = of(Map.of("buy", times(5, 8 * MS)), Map.of("buy", times(1, 7 * MS), "rare", times(1, 20 * MS)));
        few.intervals();
        few.maxP99(List.of("*=24ms"));
        few.maxUnfinished(List.of());
        assertThat(few.verdicts()).extracting(Verdict::state).containsExactly(State.PASSED, State.SKIPPED, State.PASSED, State.PASSED);
        assertThat(few.verdicts().get(1).line()).contains("maxP99 rare: p99 of 'rare' is at least 20.0 ms").contains("not judged");
        Checks named = of(Map.of("buy", times(5, 8 * MS)), Map.of("rare", times(1, 20 * MS)));
        named.maxP99(List.of("rare=24ms"));
        assertThat(named.verdicts()).extracting(Verdict::state).as("who names it wants it judged").containsExactly(State.ERROR);
    }

    @Test
    void aShareOfHangingRequestsIsPassedUpToItselfAndALabelMayHaveItsOwn() {
        Map<String, long[]> ended = Map.of("buy", times(99, 8 * MS), "poll", times(1, MS));
        Map<String, long[]> open = Map.of("buy", times(1, 900 * MS), "poll", times(9, 900 * MS));
        Checks own = of(ended, open);
        own.maxUnfinished(List.of("poll=100%"));
        assertThat(own.verdicts()).extracting(Verdict::subject, Verdict::state).containsExactlyInAnyOrder(
                org.assertj.core.api.Assertions.tuple("poll", State.PASSED), org.assertj.core.api.Assertions.tuple("buy", State.PASSED));
        Checks strict = of(ended, open);
        strict.maxUnfinished(List.of("poll=90%", "*=0.99%", "gone=1%", "poll=1"));
        assertThat(strict.verdicts()).extracting(Verdict::subject, Verdict::state).containsExactlyInAnyOrder(
                org.assertj.core.api.Assertions.tuple("poll=1", State.ERROR), org.assertj.core.api.Assertions.tuple("poll", State.PASSED),
                org.assertj.core.api.Assertions.tuple("buy", State.FAILED), org.assertj.core.api.Assertions.tuple("gone", State.ERROR));
        assertThat(strict.verdicts()).filteredOn(one -> one.subject().equals("buy")).singleElement()
                .satisfies(one -> assertThat(one.message()).contains("1 or 1.00 % lasted", "the limit is 0.99 %"));
    }

    @Test
    void fewerIntervalsThanThereMustBeFailAndThoseThatDidNotEndDoNotCount() {
        Checks counted = of(Map.of("buy", times(99, MS), "sell", times(5, MS)), Map.of("buy", times(1, MS)));
        counted.minCount(List.of("buy=100", "*=5", "gone=1", "buy=0", "buy=many", "buy=99999999999"));
        assertThat(counted.verdicts()).extracting(Verdict::line)
                .anyMatch(line -> line.startsWith("minCount buy: 99 intervals of 'buy' ended, 1 more had not, there must be 100"));
        assertThat(counted.verdicts()).extracting(Verdict::state).containsExactly(State.ERROR, State.ERROR, State.ERROR, State.FAILED,
                State.PASSED, State.FAILED);
    }

    @Test
    void aLabelOfTheBaselineThatIsMissingFails() {
        Baseline baseline = Baseline.of(List.of(), List.of(), Set.of("buy", "sell"), Set.of());
        Checks there = of(Map.of("buy", times(1, MS), "sell", times(1, MS), "new", times(1, MS)), Map.of());
        there.labels(baseline);
        assertThat(there.verdicts()).extracting(Verdict::line).containsExactly("labels: 2 labels of the baseline, all there");
        Checks gone = of(Map.of("buy", times(1, MS)), Map.of("sell", times(3, MS)));
        gone.labels(baseline);
        assertThat(gone.verdicts()).singleElement().satisfies(one -> {
            assertThat(one.state()).isEqualTo(State.FAILED);
            assertThat(one.line()).startsWith("labels sell: the baseline has the label, and no interval of it ended of 3 that began");
        });
        Checks old = of(Map.of("buy", times(1, MS)), Map.of());
        old.labels(Baseline.of(List.of(), List.of()));
        assertThat(old.verdicts()).isEmpty();
    }

    @Test
    void ifNothingEndedThatIsSaidAndNotThatNothingRan() {
        Checks hanging = of(Map.of(), Map.of("buy", times(7, MS)));
        hanging.intervals();
        assertThat(hanging.verdicts()).singleElement()
                .satisfies(one -> assertThat(one.message()).startsWith("the run has none that ended: 7 intervals began"));
    }

    @Test
    void limitsAndValuesAreToldWithTheDigitsThatDecide() {
        Checks close = of(Map.of("buy", times(1, 7_790_400)), Map.of());
        close.maxP99(List.of("buy=7.79ms"));
        assertThat(close.verdicts().get(0).message()).contains("is 7.7904 ms (1 interval", "the limit is 7.7900 ms");
        Checks share = judged(without(), false, false);
        share.maxShare("disk=59.999%");
        assertThat(share.verdicts().get(0).message()).contains("takes 60.000 % of", "the limit is 59.999 %");
    }

    @Test
    void theNameOfATestCaseStaysTheSameWhenItsLimitChanges() {
        Checks one = judged(without(), false, false);
        one.maxP99(List.of("buy=1ms"));
        one.maxShare("A:disk=1%");
        one.maxUnfinished(List.of("buy=1%"));
        one.failOn("info", null);
        Checks other = judged(without(), false, false);
        other.maxP99(List.of("*=900ms"));
        other.maxShare("A:disk = 99 %");
        other.maxUnfinished(List.of());
        other.failOn("critical", null);
        assertThat(one.verdicts().subList(0, 3)).extracting(verdict -> verdict.check() + ' ' + verdict.subject())
                .containsExactly("maxP99 buy", "maxShare A:disk", "maxUnfinished buy");
        assertThat(other.verdicts().subList(0, 3)).extracting(Verdict::subject).containsExactly("buy", "A:disk", "buy");
        assertThat(other.verdicts()).extracting(Verdict::check).contains("failOn").doesNotContain("failOn critical");
    }

    @Test
    void withoutAKernelTraceLatenciesAreJudgedAndWaitsAreToldToBeLeftOut() throws Exception {
        Checks user = new Checks(RunFacts.of("run", 1, Map.of("buy", times(3, MS))), new Sight(List.of("A"), List.of(), false), false);
        user.maxP99(List.of("buy=2ms"));
        user.maxShare("disk=20%");
        user.noNewKnots(Baseline.of(List.of(), List.of()));
        user.failOn("info", null);
        assertThat(user.verdicts()).extracting(Verdict::state).containsExactly(State.PASSED, State.SKIPPED, State.SKIPPED, State.SKIPPED);
        assertThat(JunitXml.text(user.verdicts(), 0)).contains("skipped=\"3\"", "<skipped message=\"not judged: there is no kernel trace");
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
