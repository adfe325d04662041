/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.event.KernelSink.Leave;
import org.bowline.core.progress.Progress;

/** What a host sends twice, from its packets to the timeline, and what became of it ({@link ResentFates}). */
class ResentTest {
    private static final long MS = 1_000_000;
    private static final int SYN = 0x02;
    private static final int ACK = 0x10;
    private static final int DATA = 0x18;
    private static final int NET_TX = 2;

    private final HostScenario host = new HostScenario("h");

    /** A sends something at 5 ms, and the kernel the same, or something else, so many milliseconds later. */
    private Timeline sent(int flags, int sequence, long laterMillis) {
        host.on(0, 1, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.A);
        host.packet(0, 5 * MS, true, 7, flags, true);
        host.on(0, 6 * MS, HostScenario.A, Leave.BLOCKED, HostScenario.IDLE);
        host.facts.softInterruptEntry((5 + laterMillis) * MS, 0, NET_TX);
        host.packet(0, (5 + laterMillis) * MS, true, sequence, flags, true);
        host.facts.softInterruptExit((5 + laterMillis) * MS + 1, 0, NET_TX);
        return host.timeline(2_000 * MS);
    }

    @Test
    void aRequestForAConnectionThatTheKernelSendsAgainIsOfTheThreadThatAsked() {
        Timeline timeline = sent(SYN, 7, 1_000);
        assertThat(timeline.resentCount()).isEqualTo(1);
        assertThat(timeline.tid(timeline.resentThread(0))).isEqualTo(HostScenario.A);
        assertThat(timeline.resentBefore(0)).isEqualTo(5 * MS);
        assertThat(timeline.resentAgain(0)).isEqualTo(1_005 * MS);
        assertThat(timeline.resentOpens(0)).isTrue();
        Timeline back = TimelineColumns.join(TimelineColumns.of(timeline), timeline.caveats(), Progress.NONE);
        assertThat(back.resentAgain(0)).isEqualTo(1_005 * MS);
        assertThat(back.resentOpens(0)).isTrue();
    }

    @Test
    void dataThatIsSentAgainOpensNoConnection() {
        Timeline timeline = sent(DATA, 7, 200);
        assertThat(timeline.resentCount()).isEqualTo(1);
        assertThat(timeline.resentOpens(0)).isFalse();
    }

    @Test
    void whatFollowsIsNotTheSame() {
        assertThat(sent(DATA, 17, 200).resentCount()).isZero();
    }

    @Test
    void whatIsQueuedTwiceWithinATenthOfASecondWentThroughTwoInterfaces() {
        assertThat(sent(DATA, 7, 99).resentCount()).isZero();
    }

    /** A client asks for a connection at 5 ms and again at 1,005 ms; at the server so many of the two arrive, and it grants it before, perhaps. */
    private static ResentFate fate(boolean first, boolean second, boolean grants) {
        return fate(first, second, grants, false);
    }

    /** @param told whether the client hears before that it is granted */
    private static ResentFate fate(boolean first, boolean second, boolean grants, boolean told) {
        HostScenario client = new HostScenario("c");
        HostScenario server = new HostScenario("s");
        client.on(0, 1, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.A);
        client.packet(0, 5 * MS, true, 7, SYN, true, 1000, 0, 1);
        client.on(0, 6 * MS, HostScenario.A, Leave.BLOCKED, HostScenario.IDLE);
        if (told) {
            client.packet(0, 8 * MS, false, 9, SYN | ACK, false, 1000, 0);
        }
        client.packet(0, 1_005 * MS, true, 7, SYN, true, 1000, 0, 2);
        server.on(0, 1, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.B);
        if (first) {
            server.packet(0, 6 * MS, false, 7, SYN, true, 1000, 0, 1);
        }
        if (grants) {
            server.packet(0, 7 * MS, true, 9, SYN | ACK, false, 1000, 0);
        }
        if (second) {
            server.packet(0, 1_006 * MS, false, 7, SYN, true, 1000, 0, 2);
        }
        Timeline timeline = HostScenario.timeline(2_000 * MS, client, server);
        assertThat(timeline.resentCount()).isEqualTo(1);
        Timeline back = TimelineColumns.join(TimelineColumns.of(timeline), timeline.caveats(), Progress.NONE);
        assertThat(back.resentFate(0)).isEqualTo(timeline.resentFate(0));
        assertThat(back.resentOpens(0)).isTrue();
        return timeline.resentFate(0);
    }

