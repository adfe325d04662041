/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.hang;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.LockEvents.Kind;
import org.bowline.core.timeline.Timeline;

class DeadlockTest {
    private static final Deadlock RULE = new Deadlock();
    private static final long END = 1_000_000;
    private static final int FREE = -1;

    /** Threads each of which has the mutex of its number, and from 100 ms on asks for another one; what nobody has, it gets. */
    static Stage asks(int... wanted) {
        return asks(END, wanted);
    }

    /** The same, and the threads exit at a time, or the recording ends. */
    static Stage asks(long end, int... wanted) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] threads = new int[wanted.length];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = stage.thread(host, 11, "w" + (char) ('a' + i));
            locks(stage, 1_000, threads[i], Kind.REQUEST, i);
            locks(stage, 1_100, threads[i], Kind.ACQUIRED, i);
        }
        stage.runs(stage.thread(host, 12, "other"), END);
        for (int i = 0; i < threads.length; i++) {
            stage.runs(threads[i], 100_000 + 1_000L * i);
            if (wanted[i] == FREE) {
                stage.runs(threads[i], end);
                continue;
            }
            locks(stage, 100_000 + 1_000L * i, threads[i], Kind.REQUEST, wanted[i]);
            if (end == END) {
                stage.waits(threads[i], Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, END);
            } else {
                stage.waits(threads[i], threads.length, end - 1_000).runs(threads[i], end);
            }
        }
        return stage;
    }

    private static void locks(Stage stage, long micros, int thread, Kind kind, int lock) {
        stage.builder.locks().add(micros * Stage.US, thread, kind, 11, 0xa0 + lock);
    }

    @Test
    void threadsThatWaitForEachOthersMutexesAreDeadlockedSinceTheLastOfThemAsked() {
        assertThat(asks(1, 0).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.estimate()).isFalse();
            assertThat(finding.summary()).startsWith("wa (h:101) and wb (h:102) are deadlocked: for 899 ms,");
            assertThat(finding.evidence()).containsExactly(new Evidence.Vertex(0, 900_000_000, "waits for 0xa1"),
                    new Evidence.Vertex(1, 899_000_000, "waits for 0xa0"));
        });
    }

    /** So many pairs of threads that wait for each other. */
    static Stage pairs(int count) {
        return asks(IntStream.range(0, 2 * count).map(i -> i ^ 1).toArray());
    }

    @Test
    void ofManyCirclesTheFirstAreFindings() {
        assertThat(pairs(8).see(RULE).findings()).hasSize(8);
        assertThat(pairs(9).see(RULE).findings()).hasSize(8);
    }

    @Test
    void whoWaitsForAThreadThatGoesOnIsNotDeadlocked() {
        assertThat(asks(1, 2, FREE).see(RULE).findings()).isEmpty();
    }

    @Test
    void whoGoesOnThoughItIsNotSeenToGetItsMutexIsNotDeadlocked() {
        Stage stage = asks(FREE, FREE);
        locks(stage, 900_000, 0, Kind.REQUEST, 1);
        locks(stage, 900_000, 1, Kind.REQUEST, 0);
        assertThat(stage.see(RULE).findings()).isEmpty();
    }

    @Test
    void whereEventsAreLostAfterwardsNobodyKnows() {
        Stage stage = asks(1, 0);
        stage.builder.locks().lost(500_000 * Stage.US, 600_000 * Stage.US, 0, Kind.PROGRAMS_LOST);
        assertThat(stage.see(RULE).findings()).isEmpty();
    }

    @Test
    void theNextStepIsTheTableOfLocksOfAllOfTheRecording() {
        Analysis analysis = Analysis.of(asks(1, 0).builder.build()).build();
        Finding finding = Stage.see(RULE, analysis, RuleSettings.STANDARD).findings().get(0);
        assertThat(RULE.next(analysis, finding)).isEqualTo(new NextStep.Step(false, "locks", List.of("--range", "all")));
    }

    /** Which threads are in a circle: from each one follow who has what it wants, so many steps as there are threads; it is in one if it comes back to itself. */
    private static Set<String> circles(int[] wanted) {
        Set<String> circles = new TreeSet<>();
        for (int first = 0; first < wanted.length; first++) {
            List<Integer> passed = new ArrayList<>();
            int thread = first;
            for (int step = 0; step < wanted.length && thread != FREE; step++) {
                passed.add(thread);
                thread = wanted[thread];
                if (thread == first) {
                    circles.add(new TreeSet<>(passed).toString());
                    break;
                }
            }
        }
        return circles;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void allCirclesAreFoundAndNoOthers(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            int[] wanted = random.ints(1 + random.nextInt(8), FREE, 8).toArray();
            for (int i = 0; i < wanted.length; i++) {
                wanted[i] = wanted[i] >= wanted.length ? FREE : wanted[i];
            }
            Set<String> found = new TreeSet<>();
            for (int[] circle : Deadlock.circles(Analysis.of(asks(wanted).builder.build()).build())) {
                Set<Integer> threads = new TreeSet<>();
                Arrays.stream(circle).forEach(threads::add);
                assertThat(threads).hasSize(circle.length);
                assertThat(found.add(threads.toString())).isTrue();
            }
            assertThat(found).as("seed %d, %s", seed, Arrays.toString(wanted)).isEqualTo(circles(wanted));
        }
    }
}
