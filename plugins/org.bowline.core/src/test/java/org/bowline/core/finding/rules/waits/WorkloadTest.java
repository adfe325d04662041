/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.Timeline;

class WorkloadTest {
    private static Workload of(Stage stage) {
        return new Workload(Analysis.of(stage.builder.build()).build());
    }

    /** In each of ten parts of 100 ms one is at work for so long, and waits else; another one works all the time, and may wait for the first for so long. */
    private static Workload pair(long workMicros, long awaitedMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int little = stage.thread(host, 1, "little");
        int busy = stage.thread(host, 1, "busy");
        for (int i = 0; i < 10; i++) {
            long t = 100_000L * i;
            stage.waits(little, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, t + 100_000 - workMicros).runs(little, t + 100_000);
            stage.runs(busy, t + 100_000 - awaitedMicros);
            if (awaitedMicros > 0) {
                stage.waits(busy, little, t + 100_000);
            }
        }
        return of(stage);
    }

    @Test
    void whoIsAtWorkForOnePercentOfTheRangeIsPartOfIt() {
        assertThat(pair(1_000, 0).isPartOf(0)).isTrue();
        assertThat(pair(999, 0).isPartOf(0)).isFalse();
        assertThat(pair(999, 0).isPartOf(1)).isTrue();
    }

    @Test
    void soIsForWhomOneThatWorksWaitsForATenthOfTheRange() {
        assertThat(pair(100, 10_000).isPartOf(0)).isTrue();
        assertThat(pair(100, 9_000).isPartOf(0)).isFalse();
    }

    @Test
    void whereAllDoLittleATenthOfThatIsEnough() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] threads = {stage.thread(host, 1, "a"), stage.thread(host, 1, "b"), stage.thread(host, 1, "c")};
        long[] work = {900, 100, 99};
        for (int i = 0; i < threads.length; i++) {
            stage.waits(threads[i], Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, 1_000_000 - work[i]).runs(threads[i], 1_000_000);
        }
        Workload workload = of(stage);
        assertThat(workload.isPartOf(0)).isTrue();
        assertThat(workload.isPartOf(1)).as("100 of 1,099").isFalse();
        assertThat(workload.isPartOf(2)).isFalse();
    }

    /** So many threads of one name that live for 1 ms each and work for 100 us of it, in a range of 100 ms in which another one works. */
    private static Workload shortLived(int count) {
        Stage stage = new Stage();
        int host = stage.host("h");
        stage.runs(stage.thread(host, 1, "busy"), 100_000);
        for (int i = 0; i < count; i++) {
            int thread = stage.thread(host, 10 + i, "request");
            stage.from(thread, 2_000L * i).waits(thread, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, 2_000L * i + 900).runs(thread,
                    2_000L * i + 1_000);
        }
        return of(stage);
    }

    @Test
    void threadsThatLiveForAMomentCountTogether() {
        assertThat(shortLived(10).isPartOf(1)).isTrue();
        assertThat(shortLived(9).isPartOf(1)).isFalse();
    }
}
