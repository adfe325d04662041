/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleSetTest;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.LockEvents.Kind;
import org.bowline.core.timeline.Timeline;

public class LockConvoyTest {
    private static final LockConvoy RULE = new LockConvoy();

    /** Threads of process 1 that take a lock in turns of random order: one holds it, the others wait. */
    public static Stage lock(int threads, int rounds, long holdMicros) {
        return lock(threads, rounds, holdMicros, false);
    }

    /** @param tells whether the program tells of its mutex */
    public static Stage lock(int threads, int rounds, long holdMicros, boolean tells) {
        return lock(threads, rounds, holdMicros, tells, "worker-");
    }

    public static Stage lock(int threads, int rounds, long holdMicros, boolean tells, String name) {
        Stage stage = new Stage();
        int host = stage.host("h");
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        for (int i = 0; i < threads; i++) {
            queue.add(stage.thread(host, 1, name.endsWith("-") ? name + i : name));
        }
        Random random = new Random(1);
        long time = 0;
        int holder = queue.remove();
        for (int i = 0; i < rounds; i++) {
            time += holdMicros;
            stage.runs(holder, time);
            if (queue.size() > 1 && random.nextBoolean()) {
                queue.add(queue.remove());
            }
            int next = queue.remove();
            if (tells) {
                stage.builder.locks().add((time - holdMicros) * Stage.US, holder, Kind.ACQUIRED, 1, 0xb0)
                        .add(time * Stage.US, holder, Kind.RELEASED, 1, 0xb0)
                        .add(stage.told(next) * Stage.US, next, Kind.REQUEST, 1, 0xb0);
            }
            stage.waits(next, holder, time);
            queue.add(holder);
            holder = next;
        }
        return stage;
    }

