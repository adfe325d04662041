/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Severity;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureOptions;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;
import org.bowline.testkit.Folders;

/** What is said first of every recording, without any option, against what its README says of who bounds the work. */
class FirstAnswerTest {
    /**
     * Who bounds the work of a recording.
     *
     * @param name of the recording; those of the folder shared begin with {@code lab/}
     * @param members who must be named: threads of the knot and disks
     * @param leastMillis the work takes at least so long
     * @param mostMillis the work takes at most so long, start and end of the programs not counted
     * @param says what else must be told of them: what they wait for beside each other, or that there are others like them
     */
    private record Truth(String name, List<String> members, long leastMillis, long mostMillis, String says) {
        Path path() {
            return FirstAnswerTest.path(name);
        }
    }

    /** Where threads wait for timers alone: nothing tells which part of it is the work. */
    private static final Set<String> NOBODY_WAITS = Set.of("tried-lock");
    private static final List<String> CHAIN = List.of("w1-server", "w1-backend", "w1-client");
    /** The backend sleeps in three of six kinds of request, and the client between two. */
    private static final String TIMERS = " of their waiting time, for timers in ";
    private static final String ONLY = "they wait ";
    private static final List<Truth> TRUTHS = List.of(
            new Truth("three-tier", CHAIN, 550, 780, TIMERS),
            new Truth("three-tier-ctf2", CHAIN, 250, 340, TIMERS),
            new Truth("wperf-example", List.of("w2-B", "disk vdd"), 420, 500, ONLY),
            new Truth("lock-contention", List.of("w3-T"), 130, 170, "they wait "),
            new Truth("lab/w1", CHAIN, 5_900, 6_600, TIMERS),
            new Truth("lab/w1-ctf2", CHAIN, 1_500, 1_700, TIMERS),
            new Truth("lab/w1-functions", CHAIN, 1_500, 1_750, TIMERS),
            new Truth("lab/w2", List.of("w2-B", "disk vdd"), 4_100, 4_400, ONLY),
            new Truth("lab/w2-ctf2", List.of("w2-B", "disk vdd"), 1_600, 1_900, ONLY),
            new Truth("lab/w3", List.of("w3-T"), 1_200, 1_400, "they wait "),
            new Truth("lab/w4-pg", List.of("pgbench", "postgres"), 5_400, 6_200, ", one of 2 equal groups,"));

    /** What runs beside the work in these recordings: the tracer, the kernel, the shell that starts everything and what it calls. */
    static final String BESIDE = "lttng|-ust|UST |Consumer man|Application not|Client manag|Notification|Rotation|Timer task|Health man|kworker|rcu_|jbd2"
            + "|ksoftirqd|khugepaged|kcompactd|migration/|unknown|\\bsh \\(|\\bcp \\(|\\bcat \\(|\\bsleep \\(|\\binit \\(|w3-main|postgres \\(B:260\\)";

    /** The shells whose scripts are the work; others run beside it. */
    private static final Map<String, String> SCRIPTS = Map.of("file-lock", "sh (A:513)", "one-command-at-a-time", "sh (A:262)",
            "limited-by-signals", "sh (B:169)", "remote-folder", "sh (A:343)", "network-file-system", "kworker", "mirrored-disk",
            "kworker"); // or the threads of the kernel that are at work when an answer comes: they are waited for

    /** What tells why the one that is waited for keeps others waiting is told before who waits for it. */
    private static final Map<String, String> REASONS = Map.of("lab/w2-ctf2", "disk-bound-sync-writes", "journal-stacks",
            "disk-bound-sync-writes", "rsyslog-queue/one-queue", "disk-bound-sync-writes", "lock-contention", "lock-convoy");

    private static final Map<Path, SoftReference<Analysis>> READ = new HashMap<>();

    /** The first finding, or the one behind its reason. */
    private static Finding knot(Analysis analysis, String recording) {
        List<Finding> all = Findings.of(analysis).findings();
        String reason = REASONS.get(recording);
        if (reason != null) {
            assertThat(all.get(0).rule()).isEqualTo(reason);
        }
        Finding knot = all.get(reason == null ? 0 : 1);
        assertThat(knot.rule()).isEqualTo("dominant-knot");
        return knot;
    }

