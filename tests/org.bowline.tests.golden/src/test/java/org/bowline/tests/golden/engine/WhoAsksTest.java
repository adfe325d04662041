/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.Timeline.Opener;
import org.bowline.core.trace.Experiment;

/** Who opened the connections of a recording is what its programs do: the client asks the server, which asks the backend. */
class WhoAsksTest {
    @Test
    void theClientOpensConnectionsTheBackendAcceptsThemAndTheServerDoesBoth() throws IOException {
        Map<String, Map<Opener, Integer>> packets = new TreeMap<>();
        try (Experiment experiment = Recording.open(Recording.own("three-tier"))) {
            Timeline timeline = experiment.read(Progress.NONE).timeline();
            for (int packet = 0; packet < timeline.packetCount(); packet++) {
                int sender = timeline.packetSender(packet);
                if (sender != Timeline.NONE && timeline.name(sender).startsWith("w1-")) {
                    packets.computeIfAbsent(timeline.name(sender), name -> new EnumMap<>(Opener.class)).merge(timeline.packetOpener(packet),
                            1,
                            Integer::sum);
                }
            }
        }
        assertThat(packets.get("w1-client")).containsOnlyKeys(Opener.SENDER);
        assertThat(packets.get("w1-backend")).containsOnlyKeys(Opener.RECEIVER);
        assertThat(packets.get("w1-server")).containsOnlyKeys(Opener.SENDER, Opener.RECEIVER);
    }
}
