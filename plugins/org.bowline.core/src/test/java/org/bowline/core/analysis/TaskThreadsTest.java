/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.ThreadGroups.Group;
import org.bowline.core.waitfor.ThreadGroups.Way;

class TaskThreadsTest {
    private static final List<IntArrayList> ALL = List.of(IntArrayList.of(0, 1, 2, 3));

    /** A process of which in every round one thread sends something and one waits for what comes back, while the others have nothing to do. */
    static final class Process {
        private static final int ROUND = 100;
        private static final int SENT = 20;
        private static final int RECEIVED = 80;

        private final TimelineBuilder builder = new TimelineBuilder();
        private int threads = 4;
        private String name = "task";
        private int rounds = 40;
        /** Among so many of the threads it goes round. */
        private int turns = 4;
        /** How often the third one receives; as often as the others if that is never reached. */
        private int third = Integer.MAX_VALUE;
        /** In each of so many rounds another thread receives than the one that has sent; in none if 0. */
        private int moves = 1;
        /** Whether another thread than the one that has received sends next. */
        private boolean passesOn;
        /** Whether each thread sends over a connection of its own. */
        private boolean ownConnections;
        /** Whether what they receive comes over another connection than what they send. */
        private boolean oneWay;
        /** Who sends in all rounds; whoever's turn it is if none. */
        private int sender = Timeline.NONE;
        /** Whether those that have nothing to do wait for a packet, too. */
        private boolean sideBySide;
        /** For so much of the time in which they have nothing to do they wait for a thread of another process. */
        double outside;
        /** Whether those that have nothing to do wait until the clock wakes them. */
        private boolean asleep;
        /** Whether they answer what others ask. */
        private boolean answers;
        private boolean packets = true;
        /** Whether the third one has a request to answer from the begin to the end. */
        boolean asked;
        private long[] told = {};
        private int timer;

        Timeline timeline() {
            int host = builder.host("A");
            for (int i = 0; i < threads; i++) {
                builder.thread(host, 100 + i, 100, name);
            }
            int other = builder.thread(host, 200, 200, "other");
            int far = builder.thread(builder.host("B"), 300, 300, "far");
            timer = builder.resource(host, VertexKind.TIMER, "timer");
            long end = (long) rounds * ROUND;
            builder.segment(other, 0, end, ThreadState.RUNNING, -1);
            builder.segment(far, 0, end, ThreadState.RUNNING, -1);
            told = new long[threads];
            int sends = 0;
            for (int round = 0; round < rounds; round++) {
                int receives = moves > 0 && round % moves == 0 ? next(sends) : sends;
                round((long) round * ROUND, sends, receives, far);
                sends = passesOn ? next(receives) : receives;
            }
            for (int thread = 0; thread < threads; thread++) {
                hasNothingToDo(thread, end, sends);
            }
            if (asked) {
                packet(builder.packet(0, 1, far), Timeline.Opener.SENDER, 1);
                packet(builder.packet(end - 2, end - 1, 2), Timeline.Opener.RECEIVER, 1);
            }
            return builder.build(0, end);
        }

        private int packet(int packet, Timeline.Opener opener, int connection) {
            builder.packetOpener(packet, opener);
            builder.packetConnection(packet, connection);
            return packet;
        }

        private int next(int thread) {
            if (thread == 1 && third == 0) {
                return 0;
            }
            third -= thread == 1 ? 1 : 0;
            return (thread + 1) % turns;
        }

        private void round(long t, int sends, int receives, int far) {
            hasNothingToDo(sends, t, receives);
            builder.segment(sends, t, t + SENT, ThreadState.RUNNING, -1);
            told[sends] = t + SENT;
            packet(t + SENT - 10, sender == Timeline.NONE ? sends : sender, answers ? Timeline.Opener.RECEIVER : Timeline.Opener.SENDER,
                    sends);
            hasNothingToDo(receives, t + SENT, sends);
            int back = packet(t + RECEIVED - 10, far, answers ? Timeline.Opener.SENDER : Timeline.Opener.RECEIVER, sends);
            if (oneWay) {
                builder.packetConnection(back, threads + (ownConnections ? receives : 0));
            }
            builder.blocked(receives, t + SENT, t + RECEIVED, Cause.NETWORK, far, back, -1);
            builder.segment(receives, t + RECEIVED, t + ROUND, ThreadState.RUNNING, -1);
            told[receives] = t + ROUND;
            for (int thread = 0; sideBySide && thread < threads; thread++) {
                if (told[thread] < t + RECEIVED) {
                    hasNothingToDo(thread, t + SENT, sends);
                    builder.blocked(thread, t + SENT, t + RECEIVED, Cause.NETWORK, far, back, -1);
                    told[thread] = t + RECEIVED;
                }
            }
        }

        private int packet(long sent, int sender, Timeline.Opener opener, int sends) {
            if (!packets) {
                return Timeline.NONE;
            }
            return packet(builder.packet(sent, sent + 5, sender), opener, ownConnections ? sends : 0);
        }

