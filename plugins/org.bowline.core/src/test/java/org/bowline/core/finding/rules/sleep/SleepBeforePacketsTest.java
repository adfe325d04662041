/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/** Who looks at a clock now and then, until something comes over a connection that it has opened, as the receiver of a standby database does. */
class SleepBeforePacketsTest {
    /** A thread waits for 30 ms until a timer ends that, and for 5 ms for a packet, and then gives another one something to do, 20 times. The packet is sent so long before it arrives, us. */
    private static Stage receiver(long onItsWay) {
        Stage stage = new Stage();
        int host = stage.host("A");
        int receives = stage.thread(host, 11, "receives");
        int applies = stage.thread(host, 12, "applies");
        int sends = stage.thread(stage.host("B"), 13, "sends");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 20; i++) {
            long time = stage.told(receives);
            stage.waits(receives, Cause.TIMER, timer, Timeline.NONE, time + 30_000).runs(receives, time + 30_500);
            stage.waits(sends, Cause.TIMER, timer, Timeline.NONE, time + 35_300 - onItsWay).runs(sends, time + 35_400 - onItsWay);
            int packet = stage.packet(1, sends, Timeline.Opener.RECEIVER, time + 35_400 - onItsWay, time + 35_500);
            stage.waits(receives, Cause.NETWORK, sends, packet, time + 35_500).runs(receives, time + 37_000);
            stage.waits(applies, receives, time + 36_500).runs(applies, time + 37_500);
        }
        return stage;
    }

    @Test
    void aReceiverThatLooksAtAClockUntilThereIsSomethingToReceiveKeepsNobodyWaiting() {
        assertThat(receiver(0).see(new SleepWhileAwaited()).findings()).isEmpty();
    }

    @Test
    void aReceiverThatSleepsThoughThereIsSomethingOnItsWayIsToldWithWhoWaitsForIt() {
        assertThat(receiver(6_000).see(new SleepWhileAwaited()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary())
                        .startsWith("receives (A:101) sleeps while others wait for it").contains("while applies (A:102) waits for it"));
    }
}
