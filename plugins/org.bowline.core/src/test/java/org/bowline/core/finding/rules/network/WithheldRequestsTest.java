/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class WithheldRequestsTest {
    private static final WithheldRequests RULE = new WithheldRequests();

    /** Who gives the disk what a thread waits for. */
    public enum Giver {
        /** A thread of the kernel that a timer wakes. */
        TIMER,
        /** One that another thread wakes, as to encrypt it first. */
        THREAD,
        /** The one that waits. */
        ITSELF
    }

    /** A program that works for 3 ms and waits for a disk for 7 ms, a number of times of 50; of those the disk has the request for the last so many ms. */
    public static Stage limited(Giver giver, int atDiskMillis, int times) {
        return limited(giver, atDiskMillis, times, false, 1);
    }

    /**
     * The same.
     *
     * @param busy whether the disk has other requests all the time
     * @param writers how many do so at the same time
     */
    public static Stage limited(Giver giver, int atDiskMillis, int times, boolean busy, int writers) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] all = new int[writers];
        for (int i = 0; i < writers; i++) {
            all[i] = stage.thread(host, 1, "writer");
        }
        int worker = stage.thread(host, 2, "kworker/0:1");
        int helper = stage.thread(host, 3, "helper");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int disk = stage.builder.resource(host, VertexKind.DISK, "vda");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            long given = t + 10_000 - 1_000L * atDiskMillis;
            stage.runs(helper, given);
            if (giver == Giver.TIMER) {
                stage.waits(worker, Cause.TIMER, timer, Timeline.NONE, given);
            } else {
                stage.waits(worker, helper, given);
            }
            if (busy) {
                stage.builder.request(disk, helper, t * Stage.US, t * Stage.US, (t + 10_000) * Stage.US);
            }
            for (int writer : all) {
                if (i < times) {
                    int request = stage.builder.request(disk, giver == Giver.ITSELF ? writer : worker, given * Stage.US,
                            given * Stage.US, (t + 10_000) * Stage.US);
                    stage.runs(writer, t + 3_000).waits(writer, Cause.DISK, disk, request, t + 10_000);
                } else {
                    stage.runs(writer, t + 10_000);
                }
            }
            stage.runs(worker, t + 10_000);
        }
        return stage;
    }

    @Test
    void requestsThatATimerLetsGoToAnIdleDiskAreHeldBack() {
        assertThat(limited(Giver.TIMER, 1, 40).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.subject()).isEqualTo("h:vda");
            assertThat(finding.summary())
                    .isEqualTo(
                            "writer (h:101) waits for disk vda (h) while the kernel holds requests back from it: for 240 ms, 48.0 % of the range,"
                                    + " it waits and the disk has nothing to do. 40 times the disk gets the request only when a timer of the kernel ends,"
                                    + " 6.00 ms after the wait began at the median, as a limit for input and output makes it (io.max of a control group)."
                                    + " Without these waits the work would be at most 48.0 % shorter (an estimate).");
            assertThat(finding.estimate()).isTrue();
        });
    }

    @Test
    void aRequestThatTheDiskHasForMostOfTheWaitIsNotHeldBack() {
        assertThat(limited(Giver.TIMER, 4, 40).see(RULE).findings()).isEmpty();
        assertThat(limited(Giver.TIMER, 4, 40).see(RULE).reason())
                .isEqualTo("no request is given to a disk late by the clock while somebody waits for it");
    }

    @Test
    void whatAThreadOfTheKernelDoesFirstIsNoLimitAndNorIsWhatAThreadGivesItself() {
        assertThat(limited(Giver.THREAD, 1, 40).see(RULE).findings()).isEmpty();
        assertThat(limited(Giver.ITSELF, 1, 40).see(RULE).findings()).isEmpty();
    }

    @Test
    void aDiskThatHasEnoughToDoIsNotLimited() {
        assertThat(limited(Giver.TIMER, 1, 40, true, 1).see(RULE).findings()).isEmpty();
    }

    @Test
    void littleOfTheRangeIsNoMatter() {
        assertThat(limited(Giver.TIMER, 1, 8).see(RULE).findings()).isEmpty();
        assertThat(limited(Giver.TIMER, 1, 8).see(RULE).reason()).isEqualTo(
                "requests are given to disks late by the clock, while these have nothing to do, for at most 9.60 % of the range");
    }
}
