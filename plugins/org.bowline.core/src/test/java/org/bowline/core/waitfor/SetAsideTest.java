/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.ThreadRoles.Role;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class SetAsideTest {
    private static final long END = 10_000;

    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("A");
    private final int unknown = builder.resource(host, VertexKind.UNKNOWN, "unknown");
    private final int timer = builder.resource(host, VertexKind.TIMER, "timer");

    /** Waits so often in equal parts of the range, and runs for 10 ns after each wait. */
    /** A process that another one starts, and that runs for some time. */
    private int runs(int starter, int tid, String name, long from, long to) {
        int process = builder.thread(host, tid, tid, name);
        builder.parent(process, starter);
        builder.segment(process, from, to, ThreadState.RUNNING, -1);
        return process;
    }

    private void waits(int thread, int target, int count) {
        long length = END / count;
        for (int i = 0; i < count; i++) {
            long end = i == count - 1 ? END : (i + 1) * length;
            builder.blocked(thread, i * length, end - 10, target == timer ? Cause.TIMER : target < 0 ? Cause.UNKNOWN : Cause.THREAD, target,
                    Timeline.NONE, -1);
            builder.segment(thread, end - 10, end, ThreadState.RUNNING, -1);
        }
    }

    private SetAside aside(Timeline timeline) {
        return SetAside.of(timeline, ThreadRoles.of(timeline), 0, END, Progress.NONE);
    }

    @Test
    void whoWaitsForSomebodyAgainAndAgainStaysAndWhoIsWaitedForToo() {
        int client = builder.thread(host, 10, 10, "client");
        int server = builder.thread(host, 11, 11, "server");
        waits(client, server, 3);
        waits(server, unknown, 1);
        SetAside aside = aside(builder.build());
        assertThat(aside.isAside(client)).isFalse();
        assertThat(aside.isAside(server)).isFalse();
        assertThat(aside.phrase()).isEmpty();
    }

    @Test
    void twoWaitsAreTooFew() {
        int main = builder.thread(host, 10, 10, "main");
        int worker = builder.thread(host, 11, 10, "worker");
        waits(main, worker, 2);
        builder.segment(worker, 0, END, ThreadState.RUNNING, -1);
        SetAside aside = aside(builder.build());
        assertThat(aside.isAside(main)).isTrue();
        assertThat(aside.isAside(worker)).isFalse(); // it runs
        assertThat(aside.phrase()).isEqualTo("1 thread that only waits");
        assertThat(aside.threads()).isEqualTo(1);
    }

    @Test
    void whoSleepsAndWakesByTheClockOnlyWaits() {
        int housekeeper = builder.thread(host, 10, 10, "housekeeper");
        waits(housekeeper, timer, 20);
        assertThat(aside(builder.build()).isAside(housekeeper)).isTrue();
    }

    /** A thread that sleeps starts so many processes in the range. */
    private int starter(int processes) {
        int starter = builder.thread(host, 10, 10, "starter");
        waits(starter, timer, 20);
        for (int i = 0; i < processes; i++) {
            runs(starter, 20 + i, "job", 100L * (i + 1), 100L * (i + 1) + 20);
        }
        return starter;
    }

    @Test
    void whoStartsProcessesAndLooksAfterThemByTheClockStays() {
        int starter = starter(3);
        assertThat(aside(builder.build()).isAside(starter)).isFalse();
    }

    @Test
    void twoProcessesAreTooFew() {
        int starter = starter(2);
        assertThat(aside(builder.build()).isAside(starter)).isTrue();
    }

    @Test
    void whoStartsProcessesNowAndThenIsBesideTheWorkOfOthers() {
        int client = builder.thread(host, 50, 50, "client");
        int server = builder.thread(host, 51, 51, "server");
        waits(client, server, 20);
        waits(server, client, 20);
        int starter = starter(3);
        assertThat(aside(builder.build()).isAside(starter)).isTrue();
    }

    @Test
    void whoStartsProcessesBesideOneThatComputesMoreOnlyWaits() {
        int cron = starter(10);
        int worker = builder.thread(host, 50, 50, "worker");
        builder.segment(worker, 2_000, 2_300, ThreadState.RUNNING, -1); // the jobs run for 200
        assertThat(aside(builder.build()).isAside(cron)).isTrue();
    }

    @Test
    void whatOthersComputeWhenItHasEndedDoesNotCount() {
        int starter = builder.thread(host, 10, 10, "starter");
        for (int i = 0; i < 5; i++) {
            builder.blocked(starter, 1_000L * i, 1_000L * i + 990, Cause.TIMER, timer, Timeline.NONE, -1);
            builder.segment(starter, 1_000L * i + 990, 1_000L * (i + 1), ThreadState.RUNNING, -1);
            runs(starter, 20 + i, "job", 1_000L * i + 100, 1_000L * i + 120);
        }
        int later = builder.thread(host, 50, 50, "later");
        builder.segment(later, 6_000, 9_000, ThreadState.RUNNING, -1);
        assertThat(aside(builder.build()).isAside(starter)).isFalse();
    }

    @Test
    void whatProcessesStartCountsAsTheirs() {
        int starter = starter(3);
        int child = builder.thread(host, 40, 40, "make");
        builder.parent(child, starter + 3); // the last job starts it
        builder.segment(child, 2_000, 2_700, ThreadState.RUNNING, -1);
        int worker = builder.thread(host, 50, 50, "worker");
        builder.segment(worker, 3_000, 3_300, ThreadState.RUNNING, -1); // more than the jobs themselves
        assertThat(aside(builder.build()).isAside(starter)).isFalse();
    }

    @Test
    void whatWasStartedBeforeTheRangeIsNotOfItsPace() {
        int init = builder.thread(host, 1, 1, "systemd");
        waits(init, timer, 20);
        runs(init, 5, "service", -1_000, 3_000);
        for (int i = 0; i < 3; i++) {
            runs(init, 20 + i, "unit", 100L * (i + 1), 100L * (i + 1) + 20);
        }
        assertThat(aside(builder.build()).isAside(init)).isTrue();
    }

    @Test
    void aThreadThatStartsChecksOfTheHealthOfItsProcessesOnlyWaits() {
        int shim = builder.thread(host, 10, 10, "shim");
        int checker = builder.thread(host, 11, 10, "shim");
        builder.parent(checker, shim);
        waits(checker, timer, 20);
        runs(shim, 12, "server", 0, 2_000); // another thread has started it
        for (int i = 0; i < 5; i++) {
            runs(checker, 20 + i, "runc", 500L * (i + 1), 500L * (i + 1) + 20);
        }
        assertThat(aside(builder.build()).isAside(checker)).isTrue();
    }

    @Test
    void aThreadOfTheKernelStaysOnlyIfAProgramWaitsForIt() {
        int idle = builder.thread(host, 30, 30, "kworker/0:1");
        int busy = builder.thread(host, 31, 31, "dm-crypt");
        int program = builder.thread(host, 32, 32, "program");
        builder.parentProcess(busy, 2);
        waits(program, busy, 5);
        waits(idle, busy, 5);
        waits(busy, unknown, 2);
        SetAside aside = aside(builder.build());
        assertThat(aside.isAside(idle)).isTrue();
        assertThat(aside.isAside(busy)).isFalse();
        assertThat(aside.phrase()).isEqualTo("1 kernel thread");
    }

    /** A thread of the kernel for which a program waits, and that waits so often for one of the kernel, of a host; whether that one is left out. */
    private boolean isFollowed(int of, int count) {
        int program = builder.thread(host, 32, 32, "program");
        int here = builder.thread(host, 31, 31, "drbd_a");
        int next = builder.thread(of, 30, 30, "kworker/0:1");
        int last = builder.thread(builder.host("C"), 33, 33, "drbd_w");
        builder.parentProcess(here, 2);
        builder.parentProcess(last, 2);
        waits(program, here, 5);
        waits(here, next, count);
        waits(next, last, 4);
        waits(last, unknown, 2);
        SetAside aside = aside(builder.build());
        assertThat(aside.isAside(last)).isEqualTo(aside.isAside(next));
        return !aside.isAside(next);
    }

    @Test
    void whomTheKernelWaitsForOnAnotherHostWhileAProgramWaitsForItStays() {
        assertThat(isFollowed(builder.host("B"), 3)).isTrue();
        assertThat(new SetAsideTest().isFollowed(0, 3)).as("on its own host").isFalse();
        SetAsideTest seldom = new SetAsideTest();
        assertThat(seldom.isFollowed(seldom.builder.host("B"), 2)).as("twice").isFalse();
    }

    @Test
    void theTracerIsKnownByItsProgramsAndItsListenerByItsName() {
        int daemon = builder.thread(host, 40, 40, "lttng-sessiond");
        int helper = builder.thread(host, 41, 40, "Client manageme");
        int main = builder.thread(host, 50, 50, "program");
        int listener = builder.thread(host, 51, 50, "program-ust");
        int alone = builder.thread(host, 60, 60, "rob-ust"); // a program that happens to be called so
        Timeline timeline = builder.build(0, END);
        ThreadRoles roles = ThreadRoles.of(timeline);
        assertThat(roles.of(daemon)).isEqualTo(Role.TRACER);
        assertThat(roles.of(helper)).isEqualTo(Role.TRACER);
        assertThat(roles.of(main)).isEqualTo(Role.PROGRAM);
        assertThat(roles.of(listener)).isEqualTo(Role.LISTENER);
        assertThat(roles.of(alone)).isEqualTo(Role.PROGRAM);
    }

    @Test
    void edgesToTheUnknownAndOfFewWaitsAreLeftOut() {
        int client = builder.thread(host, 10, 10, "client");
        int server = builder.thread(host, 11, 11, "server");
        waits(client, server, 4);
        waits(server, unknown, 8);
        Timeline timeline = builder.build();
        WaitForGraph graph = WaitForAnalysis.run(timeline, 0, END, null, Progress.NONE);
        SetAside aside = aside(timeline);
        assertThat(aside.isAside(graph, graph.edge(client, server))).isFalse();
        int toUnknown = graph.firstEdge(server);
        assertThat(timeline.kind(graph.target(toUnknown))).isEqualTo(VertexKind.UNKNOWN);
        assertThat(aside.isAside(graph, toUnknown)).isTrue();
    }

    @Test
    void waitsOfEqualThreadsForEachOtherAreCountedTogether() {
        int[] workers = new int[6];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = builder.thread(host, 20 + i, 20, "worker-" + i);
        }
        int cleaner = builder.thread(host, 30, 30, "cleaner");
        int other = builder.thread(builder.host("other"), 20, 20, "worker-0");
        waits(workers[0], workers[1], 1);
        waits(workers[1], workers[2], 1);
        waits(workers[2], workers[3], 1);
        waits(workers[3], cleaner, 2);
        waits(workers[4], other, 2);
        Timeline timeline = builder.build();
        WaitForGraph graph = WaitForAnalysis.run(timeline, 0, END, null, Progress.NONE);
        SetAside aside = aside(timeline).without(thread -> true);
        assertThat(graph.repeats(graph.edge(workers[0], workers[1]))).isEqualTo(3);
        assertThat(graph.waits(graph.edge(workers[0], workers[1]))).isEqualTo(1);
        assertThat(aside.isAside(graph, graph.edge(workers[0], workers[1]))).isFalse();
        assertThat(aside.isAside(graph, graph.edge(workers[3], cleaner))).isTrue();
        assertThat(aside.isAside(graph, graph.edge(workers[4], other))).as("those of another host are others").isTrue();
    }

    @Test
    void aWorkerWhoWaitsForManyEqualOnesWaitsOftenAndOneWhoWaitsForThemTwiceDoesNot() {
        int[] workers = new int[3];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = builder.thread(host, 20 + i, 20, "worker-" + i);
            builder.segment(workers[i], 0, END, ThreadState.RUNNING, -1);
        }
        int often = builder.thread(host, 30, 30, "often");
        int rarely = builder.thread(host, 31, 31, "rarely");
        for (int i = 0; i < 3; i++) {
            builder.blocked(often, i * 100L, i * 100L + 100, Cause.THREAD, workers[i], Timeline.NONE, -1);
        }
        builder.blocked(often, 300, END, Cause.UNKNOWN, unknown, Timeline.NONE, -1);
        for (int i = 0; i < 2; i++) {
            builder.blocked(rarely, i * 100L, i * 100L + 100, Cause.THREAD, workers[i], Timeline.NONE, -1);
        }
        builder.blocked(rarely, 200, END, Cause.UNKNOWN, unknown, Timeline.NONE, -1);
        SetAside aside = aside(builder.build());
        assertThat(aside.isAside(often)).isFalse();
        assertThat(aside.isAside(rarely)).isTrue();
    }

    @Test
    void threadsThatLiveForOneRequestAreOfTheWorkTogether() {
        int client = builder.thread(host, 10, 10, "client");
        int[] servers = new int[8];
        for (int i = 0; i < servers.length; i++) {
            servers[i] = builder.thread(host, 20 + i, 20, "server-" + i);
            builder.segment(servers[i], i * 1_000L, i * 1_000L + 30, ThreadState.RUNNING, -1);
            builder.blocked(servers[i], i * 1_000L + 30, i * 1_000L + 900, Cause.THREAD, client, Timeline.NONE, -1);
            builder.segment(client, i * 1_000L, i * 1_000L + 100, ThreadState.RUNNING, -1);
            builder.blocked(client, i * 1_000L + 100, i * 1_000L + 1_000, Cause.THREAD, servers[i], Timeline.NONE, -1);
        }
        int once = builder.thread(host, 40, 40, "once");
        builder.blocked(once, 0, 900, Cause.THREAD, client, Timeline.NONE, -1);
        SetAside aside = aside(builder.build());
        assertThat(Arrays.stream(servers).noneMatch(aside::isAside)).isTrue();
        assertThat(aside.isAside(once)).isTrue();
    }

    @Test
    void whoIsWokenByTheClockNearlyAlwaysSleepsEvenIfHeWaitsForOthersNowAndThen() {
        int work = builder.thread(host, 10, 10, "work");
        int peer = builder.thread(host, 11, 11, "peer");
        waits(work, peer, 10);
        waits(peer, work, 10);
        int sleeper = builder.thread(host, 12, 12, "sleeper");
        int half = builder.thread(host, 13, 13, "half");
        for (int i = 0; i < 10; i++) { // nine tenths by the clock, and a half
            sleep(sleeper, i * 1_000L, 900, 90, work);
            sleep(half, i * 1_000L, 500, 490, work);
        }
        SetAside aside = aside(builder.build());
        assertThat(aside.isAside(sleeper)).isTrue();
        assertThat(aside.isAside(half)).isFalse();
        assertThat(aside.phrase()).isEqualTo("1 thread that waits for timers nearly always");
    }

    private void sleep(int thread, long from, long asleep, long waiting, int target) {
        builder.blocked(thread, from, from + asleep, Cause.TIMER, timer, Timeline.NONE, -1);
        builder.blocked(thread, from + asleep, from + asleep + waiting, Cause.THREAD, target, Timeline.NONE, -1);
        builder.segment(thread, from + asleep + waiting, from + 1_000, ThreadState.RUNNING, -1);
    }

    /** Two who work, and two of a process who take turns at a sleep; one of those is woken by the work each time. */
    private int[] keepers(int secondPid, long woken) {
        int work = builder.thread(host, 10, 10, "work");
        int peer = builder.thread(host, 11, 11, "peer");
        waits(work, peer, 60);
        waits(peer, work, 60);
        int one = builder.thread(host, 12, 10, "timers");
        int other = builder.thread(host, 13, secondPid, "timers");
        for (int i = 0; i < 10; i++) {
            int sleeper = i % 2 == 0 ? one : other;
            int waiter = i % 2 == 0 ? other : one;
            long from = i * 1_000L;
            sleep(sleeper, from, 990 - woken, woken, work);
            builder.blocked(waiter, from, from + 990, Cause.THREAD, sleeper, Timeline.NONE, -1);
            builder.segment(waiter, from + 990, from + 1_000, ThreadState.RUNNING, -1);
        }
        return new int[] {one, other};
    }

    @Test
    void whoSharesASleepRunsBesideTheWorkThoughTheWorkWakesThem() {
        int[] keepers = keepers(10, 100);
        SetAside aside = aside(builder.build());
        assertThat(aside.isAside(keepers[0])).isTrue();
        assertThat(aside.isAside(keepers[1])).isTrue();
        assertThat(aside.phrase()).isEqualTo("2 threads that take turns at a sleep");
    }

    @Test
    void twoOfDifferentProcessesShareNoSleep() {
        int[] keepers = keepers(13, 100);
        assertThat(Arrays.stream(keepers)).noneMatch(aside(builder.build())::isAside);
    }

    @Test
    void whoWaitsForOthersForMoreThanAFifthOfItsWaitsSharesNoSleep() {
        int[] keepers = keepers(10, 500); // of 9.9 each 2.5 for the work
        assertThat(Arrays.stream(keepers)).noneMatch(aside(builder.build())::isAside);
    }

    @Test
    void whoSharesASleepIsOfTheWorkIfAnotherThreadWaitsForOneOfThemAgainAndAgainForLong() {
        int[] keepers = keepers(10, 100);
        int main = builder.thread(host, 14, 10, "main");
        waits(main, keepers[1], 3);
        assertThat(Arrays.stream(keepers)).noneMatch(aside(builder.build())::isAside);
    }

    @Test
    void thatACompilerOfJavaWaitsForWorkOfAProgramDoesNotMakeItPartOfThat() {
        for (String coordinator : new String[] {"VM Thread", "other"}) {
            TimelineBuilder program = new TimelineBuilder();
            int on = program.host("A");
            int main = program.thread(on, 10, 10, "java");
            int compiler = program.thread(on, 11, 10, "C1 CompilerThre");
            program.segment(program.thread(on, 12, 10, coordinator), 0, END, ThreadState.RUNNING, -1);
            program.segment(main, 0, END, ThreadState.RUNNING, -1);
            for (int i = 0; i < 10; i++) {
                program.blocked(compiler, i * 1_000L, i * 1_000L + 990, Cause.THREAD, main, Timeline.NONE, -1);
                program.segment(compiler, i * 1_000L + 990, (i + 1) * 1_000L, ThreadState.RUNNING, -1);
            }
            assertThat(aside(program.build()).isAside(compiler)).as(coordinator).isEqualTo(coordinator.equals("VM Thread"));
        }
    }

    /** A thread of the program that waits ten times, as when it sets a timer while one of them has the lock. */
    private void waitsTenTimes(int tid, int keeper, long nanos) {
        int main = builder.thread(host, tid, 10, "main-" + tid);
        for (int i = 0; i < 10; i++) {
            builder.segment(main, i * 1_000L, i * 1_000L + 500, ThreadState.RUNNING, -1);
            builder.blocked(main, i * 1_000L + 500, i * 1_000L + 500 + nanos, Cause.THREAD, keeper, Timeline.NONE, -1);
            builder.segment(main, i * 1_000L + 500 + nanos, (i + 1) * 1_000L, ThreadState.RUNNING, -1);
        }
    }

    @Test
    void whoSharesASleepRunsBesideTheWorkThoughOthersWaitForItOftenForALittle() {
        int[] keepers = keepers(10, 100);
        waitsTenTimes(14, keepers[1], 40); // 4 % of the range
        assertThat(Arrays.stream(keepers)).allMatch(aside(builder.build())::isAside);
    }

    @Test
    void whatSeveralOthersWaitForOneOfThoseWhoShareASleepCounts() {
        int[] keepers = keepers(10, 100);
        waitsTenTimes(14, keepers[1], 30);
        waitsTenTimes(15, keepers[1], 20); // together 5 % of the range
        assertThat(Arrays.stream(keepers)).noneMatch(aside(builder.build())::isAside);
    }

    /** Each of many is waited for shortly, and one or another of them all the time. */
    @Test
    void aLargePoolForWhichAnotherThreadWaitsAllTheTimeDoesNotShareASleep() {
        int[] keepers = new int[30];
        for (int i = 0; i < keepers.length; i++) {
            keepers[i] = builder.thread(host, 20 + i, 10, "keeper-" + i);
        }
        int main = builder.thread(host, 14, 10, "main");
        for (int i = 0; i < keepers.length; i++) {
            int next = keepers[(i + 1) % keepers.length];
            long begin = 300L * i;
            builder.blocked(keepers[i], Math.max(0, begin - 300), begin, Cause.THREAD, i == 0 ? keepers[29] : keepers[i - 1], Timeline.NONE,
                    -1);
            builder.blocked(keepers[i], begin, begin + 290, Cause.TIMER, timer, Timeline.NONE, -1);
            builder.segment(keepers[i], begin + 290, begin + 300, ThreadState.RUNNING, -1);
            builder.blocked(keepers[i], begin + 300, END, Cause.THREAD, next, Timeline.NONE, -1);
            builder.blocked(main, begin, begin + 290, Cause.THREAD, keepers[i], Timeline.NONE, -1);
            builder.segment(main, begin + 290, begin + 300, ThreadState.RUNNING, -1);
        }
        Timeline timeline = builder.build();
        assertThat(Arrays.stream(keepers)).noneMatch(aside(timeline)::mayShareSleep);
    }

    @Test
    void whoSharesASleepIsOfTheWorkIfAnotherThreadWaitsForItsEnd() {
        int[] keepers = keepers(10, 100);
        int main = builder.thread(host, 14, 10, "main");
        builder.blocked(main, 0, END / 10, Cause.THREAD, keepers[1], Timeline.NONE, -1);
        assertThat(aside(builder.build()).isAside(keepers[1])).isFalse();
    }

    /** Two who share a sleep and wait as often as two who work, and one who works beside that for a part of the range. */
    private boolean isAside(long busy) {
        int work = builder.thread(host, 10, 10, "work");
        int peer = builder.thread(host, 11, 11, "peer");
        waits(peer, work, 25);
        builder.segment(work, 0, busy, ThreadState.RUNNING, -1);
        builder.blocked(work, busy, END, Cause.THREAD, peer, Timeline.NONE, -1);
        int one = builder.thread(host, 12, 10, "timers");
        int other = builder.thread(host, 13, 10, "timers");
        for (int i = 0; i < 10; i++) {
            builder.blocked(i % 2 == 0 ? one : other, i * 1_000L, (i + 1) * 1_000L, Cause.TIMER, timer, Timeline.NONE, -1);
            builder.blocked(i % 2 == 0 ? other : one, i * 1_000L, (i + 1) * 1_000L, Cause.THREAD, i % 2 == 0 ? one : other, Timeline.NONE,
                    -1);
        }
        return aside(builder.build()).isAside(one);
    }

    @Test
    void whoSharesASleepRunsBesideTheWorkIfOthersWorkForAFifthOfTheRange() {
        assertThat(isAside(END / 5)).isTrue();
        assertThat(new SetAsideTest().isAside(END / 6)).isFalse();
    }

    @Test
    void whereNobodyElseWaitsFiveTimesAsOftenASharedSleepIsOfTheWork() {
        int one = builder.thread(host, 12, 10, "one");
        int other = builder.thread(host, 13, 10, "other");
        for (int i = 0; i < 10; i++) {
            int sleeper = i % 2 == 0 ? one : other;
            int waiter = i % 2 == 0 ? other : one;
            builder.blocked(sleeper, i * 1_000L, (i + 1) * 1_000L, Cause.TIMER, timer, Timeline.NONE, -1);
            builder.blocked(waiter, i * 1_000L, (i + 1) * 1_000L, Cause.THREAD, sleeper, Timeline.NONE, -1);
        }
        SetAside aside = aside(builder.build());
        assertThat(aside.isAside(one)).isFalse();
        assertThat(aside.isAside(other)).isFalse();
    }

    @Test
    void whoHasToDoWithNobodyOfABusyGroupRunsBesideTheWorkUnlessHeTakesAFifthOfAProcessor() {
        int work = builder.thread(host, 10, 10, "work");
        int peer = builder.thread(host, 11, 11, "peer");
        waits(work, peer, 20);
        waits(peer, work, 20);
        int command = builder.thread(host, 12, 12, "cp");
        int hog = builder.thread(host, 13, 13, "hog");
        builder.segment(command, 0, END / 6, ThreadState.RUNNING, -1);
        builder.segment(hog, 0, END / 4, ThreadState.RUNNING, -1);
        SetAside aside = aside(builder.build());
        assertThat(aside.isAside(work)).isFalse();
        assertThat(aside.isAside(command)).isTrue();
        assertThat(aside.isAside(hog)).isFalse();
        assertThat(aside.phrase()).isEqualTo("1 thread that runs beside the work");
    }

    @Test
    void whereNothingRepeatsNobodyIsBesideTheWork() {
        int a = builder.thread(host, 10, 10, "a");
        int b = builder.thread(host, 11, 11, "b");
        waits(a, b, 4);
        waits(b, a, 4);
        int other = builder.thread(host, 12, 12, "other");
        builder.segment(other, 0, END / 6, ThreadState.RUNNING, -1);
        assertThat(aside(builder.build()).isAside(other)).isFalse();
    }

    @Test
    void whoShareASleepAreFoundHoweverLongOtherThreadsWaitForEachOtherInARow() {
        int[] keepers = keepers(10, 100);
        int before = keepers[0] - 1; // the peer
        for (int i = 0; i < 100; i++) {
            int stage = builder.thread(host, 100 + i, 99, "stage");
            waits(stage, before, 3);
            before = stage;
        }
        assertThat(Arrays.stream(keepers)).allMatch(aside(builder.build())::isAside);
    }

    @Test
    void whoWaitsForEachOfThemOnceOrTwiceIsNotOneOfThem() {
        int[] keepers = keepers(10, 100);
        int third = builder.thread(host, 14, 14, "third");
        for (int i = 0; i < 4; i++) {
            builder.blocked(third, i * 1_000L, i * 1_000L + 10, Cause.THREAD, keepers[i % 2], Timeline.NONE, -1);
            builder.segment(third, i * 1_000L + 10, (i + 1) * 1_000L, ThreadState.RUNNING, -1);
        }
        assertThat(aside(builder.build()).isAside(keepers[0])).isTrue();
    }

    @Test
    void whatIsBusyOnAnotherHostDoesNotSetAsideWhoSharesASleep() {
        int there = builder.host("B");
        int work = builder.thread(there, 10, 10, "work");
        int peer = builder.thread(there, 11, 11, "peer");
        builder.segment(work, 0, END / 2, ThreadState.RUNNING, -1);
        builder.blocked(work, END / 2, END, Cause.THREAD, peer, Timeline.NONE, -1);
        waits(peer, work, 25);
        int one = builder.thread(host, 12, 10, "timers");
        int other = builder.thread(host, 13, 10, "timers");
        for (int i = 0; i < 10; i++) {
            builder.blocked(i % 2 == 0 ? one : other, i * 1_000L, (i + 1) * 1_000L, Cause.TIMER, timer, Timeline.NONE, -1);
            builder.blocked(i % 2 == 0 ? other : one, i * 1_000L, (i + 1) * 1_000L, Cause.THREAD, i % 2 == 0 ? one : other, Timeline.NONE,
                    -1);
        }
        assertThat(aside(builder.build()).isAside(one)).isFalse();
    }

    @Test
    void whoIsWaitedForIsTakenOutOfThemAndTheOthersStay() {
        int[] keepers = keepers(10, 0);
        int third = builder.thread(host, 14, 10, "timers"); // waits for one of them for a little of its time, and sleeps else
        int main = builder.thread(host, 15, 10, "main");
        int fourth = builder.thread(host, 16, 10, "timers"); // and main waits for this one
        waits(main, fourth, 3);
        for (int i = 0; i < 10; i++) {
            sleep(third, i * 1_000L, 850, 110, i % 2 == 0 ? fourth : keepers[0]);
            builder.blocked(fourth, i * 1_000L, (i + 1) * 1_000L, Cause.TIMER, timer, Timeline.NONE, -1);
        }
        SetAside aside = aside(builder.build());
        assertThat(aside.mayShareSleep(keepers[0])).isTrue();
        assertThat(aside.mayShareSleep(keepers[1])).isTrue();
        assertThat(aside.mayShareSleep(third)).isTrue();
        assertThat(aside.mayShareSleep(fourth)).isFalse();
    }
}
