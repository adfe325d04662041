/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.Stage;

class DeedsTest {
    /** One wakes another at 5 and 9 ms, and sends a packet at 7 ms. */
    private static Deeds.OfThread deeds(boolean ofTheOne) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int one = stage.thread(host, 1, "one");
        int other = stage.thread(host, 1, "other");
        stage.runs(one, 10_000);
        stage.waits(other, one, 5_000).runs(other, 6_000).waits(other, one, 9_000).runs(other, 10_000);
        stage.builder.packet(7_000 * Stage.US, 8_000 * Stage.US, one);
        return Analysis.of(stage.builder.build()).build().get(Deeds.RESULT).of(ofTheOne ? one : other);
    }

    private static boolean between(long fromMicros, long toMicros) {
        return deeds(true).between(fromMicros * Stage.US, toMicros * Stage.US);
    }

    @Test
    void whoEndsAWaitOfAnotherOneDoesSomething() {
        assertThat(between(0, 4_999)).isFalse();
        assertThat(between(0, 5_000)).as("both ends count").isTrue();
        assertThat(between(5_000, 5_001)).as("both ends count").isTrue();
        assertThat(between(9_001, 10_000)).isFalse();
    }

    @Test
    void whoSendsAPacketDoesSomething() {
        assertThat(between(5_001, 6_999)).isFalse();
        assertThat(between(5_001, 7_000)).isTrue();
    }

    @Test
    void questionsInOrderOfTimeAreAnsweredOneAfterAnother() {
        Deeds.OfThread deeds = deeds(true);
        assertThat(deeds.between(0, 6_000 * Stage.US)).isTrue();
        assertThat(deeds.between(6_000 * Stage.US, 6_500 * Stage.US)).isFalse();
        assertThat(deeds.between(6_500 * Stage.US, 8_000 * Stage.US)).isTrue();
        assertThat(deeds.between(8_000 * Stage.US, 8_999 * Stage.US)).isFalse();
    }

    @Test
    void whoIsOnlyWokenDoesNothing() {
        assertThat(deeds(false).between(0, 10_000 * Stage.US)).isFalse();
    }

    @Test
    void whoMakesAThreadDoesSomething() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int one = stage.thread(host, 1, "one");
        stage.runs(one, 10_000);
        for (long start : new long[] {4_000, 2_000}) {
            int made = stage.from(stage.thread(host, 1, "made"), start).count() - 1;
            stage.runs(made, 10_000).builder.parent(made, one);
        }
        Deeds.OfThread deeds = Analysis.of(stage.builder.build()).build().get(Deeds.RESULT).of(one);
        assertThat(deeds.between(0, 1_999 * Stage.US)).isFalse();
        assertThat(deeds.between(0, 2_000 * Stage.US)).isTrue();
        assertThat(deeds.between(2_001 * Stage.US, 3_999 * Stage.US)).isFalse();
        assertThat(deeds.between(2_001 * Stage.US, 4_000 * Stage.US)).isTrue();
    }
}
