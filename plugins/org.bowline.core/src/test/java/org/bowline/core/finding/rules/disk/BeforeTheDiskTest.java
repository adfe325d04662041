/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.disk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.knot.DominantKnot;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class BeforeTheDiskTest {
    /** A thread waits for a disk for 8 of 10 ms, of which a thread of the kernel encrypts first for some. */
    public static Stage encrypted(long micros) {
        return encrypted(micros, 1, false);
    }

    /**
     * @param threads by how many of the kernel, in turn
     * @param beside whether a program computes all the time, too
     */
    public static Stage encrypted(long micros, int threads, boolean beside) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int writes = stage.thread(host, 11, "writes");
        int[] encrypt = new int[threads];
        for (int k = 0; k < threads; k++) {
            encrypt[k] = stage.thread(host, 2, "kworker/u4:" + (k + 1));
        }
        int disk = stage.builder.resource(host, VertexKind.DISK, "vdd");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            int encrypts = encrypt[i % threads];
            stage.runs(writes, t + 2_000);
            stage.waits(encrypts, writes, t + 2_000).runs(encrypts, t + 2_000 + micros);
            int request = stage.builder.request(disk, encrypts, (t + 2_000 + micros) * Stage.US, (t + 2_000 + micros) * Stage.US,
                    (t + 10_000) * Stage.US);
            stage.builder.writes(request);
            stage.waits(writes, Cause.DISK, disk, request, t + 10_000);
        }
        for (int encrypts : encrypt) {
            stage.waits(encrypts, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, 500_000);
        }
        return beside ? stage.runs(stage.thread(host, 12, "hog"), 500_000) : stage;
    }

    @Test
    void ofAWaitForADiskItIsToldHowLongThatHasNothingToDoAndWhoIsAtWorkMeanwhile() {
        assertThat(encrypted(6_000).see(new DominantKnot()).findings()).anySatisfy(finding -> assertThat(finding.summary())
                .contains(" for disk vdd (h): 400 ms, 80.0 % of the range, in 50 waits",
                        " For 300 ms of that, disk vdd (h) has nothing to do: what ends the waits is asked of it later."
                                + " Meanwhile kworker/u4:1 (h:102) is at work for 300 ms. Without this wait"));
    }

    @Test
    void whoIsAlwaysAtWorkIsNotNamedButWhoIsMeanwhile() {
        assertThat(encrypted(6_000, 1, true).see(new DominantKnot()).findings()).anySatisfy(finding -> assertThat(finding.summary())
                .contains(
                        "has nothing to do: what ends the waits is asked of it later. Meanwhile kworker/u4:1 (h:102) is at work for 300 ms."));
    }

    @Test
    void threadsOfTheKernelThatTakeTurnsAreNamedTogether() {
        assertThat(encrypted(6_000, 4, true).see(new DominantKnot()).findings()).anySatisfy(finding -> assertThat(finding.summary())
                .contains(" Meanwhile at least one of kworker/u* ×4 (h) is at work for 300 ms."));
    }

    @Test
    void whereTheDiskHasItsRequestForNearlyAllOfTheWaitItIsNot() {
        assertThat(encrypted(1_000).see(new DominantKnot()).findings()).isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.summary()).doesNotContain("has nothing to do"));
    }
}
