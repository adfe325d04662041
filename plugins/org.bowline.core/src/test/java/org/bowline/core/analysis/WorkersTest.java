/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

import org.junit.jupiter.api.Test;

import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.offcpu.SystemCallLog;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class WorkersTest {
    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("A");
    private int tid = 100;

    /** A thread that waits for 90 ns and runs for 10, ten times. */
    private int thread(String name, Cause cause, int target) {
        int thread = builder.thread(host, tid, tid++, name);
        for (int i = 0; i < 10; i++) {
            builder.blocked(thread, i * 100L, i * 100L + 90, cause, target, Timeline.NONE, -1);
            builder.segment(thread, i * 100L + 90, i * 100L + 100, ThreadState.RUNNING, -1);
        }
        return thread;
    }

    private AnalysisBuilder analysis(Question question) {
        return Analysis.of(builder.build(0, 1_000)).question(question.within(0, 1_000));
    }

    private static List<Integer> workers(Analysis analysis) {
        List<Integer> all = new ArrayList<>();
        for (int thread = 0; thread < analysis.timeline().threadCount(); thread++) {
            if (analysis.get(Workers.RESULT).isWorker(thread)) {
                all.add(thread);
            }
        }
        return all;
    }

    private static MatchedIntervals intervals(int thread, long... times) {
        List<NamedInterval> all = new ArrayList<>();
        for (int i = 0; i < times.length; i += 2) {
            all.add(new NamedInterval("get", "" + i, 0, thread, times[i], times[i + 1]));
        }
        return new MatchedIntervals(all, List.of());
    }

    @Test
    void aKnotOfThreadsThatTheUserSaysAreInTheBackgroundIsThere() {
        thread("log", Cause.THREAD, 1);
        thread("flush", Cause.THREAD, 0);
        thread("serve", Cause.THREAD, 3);
        thread("store", Cause.THREAD, 2);
        Question marked = Question.ALL.with(Workers.BACKGROUND, Workers.BACKGROUND.read(List.of("log", "A:flush")));
        Analysis analysis = analysis(marked).build();
        assertThat(workers(analysis)).containsExactly(2, 3);
        assertThat(analysis.get(Workers.KNOTS).found()).filteredOn(found -> found.isBackground()).singleElement()
                .satisfies(found -> assertThat(found.knot().vertex(0)).isZero());
        assertThat(analysis.get(Workers.RESULT).phrase()).contains("--background");
        assertThat(analysis(Question.ALL).build().get(Workers.KNOTS).isAny()).isFalse();
        Question chosen = Question.ALL.with(Workers.WORKER, Workers.WORKER.read(List.of("s*")))
                .with(Workers.BACKGROUND, Workers.BACKGROUND.read(List.of("103")));
        assertThat(workers(analysis(chosen).build())).containsExactly(2);
    }

    @Test
    void aMarkThatNamesNobodyIsToldAndSoIsThatNobodyIsLeft() {
        thread("log", Cause.THREAD, 1);
        thread("flush", Cause.THREAD, 0);
        Analysis none = analysis(Question.ALL.with(Workers.WORKER, Workers.WORKER.read(List.of("nginx")))).build();
        assertThat(Workers.RESULT.caveats(none)).extracting(Caveat::kind).containsExactly("mark-not-found", "no-worker");
        assertThat(none.get(Workers.KNOTS).isAny()).isFalse();
        Analysis one = analysis(Question.ALL.with(Workers.WORKER, Workers.WORKER.read(List.of("nginx", "l*")))).build();
        assertThat(Workers.RESULT.caveats(one)).extracting(Caveat::kind).containsExactly("mark-not-found");
        assertThat(Workers.RESULT.caveats(analysis(Question.ALL).build())).isEmpty();
        assertThatThrownBy(() -> Workers.WORKER.read(List.of(" "))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a thread is needed");
    }

    @Test
    void withRequestsTheWorkersAreWhoIsOnTheirPathsIfTheseKnowWhomTheyWaitFor() {
        thread("serve", Cause.THREAD, 1);
        int store = builder.thread(host, 200, 200, "store");
        builder.segment(store, 0, 1_000, ThreadState.RUNNING, -1);
        thread("other", Cause.THREAD, store);
        assertThat(workers(analysis(Question.ALL).intervals(intervals(0, 0, 500)).build())).containsExactly(0, 1);
        assertThat(workers(analysis(Question.ALL).build())).hasSize(3);
    }

    @Test
    void withRequestsThatWaitForAPeerNobodyKnowsEveryProgramMayDoTheWork() {
        int peer = builder.resource(host, VertexKind.NETWORK, "10.0.0.9");
        thread("serve", Cause.NETWORK, peer);
        thread("other", Cause.THREAD, 0);
        assertThat(workers(analysis(Question.ALL).intervals(intervals(0, 0, 500)).build())).hasSize(2);
    }

    @Test
    void threadsAreNamedAsUsersWriteThem() {
        builder.thread(host, 7, 7, "web-1");
        builder.thread(builder.host("B"), 7, 7, "kworker/0:1");
        Timeline timeline = builder.build(0, 1);
        assertThat(named(timeline, "web-1", 0)).isTrue();
        assertThat(named(timeline, "web", 0)).isFalse();
        assertThat(named(timeline, "w*1", 0)).isTrue();
        assertThat(named(timeline, "*.*", 0)).isFalse();
        assertThat(named(timeline, "A:7", 0)).isTrue();
        assertThat(named(timeline, "A:7", 1)).isFalse();
        assertThat(named(timeline, "kworker/0:1", 1)).isTrue();
        assertThat(named(timeline, "B:kworker/**", 1)).isTrue();
    }

    private static boolean named(Timeline timeline, String text, int thread) {
        IntPredicate in = new ThreadPattern(text).in(timeline);
        return in.test(thread);
    }

    @Test
    void aWaitBetweenTwoRequestsIsForNewWorkAndOneInARequestIsNot() {
        thread("serve", Cause.THREAD, 1);
        thread("client", Cause.THREAD, 0);
        // the waits are 0-90, 100-190, …: what is left between the requests are whole waits
        NewWork between = analysis(Question.ALL)
                .intervals(intervals(0, -10, 0, 90, 100, 190, 200, 290, 300, 390, 400, 490, 500, 590, 600, 690,
                        700, 790, 800, 890, 900, 990, 1_000))
                .build().get(NewWork.RESULT);
        assertThat(between.why(0)).isEqualTo(NewWork.Why.BETWEEN_REQUESTS);
        assertThat(between.why(1)).as("the client has no requests of its own").isEqualTo(NewWork.Why.NOT);
        NewWork within = analysis(Question.ALL).intervals(intervals(0, -10, 0, 90, 200, 190, 400, 290, 600, 690, 700, 890, 1_000)).build()
                .get(NewWork.RESULT);
        assertThat(within.why(0)).isEqualTo(NewWork.Why.NOT);
        NewWork after = analysis(Question.ALL).intervals(intervals(0, -10, 0)).build().get(NewWork.RESULT);
        assertThat(after.why(0)).as("nobody knows what came after the last request").isEqualTo(NewWork.Why.NOT);
    }

    @Test
    void aWaitInAcceptIsForNewWorkAndOneInEpollMayBeForAnAnswer() {
        int serve = thread("serve", Cause.THREAD, 1);
        int client = thread("client", Cause.THREAD, 0);
        SystemCallLog calls = new SystemCallLog();
        Timeline timeline = builder.build(0, 1_000);
        for (int i = 0; i < 10; i++) {
            calls.begun(i * 100L, serve, "accept4");
            calls.begun(i * 100L, client, "epoll_wait");
            calls.returned(timeline, i * 100L + 95, serve);
            calls.returned(timeline, i * 100L + 95, client);
        }
        NewWork found = Analysis.of(timeline).question(Question.ALL.within(0, 1_000)).known(OffCpuQuestion.SYSTEM_CALLS, calls).build()
                .get(NewWork.RESULT);
        assertThat(found.why(0)).isEqualTo(NewWork.Why.ACCEPT);
        assertThat(found.isOfThread(0)).isTrue();
        assertThat(found.why(1)).isEqualTo(NewWork.Why.NOT);
    }

    @Test
    void aWaitForWhatTheSideSendsThatOpenedTheConnectionIsForNewWork() {
        int serve = builder.thread(host, 1, 1, "serve");
        int client = builder.thread(host, 2, 2, "client");
        for (int i = 0; i < 20; i++) {
            int request = builder.packet(i * 100L + 30, i * 100L + 40, client);
            int answer = builder.packet(i * 100L + 60, i * 100L + 70, serve);
            builder.packetOpener(request, i == 0 ? Timeline.Opener.UNKNOWN : Timeline.Opener.SENDER);
            builder.packetOpener(answer, Timeline.Opener.RECEIVER);
            builder.blocked(serve, i * 100L, i * 100L + 40, Cause.NETWORK, client, request, -1);
            builder.segment(serve, i * 100L + 40, i * 100L + 100, ThreadState.RUNNING, -1);
            builder.segment(client, i * 100L, i * 100L + 50, ThreadState.RUNNING, -1);
            builder.blocked(client, i * 100L + 50, i * 100L + 100, Cause.NETWORK, serve, answer, -1);
        }
        AnalysisBuilder analysis = Analysis.of(builder.build(0, 2_000));
        NewWork found = analysis.question(Question.ALL.within(0, 2_000)).build().get(NewWork.RESULT);
        assertThat(found.why(0)).as("19 of 20 waits are for requests").isEqualTo(NewWork.Why.REQUESTS);
        assertThat(found.why(1)).as("the client waits for answers").isEqualTo(NewWork.Why.NOT);
        NewWork some = analysis.question(Question.ALL.within(0, 500)).build().get(NewWork.RESULT);
        assertThat(some.why(0)).as("of one in five it is not known").isEqualTo(NewWork.Why.NOT);
    }

    /** Whether a server waits for new work whose waits packets end that only acknowledge, or end the connection. */
    private NewWork.Why acknowledged(boolean closes) {
        int serve = builder.thread(host, 1, 1, "serve");
        int client = builder.thread(host, 2, 2, "client");
        for (int i = 0; i < 20; i++) {
            int empty = builder.packet(i * 100L + 30, i * 100L + 40, client);
            builder.packetOpener(empty, Timeline.Opener.SENDER);
            builder.packetIsEmpty(empty);
            if (!closes) {
                builder.packetAcknowledges(empty);
            }
            builder.blocked(serve, i * 100L, i * 100L + 40, Cause.NETWORK, client, empty, -1);
            builder.segment(serve, i * 100L + 40, i * 100L + 100, ThreadState.RUNNING, -1);
            builder.segment(client, i * 100L, i * 100L + 100, ThreadState.RUNNING, -1);
        }
        return Analysis.of(builder.build(0, 2_000)).question(Question.ALL.within(0, 2_000)).build().get(NewWork.RESULT).why(0);
    }

    @Test
    void whoWaitsUntilTheOtherSideHasTakenPartOfAnAnswerDoesNotWaitForNewWork() {
        assertThat(acknowledged(false)).isEqualTo(NewWork.Why.NOT);
    }

    @Test
    void whoWaitsUntilTheOtherSideAsksOrClosesDoes() {
        assertThat(acknowledged(true)).isEqualTo(NewWork.Why.REQUESTS);
    }

    @Test
    void whatTheUserSaysIsForNewWorkIsMarked() {
        thread("serve-1", Cause.THREAD, 1);
        thread("client", Cause.THREAD, 0);
        Question said = Question.ALL.with(NewWork.NEW_WORK, NewWork.NEW_WORK.read(List.of("serve*,client", "client,nginx")));
        Analysis analysis = analysis(said).build();
        assertThat(analysis.get(NewWork.RESULT).why(0)).isEqualTo(NewWork.Why.MARKED);
        assertThat(analysis.get(NewWork.RESULT).why(1)).isEqualTo(NewWork.Why.NOT);
        assertThat(NewWork.RESULT.caveats(analysis)).extracting(Caveat::text)
                .containsExactly("--new-work client,nginx: no such wait in the range, so it marks none.");
        assertThatThrownBy(() -> NewWork.NEW_WORK.read(List.of("serve"))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("FROM,TO");
    }
}