    private static List<Truth> truths() {
        return TRUTHS;
    }

    /** Each is read once for all tests, as long as there is room for it: an analysis does not change. */
    static Analysis analysis(Path recording) throws IOException {
        SoftReference<Analysis> known = READ.get(recording);
        Analysis analysis = known == null ? null : known.get();
        if (analysis == null) {
            analysis = Analysis.of(List.of(recording), OpenOptions.DEFAULT, Question.WORK, Progress.NONE);
            READ.put(recording, new SoftReference<>(analysis));
        }
        return analysis;
    }

    private static String text(Analysis analysis, String name) throws IOException {
        StringBuilder text = new StringBuilder();
        TextPage page = new TextPage(text, TextTable.UNLIMITED, false);
        Descriptors.installed().of(name).text(page, analysis, 10);
        return text.toString();
    }

    @Test
    void aThresholdBelowTheUsualOneIsToldWithItsReason() throws IOException {
        assertThat(text(analysis(Recording.own("first-answers/event-loop-queue")), "wait-for"))
                .contains("Knots at a threshold of 44.0 ms (4.92 %), as there is none at 20.0 %\n");
        assertThat(text(analysis(Recording.own("first-answers/busy-disk")), "wait-for"))
                .containsPattern("Knots at a threshold of [0-9.]+ m?s \\(20\\.0 %\\)\n");
    }

    @ParameterizedTest
    @MethodSource("truths")
    void theFirstFindingNamesWhoBoundsTheWork(Truth truth) throws IOException {
        Analysis analysis = analysis(truth.path());
        Finding first = knot(analysis, truth.name());
        assertThat(first.summary()).contains(truth.members())
                .contains("bound the work", "wait ", truth.says(), "% of the range")
                .containsPattern("% shorter(, (or|since) [^.]*[0-9%. ]*[^.]*)? \\(an estimate\\)")
                .doesNotContainPattern(BESIDE).doesNotContainPattern("\\b(?!100 %)[1-9]\\d{2,} %");
        assertThat(NextStep.after(analysis, first)).startsWith("bowline waits TRACE --edge ");
    }

    @ParameterizedTest
    @MethodSource("truths")
    void theRangeIsThatOfTheWork(Truth truth) throws IOException {
        ChosenRange range = analysis(truth.path()).range();
        assertThat(range.kind()).isEqualTo(ChosenRange.Kind.REPEATED);
        assertThat((range.toNanos() - range.fromNanos()) / 1_000_000).isBetween(truth.leastMillis(), truth.mostMillis());
        assertThat(range.sentence()).startsWith("the work: ");
    }

    @ParameterizedTest
    @MethodSource("truths")
    void noLineIsAboutWhatRanBesideTheWork(Truth truth) throws IOException {
        Analysis analysis = analysis(truth.path());
        assertThat(text(analysis, "wait-for")).contains("Heaviest of").contains("knot 1").doesNotContainPattern(BESIDE);
        assertThat(text(analysis, "threads")).contains("Threads with the most waits").doesNotContainPattern(BESIDE);
    }

    @ParameterizedTest
    @MethodSource("org.bowline.tests.golden.engine.FirstAnswers#causes")
    void theFirstFindingIsWhatTheReadmeSaysAndNoLineIsAboutWhatRanBeside(String name, List<String> says) throws IOException {
        Analysis analysis = analysis(Recording.own(name));
        Finding first = knot(analysis, name);
        assertThat(first.summary()).contains(says).doesNotContainPattern(BESIDE).doesNotContainPattern("\\b(?!100 )[1-9]\\d{2,} %");
        assertThat(analysis.range().sentence()).startsWith("the work: ");
        assertThat(text(analysis, "wait-for")).contains("Heaviest of").contains("knot 1").doesNotContainPattern(BESIDE);
        assertThat(text(analysis, "threads")).contains("Threads with the most waits").doesNotContainPattern(BESIDE);
    }

