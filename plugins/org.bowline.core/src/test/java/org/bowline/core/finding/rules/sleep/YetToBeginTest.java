/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.knot.DominantKnot;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.Timeline;

class YetToBeginTest {
    /** A store waits for a server that begins after so long, and then asks it after 10 of every 12 ms. */
    private static String told(long beginsMicros) {
        Stage stage = new Stage();
        int server = stage.thread(stage.host("s"), 11, "server", beginsMicros);
        int store = stage.thread(stage.host("t"), 12, "store");
        for (int i = 0; i < 25; i++) {
            long t = beginsMicros + 12_000L * i;
            int request = stage.packet(0, server, Timeline.Opener.SENDER, t + 9_900, t + 10_000);
            int answer = stage.packet(0, store, Timeline.Opener.RECEIVER, t + 12_000, t + 12_000);
            stage.waits(store, Cause.NETWORK, server, request, t + 10_000).runs(store, t + 12_000);
            stage.runs(server, t + 10_000).waits(server, Cause.NETWORK, store, answer, t + 12_000);
        }
        return stage.see(new DominantKnot()).findings().get(0).summary();
    }

    @Test
    void whoWaitsForOneThatDoesNotLiveYetIsNotHeldUpByItsWork() {
        assertThat(told(350_000)).contains("The heaviest wait is that of server (s:101) for store (t:102): 50.0 ms, 7.69 % of the range");
        assertThat(told(100_000)).as("it lives for most of that time, and is at work")
                .contains("The heaviest wait is that of store (t:102) for server (s:101): 350 ms, 87.5 % of the range");
    }
}
