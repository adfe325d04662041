/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.ctf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.testkit.Babeltrace;
import org.bowline.testkit.ToldEvents;

/** Packets that say when they end but not when they begin, with events that bear no time: the clock stands where the packet before ended. */
final class EventsWithoutTimeTest {
    @TempDir Path directory;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(directory.resolve("metadata"), "/* CTF 1.8 */\n"
                + "typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
                + "typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
                + "trace { major = 1; minor = 8; byte_order = le; };\n"
                + "clock { name = c; freq = 1000000000; offset = 0; };\n"
                + "typealias integer { size = 64; align = 8; signed = false; map = clock.c.value; } := time_t;\n"
                + "stream { packet.context := struct { time_t timestamp_end; uint64_t content_size; uint64_t packet_size; }; };\n"
                + "event { name = e; fields := struct { uint8_t v; }; };\n");
        ByteBuffer out = ByteBuffer.allocate(1000).order(ByteOrder.LITTLE_ENDIAN);
        long[] ends = {1, 3, 5, 9};
        for (int i = 0; i < ends.length; i++) {
            out.putLong(ends[i]).putLong(8 * 26).putLong(8 * 26).put((byte) i).put((byte) (10 + i));
        }
        Files.write(directory.resolve("s"), java.util.Arrays.copyOf(out.array(), out.position()));
    }

    private List<Long> times() throws IOException {
        return ToldEvents.read(directory).events().stream().map(ToldEvents.Event::from).toList();
    }

    @Test
    void theEndOfThePacketBeforeIsCarriedOver() throws IOException {
        assertThat(times()).containsExactly(0L, 0L, 1L, 1L, 3L, 3L, 5L, 5L);
    }

    @Test
    void babeltraceSaysTheSame() throws IOException {
        Optional<Babeltrace> babeltrace = Babeltrace.installed();
        assumeTrue(babeltrace.isPresent(), "babeltrace2 is not installed");
        List<Long> expected = new ArrayList<>();
        try (Babeltrace.Output output = babeltrace.orElseThrow().print(directory, Babeltrace.Clock.CYCLES)) {
            for (Babeltrace.Line line = output.next(); line != null; line = output.next()) {
                expected.add(line.time());
            }
        }
        assertThat(times()).isEqualTo(expected);
    }
}