        private void hasNothingToDo(int thread, long to, int waker) {
            if (asleep && told[thread] < to) {
                builder.blocked(thread, told[thread], to, Cause.TIMER, timer, Timeline.NONE, -1);
                told[thread] = to;
            }
            long inside = told[thread] + Math.round((to - told[thread]) * (1 - outside));
            if (told[thread] < inside) {
                builder.blocked(thread, told[thread], inside, Cause.THREAD, waker == thread ? (thread + 1) % threads : waker, Timeline.NONE,
                        -1);
            }
            if (inside < to) {
                builder.blocked(thread, inside, to, Cause.THREAD, threads, Timeline.NONE, -1);
            }
            told[thread] = Math.max(told[thread], to);
        }
    }

    private static List<IntArrayList> found(Consumer<Process> change) {
        return TaskThreads.of(analysis(Question.ALL, change), thread -> true);
    }

    private static Analysis analysis(Question question, Consumer<Process> change) {
        Process process = new Process();
        change.accept(process);
        return Analysis.of(process.timeline()).question(question).build();
    }

    private static Consumer<Process> server(boolean moves) {
        return process -> {
            process.answers = true;
            process.moves = moves ? 0 : 1; // who has received answers, and then another one receives
            process.passesOn = moves;
        };
    }

    @Test
    void threadsOfWhichOneAtATimeReceivesWhatAnotherOneHasAskedForAreThoseOfARuntime() {
        assertThat(found(process -> {})).isEqualTo(ALL);
    }

    @Test
    void soAreThoseOfAServerThatAnswerWhatAnotherOneHasReceived() {
        assertThat(found(server(true))).isEqualTo(ALL);
        assertThat(found(server(false))).as("who receives answers, as with a lock around a listener").isEmpty();
    }

    @Test
    void whereNothingIsAnsweredOverTheConnectionOverWhichItCameOthersReceiveWhatComesNext() {
        Consumer<Process> oneWay = process -> process.oneWay = true;
        assertThat(found(oneWay)).isEqualTo(ALL);
        assertThat(found(oneWay.andThen(process -> process.ownConnections = true))).as("connections of their own").isEmpty();
        assertThat(found(oneWay.andThen(process -> process.moves = 5))).as("another one receives every fifth").isEmpty();
        assertThat(found(oneWay.andThen(process -> process.sender = 0))).as("a lock around what comes, and one that sends").isEmpty();
        assertThat(found(oneWay.andThen(process -> process.sender = 5))).as("none of them sends, as of those that take what one accepts")
                .isEmpty();
    }

    @Test
    void threadsThatWaitForPacketsSideBySideShareAListOfDescriptors() {
        assertThat(found(process -> process.sideBySide = true)).isEmpty();
    }

    @Test
    void whoReceivesWhatItHasAskedForItselfHasALockOrAConnectionOfItsOwn() {
        Consumer<Process> lock = process -> {
            process.moves = 0;
            process.passesOn = true;
        };
        assertThat(found(lock)).as("a lock around one connection").isEmpty();
        assertThat(found(lock.andThen(process -> process.ownConnections = true))).as("connections of their own").isEmpty();
    }

