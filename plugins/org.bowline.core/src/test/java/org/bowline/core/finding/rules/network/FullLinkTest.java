/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class FullLinkTest {
    private static final FullLink RULE = new FullLink();

    /** A client on B asks a server on A again and again for frames of 1500 bytes, which go over a link. */
    static final class Link {
        private static final int BYTES = 1500;
        private final Stage stage = new Stage();
        private final int a = stage.host("A");
        private final int b = stage.host("B");
        private final int server = stage.thread(a, 1, "sends");
        private final int client = stage.thread(b, 1, "gets");
        private final int fromA = stage.builder.resource(a, VertexKind.NIC, "eth0");
        private final int fromB = stage.builder.resource(b, VertexKind.NIC, "eth0");
        private final Random random = new Random(1);
        int answers = 8;
        int frames = 20;
        /** Between two that are sent. */
        long paceMicros = 1;
        /** That the link needs for each. */
        long eachMicros = 1_000;
        /** From then on until it arrives. */
        long wayMicros = 100;
        /** That the client needs after each answer. */
        long restMicros = 10;
        /** How many the server can have on their way; it waits for acknowledgements. */
        int room = 100;
        /** Whether what is needed for each is chance. */
        boolean uneven;
        /** Whether each second frame arrives with the next one. */
        boolean joined;
        /** Whether the client looks for what comes instead of waiting. */
        boolean looks;
        private long free;

        Stage play() {
            for (int i = 0; i < answers; i++) {
                answer();
            }
            stage.runs(server, stage.told(client));
            return stage;
        }

        private void answer() {
            long asks = stage.told(client) + restMicros;
            stage.runs(client, asks);
            long asked = asks + wayMicros;
            stage.waits(server, Cause.NETWORK, client, packet(fromB, client, asks, asked, 80, false), asked);
            long[] acknowledged = new long[frames];
            int[] acknowledges = new int[frames];
            long sends = asked;
            for (int i = 0; i < frames; i++) {
                sends += paceMicros;
                if (i >= room && acknowledged[i - room] > sends) {
                    stage.runs(server, Math.max(stage.told(server), sends));
                    sends = acknowledged[i - room];
                    stage.waits(server, Cause.NETWORK, client, acknowledges[i - room], sends);
                }
                free = Math.max(free, sends) + (uneven ? (long) (-Math.log(1 - random.nextDouble()) * eachMicros) + 1 : eachMicros);
                long arrives = free + wayMicros;
                int frame = stage.builder.frame(fromA, sends * Stage.US, BYTES, server);
                if (!joined || i % 2 == 1) {
                    arrives(i, frame, sends, arrives, acknowledged, acknowledges);
                }
            }
            stage.runs(server, Math.max(stage.told(server), sends));
        }

        private void arrives(int i, int frame, long sends, long arrives, long[] acknowledged, int[] acknowledges) {
            int packet = stage.builder.packet(sends * Stage.US, arrives * Stage.US, server);
            stage.builder.packetFrame(packet, frame);
            stage.builder.packetConnection(packet, 0);
            if (looks) {
                stage.runs(client, arrives);
            } else {
                stage.waits(client, Cause.NETWORK, server, packet, arrives);
            }
            acknowledged[i] = arrives + wayMicros;
            acknowledges[i] = packet(fromB, client, arrives, acknowledged[i], 66, true);
        }

        private int packet(int nic, int sender, long sends, long arrives, int bytes, boolean acknowledges) {
            int packet = stage.builder.packet(sends * Stage.US, arrives * Stage.US, sender);
            stage.builder.packetFrame(packet, stage.builder.frame(nic, sends * Stage.US, bytes, sender));
            stage.builder.packetConnection(packet, 0);
            if (acknowledges) {
                stage.builder.packetAcknowledges(packet);
            }
            return packet;
        }
    }

    /** A link that is full for 18 of 21.2 ms: the first two frames of an answer do not queue for longer than any is on its way. */
    public static Stage narrow() {
        Link link = new Link();
        link.restMicros = 1_000;
        return link.play();
    }

    /** One on which packets are on their way for 40 ms and queue for nothing, though they arrive as evenly. */
    public static Stage distant() {
        Link link = new Link();
        link.paceMicros = 1_000;
        link.wayMicros = 40_000;
        return link.play();
    }

    /** A full link of which nobody needs anything most of the time. */
    public static Stage seldom() {
        Link link = new Link();
        link.restMicros = 250_000;
        return link.play();
    }

    /** A full link for which both ends wait. */
    public static Stage both() {
        Link link = new Link();
        link.room = 3;
        return link.play();
    }

    @Test
    void whatQueuesAndArrivesAtOneRateTellsAFullLink() {
        assertThat(narrow().see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("A, B");
            assertThat(finding.summary()).startsWith(
                    "The link from A to B carries 12.0 Mbit/s and is full for 144 ms, 84.9 % of the range: what A sends queues, and arrives at that rate all the time (144 packets)."
                            + " gets (B:102) waits for it for 144 ms, 84.9 % of the range.");
            assertThat(finding.evidence().get(0)).isInstanceOf(Evidence.Vertex.class);
            assertThat(finding.estimate()).isTrue();
        });
    }

    @Test
    void whoWaitsForRoomToSendMoreWaitsForTheLink() {
        Link link = new Link();
        link.room = 3;
        link.looks = true;
        assertThat(link.play().see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("carries 12.0 Mbit/s", " sends (A:101) waits for it for "));
    }

    @Test
    void framesThatArriveTogetherCountTogether() {
        Link link = new Link();
        link.joined = true;
        link.answers = 16;
        assertThat(link.play().see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("carries 12.0 Mbit/s"));
    }

    @Test
    void aLongWayIsNotFull() {
        assertThat(distant().see(RULE).findings()).isEmpty();
        assertThat(distant().see(RULE).reason()).isEqualTo("nobody waits for packets that queue and arrive at one rate");
        Link burst = new Link(); // sent at once, and there at once, 40 ms later
        burst.wayMicros = 40_000;
        burst.eachMicros = 10;
        assertThat(burst.play().see(RULE).findings()).isEmpty();
    }

    @Test
    void whoSendsAsSlowlyAsTheLinkCarriesFillsNothing() {
        Link link = new Link();
        link.paceMicros = 1_000;
        assertThat(link.play().see(RULE).findings()).isEmpty();
        link = new Link();
        link.paceMicros = 1_200;
        assertThat(link.play().see(RULE).findings()).isEmpty();
    }

    @Test
    void whatQueuesForAnythingThatIsNotAsFastAtAllTimesQueuesForNoLink() {
        Link link = new Link();
        link.uneven = true;
        link.answers = 30;
        assertThat(link.play().see(RULE).findings()).isEmpty();
    }

    @Test
    void aHundredArrivalsTellARate() {
        Link link = new Link();
        link.answers = 5; // of twenty frames the first one finds the link free
        assertThat(link.play().see(RULE).findings()).isEmpty();
        link = new Link();
        link.answers = 6;
        assertThat(link.play().see(RULE).findings()).hasSize(1);
    }

    @Test
    void whereNobodyWaitsForWhatQueuesThatCostsNothing() {
        Link link = new Link();
        link.looks = true;
        assertThat(link.play().see(RULE).findings()).isEmpty();
    }

    @Test
    void whereTheKernelIsAtWorkAllTheTimeItMayBeWhatPacketsQueueFor() {
        for (String host : new String[] {"A", "B"}) {
            Link link = new Link();
            int kernel = link.stage.thread(host.equals("A") ? link.a : link.b, 3, "ksoftirqd/0");
            link.play();
            link.stage.runs(kernel, link.stage.told(link.client));
            assertThat(link.stage.see(RULE).findings()).as(host).isEmpty();
        }
        Link little = new Link();
        int kernel = little.stage.thread(little.b, 3, "ksoftirqd/0");
        little.play();
        little.stage.runs(kernel, little.stage.told(little.client) / 3);
        assertThat(little.stage.see(RULE).findings()).hasSize(1);
    }

    @Test
    void withoutLengthsNothingIsKnown() {
        Stage stage = new Stage();
        int client = stage.thread(stage.host("A"), 1, "asks");
        int server = stage.thread(stage.host("B"), 1, "tells");
        stage.builder.packet(0, 10, client);
        stage.runs(client, 10).runs(server, 10);
        assertThat(stage.see(RULE).applicable()).isFalse();
    }

    @Test
    void whenALinkIsFullIsAddedUpForAnyStretchOfTime() {
        Analysis analysis = Analysis.of(narrow().builder.build()).build();
        assertThat(FullWay.RESULT.compute(analysis)).singleElement().satisfies(way -> {
            assertThat(way.nanos()).isEqualTo(144_000_000);
            assertThat(way.within(0, Long.MAX_VALUE)).isEqualTo(way.nanos());
            assertThat(way.within(0, 0)).isZero();
            assertThat(way.within(10_000_000, 10_500_000)).isEqualTo(500_000);
            assertThat(way.isQueued(analysis.timeline(), Timeline.NONE)).isFalse();
        });
    }
}
