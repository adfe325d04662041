/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.serial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class SerialWorkTest {
    private static final SerialWork RULE = new SerialWork();

    /** In a second: so many compilers at a time, for which make waits, and then a linker alone for so long, for which it waits, too. */
    public static Stage build(int compilers, int linkMillis) {
        return builds(1, compilers, linkMillis);
    }

    /** So many of these, one after the other. */
    public static Stage builds(int count, int linkMillis) {
        return builds(count, 4, linkMillis);
    }

    private static Stage builds(int count, int compilers, int linkMillis) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int make = stage.thread(host, 10, "make");
        int[] cc = new int[compilers];
        for (int i = 0; i < compilers; i++) {
            cc[i] = stage.thread(host, 20 + i, "cc");
        }
        int whole = 1_000_000 / count;
        for (int b = 0; b < count; b++) {
            long begin = (long) whole * b;
            long compiled = begin + whole - 1_000L * linkMillis;
            int ld = stage.thread(host, 30 + b, "ld");
            idle(stage, ld, compiled);
            for (int one : cc) {
                stage.runs(one, compiled);
                idle(stage, one, begin + whole);
            }
            stage.runs(ld, begin + whole);
            stage.waits(make, cc[0], compiled).waits(make, ld, begin + whole);
        }
        return stage;
    }

    /** Waits for nobody that is known. */
    private static void idle(Stage stage, int thread, long untilMicros) {
        int unknown = stage.builder.resource(0, VertexKind.UNKNOWN, "unknown");
        if (untilMicros > stage.told(thread)) {
            stage.waits(thread, Cause.UNKNOWN, unknown, Timeline.NONE, untilMicros);
        }
    }

    /** A compiler on each of two processors, and the linker on one of them; two more threads have nothing to do. */
    static Stage onTwoProcessors() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int make = stage.thread(host, 10, "make");
        int[] cc = {stage.thread(host, 20, "cc"), stage.thread(host, 21, "cc")};
        idle(stage, stage.thread(host, 22, "idle"), 1_000_000);
        idle(stage, stage.thread(host, 23, "idle"), 1_000_000);
        int ld = stage.thread(host, 30, "ld");
        idle(stage, ld, 600_000);
        for (int one : cc) {
            stage.runs(one, 600_000);
            idle(stage, one, 1_000_000);
        }
        stage.runs(ld, 1_000_000);
        stage.waits(make, cc[0], 600_000).waits(make, ld, 1_000_000);
        return stage;
    }

    /** Compilers that share a processor, and the linker that has it alone. */
    static Stage onOneProcessor() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int make = stage.thread(host, 10, "make");
        int a = thread(stage, 20, "cc");
        int b = thread(stage, 21, "cc");
        int ld = thread(stage, 30, "ld");
        add(stage, a, 0, 300, ThreadState.RUNNING);
        add(stage, a, 300, 600, ThreadState.PREEMPTED);
        add(stage, b, 0, 300, ThreadState.PREEMPTED);
        add(stage, b, 300, 600, ThreadState.RUNNING);
        add(stage, ld, 600, 1_000, ThreadState.RUNNING);
        stage.waits(make, a, 600_000).waits(make, ld, 1_000_000);
        return stage;
    }

    private static int thread(Stage stage, int pid, String name) {
        return stage.builder.thread(0, 200 + pid, pid, name);
    }

    private static void add(Stage stage, int thread, long fromMillis, long toMillis, ThreadState state) {
        stage.builder.segment(thread, fromMillis * 1_000_000, toMillis * 1_000_000, state, 0);
    }

    @Test
    void aLinkerThatWorksWhileMakeWaitsForItAndTheCompilersHaveEndedIsASerialStep() {
        assertThat(build(4, 400).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.subject()).isEqualTo("h:ld");
            assertThat(finding.summary())
                    .startsWith("ld (h:106) works alone for 400 ms, 40.0 % of the range, in 1 stretch, while make (h:101) waits");
            assertThat(finding.evidence()).filteredOn(Evidence.Range.class::isInstance).hasSize(1);
            assertThat(finding.estimate()).isTrue();
        });
        assertThat(build(4, 600).see(RULE).findings().get(0).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void stepsOfOneNameCountTogether() {
        assertThat(builds(2, 150).see(RULE).findings()).hasSize(1);
        assertThat(builds(2, 90).see(RULE).findings()).isEmpty();
    }

    @Test
    void workThatIsNeverDoneBySeveralAtATimeIsNoSerialStepOfIt() {
        assertThat(build(1, 400).see(RULE).findings()).isEmpty();
    }

    @Test
    void whoWorksAloneWhileNobodyWaitsForItHoldsNobodyUp() {
        Stage stage = build(4, 400);
        int host = 0;
        Stage other = new Stage();
        other.host("h");
        int make = other.thread(host, 10, "make");
        int ld = other.thread(host, 30, "ld");
        for (int i = 0; i < 4; i++) {
            int cc = other.thread(host, 20 + i, "cc");
            other.runs(cc, 600_000);
            idle(other, cc, 1_000_000);
            if (i == 0) {
                other.waits(make, cc, 600_000);
            }
        }
        idle(other, make, 1_000_000);
        idle(other, ld, 600_000);
        other.runs(ld, 1_000_000);
        assertThat(other.see(RULE).findings()).isEmpty();
        assertThat(other.see(RULE).reason()).isEqualTo("nowhere does a thread work alone for long while others wait for it");
        assertThat(stage.see(RULE).findings()).hasSize(1);
    }

    /** A job waits for three threads that it has started, and then puts together alone, for so long of a second, what they did; or has not waited for them, but for nobody that is known. */
    static Stage job(int mergeMillis, boolean waits) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int job = stage.thread(host, 10, "job");
        long mapped = 1_000_000 - 1_000L * mergeMillis;
        for (int i = 0; i < 3; i++) {
            int map = stage.thread(host, 10, "map-" + i);
            stage.runs(map, mapped);
            idle(stage, map, 1_000_000);
            if (i == 0 && waits) {
                stage.waits(job, map, mapped);
            }
        }
        idle(stage, job, mapped);
        stage.runs(job, 1_000_000);
        return stage;
    }

    @Test
    void whoPutsTogetherWhatThreadsDidThatItHasWaitedForIsASerialStepAlthoughNobodyWaitsForIt() {
        assertThat(job(400, true).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("h:job");
            assertThat(finding.summary())
                    .isEqualTo("job (h:101) works alone for 400 ms, 40.0 % of the range, in 1 stretch; in the rest of the"
                            + " range 3.0 threads run, or want to, on average, and it waits for map-0 (h:102) in most of it. If all 4 processors of h shared it,"
                            + " the work would be at most 30.0 % shorter (an estimate).");
        });
        assertThat(job(400, false).see(RULE).findings()).as("it has not waited for them").isEmpty();
        assertThat(job(190, true).see(RULE).findings()).isEmpty();
    }

    /** In a second a script that runs one command of 20 ms after another for so long, then compilers beside each other, and then the last one alone for so long. */
    public static Stage phases(int scriptMillis, int lastMillis, boolean waits) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int script = stage.thread(host, 10, "script");
        for (int i = 0; i < scriptMillis / 25; i++) {
            long t = 25_000L * i;
            int command = stage.thread(host, 1_000 + i, "cmd");
            stage.builder.parent(command, script);
            stage.from(command, t).runs(command, t + 20_000);
            if (waits) {
                stage.waits(script, command, t + 20_000);
            } else {
                idle(stage, script, t + 20_000);
            }
            stage.runs(script, t + 25_000);
        }
        long compiled = 1_000_000 - 1_000L * lastMillis;
        for (int i = 0; i < 4; i++) {
            int cc = stage.thread(host, 20 + i, "cc");
            stage.builder.parent(cc, script);
            stage.from(cc, 1_000L * scriptMillis).runs(cc, i == 0 ? 1_000_000 : compiled);
            if (i == 0) {
                stage.waits(script, cc, 1_000_000);
            }
        }
        return stage;
    }

    @Test
    void phasesInWhichOneProcessWorksAtATimeCountTogetherWhoeverItIs() {
        assertThat(phases(300, 200, true).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.subject()).isEqualTo("h:script");
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).isEqualTo(
                    "Only one process at a time works for 500 ms, 50.0 % of the range, in 2 stretches, while the one that has started it waits: for 300 ms mostly what is"
                            + " started by script (h:101) and for 200 ms mostly cc (h:114); in the rest of the range 4.0 threads run, or want to, on average. If all 4 processors"
                            + " of h shared it, the work would be at most 37.5 % shorter (an estimate).");
            assertThat(finding.evidence()).filteredOn(Evidence.Range.class::isInstance).hasSize(2);
        });
        assertThat(phases(300, 200, false).see(RULE).findings()).as("who started them does not wait").singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("cc (h:114) works alone for 200 ms"));
        assertThat(phases(150, 40, true).see(RULE).findings()).as("too short").isEmpty();
    }

    @Test
    void whatIsDoneBySeveralAtATimeInBetweenEndsAPhase() {
        Stage stage = phases(300, 0, true);
        int other = stage.thread(0, 500, "other");
        stage.from(other, 80_000).runs(other, 220_000);
        assertThat(stage.see(RULE).findings()).as("80 ms before it and 80 ms after it").isEmpty();
    }

    @Test
    void turnsThatAreShortAreNoSteps() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int a = stage.thread(host, 10, "a");
        int b = stage.thread(host, 11, "b");
        for (int i = 0; i < 100; i++) {
            long t = 10_000L * i;
            stage.runs(a, t + 7_000).waits(a, b, t + 10_000);
            stage.runs(b, t + 3_000).waits(b, a, t + 7_000).runs(b, t + 10_000);
        }
        assertThat(stage.see(RULE).findings()).isEmpty();
    }
}
