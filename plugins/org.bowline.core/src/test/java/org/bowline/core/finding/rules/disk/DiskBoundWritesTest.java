/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.disk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Pools;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.knot.DominantKnotTest;
import org.bowline.core.finding.rules.knot.KnotSentencesTest;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class DiskBoundWritesTest {
    private static final DiskBoundWrites RULE = new DiskBoundWrites();

    private static RuleOutcome of(int requests, boolean writes, boolean own) {
        return stage(requests, writes, own).see(RULE);
    }

    /** So many equal threads that do so, each more seldom than the one before. */
    public static Stage pool(int threads) {
        return pool(threads, false);
    }

    /** @param alike whether each does so as often as the others */
    public static Stage pool(int threads, boolean alike) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int disk = stage.builder.resource(host, VertexKind.DISK, "vda");
        for (int i = 0; i < threads; i++) {
            stage.thread(host, 1, "log-" + i);
        }
        for (int turn = 0; turn < 50; turn++) {
            for (int log = 0; log < threads; log++) {
                long t = 10_000L * turn;
                if (!alike && turn % (log + 3) == log + 2 && log > 0) {
                    continue; // it computes on
                }
                int request = stage.builder.request(disk, log, (t + 4_000) * Stage.US, (t + 5_000) * Stage.US, (t + 10_000) * Stage.US);
                stage.builder.writes(request);
                stage.runs(log, t + 4_000).waits(log, Cause.DISK, disk, request, t + 10_000);
            }
        }
        for (int log = 0; log < threads; log++) {
            stage.runs(log, 500_000);
        }
        return stage;
    }

    /** A thread that runs 4 ms and then waits 6 ms for a request, so many times. */
    public static Stage stage(int requests, boolean writes, boolean own) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int log = stage.thread(host, 1, "log");
        int other = stage.thread(host, 2, "other");
        int disk = stage.builder.resource(host, VertexKind.DISK, "vda");
        stage.runs(other, 10_000L * requests);
        for (int i = 0; i < requests; i++) {
            long t = 10_000L * i;
            int request = stage.builder.request(disk, own ? log : other, (t + 4_000) * Stage.US, (t + 5_000) * Stage.US,
                    (t + 10_000) * Stage.US);
            if (writes) {
                stage.builder.writes(request);
            }
            stage.runs(log, t + 4_000).waits(log, Cause.DISK, disk, request, t + 10_000);
        }
        return stage;
    }

    @Test
    void aThreadThatWaitsForItsOwnWritesIsBoundByTheDisk() {
        assertThat(of(50, true, true).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).contains("300 ms, 60.0 % of its time", "50 waits of 6.00 ms", "83.3 % of it at the device");
            assertThat(finding.estimate()).isFalse();
        });
    }

    @Test
    void equalThreadsAreToldTogetherAndTwoOthersAreNot() {
        assertThat(pool(3).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("h:log-0, h:vda");
            assertThat(finding.evidence()).hasSize(3);
        });
        assertThat(pool(2).see(RULE).findings()).as("two may be two things").hasSize(2);
    }

    @Test
    void threadsOfOneNameAreToldTogetherWhateverElseTheyWaitFor() {
        Stage stage = named("writer", "writer");
        assertThat(Pools.of(Analysis.of(stage.builder.build()).build()).isEmpty()).as("they are no pool").isTrue();
        assertThat(stage.see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .startsWith(
                        "writer ×2 (h) each spend 21.0 % to 60.0 % of their time waiting for disk vda (h) to complete what they wrote: 100 waits of "));
        assertThat(named("writer-1", "writer-2").see(RULE).findings()).as("two may be two things").hasSize(2);
    }

    /** Two threads of which one mostly waits for the disk, and the other one mostly for a third thread. */
    private static Stage named(String first, String second) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] writers = {stage.thread(host, 1, first), stage.thread(host, 2, second)};
        int other = stage.thread(host, 3, "other");
        int disk = stage.builder.resource(host, VertexKind.DISK, "vda");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.runs(writers[0], t + 4_000);
            stage.waits(writers[1], other, t + 7_500).runs(writers[1], t + 7_900);
            for (int writer = 0; writer < 2; writer++) {
                long begin = writer == 0 ? t + 4_000 : t + 7_900;
                int request = stage.builder.request(disk, writers[writer], begin * Stage.US, begin * Stage.US, (t + 10_000) * Stage.US);
                stage.builder.writes(request);
                stage.waits(writers[writer], Cause.DISK, disk, request, t + 10_000);
            }
        }
        stage.runs(other, 500_000);
        return stage;
    }

    @Test
    void whichOfTheKernelsWorkersItIsIsNotPartOfTheSubject() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int disk = stage.builder.resource(host, VertexKind.DISK, "vda");
        int worker = stage.thread(host, 1, "kworker/u8:3");
        for (int i = 0; i < 20; i++) {
            int request = stage.builder.request(disk, worker, 10_000L * i * Stage.US, 10_000L * i * Stage.US, 10_000L * (i + 1) * Stage.US);
            stage.builder.writes(request);
            stage.waits(worker, Cause.DISK, disk, request, 10_000L * (i + 1));
        }
        assertThat(stage.see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.subject()).isEqualTo("h:kworker, h:vda"));
    }

    @Test
    void whoWritesForOthersCostsThemWhatTheyWaitForIt() {
        assertThat(DominantKnotTest.log(3).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.summary()).contains("85.0 % of its time").endsWith(" Others wait for log (h:102) in 26.7 % of the range.");
        });
        assertThat(DominantKnotTest.log(1).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.CRITICAL));
    }

    @Test
    void readsAreNotWrites() {
        assertThat(of(50, false, true).findings()).isEmpty();
    }

    @Test
    void whoWaitsForAnothersWritesHasAnotherProblem() {
        assertThat(of(50, true, false).findings()).isEmpty();
    }

    @Test
    void aFewWritesAreNotWorthAWord() {
        assertThat(of(5, true, true).findings()).isEmpty();
    }

    @Test
    void withoutRequestsItCannotTell() {
        Stage stage = new Stage();
        stage.runs(stage.thread(stage.host("h"), 1, "a"), 10);
        assertThat(stage.see(RULE).applicable()).isFalse();
    }

    /** A server that waits for a request, runs, and waits for its own write; times of each in microseconds. */
    public static Stage server(int requests, long write, long idle, long run) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int server = stage.thread(host, 1, "server");
        int network = stage.builder.resource(host, VertexKind.NETWORK, "10.0.0.9");
        int disk = stage.builder.resource(host, VertexKind.DISK, "vda");
        for (int i = 0; i < requests; i++) {
            long ran = stage.told(server) + idle + run;
            int request = stage.builder.request(disk, server, ran * Stage.US, ran * Stage.US, (ran + write) * Stage.US);
            stage.builder.writes(request);
            stage.waits(server, Cause.NETWORK, network, Timeline.NONE, ran - run).runs(server, ran).waits(server, Cause.DISK, disk, request,
                    ran + write);
        }
        return stage;
    }

    @Test
    void aServerThatWaitsForItsDiskInEveryRequestIsBoundByItThoughItHasFewRequests() {
        assertThat(server(50, 2_000, 15_000, 1_000).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.summary())
                    .startsWith("server (h:101) spends 100 ms, 11.1 % of its time and 66.7 % of that in which it does"
                            + " not wait for anything else, waiting for disk vda (h) to complete what it wrote");
        });
    }

    @Test
    void aServerOfWhichTheWritesTakeASmallPartOfItsWorkOrOfItsTimeIsNot() {
        assertThat(server(50, 1_000, 4_000, 5_000).see(RULE).reason())
                .isEqualTo("server (h:101) waits most for disks: 10.0 % of its time, 10.0 % in 50 waits for its own writes");
        assertThat(server(50, 1_000, 20_000, 1_000).see(RULE).findings()).isEmpty();
    }

    @Test
    void whoWaitsMostIsNamedAlsoWhereItsWaitsAreTooFewOrOfAnother() {
        assertThat(of(5, true, true).reason()).isEqualTo(
                "log (h:101) waits most for disks: 60.0 % of its time, 60.0 % in 5 waits for its own writes");
        assertThat(of(50, true, false).reason())
                .isEqualTo("log (h:101) waits most for disks: 60.0 % of its time, none of it for its own writes");
    }

    @Test
    void whereNobodyWaitsForADiskThatIsSaid() {
        assertThat(server(50, 0, 1_000, 1_000).see(RULE).reason()).isEqualTo("no thread waits for a disk");
    }

    @Test
    void ofADiskThatIsServedOverTheNetworkItIsToldWhichOneThereIsBusyMeanwhile() {
        String there = " Disk nbd0 (h) is served by a program, mostly of another host, as its name tells: in 80.0 % of the time for which it serves requests, disk vdb (far) does, too.";
        assertThat(KnotSentencesTest.writes(5_000, "nbd0", 4_000, true).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("waiting for disk nbd0 (h) to complete what it wrote", there));
        assertThat(KnotSentencesTest.writes(5_000, "vda", 4_000, true).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).doesNotContain("served by a program"));
    }
}
