/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.TraceReadException;

class LossTest {
    @TempDir Path directory;

    private static byte[] packetWith(long begin, long sequence, long discarded, int value) {
        return new TinyTrace.PacketBuilder(begin, begin + 90, sequence, discarded, 3).tick(begin + 10, value).bytes();
    }

    @Test
    void lostEventsAreToldBetweenTheirPackets() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", packetWith(100, 0, 0, 1), packetWith(200, 1, 7, 2), packetWith(300, 2, 7, 3),
                packetWith(400, 3, 8, 4));
        assertThat(trace.read()).containsExactly("110:1", "lost(190-290,7)", "210:2", "310:3", "lost(390-490,1)", "410:4");
        assertThat(trace.caveats()).containsExactly("DISCARDED_EVENTS 8");
        assertThat(trace.open().streams().get(0).discardedEvents()).isEqualTo(8);
        assertThat(trace.open().caveats().get(0)).satisfies(caveat -> {
            assertThat(caveat.fromNanos()).isEqualTo(190);
            assertThat(caveat.toNanos()).isEqualTo(490);
        });
    }

    @Test
    void aCounterOfThirtyTwoBitsWraps() throws TraceReadException {
        String narrow = TinyTrace.metadata("", "").replace("uint64_t events_discarded; uint32_t cpu_id; uint64_t spare;",
                "uint32_t events_discarded; uint32_t cpu_id; uint64_t spare; uint32_t pad;");
        TinyTrace trace = new TinyTrace(directory).metadataText(narrow).write("s", narrow(100, 4, 0xFFFFFFFEL), narrow(200, 5, 3));
        assertThat(trace.read()).containsExactly("110:5", "lost(190-290,5)", "210:5");
    }

    private static byte[] narrow(long begin, long sequence, long discarded) {
        // the counter is 32 bits wide, and cpu_id follows at once
        return new TinyTrace.PacketBuilder(begin, begin + 90, sequence, discarded | (2L << 32), 0).tick(begin + 10, 5).bytes();
    }

    @Test
    void missingPacketsAreAnUnknownLoss() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", packetWith(100, 5, 0, 1), packetWith(200, 6, 0, 2), packetWith(300, 9, 0, 3));
        assertThat(trace.read()).containsExactly("110:1", "210:2", "lost(290-390,-1)", "310:3");
        assertThat(trace.caveats()).containsExactly("DISCARDED_PACKETS 2");
    }

    @Test
    void whatWasLostBeforeASnapshotIsNotCounted() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", packetWith(100, 17, 12, 1));
        assertThat(trace.read()).containsExactly("110:1");
        assertThat(trace.caveats()).isEmpty();
    }

    @Test
    void whatWasLostInTheVeryFirstPacketIsCounted() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", packetWith(100, 0, 12, 1));
        assertThat(trace.read()).containsExactly("lost(100-190,12)", "110:1");
        assertThat(trace.caveats()).containsExactly("DISCARDED_EVENTS 12");
    }

    @Test
    void moreLostEventsThanNanosecondsAreAnUnknownLoss() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", packetWith(100, 0, 0, 1), packetWith(200, 1, 1L << 62, 2),
                packetWith(300, 2, 0, 3));
        assertThat(trace.read()).containsExactly("110:1", "lost(190-290,-1)", "210:2", "lost(290-390,-1)", "310:3");
        assertThat(trace.open().streams().get(0).discardedEvents()).isZero();
        trace = new TinyTrace(directory).write("s", packetWith(100, 0, 0, 1), packetWith(200, 1, 100, 2), packetWith(300, 2, 201, 3));
        assertThat(trace.read()).containsExactly("110:1", "lost(190-290,100)", "210:2", "lost(290-390,-1)", "310:3");
    }

    @Test
    void aCounterThatGoesBackIsAnUnknownLoss() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", packetWith(100, 0, 50, 1), packetWith(200, 1, 3, 2));
        assertThat(trace.read()).contains("lost(190-290,-1)");
    }

    @Test
    void noticesComeInTheOrderOfAllStreams() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("a", packetWith(100, 0, 0, 1), packetWith(200, 1, 7, 2));
        trace.write("b",
                new TinyTrace.PacketBuilder(0xC1FC1FC1L, TinyTrace.UUID, 0, 1, 100, 300, 0, 0, 1).tick(150, 11).tick(195, 12).tick(250, 13)
                        .bytes());
        assertThat(trace.read()).containsExactly("110:1", "150:11", "lost(190-290,7)", "195:12", "210:2", "250:13");
    }
}
