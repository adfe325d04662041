/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.ResentFate;

public class SmallSendsTest {
    private static final SmallSends RULE = new SmallSends();
    private static final int SMALL = 114;
    private static final int FULL = 1514;
    /** An acknowledgement alone. */
    private static final int EMPTY = 66;

    /** A client that sends each request of 100 ms in two parts, of which the second leaves so long after it began to wait. */
    public static Stage sender(long keptMicros, int times) {
        return sender(keptMicros, SMALL, 100_000, times, false);
    }

    /** The same, where the second part has so many bytes, and may be what the kernel sends again. */
    public static Stage sender(long keptMicros, int bytes, long periodMicros, int times, boolean again) {
        Stage stage = new Stage();
        addClient(stage, stage.host("A"), stage.host("B"), keptMicros, bytes, periodMicros, times, again);
        return stage;
    }

    /** Two such clients of one name. */
    public static Stage senders() {
        Stage stage = new Stage();
        int a = stage.host("A");
        int b = stage.host("B");
        addClient(stage, a, b, 40_000, SMALL, 100_000, 10, false);
        addClient(stage, a, b, 40_000, SMALL, 100_000, 10, false);
        return stage;
    }

    private static void addClient(Stage stage, int a, int b, long keptMicros, int bytes, long periodMicros, int times, boolean again) {
        int client = stage.thread(a, 1, "asks");
        int server = stage.thread(b, 1, "tells");
        int nic = stage.builder.resource(a, VertexKind.NIC, "eth" + client);
        for (int i = 0; i < times; i++) {
            long t = periodMicros * i;
            stage.runs(client, t + 1_000);
            int head = packet(stage, nic, t + 500, client, 80);
            stage.waits(server, Cause.NETWORK, client, head, t + 600).runs(server, t + 700);
            long sent = t + 1_000 + keptMicros;
            int body = packet(stage, nic, sent, client, bytes);
            if (again) {
                stage.builder.resent(client, t * Stage.US, sent * Stage.US, false, ResentFate.UNKNOWN);
            }
            stage.waits(server, Cause.NETWORK, client, body, sent + 100).runs(server, sent + 1_100);
            int answer = stage.builder.packet((sent + 1_000) * Stage.US, (sent + 1_100) * Stage.US, server);
            stage.waits(client, Cause.NETWORK, server, answer, sent + 1_100);
        }
        stage.runs(client, periodMicros * times);
    }

    /** The same through the loopback interface, which nobody gives frames: what a packet carries is known, and may be little. */
    public static Stage withinHost(boolean small) {
        Stage stage = new Stage();
        int host = stage.host("A");
        int client = stage.thread(host, 1, "asks");
        int server = stage.thread(host, 3, "tells");
        for (int i = 0; i < 10; i++) {
            long t = 100_000L * i;
            stage.runs(client, t + 1_000);
            stage.waits(server, Cause.NETWORK, client, local(stage, t + 500, client, true), t + 600).runs(server, t + 700);
            stage.waits(server, Cause.NETWORK, client, local(stage, t + 41_000, client, small), t + 41_100).runs(server, t + 42_100);
            stage.waits(client, Cause.NETWORK, server, local(stage, t + 42_000, server, true), t + 42_100);
        }
        stage.runs(client, 1_000_000);
        return stage;
    }

    private static int local(Stage stage, long sentMicros, int sender, boolean small) {
        int packet = stage.builder.packet(sentMicros * Stage.US, (sentMicros + 10) * Stage.US, sender);
        if (small) {
            stage.builder.packetIsSmall(packet);
        }
        return packet;
    }

    private static int packet(Stage stage, int nic, long sentMicros, int sender, int bytes) {
        int packet = stage.builder.packet(sentMicros * Stage.US, (sentMicros + 100) * Stage.US, sender);
        stage.builder.packetFrame(packet, stage.builder.frame(nic, sentMicros * Stage.US, bytes, sender));
        if (bytes == EMPTY) {
            stage.builder.packetIsEmpty(packet);
        }
        return packet;
    }

    @Test
    void aSmallPieceThatLeavesLongAfterItsThreadBeganToWaitIsKeptBack() {
        assertThat(sender(40_000, 10).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("A:asks");
            assertThat(finding.estimate()).isTrue();
            assertThat(finding.summary()).isEqualTo(
                    "Small pieces that asks (A:101) sends are kept back by its kernel while tells (B:102) waits for them: 10 packets of 114 bytes"
                            + " at the median leave 40.0 ms after the sender has begun to wait itself; for 400 ms, 40.0 % of the range, both ends wait so."
                            + " Nagle's algorithm does that: a small piece waits until the one before it is acknowledged, which the other side may delay."
                            + " Without these waits the work would be at most 40.0 % shorter (an estimate).");
        });
    }

    @Test
    void aPieceThatCarriesLittleIsKeptBackWithinAHostAsWell() {
        assertThat(withinHost(true).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains(": 10 small packets leave 40.0 ms after the sender"));
        assertThat(withinHost(false).see(RULE).findings()).as("it may be full").isEmpty();
    }

    @Test
    void fullPacketsThatLeaveLateWaitForRoom() {
        assertThat(sender(40_000, FULL, 100_000, 10, false).see(RULE).findings()).isEmpty();
    }

    @Test
    void acknowledgementsThatLeaveLateAreNoPieces() {
        assertThat(sender(40_000, EMPTY, 100_000, 10, false).see(RULE).findings()).isEmpty();
        assertThat(sender(40_000, EMPTY + 2, 100_000, 10, false).see(RULE).findings()).hasSize(1);
    }

    @Test
    void whatIsSentAgainWasLost() {
        assertThat(sender(40_000, SMALL, 100_000, 10, true).see(RULE).findings()).isEmpty();
    }

    @Test
    void aPieceThatLeavesSoonIsNotKeptBack() {
        assertThat(sender(19_999, 10).see(RULE).findings()).isEmpty();
        assertThat(sender(20_000, 10).see(RULE).findings()).hasSize(1);
    }

    @Test
    void twiceIsNoMatter() {
        assertThat(sender(40_000, 2).see(RULE).findings()).isEmpty();
        assertThat(sender(40_000, 3).see(RULE).findings()).hasSize(1);
    }

    @Test
    void withoutPacketsNothingIsKnownOfThem() {
        Stage stage = new Stage();
        stage.runs(stage.thread(stage.host("A"), 1, "works"), 1_000);
        assertThat(stage.see(RULE).applicable()).isFalse();
    }

    /** The timeline has a loss that is the same packet only if it is at the same time. */
    @Test
    void aLossAtAnotherTimeIsAnotherPacket() {
        Stage stage = sender(40_000, 10);
        stage.builder.resent(0, 0, 2_000_000_000L, false, ResentFate.UNKNOWN);
        assertThat(stage.see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("10 packets"));
    }
}