    /**
     * Four threads that have a lock in turn for 6 ms each, as of Python's interpreter: who waits for it does so with a limit of 5 ms, again and again, and looks for so long in between; who takes it wakes who gave it.
     */
    public static Stage interpreter(long lookMicros) {
        int threads = 4;
        Stage stage = new Stage();
        int host = stage.host("h");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < threads; i++) {
            stage.thread(host, 1, "python3");
        }
        for (int turn = 0; turn < 60; turn++) {
            long begin = 6_000L * turn;
            int holder = turn % threads;
            while (stage.told(holder) + 5_000 < begin) {
                stage.waits(holder, Cause.TIMER, timer, Timeline.NONE, stage.told(holder) + 5_000);
                stage.runs(holder, Math.min(begin, stage.told(holder) + lookMicros));
            }
            if (stage.told(holder) < begin) {
                stage.waits(holder, (turn + threads - 1) % threads, begin);
            }
            stage.runs(holder, begin + 6_000).waits(holder, (turn + 1) % threads, begin + 6_020);
        }
        return stage;
    }

    /**
     * Six threads that have a lock in turn for 1 ms each; whoever was handed it often finds that another one has taken it, which had slept, and waits for that one.
     *
     * @param barges how often in a round, and in the next one
     * @param after for how long a thread runs on when it has handed it on, in microseconds
     */
    public static Stage barged(int[] barges, long after) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        for (int i = 0; i < 6; i++) {
            queue.add(stage.thread(host, 1, "puma-" + i));
        }
        Random random = new Random(1);
        long time = 0;
        int holder = queue.remove();
        for (int round = 0; round < 60; round++) {
            if (random.nextBoolean()) {
                queue.add(queue.remove());
            }
            time += 1_000;
            stage.runs(holder, time);
            int next = queue.remove();
            stage.waits(next, holder, time).runs(holder, time + after);
            queue.add(holder);
            for (int barge = 0; barge < barges[round % barges.length]; barge++) {
                int other = queue.remove();
                stage.waits(other, Cause.TIMER, timer, Timeline.NONE, time).runs(next, time + 10);
                time += 1_000;
                stage.runs(other, time).waits(next, other, time);
                queue.add(other);
            }
            holder = next;
        }
        return stage;
    }

    @Test
    void threadsThatKeepEachOtherOutQueueThoughOthersOfThemOftenTakeItFirst() {
        assertThat(barged(new int[] {1, 2}, 0).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("6 threads puma* (h) queue for what looks like a lock"));
        assertThat(barged(new int[] {1, 2}, 600).see(RULE).findings()).as("they run at the same time").isEmpty();
        assertThat(barged(new int[] {3, 3}, 0).see(RULE).findings()).as("whoever is handed it hardly ever has it").isEmpty();
    }

    /**
     * One thread computes for 20 ms at a time, and another one of two does something for it while it sleeps, mostly one after the other; now and then it waits for their end.
     *
     * @param micros for how long either does something at a time
     */
    public static Stage helped(long micros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int main = stage.thread(host, 1, "node");
        int[] helpers = {stage.thread(host, 1, "node"), stage.thread(host, 1, "node")};
        long time = 0;
        for (int round = 0; round < 60; round++) {
            int one = helpers[round / 6 % 2 ^ round % 2];
            int other = helpers[1 - (round / 6 % 2 ^ round % 2)];
            time += 20_000;
            stage.runs(main, time).waits(one, main, time).runs(one, time += micros);
            switch (round % 6) {
                case 0 -> stage.waits(other, one, time).runs(other, time += micros).waits(main, Cause.TIMER, timer, Timeline.NONE, time);
                case 5 -> stage.waits(other, one, time).runs(other, time += micros).waits(main, other, time);
                default -> stage.waits(main, Cause.TIMER, timer, Timeline.NONE, time);
            }
        }
        return stage;
    }

    @Test
    void whoHardlyRunsBesideAThreadThatComputesIsNotKeptOutByIt() {
        assertThat(helped(1_000).see(RULE).findings()).as("6.1 % of the time").isEmpty();
        assertThat(helped(3_000).see(RULE).findings()).as("16.3 % of the time").singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("3 threads node (h) queue for what looks like a lock"));
    }

    @Test
    void whatThreadsHandOnAmongWhichTasksMoveIsTheNextTaskUnlessTheProgramTellsOfALock() {
        for (boolean tells : new boolean[] {false, true}) {
            Stage tokio = lock(4, 200, 1_000, tells, "tokio-rt-worker");
            Analysis work = Analysis.of(tokio.builder.build()).question(Question.WORK).build();
            assertThat(Stage.see(RULE, work, RuleSettings.STANDARD).findings()).hasSize(tells ? 1 : 0);
            Analysis other = Analysis.of(lock(4, 200, 1_000, tells).builder.build()).question(Question.WORK).build();
            assertThat(Stage.see(RULE, other, RuleSettings.STANDARD).findings()).hasSize(1);
        }
    }

    @Test
    void whoWaitsWithATimeLimitAgainAndAgainQueuesAllTheSame() {
        assertThat(interpreter(50).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("4 threads python3", "held for 6.00 ms at the median",
                        "2.9 of them wait"));
        assertThat(interpreter(1_000).see(RULE).findings()).as("they work between two waits").isEmpty();
    }

    @Test
    void fourThreadsThatQueueForOneLockAreAConvoy() {
        List<Finding> findings = lock(4, 200, 1_000).see(RULE).findings();
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).contains("4 threads worker*", "200 times", "1.00 ms at the median", "3.0 of them wait");
            assertThat(finding.subject()).isEqualTo("h:worker*");
            assertThat(finding.estimate()).isTrue();
            assertThat(finding.evidence()).hasSizeGreaterThan(3);
        });
    }

    /**
     * So many processes of one name, six at a time, each of which has a lock once, for 100 ms of which it sleeps for 90.
     *
     * @param passesOn of ten, how many are handed it by who was handed it last, and not by who had it before that
     */
    public static Stage files(int processes, int passesOn) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int first = stage.thread(host, 10, "locks");
        for (int i = 1; i < processes; i++) {
            int next = stage.thread(host, 10 + i, "locks");
            stage.from(next, Math.max(0, 100_000L * (i - 6)));
            stage.waits(next, i > 1 && i % 10 >= passesOn ? first + i - 2 : first + i - 1, 100_000L * i);
        }
        for (int i = 0; i < processes; i++) {
            long begin = 100_000L * i;
            stage.waits(first + i, Cause.TIMER, timer, Timeline.NONE, begin + 90_000).runs(first + i, begin + 105_000);
        }
        return stage;
    }

    @Test
    void processesThatHaveALockOnceEachHaveItInTurnHoweverLong() {
        assertThat(files(30, 10).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("h:locks");
            assertThat(finding.summary()).startsWith(
                    "30 threads locks (h) have something in turn, which looks like a lock: 29 times it is handed on to one that waits, 28 times by the one that was handed it last, which has it for 100 ms at the median. For 2.90 s, 96.5 % of the range, at least one of them waits for it, from the first hand-over to the last ");
        });
        assertThat(files(30, 8).see(RULE).findings()).as("two of ten are woken by another one").isEmpty();
        assertThat(files(10, 10).see(RULE).findings()).as("nine hand-overs").isEmpty();
    }

    @Test
    void whoWaitsForTheEndOfWhatItHasStartedHasNothingInTurn() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int shells = 20;
        for (int i = 0; i < shells; i++) {
            int shell = stage.thread(host, 10 + i, "sh");
            if (i > 0) {
                stage.builder.parent(shell, shell - 1);
            }
        }
        for (int i = shells - 1; i >= 0; i--) { // the innermost ends first
            if (i < shells - 1) {
                stage.waits(i, i + 1, 10_000L * (shells - i));
            }
            stage.runs(i, 10_000L * (shells - i + 1));
        }
        assertThat(stage.see(RULE).findings()).isEmpty();
    }

    @Test
    void threeThreadsAreEnough() {
        assertThat(lock(3, 200, 1_000).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("3 threads worker*", "2.0 of them wait"));
    }

    @Test
    void twoThreadsMayBeAPipeline() {
        assertThat(lock(2, 200, 1_000).see(RULE).findings()).isEmpty();
    }

    @Test
    void aFewHandOversAreNone() {
        assertThat(lock(4, 20, 1_000).see(RULE).findings()).isEmpty();
    }

    @Test
    void whoHoldsItForLongIsASlowThreadAndNoConvoy() {
        assertThat(lock(4, 200, 50_000).see(RULE).findings()).isEmpty();
        assertThat(Stage.see(RULE, Analysis.of(lock(4, 200, 50_000).builder.build()).build(),
                RuleSetTest.settings(RULE, "max-hold", "60ms")).findings()).hasSize(1);
    }

    @Test
    void workersOfADispatcherAreNone() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int dispatcher = stage.thread(host, 1, "dispatcher");
        int[] workers = {stage.thread(host, 1, "w-1"), stage.thread(host, 1, "w-2"), stage.thread(host, 1, "w-3")};
        for (int i = 0; i < 300; i++) {
            int worker = workers[i % 3];
            long time = 1_000L * (i + 1);
            stage.runs(dispatcher, time - 400).waits(worker, dispatcher, time - 400).runs(worker, time).waits(dispatcher, worker, time);
        }
        assertThat(stage.see(RULE).findings()).isEmpty();
    }

    @Test
    void aRingOfStagesIsNone() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] ring = {stage.thread(host, 1, "s-1"), stage.thread(host, 1, "s-2"), stage.thread(host, 1, "s-3"),
            stage.thread(host, 1, "s-4")};
        for (int i = 0; i < 400; i++) {
            stage.runs(ring[i % 4], 1_000L * (i + 1)).waits(ring[(i + 1) % 4], ring[i % 4], 1_000L * (i + 1));
        }
        assertThat(stage.see(RULE).findings()).isEmpty();
    }

    @Test
    void aPoolThatIdlesAndWakesEachOtherNowAndThenIsNone() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] pool = {stage.thread(host, 1, "p-1"), stage.thread(host, 1, "p-2"), stage.thread(host, 1, "p-3"),
            stage.thread(host, 1, "p-4")};
        Random random = new Random(2);
        int timer = stage.builder.resource(host, org.bowline.core.model.VertexKind.TIMER, "timer");
        int last = 0;
        for (int i = 1; i < 300; i++) {
            long time = 100_000L * i;
            // somebody is woken from outside, works for a moment, and wakes a colleague
            stage.waits(pool[last], org.bowline.core.model.Cause.TIMER, timer, org.bowline.core.timeline.Timeline.NONE, time);
            stage.runs(pool[last], time + 500);
            int next = (last + 1 + random.nextInt(3)) % 4;
            stage.waits(pool[next], pool[last], time + 500).runs(pool[next], time + 900);
            last = next;
        }
        assertThat(stage.see(RULE).findings()).isEmpty();
    }

    @Test
    void threadsOfDifferentProgramsAreNone() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] all = {stage.thread(host, 1, "a"), stage.thread(host, 2, "b"), stage.thread(host, 3, "c")};
        Random random = new Random(3);
        int holder = 0;
        for (int i = 1; i < 300; i++) {
            int next = (holder + 1 + random.nextInt(2)) % 3;
            stage.runs(all[holder], 1_000L * i).waits(all[next], all[holder], 1_000L * i);
            holder = next;
        }
        assertThat(stage.see(RULE).findings()).isEmpty();
    }

    /** A program that is traced has threads of LTTng's beside its own one; its processes belong together all the same. */
    @Test
    void processesThatAreTracedQueueForALockAsOthersDo() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] threads = new int[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = stage.thread(host, 100 + stage.count() + 1, "rank-" + i);
            stage.runs(stage.thread(host, 100 + stage.count(), "rank-" + i + "-ust"), 10);
        }
        Random random = new Random(1);
        int holder = threads[0];
        for (int turn = 0; turn < 200; turn++) {
            long end = 1_000L * (turn + 1);
            int next = threads[(holder / 2 + 1 + random.nextInt(3)) % 4]; // every second thread is a listener
            stage.runs(holder, end).waits(next, holder, end);
            holder = next;
        }
        assertThat(stage.see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("4 threads rank* (h) queue for what looks like a lock"));
    }

    @Test
    void twoThatHandCallsToAndFroAreNoConvoyThoughAThirdOneHasPartInItNowAndThen() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int asks = stage.thread(host, 1, "asks");
        int serves = stage.thread(host, 1, "serves");
        int logs = stage.thread(host, 1, "logs");
        long t = 0;
        for (int i = 0; i < 500; i++) {
            stage.runs(asks, t + 1_000).waits(serves, asks, t + 1_020).runs(serves, t + 2_020).waits(asks, serves, t + 2_040);
            t += 2_040;
            if (i % 100 == 50) {
                stage.runs(asks, t + 100).waits(logs, asks, t + 110).runs(logs, t + 210).waits(asks, logs, t + 220);
                t += 220;
                stage.runs(asks, t + 100).waits(serves, asks, t + 110).runs(serves, t + 200).waits(logs, serves, t + 210)
                        .runs(logs, t + 300)
                        .waits(serves, logs, t + 310).runs(serves, t + 400);
                stage.waits(asks, serves, t + 410);
                t += 410;
            }
        }
        assertThat(stage.see(RULE).findings()).isEmpty();
    }
}
