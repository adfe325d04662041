/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.Severity;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.ReadTraces;
import org.bowline.ctf.TraceReadException;
import org.bowline.testkit.Folders;
import org.bowline.testkit.Golden;
import org.bowline.testkit.sim.KernelTraceGenerator;

/** What the rules find in every recording, and whether that is what was put in. */
class FindingsTest {
    private static final List<String> OWN = List.of("lock-contention", "lost-events", "three-tier", "three-tier-ctf2", "wperf-example");
    private static final List<String> SHARED = List.of("lab/w1", "lab/w1-ctf2", "lab/w1-functions", "lab/w2", "lab/w2-ctf2", "lab/w3",
            "lab/w4-pg",
            "public/babeltrace/succeed/lttng-tracefile-rotation/kernel", "public/bug446190", "public/flipping-endianness",
            "public/many-threads",
            "public/perf-taskset2", "public/synctraces");

    private final Golden golden = Golden.ofModule();

    @TempDir private Path directory;

    private static Findings findings(Path recording, boolean requests) throws TraceReadException {
        try (Experiment experiment = Recording.open(recording)) {
            Question question = requests ? Question.ALL.about(List.of(Recording.REQUESTS), Question.Part.ALL) : Question.ALL;
            return Findings.of(Analysis.of(experiment.read(Progress.NONE), question, Progress.NONE));
        }
    }

    private static String table(List<String> names, java.util.function.Function<String, Path> place) throws TraceReadException {
        StringBuilder text = new StringBuilder();
        for (String name : names) {
            boolean requests = name.startsWith("three") || name.startsWith("lost") || name.startsWith("lab/w1");
            List<Finding> found = findings(place.apply(name), requests).findings();
            text.append(name).append(found.isEmpty() ? ": nothing" : "").append('\n');
            for (Finding finding : found) {
                text.append("  ").append(finding.severity().label()).append(' ').append(finding.rule()).append(" | ")
                        .append(finding.subject())
                        .append(" | ").append(finding.summary()).append('\n');
            }
        }
        return text.toString();
    }

    @Test
    void whatIsFoundInOurOwnRecordingsIsAsItWas() throws IOException {
        golden.check("findings/own.txt", table(OWN, Recording::own));
    }

    @Test
    void whatIsFoundInTheSharedRecordingsIsAsItWas() throws IOException {
        List<String> there = new ArrayList<>();
        for (String name : SHARED) {
            Optional<Path> folder = Folders.shared("traces/" + name);
            folder.ifPresent(path -> there.add(name));
        }
        Assumptions.assumeTrue(there.size() == SHARED.size(), "skipped: not all recordings are in the folder shared (BOWLINE_SHARED)");
        golden.check("findings/shared.txt", table(SHARED, Recording::shared));
    }

    @Test
    void theLockOfTheRecordingIsTheWorstThatIsFound() throws TraceReadException {
        Finding worst = findings(Recording.own("lock-contention"), false).findings().get(0);
        assertThat(worst.rule()).isEqualTo("lock-convoy");
        assertThat(worst.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(worst.subject()).isEqualTo("A:w3-T*");
    }

    @Test
    void theKnotOfThePapersExampleAndItsWritesAreFoundWhileItWorks() throws TraceReadException {
        try (Experiment experiment = Recording.open(Recording.own("wperf-example"))) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            Timeline timeline = analysis.timeline();
            // the requests: before, user-space tracing starts
            long day = timeline.startNanos() - timeline.startNanos() % 86_400_000_000_000L;
            long second = day + (23 * 3600 + 7 * 60 + 20) * 1_000_000_000L;
            Findings found = Findings
                    .of(Analysis.of(analysis, Question.ALL.within(second + 900_000_000L, second + 1_300_000_000L), Progress.NONE));
            assertThat(found.findings()).extracting(Finding::rule).contains("dominant-knot", "disk-bound-sync-writes");
            assertThat(found.findings()).filteredOn(finding -> finding.rule().equals("dominant-knot")).extracting(Finding::subject)
                    .contains("A:vdd, A:w2-B");
        }
    }

    @Test
    void whatTheWriterAsksOfTheDataDiskAreWritesAndNotAllRequestsAre() throws TraceReadException {
        try (Experiment experiment = Recording.open(Recording.own("wperf-example"))) {
            Timeline timeline = experiment.read(Progress.NONE).timeline();
            int writer = Recording.thread(timeline, "A", "w2-B");
            int writes = 0;
            int others = 0;
            for (int request = 0; request < timeline.requestCount(); request++) {
                if (timeline.requestIssuer(request) == writer && timeline.vertexName(timeline.requestDisk(request)).equals("vdd")) {
                    writes += timeline.requestWrites(request) ? 1 : 0;
                }
                others += timeline.requestWrites(request) ? 0 : 1;
            }
            assertThat(writes).isGreaterThanOrEqualTo(40);
            assertThat(others).isPositive();
        }
    }

    @Test
    void lostEventsAreFoundOnEveryHostAndNowhereElse() throws TraceReadException {
        assertThat(findings(Recording.own("lost-events"), true).findings()).filteredOn(finding -> finding.rule().equals("lost-events"))
                .extracting(Finding::subject).containsExactlyInAnyOrder("A", "B", "C");
        assertThat(findings(Recording.own("three-tier"), true).findings()).extracting(Finding::rule).doesNotContain("lost-events");
    }

    @Test
    void aRuleThatLooksAtAnEmptyRangeOfLifeBreaksNowhere() throws TraceReadException {
        try (Experiment experiment = Recording.open(Recording.own("three-tier"))) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            Timeline timeline = analysis.timeline();
            Question requests = Question.ALL.about(List.of(Recording.REQUESTS), Question.Part.ALL);
            MatchedIntervals matched = Analysis.of(analysis, requests, Progress.NONE).matched();
            long length = timeline.endNanos() - timeline.startNanos();
            for (int i = 0; i < 50; i++) {
                long from = timeline.startNanos() + length * i / 50;
                for (long range : new long[] {1, 1_000, 1_000_000, length / 50}) {
                    Findings found = Findings.of(Analysis.of(analysis.result()).intervals(matched)
                            .question(Question.ALL.within(from, from + range)).build());
                    assertThat(found.rules()).extracting(Findings.Status::state).doesNotContain(Findings.State.FAILED);
                }
            }
        }
    }

    @Test
    void rulesBreakNowhereOnGeneratedTracesWithLosses() throws IOException {
        KernelTraceGenerator.Options usual = KernelTraceGenerator.Options.of(60_000, 2, 2, 7);
        KernelTraceGenerator
                .generate(new KernelTraceGenerator.Options(usual.events(), usual.hosts(), usual.cpus(), usual.clients(), usual.seed(), true,
                        true, 16 * 1024, 200, 0), directory);
        Findings found = findings(directory, false);
        assertThat(found.rules()).extracting(Findings.Status::state).doesNotContain(Findings.State.FAILED);
        assertThat(found.findings()).extracting(Finding::rule).contains("lost-events");
    }
}
