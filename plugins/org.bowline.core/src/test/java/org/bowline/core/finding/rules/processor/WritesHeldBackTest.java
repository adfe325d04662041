/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.sleep.SleepWhileAwaited;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class WritesHeldBackTest {
    private static final WritesHeldBack RULE = new WritesHeldBack();

    /** A disk writes, or reads, all the time, and a thread that runs for 5 ms of 10 ms waits for a timer in between, for another thread that waits for it. */
    public static Stage writer(int link, boolean writes, int times) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int asks = stage.thread(host, 1, "asks");
        int spools = stage.thread(host, 3, "spools");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int disk = stage.builder.resource(host, VertexKind.DISK, "vda");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            int request = stage.builder.request(disk, Timeline.NONE, t * Stage.US, t * Stage.US, (t + 10_000) * Stage.US);
            if (writes) {
                stage.builder.writes(request);
            }
            if (i < times) {
                stage.waits(spools, Cause.TIMER, timer, link, t + 5_000);
            }
            stage.runs(spools, t + 9_000).waits(asks, spools, t + 9_000).runs(asks, t + 10_000).waits(spools, asks, t + 10_000);
        }
        return stage;
    }

    /** Two threads of one name that the kernel holds back at the same time, and a disk that nobody uses. */
    public static Stage jobs() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] jobs = {stage.thread(host, 1, "jobs"), stage.thread(host, 3, "jobs")};
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            for (int job : jobs) {
                stage.runs(job, t + 5_000);
                if (i < 40) {
                    stage.waits(job, Cause.TIMER, timer, Timeline.HELD, t + 10_000);
                }
                stage.runs(job, t + 10_000);
            }
        }
        return stage;
    }

    @Test
    void aThreadThatTheKernelMakesWaitByTheClockWhileADiskWritesIsHeldBack() {
        assertThat(writer(Timeline.HELD, true, 40).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.subject()).isEqualTo("h:spools");
            assertThat(finding.summary())
                    .isEqualTo("spools (h:102) is held back by the kernel while disk vda (h) writes: 40 times it waits in"
                            + " the uninterruptible state until a timer ends that, for 200 ms in all, 40.0 % of the range,"
                            + " 5.00 ms at the median; no program does that of its own accord. In 100 % of that time the disk has something to write: the kernel does that with whoever changes"
                            + " pages faster than the disk writes them. Without these waits the work would be at most 40.0 % shorter (an estimate).");
            assertThat(finding.estimate()).isTrue();
        });
    }

    @Test
    void itDoesNotSleepWhileOthersWaitForIt() {
        assertThat(writer(Timeline.HELD, true, 50).see(new SleepWhileAwaited()).findings()).isEmpty();
        assertThat(writer(Timeline.NONE, true, 50).see(new SleepWhileAwaited()).findings()).hasSize(1);
    }

    @Test
    void whoSleepsOfItsOwnIsNotHeldBack() {
        assertThat(writer(Timeline.NONE, true, 40).see(RULE).findings()).isEmpty();
        assertThat(writer(Timeline.NONE, true, 40).see(RULE).reason())
                .isEqualTo("no thread of a program is held back by the kernel again and again while a disk writes");
    }

    @Test
    void aDriverThatWaitsByTheClockWhileNothingIsWrittenHoldsNobodyBackForADisk() {
        assertThat(writer(Timeline.HELD, false, 40).see(RULE).findings()).isEmpty();
    }

    @Test
    void littleOfTheRangeIsNoMatter() {
        assertThat(writer(Timeline.HELD, true, 9).see(RULE).findings()).isEmpty();
        assertThat(writer(Timeline.HELD, true, 9).see(RULE).reason())
                .isEqualTo("a thread is held back by the kernel while a disk writes for at most 9.00 % of the range");
    }
}