    /** The queue's worker waits for its lock, which in:imtcp has while it writes a batch; in:imuxsock gets it next, for a moment, and hands it on. */
    @Test
    void theHolderOfTheQueuesLockIsNamedWhereTheOneWhoHandsItOnWouldMislead() throws IOException {
        WaitForGraph graph = analysis(Recording.own("rsyslog-queue/one-queue")).graph();
        int holder = edge(graph, "rs:main Q:Reg", "in:imtcp");
        int waker = edge(graph, "rs:main Q:Reg", "in:imuxsock");
        assertThat(graph.isByHolder(holder)).isTrue();
        assertThat(graph.wakerNanos(waker)).as("blamed by wake-ups").isGreaterThan(8 * graph.wakerNanos(holder));
        assertThat(graph.holderNanos(holder)).as("blamed by the lock").isGreaterThan(5 * graph.wakerNanos(holder));
        assertThat(graph.holderNanos(waker)).isLessThan(graph.wakerNanos(waker) / 2);
        WaitForGraph apart = analysis(Recording.own("rsyslog-queue/own-queue")).graph();
        int left = edge(apart, "rs:main Q:Reg", "in:imtcp");
        assertThat(left == Timeline.NONE ? 0 : apart.directNanos(left)).isLessThan(apart.rangeNanos() / 100);
    }

    private static int edge(WaitForGraph graph, String source, String target) {
        Timeline timeline = graph.timeline();
        return IntStream.range(0, graph.edgeCount()).filter(edge -> timeline.vertexName(graph.source(edge)).equals(source)
                && timeline.vertexName(graph.target(edge)).equals(target)).findFirst().orElse(Timeline.NONE);
    }

    /** Two threads that take turns are no convoy; four that queue are one. */
    @Test
    void theMutexThatTwoThreadsTakeInTurnIsNamedAndNotTheOneOfAConvoyTwice() throws IOException {
        assertThat(Findings.of(analysis(Recording.own("first-answers/two-takers"))).findings()).anySatisfy(finding -> {
            assertThat(finding.rule()).isEqualTo("lock-waits");
            assertThat(finding.summary()).contains("keeps k-asker (A:276) and k-keeper (A:275) waiting: in 41.1 % of the range",
                    "For 73.8 % of that time k-keeper (A:275) has it, longer than any other thread.");
        });
        assertThat(Findings.of(analysis(Recording.own("lock-contention"))).findings()).extracting(Finding::rule)
                .contains("lock-convoy").doesNotContain("lock-waits");
    }

    /** A maintenance thread of the server has the loop's processor in the one recording, and one of its own in the other. */
    @Test
    void aThreadOfTheServerItselfThatTakesTheProcessorOfItsLoopIsNamedWhereItDoes() throws IOException {
        assertThat(Findings.of(analysis(Recording.own("tagged-server/slow"))).findings()).anySatisfy(finding -> {
            assertThat(finding.rule()).isEqualTo("crowded-out");
            assertThat(finding.summary()).startsWith("s-loop (A:272) wants a processor for 321 ms and does not get one")
                    .contains("For 203 ms of that, 15.3 % of the range, s-tidy (A:278) has it, for which nobody waits");
        });
        for (String other : List.of("tagged-server/fast", "postgresql-totals/one-row", "postgresql-totals/spread", "journal-stacks")) {
            assertThat(Findings.of(analysis(Recording.own(other))).findings()).extracting(Finding::rule).doesNotContain("crowded-out");
        }
    }

    /** For 30 % of the range none of the knot has a processor: who waits for whom comes behind that. */
    @Test
    void ofTheTotalsInRowsOfTheirOwnTheProcessorsComeFirstAndThenTheBackends() throws IOException {
        List<Finding> findings = Findings.of(analysis(Recording.own("postgresql-totals/spread"))).findings();
        assertThat(findings.get(0).rule()).isEqualTo("runnable-pressure");
        assertThat(findings.get(0).summary())
                .startsWith("The 2 processors of A are 88.5 % busy, and 4.1 more threads want to run on average");
        assertThat(findings.get(1).rule()).isEqualTo("dominant-knot");
        assertThat(findings.get(1).summary())
                .contains("postgres ×2 (A) and disk vdd (A) bound the work: ", "for other postgres ×6 (A) in 59.8 %",
                        "is at work in 62.8 % of the range; in another 30.2 % at least one of them wants a processor",
                        "the work would be at most 12.5 % shorter", "6 more threads do the same as some of these.")
                .doesNotContainPattern(BESIDE);
    }

