/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bowline.ctf.decode.TinyTrace.packet;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;

/** "Decoding an event allocates nothing" is a promise, and this is its test. */
class AllocationTest {
    private static final int EVENTS = 1_200_000;
    private static final int PACKET_EVENTS = 1000;

    @TempDir Path directory;

    @Test
    void aMillionEventsOfSeveralStreamsAllocateNothing() throws TraceReadException {
        TinyTrace tiny = new TinyTrace(directory);
        for (int stream = 0; stream < 3; stream++) {
            byte[][] packets = new byte[EVENTS / 3 / PACKET_EVENTS][];
            long time = 1000L + stream;
            for (int p = 0; p < packets.length; p++) {
                TinyTrace.PacketBuilder packet = new TinyTrace.PacketBuilder(0xC1FC1FC1L, TinyTrace.UUID, 0, stream, time, time, p, 0,
                        stream);
                for (int e = 0; e < PACKET_EVENTS; e++) {
                    time += 1 + (e * 31 + stream * 17) % 97;
                    if (e % 4 == 0) {
                        packet.say(time, "thread-" + e % 7, 1, 2, 3);
                    } else {
                        packet.tick(time, e);
                    }
                }
                packets[p] = packet.bytes();
            }
            tiny.write("s" + stream, packets);
        }
        try (CtfTrace trace = tiny.open()) {
            EventSelection.Builder selection = EventSelection.builder();
            selection.add("tick", "value", "$packet.cpu_id");
            selection.add("say", "what", "list");
            try (EventCursor cursor = trace.cursor(selection.build())) {
                long sum = 0;
                // classes are compiled and names become strings when they come for the first time
                for (int i = 0; i < 50_000; i++) {
                    sum += take(cursor);
                }
                com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
                long id = Thread.currentThread().getId();
                threads.getThreadAllocatedBytes(id);
                long before = threads.getThreadAllocatedBytes(id);
                for (int i = 50_000; i < EVENTS; i++) {
                    sum += take(cursor);
                }
                long allocated = threads.getThreadAllocatedBytes(id) - before;
                assertThat(cursor.next()).isFalse();
                assertThat(sum).isNotZero();
                assertThat(allocated).as("bytes for %d events", EVENTS - 50_000).isLessThan(4096);
            }
        }
    }

    private static long take(EventCursor cursor) throws TraceReadException {
        if (!cursor.next()) {
            throw new AssertionError("the trace ended early");
        }
        return cursor.kind() == 0 ? cursor.timeNanos() + cursor.integer(0) + cursor.integer(1)
                : cursor.text(0).length() + cursor.length(1) + cursor.element(1, 2);
    }

    @Test
    void theSameTextIsTheSameString() throws TraceReadException {
        TinyTrace tiny = new TinyTrace(directory).write("s",
                packet(100, 200, 0).say(110, "kworker/0:1").say(120, "other").say(130, "kworker/0:1").bytes());
        EventSelection.Builder selection = EventSelection.builder();
        selection.add("say", "what");
        try (CtfTrace trace = tiny.open(); EventCursor cursor = trace.cursor(selection.build())) {
            cursor.next();
            String first = cursor.text(0);
            cursor.next();
            cursor.next();
            assertThat(cursor.text(0)).isSameAs(first);
        }
    }
}
