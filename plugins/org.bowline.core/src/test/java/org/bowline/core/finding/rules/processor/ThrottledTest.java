/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

public class ThrottledTest {
    private static final Throttled RULE = new Throttled();
    private static final int PERIODS = 50;

    /** A server has a processor for the first part of every 10 ms, and wants it for the rest; the processor then runs nothing. */
    public static Stage server(long heldMicros) {
        return server(heldMicros, PERIODS);
    }

    /** The same, in so many of the 50 periods. */
    public static Stage server(long heldMicros, int times) {
        return stage(1, heldMicros, times, ThreadState.PREEMPTED, "swapper/1");
    }

    /** So many servers, each on a processor of its own. */
    static Stage servers(int count, long heldMicros) {
        return servers(count, heldMicros, PERIODS);
    }

    /** The same, in so many of the 50 periods. */
    static Stage servers(int count, long heldMicros, int times) {
        return stage(count, heldMicros, times, ThreadState.PREEMPTED, "swapper/");
    }

    /** The processor runs something else meanwhile. */
    static Stage busy() {
        return stage(1, 6_000, PERIODS, ThreadState.PREEMPTED, "batch");
    }

    /** The server sleeps, and is woken on a processor that needs so long to wake up itself. */
    static Stage sleepy() {
        return stage(1, 6_000, PERIODS, ThreadState.RUNNABLE, "swapper/1");
    }

    private static Stage stage(int count, long heldMicros, int times, ThreadState held, String other) {
        Stage stage = new Stage();
        int host = stage.host("h");
        stage.builder.recording(host, 0, 10_000L * PERIODS * Stage.US);
        int timer = stage.builder.thread(host, 5, 5, "clock");
        for (int cpu = 1; cpu <= count; cpu++) {
            int server = stage.builder.thread(host, 10 + cpu, 10 + cpu, "server");
            boolean idle = other.startsWith("swapper");
            int meanwhile = stage.builder.thread(host, idle ? 0 : 30, idle ? 0 : 30, other.endsWith("/") ? other + cpu : other);
            for (int i = 0; i < PERIODS; i++) {
                long begin = 10_000L * i * Stage.US;
                long end = begin + 10_000 * Stage.US;
                long left = i < times ? end - heldMicros * Stage.US : end - Stage.US;
                if (held == ThreadState.RUNNABLE) {
                    stage.builder.segment(server, begin, left - Stage.US, ThreadState.RUNNING, cpu);
                    stage.builder.blocked(server, left - Stage.US, left, Cause.THREAD, timer, Timeline.NONE, cpu);
                } else {
                    stage.builder.segment(server, begin, left, ThreadState.RUNNING, cpu);
                }
                stage.builder.segment(server, left, end, held, cpu);
                stage.builder.segment(meanwhile, begin, left, ThreadState.PREEMPTED, cpu);
                stage.builder.segment(meanwhile, left, end, ThreadState.RUNNING, cpu);
            }
        }
        return stage;
    }

    @Test
    void aServerThatIsKeptFromAnIdleProcessorIsThrottled() {
        assertThat(server(6_000).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).isEqualTo(
                    "server (h:11) is held back: for 300 ms, 60.0 % of the range, it wants a processor and does not get it, although nothing else runs there (50 times, 6.00 ms at the median)."
                            + " A limit on processor time does that, as cpu.max of a control group or the CPU limit of a container; or, in a virtual machine, its host, which runs something else on that processor."
                            + " Without it the work would be at most 60.0 % shorter (an estimate).");
            assertThat(finding.subject()).isEqualTo("h:server");
            assertThat(finding.estimate()).isTrue();
        });
    }

    @Test
    void threadsThatAreHeldBackTogetherAreToldTogetherAndTheirTimeIsNotAddedUp() {
        assertThat(servers(2, 6_000).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary()).startsWith(
                "server ×2 (h) are held back: for 300 ms, 60.0 % of the range, at least one of them wants a processor and does not get it"));
    }

    @Test
    void aProcessorThatRunsSomethingElseIsShared() {
        assertThat(busy().see(RULE).findings()).isEmpty();
        assertThat(busy().see(RULE).reason()).isEqualTo("no thread of a program is kept from an idle processor again and again");
    }

    @Test
    void aProcessorThatTakesLongToWakeUpIsNoLimit() {
        assertThat(sleepy().see(RULE).findings()).isEmpty();
    }

    @Test
    void onceOrTwiceIsNoLimit() {
        assertThat(server(9_000, 2).see(RULE).findings()).isEmpty();
        assertThat(server(9_000, 6).see(RULE).findings()).hasSize(1);
    }

    @Test
    void waitsAsShortAsThoseOfAProcessorThatWakesUpDoNotCount() {
        assertThat(server(4_999).see(RULE).findings()).isEmpty();
        assertThat(server(5_000).see(RULE).findings()).hasSize(1);
    }
}