    /** A pool of three in which one receives a request of a hundred, another one has the lock and answers, and both others wait for that one, which waits for so much of the time itself. */
    private static List<IntArrayList> pool(int waits) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("A");
        for (int i = 0; i < 3; i++) {
            builder.thread(host, 100 + i, 100, "pool");
        }
        int far = builder.thread(builder.host("B"), 300, 300, "far");
        int timer = builder.resource(host, VertexKind.TIMER, "timer");
        builder.segment(far, 0, 4_000, ThreadState.RUNNING, -1);
        for (int round = 0; round < 40; round++) {
            long t = round * 100L;
            int receives = round % 3;
            int has = (round + 1) % 3;
            int request = builder.packet(t, t + 5, far);
            builder.packetOpener(request, Timeline.Opener.SENDER);
            builder.packetConnection(request, 0);
            builder.blocked(receives, t, t + 10, Cause.NETWORK, far, request, -1);
            builder.blocked(receives, t + 10, t + 100, Cause.THREAD, has, Timeline.NONE, -1);
            builder.blocked((round + 2) % 3, t, t + 100, Cause.THREAD, has, Timeline.NONE, -1);
            builder.blocked(has, t, t + waits, Cause.TIMER, timer, Timeline.NONE, -1);
            builder.segment(has, t + waits, t + 100, ThreadState.RUNNING, -1);
            int answer = builder.packet(t + 99, t + 100, has);
            builder.packetOpener(answer, Timeline.Opener.RECEIVER);
            builder.packetConnection(answer, 0);
        }
        return TaskThreads.of(Analysis.of(builder.build(0, 4_000)).build(), thread -> true);
    }

    @Test
    void whoWaitsForOneThatIsAtWorkWaitsForMoreThanATask() {
        assertThat(pool(40)).as("a lock").isEmpty();
        assertThat(pool(60)).containsExactly(IntArrayList.of(0, 1, 2));
    }

    @Test
    void whereHardlyAnythingMovesItIsChance() {
        assertThat(found(process -> process.moves = 10)).isEqualTo(ALL);
        assertThat(found(process -> process.moves = 11)).as("4 of 40").isEqualTo(ALL);
        assertThat(found(process -> {
            process.moves = 11;
            process.rounds = 44;
        })).as("4 of 44").isEmpty();
    }

    @Test
    void fewerThanThreeThatReceiveTellNothing() {
        assertThat(found(process -> process.turns = 3)).as("one never gets to receive").isEqualTo(ALL);
        assertThat(found(process -> process.turns = 2)).isEmpty();
        assertThat(found(process -> seldom(process, 3))).isEqualTo(ALL);
        assertThat(found(process -> seldom(process, 2))).isEmpty();
    }

    private static void seldom(Process process, int third) {
        process.turns = 3;
        process.third = third;
    }

    @Test
    void fewerThanTwentyWaitsTellNothing() {
        assertThat(found(process -> process.rounds = 20)).isEqualTo(ALL);
        assertThat(found(process -> process.rounds = 19)).isEmpty();
        assertThat(found(process -> process.packets = false)).as("no packets are known").isEmpty();
    }

    @Test
    void whoMostlyWaitsForAnotherProcessWaitsForMoreThanTasks() {
        assertThat(found(process -> process.outside = 0.5)).isEqualTo(ALL);
        assertThat(found(process -> process.outside = 0.55)).isEmpty();
        assertThat(found(process -> process.outside = 1)).isEmpty();
        assertThat(found(process -> process.asleep = true)).as("they wait for no thread").isEmpty();
    }

    @Test
    void whichThreadsMayBeOneIsAsked() {
        Analysis analysis = analysis(Question.ALL, process -> {});
        assertThat(TaskThreads.of(analysis, thread -> thread != 2)).containsExactly(IntArrayList.of(0, 1, 3));
        assertThat(TaskThreads.of(analysis, thread -> thread > 1)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tokio-runtime-w", "tokio-rt-worker"})
    void twoThreadsOfTokioAreOneHoweverLittleOneOfThemDoes(String name) {
        Analysis two = analysis(Question.ALL, process -> {
            process.threads = 2;
            process.turns = 1;
            process.name = name;
        });
        assertThat(TaskThreads.of(two, thread -> true)).containsExactly(IntArrayList.of(0, 1));
        assertThat(TaskThreads.of(two, thread -> thread == 0)).as("one alone").isEmpty();
        assertThat(TaskThreads.of(analysis(Question.ALL, process -> {
            process.threads = 2;
            process.turns = 1;
        }), thread -> true)).as("of another name").isEmpty();
    }

    @Test
    void threadsOfTokioNeedNoPacketToBeKnown() {
        Analysis analysis = analysis(Question.ALL, process -> {
            process.packets = false;
            process.name = "tokio-rt-worker";
        });
        assertThat(TaskThreads.of(analysis, thread -> true)).hasSize(1);
        assertThat(TaskThreads.of(analysis(Question.ALL, process -> process.packets = false), thread -> true)).isEmpty();
    }

    private static List<Way> ways(Question question) {
        return analysis(question.within(0, 4_000), process -> {}).get(Merging.RESULT).groups().all().stream().map(Group::way).toList();
    }

    @Test
    void theyAreOneVertexWithoutAnOptionButNotForWhoWantsEachThread() {
        assertThat(ways(Question.WORK)).containsExactly(Way.TASKS);
        assertThat(ways(Question.ALL.with(Merging.MERGE, Merging.Level.SIMILAR))).containsExactly(Way.TASKS);
        assertThat(ways(Question.WORK.with(Merging.MERGE, Merging.Level.NONE))).isEmpty();
        assertThat(ways(Question.WORK.with(Merging.MERGE, Merging.Level.SHORT))).isEmpty();
        assertThat(ways(Question.WORK.with(FirstLook.UNFOLD, true))).isEmpty();
        assertThat(ways(Question.ALL)).isEmpty();
    }

    @Test
    void whatTheUserNamesComesFirst() {
        assertThat(ways(Question.WORK.with(Merging.MERGE_THREADS, List.of("task")))).containsExactly(Way.NAMED);
    }

    @Test
    void inTheGraphThatIsShownTheyWaitForOthersAlone() {
        Analysis analysis = analysis(Question.WORK.within(0, 4_000), process -> process.outside = 0.25);
        Analysis view = Merging.view(analysis);
        assertThat(analysis.graph().edge(1, 0)).as("of single threads").isNotEqualTo(Timeline.NONE);
        assertThat(view.graph().edge(0, 0)).isEqualTo(Timeline.NONE);
        assertThat(view.graph().edge(0, 4)).isNotEqualTo(Timeline.NONE);
        assertThat(view.graph().edge(0, 5)).isNotEqualTo(Timeline.NONE);
        assertThat(view.graph().groups().of(0)).isNotNull().satisfies(group -> assertThat(group.name()).isEqualTo("task ×4"));
        assertThat(Merging.RESULT.caveats(analysis)).extracting(Caveat::kind).isEmpty();
    }
}
