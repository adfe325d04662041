/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.ctf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.testkit.Babeltrace;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfDeclaration.Event;
import org.bowline.testkit.CtfDeclaration.Header;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;
import org.bowline.testkit.Folders;
import org.bowline.testkit.Seeds;
import org.bowline.testkit.TraceComparison;

/** Random declarations and values in every shape of CTF 1.8 that the writer has: read as written, and as babeltrace2 reads them. */
final class ShapesTest {
    @TempDir Path temporary;

    /** Writes a trace of random event classes with random values; several streams, clock of an odd frequency, gaps beyond a timestamp's wrap. */
    static void write(Path directory, ByteOrder order, boolean natural, Header header, long seed, int events) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        CtfDeclaration declaration = new CtfDeclaration(order, natural, header);
        declaration.clock(new UUID(random.nextLong(), random.nextLong()),
                random.nextBoolean() ? 1_000_000_000L : 1 + random.nextInt(3_000_000),
                random.nextInt(2_000_000_000), random.nextInt(1_000_000));
        declaration.env("hostname", "shape-" + seed).env("tracer_major", 2);
        if (random.nextBoolean()) {
            declaration.context("vtid", CtfType.signed(32), "odd", CtfType.unsigned(1 + random.nextInt(30)), "procname",
                    CtfType.characters(17));
        }
        boolean context = declaration.tsdl().contains("event.context");
        List<List<CtfType>> types = new ArrayList<>();
        List<Event> classes = new ArrayList<>();
        int count = 1 + random.nextInt(60);
        for (int i = 0; i < count; i++) {
            List<CtfType> fields = new ArrayList<>();
            List<Object> members = new ArrayList<>();
            int width = random.nextInt(8);
            for (int k = 0; k < width; k++) {
                CtfType type = type(random, order);
                fields.add(type);
                members.add("f" + k);
                members.add(type);
            }
            types.add(fields);
            classes.add(declaration.event("provider:event_" + i, members.toArray()));
        }
        try (CtfWriter writer = new CtfWriter(directory, declaration,
                random.nextBoolean() ? CtfWriter.Metadata.TEXT : CtfWriter.Metadata.PACKETS, 16384,
                random.nextBoolean())) {
            int streams = 1 + random.nextInt(3);
            for (int s = 0; s < streams; s++) {
                CtfStreamWriter out = writer.stream("chan_" + s, s);
                long time = random.nextInt(1_000_000);
                for (int i = 0; i < events / streams; i++) {
                    // a new time for each event of all streams: ties are nobody's business here
                    long gap = random.nextInt(200) == 0 ? random.nextLong(1L << 34) : random.nextInt(100_000);
                    time = (time + gap) / streams * streams + streams + s;
                    int which = random.nextInt(count);
                    out.begin(classes.get(which), time);
                    if (context) {
                        out.integer(random.nextInt()).integer(random.nextLong()).text("proc" + i % 7);
                    }
                    for (CtfType type : types.get(which)) {
                        value(out, type, random);
                    }
                    out.end();
                    switch (random.nextInt(300)) {
                        case 0 -> out.discard(1 + random.nextInt(100));
                        case 1 -> out.skipPackets(1);
                        case 2 -> out.emptyPacket(time + 1);
                        case 3 -> out.flush();
                        default -> {
                            // mostly nothing happens
                        }
                    }
                    time = Math.max(time, out.lastTime());
                }
            }
        }
    }

    private static CtfType type(SplittableRandom random, ByteOrder order) {
        ByteOrder other = order == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        int[] bases = {2, 8, 10, 16};
        int whole = 8 << random.nextInt(4);
        return switch (random.nextInt(13)) {
            case 0, 1 -> CtfType.signed(whole);
            case 2, 3 -> CtfType.unsigned(whole).base(bases[random.nextInt(4)]);
            case 4 -> CtfType.signed(whole).base(bases[random.nextInt(4)]);
            case 5 -> CtfType.unsigned(1 + random.nextInt(63));
            case 6 -> CtfType.signed(2 + random.nextInt(62));
            case 7 -> CtfType.unsigned(whole).order(other).align(8 << random.nextInt(4));
            case 8 -> CtfType.text();
            case 9 -> CtfType.characters(1 + random.nextInt(20));
            case 10 -> new CtfType.Sequence(CtfType.unsigned(random.nextBoolean() ? 8 : 32), CtfType.unsigned(whole));
            case 11 -> new CtfType.Real(random.nextBoolean() ? 32 : 64, 8);
            default -> CtfType.struct("tag",
                    CtfType.unsigned(8).labels(CtfType.label("_none", 0), CtfType.label("_number", 1, 3), CtfType.label("_words", 4)),
                    "choice",
                    CtfType.variant("tag", "none", CtfType.struct(), "number", CtfType.struct("n", CtfType.signed(whole)), "words",
                            CtfType.struct("a", CtfType.text(), "b", new CtfType.Array(CtfType.unsigned(5), 3))));
        };
    }

    private static void value(CtfStreamWriter out, CtfType type, SplittableRandom random) {
        if (type instanceof CtfType.Int) {
            out.integer(random.nextLong() >> random.nextInt(64));
        } else if (type instanceof CtfType.Real) {
            out.real(random.nextInt(3) == 0 ? random.nextInt(1000) : (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(30) - 15));
        } else if (type instanceof CtfType.Text || type instanceof CtfType.Array) {
            out.text(word(random));
        } else if (type instanceof CtfType.Sequence) {
            long[] values = new long[random.nextInt(5)];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextLong();
            }
            out.integers(values);
        } else {
            int tag = random.nextInt(5);
            out.integer(tag);
            if (tag == 4) {
                out.text(word(random)).integers(1, random.nextInt(32), 3);
            } else if (tag > 0) {
                out.integer(random.nextLong());
            }
        }
    }

    private static String word(SplittableRandom random) {
        String[] words = {"a", "two words", "\"quoted\"", "back\\slash", "tab\there", "new\nline", "question?", "it's", "ümläut",
            "\u0001\u001b\u007f"};
        return words[random.nextInt(words.length)];
    }

    @TestFactory
    Stream<DynamicTest> everyShapeIsReadAsBabeltraceDoes() {
        Babeltrace babeltrace = Babeltrace.forCtf2().or(Babeltrace::installed).orElse(null);
        return Seeds.of(24).mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> {
            assumeTrue(babeltrace != null, "no babeltrace2 on the path");
            Path trace = temporary.resolve("shape" + seed);
            ByteOrder order = (seed & 1) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
            write(trace, order, (seed & 2) == 0, (seed & 4) == 0 ? Header.COMPACT : Header.LARGE, seed, 1_000);
            TraceComparison.Result result = TraceComparison.compare(trace, babeltrace);
            assertThat(result.difference()).as("seed %d", seed).isEmpty();
            assertThat(result.complete()).as("seed %d: %s", seed, result.complaint()).isTrue();
            assertThat(result.events()).as("seed %d", seed).isGreaterThan(900);
        }));
    }

    @Test
    void aStrictReaderFindsNothingWrong() throws IOException {
        for (long seed = 1; seed <= 8; seed++) {
            Path trace = temporary.resolve("strict" + seed);
            write(trace, (seed & 1) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN, (seed & 2) == 0, Header.LARGE, seed, 500);
            try (CtfTrace open = CtfTrace.open(trace, ReadOptions.STRICT); EventCursor cursor = open.cursor(EventSelection.everything())) {
                int events = 0;
                while (cursor.next()) {
                    events += cursor.kind() == EventCursor.LOST ? 0 : 1;
                }
                assertThat(events).as("seed %d", seed).isGreaterThan(490);
            }
        }
        assertThat(Folders.traces(temporary)).hasSize(8);
    }
}
