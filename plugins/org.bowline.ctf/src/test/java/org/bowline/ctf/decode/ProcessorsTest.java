/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadCaveat;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;

/** All packets of a stream of LTTng's are of one processor: a number that says another one is damaged. */
class ProcessorsTest {
    private static final String LTTNG = "env { tracer_name = \"lttng-modules\"; };";

    @TempDir private Path directory;

    /** The processors of the events of a file, a packet each; what else is told comes behind them. */
    private List<String> read(String tracer, String file, int... cpus) throws TraceReadException {
        byte[][] packets = new byte[cpus.length][];
        for (int i = 0; i < cpus.length; i++) {
            packets[i] = new TinyTrace.PacketBuilder(100L * i + 100, 100L * i + 200, i, 0, cpus[i]).tick(100L * i + 110, i).bytes();
        }
        TinyTrace trace = new TinyTrace(directory.resolve(file)).metadataText(TinyTrace.metadata("", tracer)).write(file, packets);
        List<String> seen = new ArrayList<>();
        try (CtfTrace open = trace.open()) {
            EventSelection.Builder selection = EventSelection.builder();
            selection.add("tick", "value");
            try (EventCursor cursor = open.cursor(selection.build())) {
                while (cursor.next()) {
                    seen.add(String.valueOf(cursor.cpu()));
                }
            }
            assertThat(open.streams().get(0).cpu()).isEqualTo(Integer.parseInt(seen.get(0)));
            for (ReadCaveat caveat : open.caveats()) {
                seen.add(caveat.kind() + " " + caveat.count());
            }
        }
        return seen;
    }

    @Test
    void aPacketOfAnotherProcessorIsOneOfItsFilesProcessorAndIsTold() throws TraceReadException {
        assertThat(read(LTTNG, "c_2", 2, 2, 2)).containsExactly("2", "2", "2");
        assertThat(read(LTTNG, "c_2a", 2, 66, 2)).containsExactly("2", "2", "2", "OTHER_PROCESSOR 1");
        assertThat(read(LTTNG, "c_2b", 1 << 20, 2, 2)).containsExactly("2", "2", "2", "OTHER_PROCESSOR 1");
        assertThat(read(LTTNG, "c_2c", 2, 2, 0)).containsExactly("2", "2", "2", "OTHER_PROCESSOR 1");
        assertThat(read(LTTNG, "c_2d", 2, 3, 6, 2)).containsExactly("2", "2", "2", "2", "OTHER_PROCESSOR 2");
        assertThat(read(LTTNG, "c_2e", 2, 3, 6)).as("all differ").containsExactly("2", "2", "2", "OTHER_PROCESSOR 2");
    }

    @Test
    void ofTwoPacketsTheNameOfTheFileDecidesAndElseTheFirst() throws TraceReadException {
        assertThat(read(LTTNG, "c_2", 66, 2)).containsExactly("2", "2", "OTHER_PROCESSOR 1");
        assertThat(read(LTTNG, "c_2_0", 66, 2)).containsExactly("2", "2", "OTHER_PROCESSOR 1");
        assertThat(read(LTTNG, "c_66", 66, 2)).containsExactly("66", "66", "OTHER_PROCESSOR 1");
        assertThat(read(LTTNG, "c", 66, 2)).containsExactly("66", "66", "OTHER_PROCESSOR 1");
        assertThat(read(LTTNG, "c_3", 66)).as("one packet is believed").containsExactly("66");
    }

    @Test
    void streamsOfOtherTracersMayBeOfSeveralProcessors() throws TraceReadException {
        assertThat(read("", "c_2", 2, 66, 2)).containsExactly("2", "66", "2");
        assertThat(read("env { tracer_name = \"barectf\"; };", "c_2x", 1, 2)).containsExactly("1", "2");
    }

    @Test
    void whatIsToldNamesThePacketAndBothProcessors() throws TraceReadException {
        byte[] first = new TinyTrace.PacketBuilder(100, 200, 0, 0, 5).tick(110, 1).bytes();
        byte[] wrong = new TinyTrace.PacketBuilder(200, 300, 1, 0, 7).tick(210, 2).bytes();
        byte[] last = new TinyTrace.PacketBuilder(300, 400, 2, 0, 5).tick(310, 3).bytes();
        TinyTrace trace = new TinyTrace(directory).metadataText(TinyTrace.metadata("", LTTNG)).write("c_5", first, wrong, last);
        try (CtfTrace open = trace.open()) {
            TinyTrace.read(open);
            assertThat(open.caveats()).singleElement().satisfies(caveat -> {
                assertThat(caveat.text()).startsWith("Packet 1 of ").endsWith(
                        "c_5 says that it was recorded on processor 7, while its file is of processor 5: it was read as one of that. The trace is probably damaged.");
                assertThat(caveat.fromNanos()).isEqualTo(200);
                assertThat(caveat.toNanos()).isEqualTo(300);
            });
        }
    }
}
