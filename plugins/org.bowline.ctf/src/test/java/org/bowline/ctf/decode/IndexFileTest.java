/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bowline.ctf.decode.TinyTrace.packet;

import java.nio.file.Path;
import java.util.Arrays;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.TraceReadException;

class IndexFileTest {
    @TempDir Path directory;

    private TinyTrace trace;
    private long[] one;
    private long[] two;

    @BeforeEach
    void twoPackets() {
        byte[] first = packet(100, 200, 0).tick(110, 1).padded(512);
        TinyTrace.PacketBuilder second = packet(200, 300, 1).tick(210, 2);
        long bits = second.bits();
        byte[] last = second.padded(256);
        trace = new TinyTrace(directory).write("s", first, last);
        one = new long[] {0, 8L * first.length, packet(100, 200, 0).tick(110, 1).bits(), 100, 200, 0, 0, 0, 0};
        two = new long[] {first.length, 8L * last.length, bits, 200, 300, 0, 0, 0, 1};
    }

    private void assertReads(String... caveats) throws TraceReadException {
        assertThat(trace.read()).containsExactly("110:1", "210:2");
        assertThat(trace.caveats()).containsExactly(caveats);
    }

    @Test
    void anIndexThatAgreesIsUsed() throws TraceReadException {
        trace.write("index/s.idx", TinyTrace.index(one, two));
        assertReads();
        // used indeed: with an index the counter of lost events does not come from the packet
        two[5] = 77;
        trace.write("index/s.idx", TinyTrace.index(one, two));
        assertThat(trace.open().streams().get(0).discardedEvents()).isEqualTo(77);
    }

    @Test
    void anIndexThatIsShortOrLongOrElsewhereIsIgnored() throws TraceReadException {
        trace.write("index/s.idx", TinyTrace.index(one));
        assertReads("INDEX_IGNORED 1");
        trace.write("index/s.idx", TinyTrace.index(one, two, two));
        assertReads("INDEX_IGNORED 1");
        two[0] += 8;
        trace.write("index/s.idx", TinyTrace.index(one, two));
        assertReads("INDEX_IGNORED 1");
    }

    @Test
    void everyWrongNumberOfAnEntryIsFound() throws TraceReadException {
        for (int field : new int[] {0, 1, 2, 3, 6}) {
            for (long change : new long[] {1, -1, Long.MIN_VALUE, 1L << 40}) {
                long[] wrong = one.clone();
                if (field == 3 && change == 1) {
                    continue; // a begin that may be: aBeginThatMayBeIsDecidedByTheFirstEvent
                }
                wrong[field] += change;
                trace.write("index/s.idx", TinyTrace.index(wrong, two));
                assertReads("INDEX_IGNORED 1");
            }
        }
    }

    @Test
    void aBeginThatMayBeIsDecidedByTheFirstEvent() throws TraceReadException {
        one[3] = 101;
        trace.write("index/s.idx", TinyTrace.index(one, two));
        assertThat(trace.read()).as("the index is nearer to the first event at 110").containsExactly("lost(200-200,-1)", "210:2");
        assertThat(trace.caveats()).containsExactly("BROKEN_PACKET 1");
        one[3] = 99;
        trace.write("index/s.idx", TinyTrace.index(one, two));
        assertReads("INDEX_IGNORED 1");
    }

    @Test
    void anEndThatTheIndexDoesNotConfirmCostsThePacket() throws TraceReadException {
        two[4] = 777;
        trace.write("index/s.idx", TinyTrace.index(one, two));
        assertThat(trace.read()).containsExactly("110:1", "lost(200-200,-1)");
        assertThat(trace.caveats()).containsExactly("BROKEN_PACKET 1");
        assertThat(trace.open().streams().get(0).endNanos()).isEqualTo(200);
    }

    @Test
    void aLaterPacketThatSaysOtherwiseIsBelievedItself() throws TraceReadException {
        two[2] -= 8;
        trace.write("index/s.idx", TinyTrace.index(one, two));
        assertReads("INDEX_IGNORED 1");
    }

    @Test
    void whatIsNoIndexIsIgnored() throws TraceReadException {
        byte[] good = TinyTrace.index(one, two);
        for (int at : new int[] {0, 7, 15}) {
            byte[] bad = good.clone();
            bad[at] ^= 0x55;
            trace.write("index/s.idx", bad);
            assertReads("INDEX_IGNORED 1");
        }
        for (int length = 0; length < good.length; length++) {
            trace.write("index/s.idx", Arrays.copyOf(good, length));
            assertReads("INDEX_IGNORED 1");
        }
    }
}
