/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bowline.ctf.decode.TinyTrace.packet;

import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;

class SelectionTest {
    @TempDir Path directory;

    private CtfTrace trace;

    @BeforeEach
    void open() throws TraceReadException {
        trace = new TinyTrace(directory)
                .write("s", packet(100, 200, 4).tick(110, 1).say(120, "hello", 5, 6, -1).tick(130, 2).say(140, "").bytes())
                .open();
    }

    @Test
    void onlyWantedEventsComeAndTheirKindIsTheRequest() throws TraceReadException {
        EventSelection.Builder builder = EventSelection.builder();
        builder.add("nothing", "x");
        int say = builder.add("say", "what", "n", "list", "missing", "what.missing");
        try (EventCursor cursor = trace.cursor(builder.build())) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.kind()).isEqualTo(say);
            assertThat(cursor.eventClassIndex()).isEqualTo(1);
            assertThat(cursor.timeNanos()).isEqualTo(120);
            assertThat(cursor.cycles()).isEqualTo(120);
            assertThat(cursor.cpu()).isEqualTo(3);
            assertThat(cursor.text(0)).isEqualTo("hello");
            assertThat(cursor.length(0)).isEqualTo(5);
            assertThat(cursor.element(0, 1)).isEqualTo('e');
            assertThat(cursor.element(0, 5)).isZero();
            assertThat(cursor.integer(1)).isEqualTo(3);
            assertThat(cursor.length(2)).isEqualTo(3);
            assertThat(cursor.element(2, 2)).isEqualTo(0xFFFFFFFFL);
            assertThat(cursor.element(2, 3)).isZero();
            assertThat(cursor.element(2, -1)).isZero();
            assertThat(cursor.integer(2)).isZero();
            assertThat(cursor.text(2)).isEmpty();
            for (int absent : new int[] {3, 4, 5, -1}) {
                assertThat(cursor.has(absent)).isFalse();
                assertThat(cursor.integer(absent)).isZero();
                assertThat(cursor.real(absent)).isZero();
                assertThat(cursor.text(absent)).isEmpty();
                assertThat(cursor.length(absent)).isZero();
                assertThat(cursor.element(absent, 0)).isZero();
            }
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.text(0)).isEmpty();
            assertThat(cursor.length(2)).isZero();
            assertThat(cursor.next()).isFalse();
        }
    }

    @Test
    void theLastEventIsToldWhetherItIsWantedOrNot() throws TraceReadException {
        EventSelection.Builder builder = EventSelection.builder();
        builder.add("tick");
        try (EventCursor cursor = trace.cursor(builder.build())) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.lastEventNanos()).as("its packet is not read to the end").isEqualTo(Long.MIN_VALUE);
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.lastEventNanos()).as("not the packet's end, 200").isEqualTo(140);
        }
    }

    @Test
    void anEmptyPacketAtTheEndHasNoLastEvent(@TempDir Path other) throws TraceReadException {
        CtfTrace two = new TinyTrace(other).write("s", packet(100, 200, 4).tick(110, 1).say(120, "").bytes(), packet(300, 400, 4).bytes())
                .open();
        EventSelection.Builder builder = EventSelection.builder();
        builder.add("tick");
        try (EventCursor cursor = two.cursor(builder.build())) {
            while (cursor.next()) {
                assertThat(cursor.kind()).isNotEqualTo(EventCursor.LOST);
            }
            assertThat(cursor.lastEventNanos()).isEqualTo(120);
        }
    }

    @Test
    void fieldsOfThePacketAndTheHeaderHaveTheirPrefix() throws TraceReadException {
        EventSelection.Builder builder = EventSelection.builder();
        builder.add("tick", "$packet.cpu_id", "value", "$header.id", "$header.v.compact.timestamp", "$header.v.extended.id",
                "$packet.packet_seq_num",
                "$common.none", "$specific.none");
        try (EventCursor cursor = trace.cursor(builder.build())) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.integer(0)).isEqualTo(3);
            assertThat(cursor.integer(1)).isEqualTo(1);
            assertThat(cursor.integer(2)).isEqualTo(1);
            assertThat(cursor.integer(3)).isEqualTo(110);
            assertThat(cursor.has(4)).isFalse();
            assertThat(cursor.integer(5)).isEqualTo(4);
            assertThat(cursor.has(6)).isFalse();
            assertThat(cursor.has(7)).isFalse();
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.integer(3)).isEqualTo(130);
        }
    }

    @Test
    void everythingHasTheClassAsKindAndNoFields() throws TraceReadException {
        try (EventCursor cursor = trace.cursor(EventSelection.everything())) {
            int events = 0;
            while (cursor.next()) {
                assertThat(cursor.kind()).isEqualTo(cursor.eventClassIndex()).isEqualTo(events % 2);
                assertThat(cursor.has(0)).isFalse();
                events++;
            }
            assertThat(events).isEqualTo(4);
        }
    }

    @Test
    void anEmptySelectionReadsThroughAndFindsNothing() throws TraceReadException {
        try (EventCursor cursor = trace.cursor(EventSelection.builder().build())) {
            assertThat(cursor.next()).isFalse();
            assertThat(cursor.progress()).isEqualTo(1);
        }
    }
}
