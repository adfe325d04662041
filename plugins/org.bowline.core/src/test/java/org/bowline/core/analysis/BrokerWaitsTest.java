/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** Two threads: one waits for a packet from 10 to 20 and for the other one from 30 to 40 ns, the other one for a packet from 15 to 25 ns. */
class BrokerWaitsTest {
    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("B");
    private final int one = builder.thread(host, 3, 3, "0_poller");
    private final int other = builder.thread(host, 4, 3, "1_poller");
    private final int client = builder.thread(builder.host("A"), 3, 3, "client");

    private Timeline timeline() {
        builder.segment(one, 0, 10, ThreadState.RUNNING, 0);
        builder.blocked(one, 10, 20, Cause.NETWORK, client, builder.packet(18, 19, client), 0);
        builder.segment(one, 20, 30, ThreadState.RUNNING, 0);
        builder.blocked(one, 30, 40, Cause.THREAD, other, Timeline.NONE, 0);
        builder.segment(one, 40, 50, ThreadState.RUNNING, 0);
        builder.segment(other, 0, 15, ThreadState.RUNNING, 0);
        builder.blocked(other, 15, 25, Cause.NETWORK, client, builder.packet(23, 24, client), 0);
        builder.segment(other, 25, 50, ThreadState.RUNNING, 0);
        builder.segment(client, 0, 50, ThreadState.RUNNING, 0);
        return builder.build(0, 50);
    }

    @Test
    void ofOneThreadWhatIsSentUntilItWaitsAgainMayBeForWhatEndedAWait() {
        BrokerWaits waits = BrokerWaits.of(timeline(), one);
        assertThat(waits.last(19)).isEqualTo(Timeline.NONE);
        assertThat(new int[] {waits.last(20), waits.last(39), waits.last(40)}).containsExactly(0, 0, 1);
        assertThat(new long[] {waits.end(0), waits.until(0), waits.end(1), waits.until(1)}).containsExactly(20, 30, 40, Long.MAX_VALUE);
    }

    @Test
    void ofThreadsOfARuntimeUntilOneOfThemGetsTheNextPacket() {
        Timeline timeline = timeline();
        BrokerWaits waits = BrokerWaits.ofTasks(timeline, new int[] {one, other});
        assertThat(new int[] {waits.last(19), waits.last(20), waits.last(25), waits.last(50)}).containsExactly(Timeline.NONE, 0, 1, 1);
        assertThat(new long[] {waits.end(0), waits.until(0), waits.end(1), waits.until(1)}).containsExactly(20, 25, 25, Long.MAX_VALUE);
        assertThat(new int[] {waits.segment(0), waits.segment(1)}).containsExactly(timeline.segmentAt(one, 15),
                timeline.segmentAt(other, 20));
    }
}
