/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.serial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class LoadImbalanceTest {
    private static final LoadImbalance RULE = new LoadImbalance();

    /** Four threads at a barrier that the last one opens; what thread i works in each phase, in microseconds. */
    private static RuleOutcome barrier(int phases, long... work) {
        return stage(phases, 5, work).see(RULE);
    }

    /** The same; the last one is released so much later than the others. */
    public static Stage stage(int phases, int apartMicros, long... work) {
        return released(phases, 0, apartMicros, work);
    }

    /** The same; the others are released one after the other, so far apart. */
    private static Stage released(int phases, int eachMicros, int lastMicros, long... work) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] threads = new int[work.length];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = stage.thread(host, 1, "omp-" + i);
        }
        for (int phase = 0; phase < phases; phase++) {
            int slowest = 0;
            for (int i = 0; i < threads.length; i++) {
                stage.runs(threads[i], stage.told(threads[i]) + work[i]);
                slowest = stage.told(threads[i]) > stage.told(threads[slowest]) ? i : slowest;
            }
            long end = stage.told(threads[slowest]);
            int released = 0;
            for (int i = 0; i < threads.length; i++) {
                if (i != slowest) {
                    long held = released == threads.length - 2 ? lastMicros : 0;
                    stage.waits(threads[i], threads[slowest], end + (long) eachMicros * released++ + held);
                }
            }
        }
        return stage;
    }

    /** The others wait until one has arrived. */
    private static void meet(Stage stage, int[] threads, int last) {
        for (int i = 0; i < threads.length; i++) {
            if (i != last) {
                stage.waits(threads[i], threads[last], stage.told(threads[last]));
            }
        }
    }

    /** Four threads at a barrier. In so many of ten phases the first of them works longest, and else the second; if in none, then each in turn. */
    public static Stage changing(int phases, int mostlyFirst) {
        return changing(phases, mostlyFirst, "omp-%d");
    }

    private static Stage changing(int phases, int mostlyFirst, String name) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] threads = new int[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = stage.thread(host, 1, name.formatted(i));
        }
        for (int phase = 0; phase < phases; phase++) {
            int slowest = mostlyFirst == 0 ? phase % threads.length : phase % 10 < mostlyFirst ? 0 : 1;
            for (int i = 0; i < threads.length; i++) {
                stage.runs(threads[i], stage.told(threads[i]) + (i == slowest ? 10_000 : 2_000));
            }
            meet(stage, threads, slowest);
        }
        return stage;
    }

    /** Four more threads of another process with the same names, which meet so often in the first part of the time of {@link #changing}; the others wait for the first of them. */
    public static void another(Stage stage, int pid, int phases) {
        int[] threads = new int[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = stage.thread(0, pid, "omp-" + i);
        }
        for (int phase = 0; phase < phases; phase++) {
            for (int i = 0; i < threads.length; i++) {
                stage.runs(threads[i], stage.told(threads[i]) + (i == 0 ? 9_000 : 2_500));
            }
            meet(stage, threads, 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"1000, 1", "2200, 1", "2400, 0"})
    void aReleaseThatIsHeldUpIsOneIfThatIsShortBesideThePhase(int apartMicros, int findings) {
        assertThat(stage(40, apartMicros, 5_000, 5_000, 25_000, 5_000).see(RULE).findings()).hasSize(findings);
    }

    @Test
    void whoWorksBeforeItWakesEachOfTheOthersReleasesNobody() {
        assertThat(released(40, 1_900, 0, 5_000, 5_000, 25_000, 5_000).see(RULE).findings()).isEmpty();
    }

    @Test
    void howeverLongAPhaseAReleaseIsShort() {
        assertThat(stage(10, 9_900, 5_000, 5_000, 2_500_000, 5_000).see(RULE).findings()).hasSize(1);
        assertThat(stage(10, 10_100, 5_000, 5_000, 2_500_000, 5_000).see(RULE).findings()).isEmpty();
    }

    @Test
    void whereWhoIsLastChangesItIsTold() {
        assertThat(changing(40, 0).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("; who is last changes; omp-"));
        assertThat(changing(40, 6).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).doesNotContain("who is last changes")
                        .contains("; omp-0 (h:101) is last in "));
    }

    @ParameterizedTest
    @CsvSource({"omp-%d, 1", "tokio-rt-worker, 0"})
    void threadsAmongWhichTasksMoveDoNotMeet(String name, int findings) {
        Stage stage = changing(40, 0, name);
        Question all = Question.ALL.with(Merging.MERGE, Merging.Level.SIMILAR);
        assertThat(Stage.see(RULE, Analysis.of(stage.builder.build()).question(all).build(), RuleSettings.STANDARD).findings())
                .hasSize(findings);
    }

    /** Three threads of some names at a barrier; the first two are last in turn, but in so many of ten phases the third is. */
    private static Stage three(int third, String... names) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] threads = new int[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = stage.thread(host, i, names[i]);
        }
        for (int phase = 0; phase < 40; phase++) {
            int slowest = phase % 10 < third ? 2 : phase % 2;
            for (int i = 0; i < threads.length; i++) {
                stage.runs(threads[i], stage.told(threads[i]) + (i == slowest ? 10_000 : 2_000));
            }
            meet(stage, threads, slowest);
        }
        return stage;
    }

    @Test
    void twoThatAreAStageInTurnAndWhatIsBehindThemDoNotMeet() {
        assertThat(three(0, "fs", "fs", "net").see(RULE).findings()).isEmpty();
        assertThat(three(2, "fs", "fs", "net").see(RULE).findings()).as("each may be last").hasSize(1);
        assertThat(three(0, "fs", "fs", "fs").see(RULE).findings()).as("all do the same").hasSize(1);
        assertThat(three(0, "fs", "gs", "net").see(RULE).findings()).as("no two do the same").hasSize(1);
    }

    /** All work, and who is last changes; after every second phase comes one in which only the first of them has something to do, for so long in microseconds: what cannot be split. */
    public static Stage alone(long aloneMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] threads = new int[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = stage.thread(host, 1, "omp-" + i);
        }
        for (int phase = 0; phase < 42; phase++) {
            boolean alone = phase % 3 == 2;
            int slowest = alone ? 0 : 1 + phase % 3;
            for (int i = 0; i < threads.length; i++) {
                stage.runs(threads[i], stage.told(threads[i]) + (alone ? i == 0 ? aloneMicros : 10 : i == slowest ? 2_000 : 1_000));
            }
            meet(stage, threads, slowest);
        }
        return stage;
    }

    @Test
    void whoWorksAloneInSomePhasesIsToldIfTheseHaveMostOfTheWaiting() {
        assertThat(alone(8_000).see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains("; omp-0 (h:101) is last in 14 of 41 phases, which have 80.", " % of the waiting."));
        assertThat(alone(1_500).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("; who is last changes; omp-"));
    }

    @Test
    void threadsThatWaitForTheSlowestAtEveryBarrierAreUnbalanced() {
        assertThat(barrier(20, 2_000, 3_000, 4_000, 10_000).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).contains("4 threads omp* (h) meet 20 times", "52.5 %",
                    "omp-3 (h:104) is last in 19 of 19 phases");
        });
    }

    @Test
    void threadsThatArriveTogetherAreNot() {
        RuleOutcome outcome = barrier(20, 9_000, 9_200, 9_400, 10_000);
        assertThat(outcome.findings()).isEmpty();
        assertThat(outcome.reason()).contains("meet 20 times");
    }

    /**
     * A thread has one piece of work at a time, wakes all four that wait for some, and waits until it is done: who gets it works for so long, then
     * sleeps, for 4 ms in all; the others see that nothing is left and wait again.
     */
    public static Stage herd(long workMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int boss = stage.thread(host, 1, "boss");
        int[] waiters = {stage.thread(host, 1, "w-1"), stage.thread(host, 1, "w-2"), stage.thread(host, 1, "w-3"),
            stage.thread(host, 1, "w-4")};
        for (int job = 0; job < 40; job++) {
            long begin = 5_000L * job;
            for (int i = 0; i < waiters.length; i++) {
                stage.waits(waiters[i], boss, begin + i);
                if (i == job % waiters.length) {
                    stage.runs(waiters[i], begin + i + workMicros).waits(waiters[i], Cause.TIMER, timer, Timeline.NONE, begin + 4_100)
                            .runs(waiters[i], begin + 4_200);
                } else {
                    stage.runs(waiters[i], begin + 100);
                }
            }
            stage.runs(boss, begin + 150).waits(boss, waiters[job % waiters.length], begin + 4_190).runs(boss, begin + 5_000);
        }
        return stage;
    }

    @Test
    void whereTheLastOneMostlySleepsNoWorkIsSplitUnevenly() {
        RuleOutcome sleeps = herd(1_000).see(RULE);
        assertThat(sleeps.findings()).isEmpty();
        assertThat(sleeps.reason()).startsWith("4 threads w* (h) meet 39 times").endsWith(" that one it sleeps until a timer ends");
        assertThat(herd(3_000).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("; who is last changes; w-"));
        assertThat(herd(2_040).see(RULE).findings()).isEmpty(); // others wait for it for 4,090 us, of which it sleeps for some 2,058
        assertThat(herd(2_070).see(RULE).findings()).hasSize(1);
    }

    @Test
    void threePhasesAreTooFewToSay() {
        assertThat(barrier(3, 2_000, 3_000, 4_000, 10_000).findings()).isEmpty();
    }

    @Test
    void aCoordinatorThatTheLastOneWakesIsABarrierToo() {
        assertThat(coordinated(Timeline.NONE).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("3 threads w*", "w-3 (h:104) is last in 8 of 8 phases"));
    }

    /** As threads that touch pages, while another one maps memory: it waits for the last of them, and then lets all of them go on. */
    @Test
    void thoseWhoWaitTogetherForALockOfTheKernelDoNotMeet() {
        assertThat(coordinated(Timeline.IN_KERNEL).see(RULE).findings()).isEmpty();
        assertThat(coordinated(Timeline.IN_KERNEL).see(RULE).reason()).isEqualTo("no threads are seen to meet at barriers");
    }

    /** One keeps the others out of its process's memory map for a moment, several times a phase. */
    @Test
    void thoseWhoMeetAlsoMeetIfTheyWaitForALockOfTheKernelBeforeThat() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] ranks = new int[4];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = stage.thread(host, 11, "rank-" + i);
        }
        for (int phase = 0; phase < 50; phase++) {
            long begin = 10_000L * phase;
            int last = (phase * 7 + phase / 4) % 4;
            for (int i = 0; i < ranks.length; i++) {
                for (int turn = 1; turn <= 4 && i != last; turn++) {
                    stage.runs(ranks[i], begin + 300L * turn - 100)
                            .waits(ranks[i], Cause.THREAD, ranks[last], Timeline.IN_KERNEL, begin + 300L * turn);
                }
                if (i != last) {
                    stage.runs(ranks[i], begin + 4_000).waits(ranks[i], ranks[last], begin + 9_990);
                }
                stage.runs(ranks[i], begin + 10_000);
            }
        }
        assertThat(stage.see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("4 threads rank* (h) meet 50 times"));
    }

    /** @param link of the waits of the workers */
    private static Stage coordinated(int link) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int main = stage.thread(host, 1, "main");
        int[] workers = {stage.thread(host, 1, "w-1"), stage.thread(host, 1, "w-2"), stage.thread(host, 1, "w-3")};
        long[] work = {2_000, 3_000, 9_000};
        for (int phase = 0; phase < 10; phase++) {
            long begin = 10_000L * phase;
            for (int i = 0; i < 3; i++) {
                stage.waits(workers[i], Cause.THREAD, main, link, begin + i).runs(workers[i], begin + i + work[i]);
            }
            stage.runs(main, begin + 100).waits(main, workers[2], begin + 9_900);
            stage.runs(workers[2], begin + 9_901);
        }
        return stage;
    }

    @Test
    void aPoolThatAProducerWakesInBurstsIsNone() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int producer = stage.thread(host, 1, "producer");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int[] workers = {stage.thread(host, 1, "w-1"), stage.thread(host, 1, "w-2"), stage.thread(host, 1, "w-3")};
        for (int i = 0; i < 20; i++) {
            long begin = 10_000L * i;
            stage.waits(producer, Cause.TIMER, timer, Timeline.NONE, begin + 10).runs(producer, begin + 20);
            for (int w = 0; w < 3; w++) {
                stage.waits(workers[w], producer, begin + 15 + w).runs(workers[w], begin + 1_000L * (w + 1));
            }
        }
        assertThat(stage.see(RULE).findings()).isEmpty();
    }

    /** Processes that meet, each with a thread of LTTng's that listens beside it, and names of their own. */
    @Test
    void threadsOfDifferentProcessesThatMeetAreSeenToMeet() {
        Stage stage = new Stage();
        int host = stage.host("h");
        String[] names = {"solve", "mesh", "flow", "heat"};
        int[] threads = new int[names.length];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = stage.thread(host, 10 + i, names[i]);
            int listener = stage.thread(host, 10 + i, names[i] + "-ust");
            stage.waits(listener, threads[i], 1);
        }
        for (int phase = 0; phase < 90; phase++) {
            int slowest = phase % 3;
            long end = 10_000L * (phase + 1);
            for (int i = 0; i < threads.length; i++) {
                stage.runs(threads[i], i == slowest ? end : end - 8_000);
            }
            for (int i = 0; i < threads.length; i++) {
                if (i != slowest) {
                    stage.waits(threads[i], threads[slowest], end + i);
                }
            }
        }
        assertThat(stage.see(RULE).findings()).singleElement().satisfies(
                finding -> assertThat(finding.summary())
                        .startsWith("4 threads solve and others (h) meet 90 times and wait for the last one"));
    }

    /** Three stages, all called alike, of which the second one is the slowest: when it has done an item, it wakes both of its neighbours. */
    private static Stage pipeline(int items, String... names) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] stages = new int[names.length];
        for (int i = 0; i < stages.length; i++) {
            stages[i] = stage.thread(host, 1, names[i]);
        }
        for (int item = 0; item < items; item++) {
            long end = 10_000L * (item + 1);
            stage.runs(stages[1], end);
            for (int neighbour : new int[] {0, 2}) {
                stage.runs(stages[neighbour], end - 8_000).waits(stages[neighbour], stages[1], end + neighbour * 10L);
            }
        }
        return stage;
    }

    @Test
    void aPipelineIsNotABarrier() {
        for (String[] names : new String[][] {{"stage-1", "stage-2", "stage-3"}, {"read", "pack", "write"}, {"p", "p", "p"}}) {
            RuleOutcome outcome = pipeline(50, names).see(RULE);
            assertThat(outcome.findings()).isEmpty();
            assertThat(outcome.reason()).isEqualTo("no threads are seen to meet at barriers");
        }
    }

    @Test
    void threeThreadsOfWhichEachIsLateAtTimesMeetAtABarrier() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int[] threads = {stage.thread(host, 1, "w-1"), stage.thread(host, 1, "w-2"), stage.thread(host, 1, "w-3")};
        for (int phase = 0; phase < 20; phase++) {
            long end = 10_000L * (phase + 1);
            int slowest = threads[phase % 3];
            stage.runs(slowest, end);
            for (int thread : threads) {
                if (thread != slowest) {
                    stage.runs(thread, end - 6_000).waits(thread, slowest, end);
                }
            }
        }
        assertThat(stage.see(RULE).findings()).hasSize(1);
    }

    @Test
    void aPoolWhoseProducerIsCalledAsItsWorkersAndWaitsForWorkItselfIsNotABarrier() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int[] threads = {stage.thread(host, 1, "w"), stage.thread(host, 1, "w"), stage.thread(host, 1, "w"), stage.thread(host, 1, "w")};
        for (int i = 0; i < 20; i++) {
            long end = 10_000L * (i + 1);
            stage.waits(threads[0], Cause.TIMER, timer, Timeline.NONE, end - 100).runs(threads[0], end);
            for (int worker = 1; worker < threads.length; worker++) {
                stage.runs(threads[worker], end - 8_000).waits(threads[worker], threads[0], end - 10 + worker);
            }
        }
        assertThat(stage.see(RULE).findings()).isEmpty();
    }

    @Test
    void threadsThatWakeEachOtherSinglyMoreOftenThanTogetherMeetAtNoBarrier() {
        for (int singly : new int[] {2, 12}) {
            Stage stage = new Stage();
            int host = stage.host("h");
            int[] threads = {stage.thread(host, 1, "w"), stage.thread(host, 1, "w"), stage.thread(host, 1, "w"),
                stage.thread(host, 1, "w")};
            for (int i = 0; i < 20; i++) {
                long begin = 100_000L * i;
                for (int turn = 0; turn < singly; turn++) { // handed from one to the next
                    int thread = threads[turn % 4];
                    stage.waits(thread, threads[(turn + 3) % 4], begin + 4_000L * (turn + 1));
                }
                int slowest = threads[i % 4];
                stage.runs(slowest, begin + 100_000);
                for (int thread : threads) {
                    if (thread != slowest) {
                        stage.runs(thread, begin + 60_000).waits(thread, slowest, begin + 100_000);
                    }
                }
            }
            assertThat(stage.see(RULE).findings()).as("%d singly", singly).hasSize(singly == 2 ? 1 : 0);
        }
    }

    @Test
    void threadsThatArriveTogetherAreNamedWithWhatTheyWait() {
        assertThat(barrier(20, 9_000, 9_200, 9_400, 10_000).reason())
                .startsWith("4 threads omp* (h) meet 20 times and wait for the last one for ").endsWith(" % of the range on average");
    }
}