    @Test
    void whatArrivesOnlyTheSecondTimeWasLost() {
        assertThat(fate(false, true, false)).isEqualTo(ResentFate.LOST);
        assertThat(fate(true, true, false)).isEqualTo(ResentFate.ARRIVED);
    }

    @Test
    void whereNeitherArrivesNobodyKnows() {
        assertThat(fate(false, false, false)).isEqualTo(ResentFate.UNKNOWN);
    }

    @Test
    void whatWasGrantedBeforeItWasAskedForAgainLostItsAnswer() {
        assertThat(fate(true, true, true)).isEqualTo(ResentFate.GRANTED);
        assertThat(fate(true, false, true)).isEqualTo(ResentFate.GRANTED);
    }

    @Test
    void whoWasToldAndAsksAgainDidNotLoseTheAnswer() {
        assertThat(fate(true, true, true, true)).isEqualTo(ResentFate.UNKNOWN);
    }

    /** Data that is sent at 5 ms and again at 205 ms; the first arrives, and perhaps the second, after both were sent. */
    private static ResentFate data(boolean twice) {
        HostScenario client = new HostScenario("c");
        HostScenario server = new HostScenario("s");
        client.on(0, 1, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.A);
        client.packet(0, 5 * MS, true, 7, DATA, true, 1000, 10, 1);
        client.on(0, 6 * MS, HostScenario.A, Leave.BLOCKED, HostScenario.IDLE);
        client.packet(0, 205 * MS, true, 7, DATA, true, 1000, 10, 2);
        server.on(0, 1, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.B);
        server.packet(0, 305 * MS, false, 7, DATA, true, 1000, 10, twice ? 1 : 2);
        if (twice) {
            server.packet(0, 505 * MS, false, 7, DATA, true, 1000, 10, 2);
        }
        for (int i = 0; i < 4; i++) { // the clocks
            client.packet(0, (600 + 4 * i) * MS, true, 100 + i, DATA, true, 1001, 10);
            server.packet(0, (601 + 4 * i) * MS, false, 100 + i, DATA, true, 1001, 10);
            server.packet(0, (602 + 4 * i) * MS, true, 200 + i, DATA, false, 1001, 10);
            client.packet(0, (603 + 4 * i) * MS, false, 200 + i, DATA, false, 1001, 10);
        }
        Timeline timeline = HostScenario.timeline(2_000 * MS, client, server);
        assertThat(timeline.resentCount()).isEqualTo(1);
        return timeline.resentFate(0);
    }

    @Test
    void whatArrivesAfterItWasSentAgainWasNotLost() {
        assertThat(data(true)).isEqualTo(ResentFate.ARRIVED);
        assertThat(data(false)).isEqualTo(ResentFate.LOST);
    }

    @Test
    void whatIsQueuedAtTwoInterfacesEachTimeIsSentAgainWithTheLastOfThem() {
        host.on(0, 1, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.A);
        for (long sent : new long[] {5, 205, 605}) {
            host.packet(0, sent * MS, true, 7, DATA, true);
            host.packet(0, sent * MS + 10_000, true, 7, DATA, true);
        }
        Timeline timeline = host.timeline(2_000 * MS);
        assertThat(timeline.resentCount()).isEqualTo(2);
        assertThat(timeline.resentAgain(0)).isEqualTo(205 * MS + 10_000).isEqualTo(timeline.resentBefore(1));
        assertThat(timeline.resentAgain(1)).isEqualTo(605 * MS + 10_000);
    }
}
