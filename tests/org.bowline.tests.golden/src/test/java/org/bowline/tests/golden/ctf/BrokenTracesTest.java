/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.ctf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadCaveat;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.testkit.Folders;

/** Broken traces of babeltrace's own collection are refused, or read as far as they go and reported. */
final class BrokenTracesTest {
    private static Path trace(String name) {
        Path folder = Folders.shared("traces/public/babeltrace/fail").orElse(null);
        assumeTrue(folder != null, "the folder shared/traces/public is absent");
        return folder.resolve(name);
    }

    private static List<String> read(Path trace, ReadOptions options, List<ReadCaveat> caveats) throws TraceReadException {
        List<String> names = new ArrayList<>();
        try (CtfTrace open = CtfTrace.open(trace, options)) {
            try (EventCursor cursor = open.cursor(EventSelection.everything())) {
                while (cursor.next()) {
                    if (cursor.kind() != EventCursor.LOST) {
                        names.add(open.metadata().eventClasses().get(cursor.eventClassIndex()).name());
                    }
                }
            }
            caveats.addAll(open.caveats());
        }
        return names;
    }

    private static void isRefused(String name, String reason) {
        Path trace = trace(name);
        assertThatThrownBy(() -> read(trace, ReadOptions.TOLERANT, new ArrayList<>())).isInstanceOf(TraceReadException.class)
                .hasMessageContaining(trace.resolve("metadata").toString()).hasMessageContaining(reason);
    }

    @Test
    void anotherVersionThan18IsRefused() {
        isRefused("fail1", "0.1");
        isRefused("smalltrace", "0.1");
    }

    @Test
    void aNumberBeyond64BitsIsRefused() {
        isRefused("integer-range", "64 bits");
    }

    @Test
    void aSyntaxErrorIsRefusedWithItsPlace() {
        isRefused("metadata-syntax-error", "line 3");
    }

    @Test
    void aPacketThatGoesBeyondItsFileIsReported() throws IOException {
        Path trace = trace("invalid-packet-size/trace");
        List<ReadCaveat> caveats = new ArrayList<>();
        read(trace, ReadOptions.TOLERANT, caveats);
        assertThat(caveats).extracting(ReadCaveat::kind)
                .containsAnyOf(ReadCaveat.Kind.TRUNCATED, ReadCaveat.Kind.BROKEN_PACKET);
        assertThatThrownBy(() -> read(trace, ReadOptions.STRICT, new ArrayList<>())).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("channel0_3");
    }

    @Test
    void validEventsComeBeforeTheReportOfAnInvalidOne() throws IOException {
        Path trace = trace("valid-events-then-invalid-events/trace");
        List<ReadCaveat> caveats = new ArrayList<>();
        assertThat(read(trace, ReadOptions.TOLERANT, caveats)).containsExactly("gadoua", "gadoua");
        assertThat(caveats).extracting(ReadCaveat::kind).containsExactly(ReadCaveat.Kind.BROKEN_PACKET);
        assertThatThrownBy(() -> read(trace, ReadOptions.STRICT, new ArrayList<>())).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("dummystream");
    }
}
