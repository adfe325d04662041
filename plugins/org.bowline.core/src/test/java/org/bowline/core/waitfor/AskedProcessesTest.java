/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/**
 * Two threads of a server that wait for each other from the begin of the recording to its end, 800 times, and a client on another host that asks one of them every 100 ns, from the middle on.
 */
class AskedProcessesTest {
    private static final long END = 80_000;
    private static final long FIRST = 40_000;

    private int requests = 60;
    private long answerNanos = 50;
    private int helperPid = 20;
    private Timeline.Opener opener = Timeline.Opener.RECEIVER;
    private int computesTimesLater;
    /** Each has one that asks once. */
    private boolean fromManyProcesses;
    /** For so long before and after the requests the threads of the server wait for each other. */
    private long unasked = FIRST;

    private RepeatedWaits found() {
        TimelineBuilder builder = new TimelineBuilder();
        int clients = builder.host("A");
        int servers = builder.host("B");
        int server = builder.thread(servers, 20, 20, "server");
        int helper = builder.thread(servers, 21, helperPid, "helper");
        int worker = builder.thread(servers, 22, 20, "worker");
        int timer = builder.resource(servers, VertexKind.TIMER, "timer");
        long until = FIRST + requests * 100L;
        for (long begin = FIRST - unasked; begin < Math.min(END, until + unasked); begin += 100) {
            long computes = begin >= FIRST && begin < until ? 10 : 1;
            builder.blocked(server, begin, begin + 100 - computes, Cause.THREAD, helper, Timeline.NONE, -1);
            builder.segment(server, begin + 100 - computes, begin + 100, ThreadState.RUNNING, -1);
            builder.blocked(helper, begin, begin + 99, Cause.TIMER, timer, Timeline.NONE, -1);
            builder.segment(helper, begin + 99, begin + 100, ThreadState.RUNNING, -1);
        }
        long later = 11L * computesTimesLater * requests;
        builder.blocked(worker, 0, until, Cause.TIMER, timer, Timeline.NONE, -1);
        builder.segment(worker, until, until + later, ThreadState.RUNNING, -1);
        builder.blocked(worker, until + later, END, Cause.TIMER, timer, Timeline.NONE, -1);
        int client = builder.thread(clients, 10, 10, "client");
        long told = 0;
        for (int i = 0; i < requests; i++) {
            long begin = FIRST + i * 100L;
            int packet = builder.packet(begin + answerNanos - 2, begin + answerNanos - 1, server);
            builder.packetOpener(packet, opener);
            int asker = fromManyProcesses ? builder.thread(clients, 100 + i, 100 + i, "curl") : client;
            builder.segment(asker, asker == client ? told : begin - 1, begin, ThreadState.RUNNING, -1);
            builder.blocked(asker, begin, begin + answerNanos, Cause.NETWORK, server, packet, -1);
            told = asker == client ? begin + answerNanos : told;
        }
        builder.segment(client, told, END, ThreadState.RUNNING, -1);
        Timeline timeline = builder.build(0, END);
        return RepeatedWaits.of(timeline, ThreadRoles.of(timeline), Progress.NONE);
    }

    private void assertIsOfAll() {
        RepeatedWaits found = found();
        assertThat(found.fromNanos()).isLessThan(5_000);
        assertThat(found.toNanos()).isGreaterThan(75_000);
    }

    @Test
    void theWorkOfAServerIsWhereOthersAskItHoweverOftenItsThreadsWaitForEachOther() {
        RepeatedWaits found = found();
        assertThat(found.fromNanos()).isBetween(FIRST, FIRST + 200);
        assertThat(found.toNanos()).isBetween(FIRST + 5_700, FIRST + 6_000);
        assertThat(found.threadCount()).as("the helper too").isEqualTo(3);
    }

    @Test
    void twentyRequestsTellWhenAServerWorksAndNineteenDoNot() {
        requests = 20;
        assertThat(found().fromNanos()).isBetween(FIRST, FIRST + 200);
        requests = 19;
        assertIsOfAll();
    }

    @Test
    void whoAsksOthersWorksWheneverItsThreadsWaitForEachOther() {
        opener = Timeline.Opener.SENDER;
        assertIsOfAll();
    }

    @Test
    void threadsOfTwoProcessesWorkWheneverTheyWaitForEachOther() {
        helperPid = 21;
        assertIsOfAll();
    }

    @Test
    void whoOnlyLooksAtWhatAProgramDoesDoesNotTellWhenItWorks() {
        answerNanos = 11;
        assertThat(found().fromNanos()).isGreaterThan(FIRST);
        answerNanos = 9;
        assertIsOfAll();
    }

    @Test
    void whatAServerDoesLaterOfWhatItWasAskedToDoIsItsWork() {
        computesTimesLater = 3;
        assertThat(found().fromNanos()).isGreaterThan(FIRST);
        computesTimesLater = 5;
        assertIsOfAll();
    }

    @Test
    void requestsOfWhichEachComesFromAProcessOfItsOwnTellNothing() {
        requests = 25;
        fromManyProcesses = true;
        assertThat(found().toNanos()).isGreaterThan(FIRST + 2_500);
    }

    @Test
    void aLittleStartAndEndOfAServerAreLeftInItsWork() {
        unasked = 300;
        assertThat(found().fromNanos()).as("less than a tenth").isLessThan(FIRST);
        unasked = 1_000;
        assertThat(found().fromNanos()).isGreaterThan(FIRST);
    }
}
