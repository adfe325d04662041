/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.bowline.ctf.decode.TinyTrace.packet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.ctf.trace.MetadataReader;

/** Damaged bytes lead to fewer events, caveats or {@link TraceReadException}, never to anything else, and never take long. */
class CorruptionTest {
    @TempDir Path directory;

    private static byte[] stream() {
        return BitWriter.join(packet(100, 200, 0).tick(110, 1).say(120, "one", 1, 2).tick(130, 2).padded(64),
                packet(200, 300, 1).say(210, "two", 3, 4, 5).extendedTick(220, 6).padded(128),
                packet(300, 400, 2).tick(310, 7).say(320, "three").bytes());
    }

    /** Reads everything, also every field; the number of events. */
    private static int readAll(Path folder, TraceMetadata metadata, ReadOptions options) throws TraceReadException {
        int events = 0;
        try (CtfTrace trace = CtfTrace.open(folder, metadata, options); EventCursor cursor = trace.cursor(EventSelection.everything())) {
            long last = Long.MIN_VALUE;
            while (cursor.next()) {
                assertThat(cursor.timeNanos()).isGreaterThanOrEqualTo(last);
                last = cursor.timeNanos();
                if (cursor.kind() != EventCursor.LOST) {
                    cursor.visit(IgnoreFields.ALL);
                    events++;
                }
                if (events > 1_000_000) {
                    fail("the reader does not end");
                }
            }
        }
        return events;
    }

    @Test
    void aTraceCutAtAnyByteGivesTheEventsBeforeTheCut() throws IOException {
        byte[] whole = stream();
        TinyTrace tiny = new TinyTrace(directory);
        TraceMetadata metadata = MetadataReader.read(tiny.file("metadata"));
        int before = 0;
        for (int length = 0; length <= whole.length; length++) {
            tiny.write("s", Arrays.copyOf(whole, length));
            int events = readAll(directory, metadata, ReadOptions.TOLERANT);
            assertThat(events).as("cut at %d", length).isBetween(before, before + 1);
            before = events;
            try {
                readAll(directory, metadata, ReadOptions.STRICT);
            } catch (TraceReadException e) {
                assertThat(e).hasMessageContaining("Cannot read");
            }
        }
        assertThat(before).isEqualTo(7);
    }

    @Test
    void randomDamageIsReportedAndNothingElse() throws IOException {
        long seed = Seeds.seed();
        Random random = new Random(seed);
        byte[] whole = stream();
        TinyTrace tiny = new TinyTrace(directory);
        TraceMetadata metadata = MetadataReader.read(tiny.file("metadata"));
        for (int round = 0; round < Seeds.rounds(1000); round++) {
            byte[] damaged = damage(random, whole);
            tiny.write("s", damaged);
            readBoth(directory, metadata, "round " + round + Seeds.hint(seed));
        }
    }

    @Test
    void randomDamageOfRandomTracesIsReportedAndNothingElse() throws IOException {
        long seed = Seeds.seed();
        Random random = new Random(seed);
        for (int round = 0; round < Seeds.rounds(200); round++) {
            RandomTrace trace = new RandomTrace(new Random(random.nextLong()), 8);
            if (trace.packet().length == 0) {
                continue;
            }
            Path folder = Files.createDirectories(directory.resolve("r" + round));
            for (int i = 0; i < 4; i++) {
                Files.write(folder.resolve("s"), damage(random, trace.packet()));
                readBoth(folder, trace.metadata(), "round " + round + Seeds.hint(seed));
            }
        }
    }

    private static void readBoth(Path folder, TraceMetadata metadata, String what) {
        for (ReadOptions options : List.of(ReadOptions.TOLERANT, ReadOptions.STRICT)) {
            try {
                readAll(folder, metadata, options);
            } catch (TraceReadException e) {
                boolean nothingLeft = String.valueOf(e.getMessage()).contains("the trace has no other packets");
                assertThat(options.strict() || nothingLeft).as("%s: %s", what, e.getMessage()).isTrue();
            } catch (RuntimeException | Error e) {
                throw new AssertionError(what, e);
            }
        }
    }

    private static byte[] damage(Random random, byte[] whole) {
        byte[] bytes = Arrays.copyOf(whole, random.nextInt(4) == 0 ? 1 + random.nextInt(whole.length) : whole.length);
        List<Integer> values = new ArrayList<>(List.of(0, 0xFF, 0x7F, 0x80, 1));
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(3)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + 1 + random.nextInt(8)),
                        (byte) (int) values.get(random.nextInt(5)));
                default -> bytes[at] = (byte) random.nextInt(256);
            }
        }
        return bytes;
    }
}
