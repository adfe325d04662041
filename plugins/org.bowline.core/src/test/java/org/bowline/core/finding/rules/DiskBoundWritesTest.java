/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.Severity;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;

class DiskBoundWritesTest {
    private static final DiskBoundWrites RULE = new DiskBoundWrites();

    private static RuleOutcome of(int requests, boolean writes, boolean own) {
        return stage(requests, writes, own).see(RULE);
    }

    /** A thread that runs 4 ms and then waits 6 ms for a request, so many times. */
    static Stage stage(int requests, boolean writes, boolean own) {
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
    void whichOfTheKernelsWorkersItIsIsNoPartOfTheSubject() {
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
    void readsAreNoWrites() {
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
}
