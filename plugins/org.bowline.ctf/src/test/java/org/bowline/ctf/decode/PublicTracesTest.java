/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadCaveat;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.StreamInfo;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;

/** Public and our own traces: as many events as babeltrace2 counts (2.1.2; Trace Compass for synctraces), the broken ones refused or told. */
class PublicTracesTest {
    private static final Map<String, Integer> EVENTS = Map.ofEntries(Map.entry("public/babeltrace/succeed/2packets", 2),
            Map.entry("public/babeltrace/succeed/array-align-elem", 1), Map.entry("public/babeltrace/succeed/crlf-metadata", 5),
            Map.entry("public/babeltrace/succeed/debug-info", 4), Map.entry("public/babeltrace/succeed/env-warning", 7809),
            Map.entry("public/babeltrace/succeed/lttng-tracefile-rotation/kernel", 12305),
            Map.entry("public/babeltrace/succeed/meta-variant-no-underscore", 1),
            Map.entry("public/babeltrace/succeed/meta-variant-reserved-keywords", 1),
            Map.entry("public/babeltrace/succeed/multi-domains/kernel", 272),
            Map.entry("public/babeltrace/succeed/multi-domains/ust", 4000), Map.entry("public/babeltrace/succeed/sequence", 10),
            Map.entry("public/babeltrace/succeed/session-rotation/3/ust/pid/10352", 50),
            Map.entry("public/babeltrace/succeed/session-rotation/3/ust/pid/10353", 50),
            Map.entry("public/babeltrace/succeed/session-rotation/a/1/ust/pid/10352", 53),
            Map.entry("public/babeltrace/succeed/session-rotation/a/1/ust/pid/10353", 55),
            Map.entry("public/babeltrace/succeed/session-rotation/a/2/ust/pid/10352", 30),
            Map.entry("public/babeltrace/succeed/session-rotation/a/2/ust/pid/10353", 28),
            Map.entry("public/babeltrace/succeed/smalltrace", 2),
            Map.entry("public/babeltrace/succeed/succeed1", 7809), Map.entry("public/babeltrace/succeed/succeed2", 7809),
            Map.entry("public/babeltrace/succeed/wk-heartbeat-u", 20), Map.entry("public/bug446190", 31556),
            Map.entry("public/cyg-profile/glxgears-cyg-profile", 4977), Map.entry("public/cyg-profile/glxgears-cyg-profile-fast", 5161),
            Map.entry("public/flipping-endianness", 14310), Map.entry("public/many-threads", 240644),
            Map.entry("public/perf-taskset2", 1500),
            Map.entry("public/synctraces/scp_dest", 85729), Map.entry("public/synctraces/scp_src", 110771),
            Map.entry("public/CTF2-vl-ints", 1), Map.entry("public/CTF2-7.0-smalltrace", 2), Map.entry("public/CTF2-7.0-debug-info", 4),
            Map.entry("public/CTF2-7.0-trace-with-index", 4000), Map.entry("public/CTF2-7.0-barectf-event-before-packet", 2),
            Map.entry("lab/w1/A/kernel/kernel", 67898), Map.entry("lab/w1/B/kernel/kernel", 100486),
            Map.entry("lab/w1/C/kernel/kernel", 72201),
            Map.entry("lab/w1-ctf2/A/kernel/kernel", 41466), Map.entry("lab/w1-ctf2/B/kernel/kernel", 59681),
            Map.entry("lab/w1-ctf2/C/kernel/kernel", 49872), Map.entry("lab/w2/A/kernel/kernel", 71041),
            Map.entry("lab/w3/A/kernel/kernel", 41860),
            Map.entry("lab/w4-pg/A/kernel/kernel", 135595), Map.entry("lab/w4-pg/B/kernel/kernel", 140089));