    @Test
    void whereNothingButTheProgramWasRecordedThatIsSaidFirstAndNoThreadIsBlamed() throws IOException {
        Analysis analysis = analysis(Recording.own("labelled-work"));
        assertThat(Findings.of(analysis).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("missing-events");
            assertThat(finding.summary()).isEqualTo("vm has no kernel trace: nothing is known of its threads and waits.");
            assertThat(NextStep.after(analysis, finding)).contains(" start --profile waits-network --profile waits-disk");
        });
        assertThat(text(analysis, "wait-for")).contains("It is not known what threads did").doesNotContain("Heaviest of 0 edges", "No knot",
                "knot 1");
    }

    /** The picture as the desktop's view of the graph makes it first: what is set aside is not drawn, and a pool is one node. */
    @ParameterizedTest
    @MethodSource("recordings")
    void theGraphThatTheDesktopOpensWithHasFewerThan25Nodes(String name) throws IOException {
        Analysis threads = analysis(path(name));
        Analysis analysis = Merging.view(threads);
        GraphPicture picture = GraphPicture.of(analysis.graph(), analysis.hierarchy(),
                PictureOptions.DEFAULT.without(analysis.aside()).withPools(FirstLook.pools(analysis)), Progress.NONE);
        assertThat(picture.nodes()).hasSizeLessThan(25);
        assertThat(picture.nodes().isEmpty()).as("nobody waits again and again")
                .isEqualTo(List.of("labelled-work", "first-answers/spinning").contains(name));
    }

    private static Path path(String name) {
        return name.startsWith("lab/") ? Recording.shared(name) : Recording.own(name);
    }

    static Set<String> recordings() {
        Set<String> known = new TreeSet<>(
                List.of("labelled-work", "lost-events", "first-answers/memory-limit", "first-answers/no-received-headers",
                        "first-answers/serial-link", "first-answers/spinning",
                        "postgresql-totals/spread", "sampled-writer", "counted-functions", "annotated-spins"));
        TRUTHS.forEach(truth -> known.add(truth.name()));
        FirstAnswers.answers().forEach(answer -> known.add("first-answers/" + answer.get()[0]));
        FirstAnswers.causes().forEach(cause -> known.add((String) cause.get()[0]));
        FallsFirstAnswerTest.falls().forEach(fall -> known.add((String) fall.get()[0]));
        return known;
    }

    /** A recording that is in no list of this class would be one whose first answer nobody has looked at. */
    @Test
    void eachRecordingIsInAListOfThisClass() throws IOException {
        Set<String> known = recordings();
        Set<String> there = new TreeSet<>();
        Path own = Recording.own("");
        try (Stream<Path> files = Files.walk(own)) {
            files.filter(file -> file.toString().endsWith(".zip")).forEach(file -> there.add(own.relativize(file.getParent()).toString()));
        }
        Optional<Path> lab = Folders.shared("traces/lab");
        if (lab.isPresent()) {
            try (Stream<Path> folders = Files.list(lab.get())) {
                folders.filter(Files::isDirectory).forEach(folder -> there.add("lab/" + folder.getFileName()));
            }
            assertThat(there).containsExactlyInAnyOrderElementsOf(known);
        } else {
            assertThat(there).containsExactlyInAnyOrderElementsOf(known.stream().filter(name -> !name.startsWith("lab/")).toList());
        }
    }

    /** The recorder's shell waits for what it starts again and again, and is most of what repeats in this recording; it is in no knot. */
    @Test
    void aWriterThatIsRecordedWithItsRecorderIsNamedFirst() throws IOException {
        Finding first = Findings.of(analysis(Recording.own("sampled-writer"))).findings().get(0);
        assertThat(first.rule()).isEqualTo("disk-bound-sync-writes");
        assertThat(first.summary()).startsWith("w2-B (A:1164) spends ").contains("waiting for disk vdd (A) to complete what it wrote")
                .doesNotContainPattern(BESIDE);
    }

    @ParameterizedTest
    @MethodSource("org.bowline.tests.golden.engine.FirstAnswers#answers")
    void theFirstFindingNamesTheCauseAlsoWhereNoTwoThreadsMeetTwiceOrATimerIsTheCause(String name, String rule, List<String> says)
            throws IOException {
        Analysis analysis = analysis(Recording.own("first-answers/" + name));
        Finding first = Findings.of(analysis).findings().get(0);
        assertThat(first.rule()).isEqualTo(rule);
        String shell = SCRIPTS.getOrDefault(name, "no script");
        assertThat(first.summary()).contains(says).doesNotContainPattern("\\b(?!100 )[1-9]\\d{2,} %");
        assertThat(first.summary().replace(shell, "script")).doesNotContainPattern(BESIDE);
        assertThat(analysis.range().kind()).isEqualTo(analysis.intervalsWanted() ? ChosenRange.Kind.INTERVALS
                : NOBODY_WAITS.contains(name) ? ChosenRange.Kind.ALL : ChosenRange.Kind.REPEATED);
        String edges = text(analysis, "wait-for").replace(shell, "script");
        assertThat(edges).contains("Heaviest of");
        if (analysis.range().kind() != ChosenRange.Kind.ALL) {
            assertThat(edges).doesNotContainPattern(BESIDE);
        }
    }

    /** All four clients wait for the server, of which two threads wait for each other. Workers that ask a broker for more when there is nothing more to do look alike, and are told as that. */
    @Test
    void whatHangsIsToldWithWhoGotTheRequestsAndOfNoOtherRecording() throws IOException {
        Finding second = Findings.of(analysis(Recording.own("first-answers/deadlock"))).findings().get(1);
        assertThat(second.rule()).isEqualTo("hanging-requests");
        assertThat(second.summary()).startsWith("h-client* ×4 (A) ask and get no answer: they wait until they exit, for up to 3.14 s, ")
                .endsWith(
                        "h-worker* ×4 (B) got some of the requests and wait ever since: nobody wakes them. What other findings tell is of the time before.");
        for (Arguments other : FirstAnswers.answers().toList()) {
            String name = (String) other.get()[0];
            if (!name.equals("deadlock")) {
                assertThat(Findings.of(analysis(Recording.own("first-answers/" + name))).findings()).as(name)
                        .filteredOn(finding -> finding.severity() != Severity.INFO || !name.equals("brokered-jobs"))
                        .extracting(Finding::rule)
                        .doesNotContain("deadlock", "hanging-requests");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"labelled-work", "tagged-server/fast", "tagged-server/slow"})
    void whereProgramsTellOfRequestsAndAllEndNothingHangs(String name) throws IOException {
        Analysis analysis = analysis(Recording.own(name));
        assertThat(analysis.matched().intervals()).isNotEmpty();
        assertThat(Findings.of(analysis).findings()).extracting(Finding::rule).doesNotContain("overdue-requests");
    }

    @Test
    void aBatchJobThatTakesTheProcessorOfAServerIsNamed() throws IOException {
        assertThat(Findings.of(analysis(Recording.own("first-answers/shared-processor"))).findings()).anySatisfy(finding -> {
            assertThat(finding.rule()).isEqualTo("crowded-out");
            assertThat(finding.summary()).startsWith("h-server (A:262) wants a processor for ")
                    .contains("h-batch (A:261) has it, for which nobody waits");
        });
        for (String other : List.of("thread-per-request", "process-per-job", "polling")) {
            assertThat(Findings.of(analysis(Recording.own("first-answers/" + other))).findings()).extracting(Finding::rule)
                    .doesNotContain("crowded-out");
        }
    }

    /** The server may use 30 of 100 ms: about 70 ms at a time it is kept from a processor that runs nothing. Whom that holds up comes after it. */
    @Test
    void aLimitOnProcessorTimeIsNamedBeforeWhoWaitsForItAndNowhereElse() throws IOException {
        Finding knot = Findings.of(analysis(Recording.own("first-answers/processor-limit"))).findings().get(1);
        assertThat(knot.rule()).isEqualTo("dominant-knot");
        assertThat(knot.summary()).contains("client (A:263) and server (A:264) bound the work",
                "is at work in 37.4 % of the range; in another 62.6 % at least one of them wants a processor",
                "Meanwhile server (A:264) wants a processor for 80.0 % of that time and is at work for 20.0 %. Without this wait");
        for (String other : List.of("thread-per-request", "process-per-job", "polling", "shared-processor")) {
            assertThat(Findings.of(analysis(Recording.own("first-answers/" + other))).findings()).extracting(Finding::rule)
                    .doesNotContain("throttled");
        }
    }

    /** A server beside an idle processor is bound, too, and so is told; the others run on both processors. */
    @Test
    void threadsThatAreBoundToAProcessorAndAnswersThatDoNotComeAreNamedNowhereElse() throws IOException {
        for (String other : List.of("thread-per-request", "process-per-job", "polling", "processor-limit", "far-server")) {
            assertThat(Findings.of(analysis(Recording.own("first-answers/" + other))).findings()).extracting(Finding::rule)
                    .doesNotContain("one-processor", "unanswered");
        }
        assertThat(Findings.of(analysis(Recording.own("first-answers/shared-processor"))).findings())
                .anySatisfy(finding -> assertThat(finding.summary()).startsWith("h-server (A:262) runs on processor 0 alone: "));
    }

    /** Each process is waited for once, so that there is no knot. */
    @Test
    void theLinkerThatWorksWhileMakeWaitsIsNamedAndNoOtherRecordingHasSuchAStep() throws IOException {
        Analysis analysis = analysis(Recording.own("first-answers/serial-link"));
        assertThat(Findings.of(analysis).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.rule()).isEqualTo("serial-work");
            assertThat(finding.summary()).startsWith(
                    "h-ld (A:286) works alone for 939 ms, 43.0 % of the range, in 1 stretch, while make (A:268) and sh (A:167) wait for it;")
                    .contains("in the rest of the range 3.2 threads run, or want to, on average", "at most 21.5 % shorter (an estimate)");
        });
        assertThat(analysis.range().kind()).isEqualTo(ChosenRange.Kind.REPEATED);
        for (String other : List.of("process-per-job", "thread-per-request", "bound-processor", "polling")) {
            assertThat(Findings.of(analysis(Recording.own("first-answers/" + other))).findings()).extracting(Finding::rule)
                    .doesNotContain("serial-work", "computing");
        }
    }

    /** They never wait, so that their waits tell neither what bounds the work nor when it is done. */
    @Test
    void threadsThatSpinAreSaidToComputeAndHowToTellTheTwoApart() throws IOException {
        Analysis analysis = analysis(Recording.own("first-answers/spinning"));
        Finding first = Findings.of(analysis).findings().get(0);
        assertThat(first.rule()).isEqualTo("computing");
        assertThat(first.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(first.summary()).startsWith("h-spin* ×4 (A) compute: they run in ")
                .contains("or spinning for a lock that another thread has");
        assertThat(analysis.range().kind()).isEqualTo(ChosenRange.Kind.BUSY);
        assertThat((analysis.toNanos() - analysis.fromNanos()) / 1_000_000).isBetween(850L, 920L);
        assertThat(analysis.range().sentence()).startsWith("the work: 883 ms of 2.63 s, where h-spin-");
    }

    /** Nothing tells who sent what arrived, so the clocks are not known, and what is to be done comes first. */
    @Test
    void whereReceivedPacketsHaveNoHeadersTheFirstFindingSaysWhatToDo() throws IOException {
        Analysis analysis = analysis(Recording.own("first-answers/no-received-headers"));
        Finding first = Findings.of(analysis).findings().get(0);
        assertThat(first.rule()).isEqualTo("clock-quality");
        assertThat(first.summary()).endsWith(
                "What A and B received was recorded without the headers that tell who sent it: switch on generic receive offload there (ethtool -K INTERFACE gro on) and record again.");
        assertThat(analysis.caveats()).filteredOn(caveat -> caveat.kind().equals("headerless")).extracting(Caveat::count)
                .containsExactlyInAnyOrder(67L, 70L);
    }

    /** It waits for the kernel's timers alone, so nothing repeats by which the range could be told. */
    @Test
    void aProgramThatHasMoreMemoryThanItMayIsNamed() throws IOException {
        Finding first = Findings.of(analysis(Recording.own("first-answers/memory-limit"))).findings().get(0);
        assertThat(first.rule()).isEqualTo("held-back");
        assertThat(first.summary())
                .startsWith(
                        "sort (A:306) is held back by the kernel: 11 times it waits in the uninterruptible state until a timer ends that")
                .contains("for 14.7 s in all, 81.2 % of the range, 2.00 s at the median", "memory.high");
        assertThat(Findings.of(analysis(Recording.own("first-answers/writer-held-back"))).findings()).extracting(Finding::rule)
                .as("a disk writes meanwhile").contains("writes-held-back").doesNotContain("held-back");
    }

    /** It waits for timers that the kernel set, and never sleeps of its own. */
    @Test
    void aWriterThatTheKernelHoldsBackIsNoSleeper() throws IOException {
        assertThat(Findings.of(analysis(Recording.own("first-answers/writer-held-back"))).findings()).satisfiesOnlyOnce(finding -> {
            assertThat(finding.rule()).isEqualTo("writes-held-back");
            assertThat(finding.summary()).startsWith("h-spool (A:354) is held back by the kernel while disk vdd (A) writes: 70 times ")
                    .contains("28.4 % of the range", "In 89.8 % of that time the disk has something to write");
        }).extracting(Finding::rule).doesNotContain("sleep-while-awaited");
        for (String other : List.of("polling", "thread-per-request", "lost-answers")) {
            assertThat(Findings.of(analysis(Recording.own("first-answers/" + other))).findings()).extracting(Finding::rule)
                    .doesNotContain("writes-held-back");
        }
    }

    /** Of the recordings here one has a link that somebody has made narrow, and one has processes that have a lock once each. */
    @ParameterizedTest
    @MethodSource("recordings")
    void aFullLinkAndALockThatProcessesHaveInTurnAreToldWhereTheyAreAndNowhereElse(String name) throws IOException {
        List<Finding> findings = Findings.of(analysis(path(name))).findings();
        assertThat(findings).extracting(Finding::rule).filteredOn("full-link"::equals)
                .hasSize(name.equals("first-answers/narrow-link") ? 1 : 0);
        assertThat(findings).extracting(Finding::summary).filteredOn(summary -> summary.contains(" have something in turn"))
                .hasSize(name.equals("first-answers/file-lock") ? 1 : 0);
    }

    /** Of the recordings here four have a program that sends in two parts. */
    @ParameterizedTest
    @MethodSource("recordings")
    void aKernelThatKeepsSmallPiecesBackIsToldWhereItDoesAndNowhereElse(String name) throws IOException {
        assertThat(Findings.of(analysis(path(name))).findings()).extracting(Finding::rule)
                .filteredOn("small-sends"::equals)
                .hasSize(Set
                        .of("first-answers/kept-sends", "first-answers/kept-answers", "first-answers/kept-pieces",
                                "first-answers/pushed-jobs")
                        .contains(name) ? 1 : 0);
    }

    @Test
    void whereEventsAreMissingThatIsSaidFirstAndTheWorkIsFoundAllTheSame() throws IOException {
        Analysis analysis = analysis(Recording.own("lost-events"));
        assertThat(Findings.of(analysis).findings().get(0).rule()).isEqualTo("lost-events");
        assertThat(analysis.range().kind()).isEqualTo(ChosenRange.Kind.REPEATED);
        assertThat((analysis.toNanos() - analysis.fromNanos()) / 1_000_000).isBetween(100L, 300L);
        assertThat(Findings.of(analysis).findings()).extracting(Finding::summary).noneMatch(summary -> summary.contains(" cp ("));
        assertThat(text(analysis, "wait-for")).doesNotContainPattern(BESIDE);
    }
}
