/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/** One thread answers over five connections, each answer in two pieces, and never waits; times in microseconds. */
public class KeptPacketsTest {
    private static final int ROUND = 60_000;
    private static final int ROUNDS = 10;
    private static final int SMALL = 70;

    private record Kept(long sent, long before, int asker) {}

    /** What may be otherwise. */
    private static final class Server {
        private final Stage stage = new Stage();
        private final int asks = stage.thread(stage.host("A"), 1, "asks");
        private final int tells = stage.thread(stage.host("B"), 1, "tells");
        private final int nic = stage.builder.resource(1, VertexKind.NIC, "eth0");
        /** How long after the first piece the second one leaves. */
        private int kept = 40_000;
        private int bytes = SMALL;
        /** In so many of the rounds the first piece is acknowledged just before the second leaves. */
        private int acknowledged = ROUNDS;
        /** How long before. */
        private int beforeMicros = 100;
        /** Whether something is asked between the two pieces. */
        private boolean asksBetween;
        private boolean connections = true;
        /** So long before the second piece leaves its thread wakes up, if it does; -1 if it runs all the time. */
        private int wakes = -1;
        /** Whether it goes through an interface that is given frames. */
        private boolean frames = true;

        Stage play() {
            for (int round = 0; round < ROUNDS; round++) {
                long t = (long) ROUND * round;
                packet(t, asks, Timeline.Opener.SENDER);
                frame(packet(t + 1_000, tells, Timeline.Opener.RECEIVER), t + 1_000, 80);
                if (asksBetween) {
                    packet(t + 2_000, asks, Timeline.Opener.SENDER);
                }
                if (round < acknowledged) {
                    int acknowledges = packet(t + 1_000 + kept - beforeMicros - 100, asks, Timeline.Opener.SENDER);
                    stage.builder.packetAcknowledges(acknowledges);
                }
                frame(packet(t + 1_000 + kept, tells, Timeline.Opener.RECEIVER), t + 1_000 + kept, bytes);
                if (wakes >= 0) {
                    stage.runs(tells, t + 1_100).waits(tells, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, t + 1_000 + kept - wakes);
                }
            }
            stage.runs(tells, ROUND * ROUNDS).runs(asks, ROUND * ROUNDS);
            return stage;
        }

        private int packet(long sent, int sender, Timeline.Opener opener) {
            int packet = stage.builder.packet(sent * Stage.US, (sent + 100) * Stage.US, sender);
            stage.builder.packetOpener(packet, opener);
            if (connections) {
                stage.builder.packetConnection(packet, 0);
            }
            return packet;
        }

        private void frame(int packet, long sent, int size) {
            if (frames) {
                stage.builder.packetFrame(packet, stage.builder.frame(nic, sent * Stage.US, size, tells));
            }
        }

        List<Kept> found() {
            Timeline timeline = play().builder.build();
            List<Kept> found = new ArrayList<>();
            new KeptPackets(timeline, 20_000_000).each((packet, before, asker) -> found
                    .add(new Kept(timeline.packetSent(packet) / Stage.US, timeline.packetSent(before) / Stage.US, asker)), Progress.NONE);
            return found;
        }
    }

    /** What so many acknowledgements tell. */
    public static Stage server(int acknowledged) {
        Server server = new Server();
        server.acknowledged = acknowledged;
        return server.play();
    }

    @Test
    void whatLeavesWhenThePieceBeforeIsAcknowledgedWasKeptBack() {
        List<Kept> found = new Server().found();
        assertThat(found).hasSize(ROUNDS).first().isEqualTo(new Kept(41_000, 1_000, 0));
        assertThat(found).last().isEqualTo(new Kept(9L * ROUND + 41_000, 9L * ROUND + 1_000, 0));
    }

    @Test
    void whatLeavesSoonerWasNot() {
        Server server = new Server();
        server.kept = 19_999;
        assertThat(server.found()).isEmpty();
        server = new Server();
        server.kept = 20_000;
        assertThat(server.found()).hasSize(ROUNDS);
    }

    @Test
    void whatAnswersWhatWasAskedInBetweenWasNot() {
        Server server = new Server();
        server.asksBetween = true;
        assertThat(server.found()).isEmpty();
    }

    @Test
    void anAcknowledgementLongBeforeIsNotWhatItWaitedFor() {
        Server server = new Server();
        server.beforeMicros = 1_000;
        assertThat(server.found()).hasSize(ROUNDS);
        server = new Server();
        server.beforeMicros = 1_001;
        assertThat(server.found()).isEmpty();
    }

    @Test
    void whatAThreadSendsWithinItsHostWhenItHasJustBegunToRunWasNot() {
        assertThat(waking(1_000, false)).isEmpty();
        assertThat(waking(0, false)).isEmpty();
        assertThat(waking(1_001, false)).as("it has something else to do").hasSize(ROUNDS);
        assertThat(waking(1_000, true)).as("to another host").hasSize(ROUNDS);
    }

    private static List<Kept> waking(int before, boolean frames) {
        Server server = new Server();
        server.wakes = before;
        server.frames = frames;
        return server.found();
    }

    @Test
    void aProgramThatTakesItsTimeMeetsAnAcknowledgementByChance() {
        Server server = new Server();
        server.acknowledged = 8;
        assertThat(server.found()).hasSize(8);
        server = new Server();
        server.acknowledged = 7;
        assertThat(server.found()).isEmpty();
    }

    @Test
    void whereNothingIsEverAcknowledgedNothingWaitsForThat() {
        Server server = new Server();
        server.acknowledged = 0;
        assertThat(server.found()).isEmpty();
    }

    @Test
    void withoutConnectionsNothingIsKnown() {
        Server server = new Server();
        server.connections = false;
        assertThat(server.found()).isEmpty();
    }

    @Test
    void smallSendsTellsOfAThreadThatNeverWaits() {
        assertThat(new Server().play().see(new SmallSends()).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("B:tells");
            assertThat(finding.summary()).isEqualTo(
                    "Small pieces that tells (B:102) sends are kept back by its kernel while asks (A:101) waits for them: 10 packets of 70 bytes"
                            + " at the median leave 40.0 ms after the piece before, when that is acknowledged; for 400 ms, 66.7 % of the range, at least one is kept back so."
                            + " Nagle's algorithm does that: a small piece waits until the one before it is acknowledged, which the other side may delay."
                            + " Without these waits the work would be at most 66.7 % shorter (an estimate).");
        });
    }

    @Test
    void largePiecesWaitForRoom() {
        Server server = new Server();
        server.bytes = 1_514;
        assertThat(server.play().see(new SmallSends()).findings()).isEmpty();
    }
}