    private static Path traces() {
        String told = System.getProperty("bowline.shared", System.getenv("BOWLINE_SHARED"));
        Path shared = null;
        if (told != null) {
            shared = Path.of(told);
        } else {
            for (Path folder = Path.of("").toAbsolutePath(); folder != null && shared == null; folder = folder.getParent()) {
                if (Files.isDirectory(folder.resolve(".mvn"))) {
                    shared = folder.resolveSibling("shared");
                }
            }
        }
        Path traces = shared == null ? Path.of("shared", "traces") : shared.resolve("traces");
        Assumptions.assumeTrue(Files.isDirectory(traces), "no traces in " + traces + " (set BOWLINE_SHARED)");
        return traces;
    }

    /** Events, each visited with all its fields, in time order. */
    private static long readAll(CtfTrace trace) throws TraceReadException {
        long events = 0;
        long last = Long.MIN_VALUE;
        try (EventCursor cursor = trace.cursor(EventSelection.everything())) {
            while (cursor.next()) {
                assertThat(cursor.timeNanos()).isGreaterThanOrEqualTo(last);
                last = cursor.timeNanos();
                if (cursor.kind() != EventCursor.LOST) {
                    cursor.visit(IgnoreFields.ALL);
                    events++;
                }
            }
        }
        return events;
    }

    @TestFactory
    Stream<DynamicTest> everyGoodTraceIsReadWholeAndStrictly() {
        Path traces = traces();
        return EVENTS.keySet().stream().sorted().map(name -> dynamicTest(name, () -> {
            Path folder = traces.resolve(name);
            Assumptions.assumeTrue(Files.isDirectory(folder), "no trace " + folder);
            try (CtfTrace trace = CtfTrace.open(folder, ReadOptions.STRICT)) {
                assertThat(readAll(trace)).isEqualTo(EVENTS.get(name).longValue());
            }
        }));
    }

    @TestFactory
    Stream<DynamicTest> everyBrokenTraceIsRefusedOrTold() throws IOException {
        Path fail = traces().resolve("public/babeltrace/fail");
        List<Path> folders;
        try (Stream<Path> walk = Files.walk(fail)) {
            folders = walk.filter(CtfTrace::isTrace).sorted().toList();
        }
        assertThat(folders).hasSize(6);
        return folders.stream().map(folder -> dynamicTest(fail.relativize(folder).toString(), () -> {
            assertThatThrownBy(() -> {
                try (CtfTrace trace = CtfTrace.open(folder, ReadOptions.STRICT)) {
                    readAll(trace);
                }
            }).isInstanceOf(TraceReadException.class).hasMessageContaining("Cannot read " + folder);
            try (CtfTrace trace = CtfTrace.open(folder, ReadOptions.TOLERANT)) {
                readAll(trace);
                assertThat(trace.caveats()).isNotEmpty();
            } catch (TraceReadException e) {
                assertThat(e).hasMessageContaining("metadata");
            }
        }));
    }

    @Test
    void theGoodEventsOfABrokenPacketAreRead() throws TraceReadException {
        Path folder = traces().resolve("public/babeltrace/fail/valid-events-then-invalid-events/trace");
        try (CtfTrace trace = CtfTrace.open(folder, ReadOptions.TOLERANT)) {
            assertThat(readAll(trace)).isEqualTo(2);
            assertThat(trace.caveats()).extracting(ReadCaveat::kind).containsExactly(ReadCaveat.Kind.BROKEN_PACKET);
        }
    }

    @Test
    void lostEventsAreCountedAsBabeltraceDoes() throws TraceReadException {
        Path folder = traces().resolve("public/babeltrace/succeed/multi-domains/kernel");
        try (CtfTrace trace = CtfTrace.open(folder, ReadOptions.STRICT)) {
            assertThat(trace.streams().stream().mapToLong(stream -> stream.discardedEvents()).sum()).isEqualTo(728);
        }
    }

    @Test
    void splitFilesOfOneProcessorAreOneStream() throws TraceReadException {
        Path folder = traces().resolve("public/babeltrace/succeed/lttng-tracefile-rotation/kernel");
        try (CtfTrace trace = CtfTrace.open(folder, ReadOptions.STRICT)) {
            assertThat(trace.streams()).extracting(stream -> stream.files().size()).containsExactly(3, 3, 3, 2);
            assertThat(trace.streams()).extracting(StreamInfo::cpu).containsExactly(0, 1, 2, 3);
        }
    }
}
