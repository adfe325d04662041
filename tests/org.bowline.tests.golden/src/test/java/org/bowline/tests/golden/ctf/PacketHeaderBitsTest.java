/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.ctf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.ReadCaveat;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.trace.MetadataReader;
import org.bowline.testkit.Folders;
import org.bowline.testkit.IndexedPacket;
import org.bowline.testkit.Seeds;
import org.bowline.testkit.ToldEvents;
import org.bowline.testkit.sim.KernelTraceGenerator;
import org.bowline.testkit.sim.KernelTraceGenerator.Options;

/**
 * One flipped bit in the begin or the end of any packet of real and generated recordings costs at most that packet: the others are read as
 * before, and nothing lies outside of what was recorded.
 */
final class PacketHeaderBitsTest {
    /** What the reader lets pass between an event and its packet. */
    private static final long SLACK = 100_000_000;

    @TempDir Path temporary;

    private record Flip(IndexedPacket packet, int bit) {
        boolean isAtTheEdge() {
            return bit < 64 ? packet.number() == 0 : packet.last();
        }

        void apply() throws IOException {
            IndexedPacket.change(packet.stream(), bit < 64 ? packet.beginAt() : packet.endAt(), 1L << bit % 64);
        }
    }

    /** Each bit once, of packets in turn: of bits that are drawn from all, twice as many leave one in seven out. */
    private static List<Flip> flips(Path trace, Random random) throws IOException {
        List<IndexedPacket> packets = new ArrayList<>(IndexedPacket.of(trace));
        Collections.shuffle(packets, random);
        List<Flip> flips = new ArrayList<>();
        for (int bit = 0; bit < 128 && !packets.isEmpty(); bit++) {
            flips.add(new Flip(packets.get(bit % packets.size()), bit));
        }
        return flips;
    }

    private static List<Path> traces(String recording, Path to) throws IOException {
        Path archives = Folders.repository().resolve("tests/traces").resolve(recording);
        return Files.isDirectory(archives) ? Folders.traces(Folders.unpack(archives, to)) : List.of();
    }

    @Test
    void noBitOfRealRecordingsStretchesTheirRange() throws IOException {
        for (String recording : List.of("wperf-example", "lost-events")) {
            for (Path trace : traces(recording, temporary.resolve(recording))) {
                flipWithIndex(trace);
            }
        }
    }

    @Test
    void noBitOfAGeneratedRecordingStretchesItsRange() throws IOException {
        Path generated = temporary.resolve("generated");
        KernelTraceGenerator.generate(new Options(6_000, 1, 2, 2, 3, true, true, 8192, 500, 0), generated);
        flipWithIndex(generated.resolve("A/kernel"));
        flipWithoutIndex(generated.resolve("A/kernel"));
    }

    private static void flipWithIndex(Path trace) throws IOException {
        long seed = Seeds.of(1).findFirst().orElseThrow();
        TraceMetadata metadata = MetadataReader.read(trace.resolve("metadata"));
        ToldEvents intact = ToldEvents.read(trace, metadata);
        for (Flip flip : flips(trace, new Random(seed))) {
            flip.apply();
            ToldEvents told = ToldEvents.read(trace, metadata);
            flip.apply();
            String what = flip + ", seed " + seed;
            assertWithin(intact, told, what);
            assertThat(told.caveats()).as(what).extracting(ReadCaveat::kind)
                    .containsAnyOf(ReadCaveat.Kind.BROKEN_PACKET, ReadCaveat.Kind.INDEX_IGNORED);
            assertThat(told.caveats()).as(what).extracting(ReadCaveat::kind).doesNotContain(ReadCaveat.Kind.TIME_BACKWARD);
            assertThat(told.beginNanos()).as(what).isGreaterThanOrEqualTo(intact.beginNanos());
            assertThat(told.endNanos()).as(what).isLessThanOrEqualTo(intact.endNanos());
        }
    }

    private static void flipWithoutIndex(Path trace) throws IOException {
        long seed = Seeds.of(1).findFirst().orElseThrow();
        List<Flip> flips = flips(trace, new Random(seed));
        delete(trace.resolve("index"));
        TraceMetadata metadata = MetadataReader.read(trace.resolve("metadata"));
        ToldEvents intact = ToldEvents.read(trace, metadata);
        for (Flip flip : flips) {
            if (flip.isAtTheEdge()) {
                continue; // nothing but the index contradicts
            }
            flip.apply();
            ToldEvents told = ToldEvents.read(trace, metadata);
            flip.apply();
            assertWithin(intact, told, flip + ", seed " + seed);
        }
    }

    /** Other streams as they were; of the packet's stream the same events or fewer; nothing outside of the range. */
    private static void assertWithin(ToldEvents intact, ToldEvents told, String what) {
        Path damaged = Path.of(what.substring(what.indexOf("stream=") + 7, what.indexOf(", number"))).getFileName();
        assertThat(told.events(event -> !event.file().equals(damaged))).as(what)
                .isEqualTo(intact.events(event -> !event.file().equals(damaged)));
        assertThat(told.events(event -> event.file().equals(damaged)).size()).as(what)
                .isLessThanOrEqualTo(intact.events(event -> event.file().equals(damaged)).size());
        for (ToldEvents.Event event : told.events()) {
            if (event.from() < intact.beginNanos() - SLACK || event.to() > intact.endNanos() + SLACK) {
                assertThat(event).as("%s: outside of %d to %d", what, intact.beginNanos(), intact.endNanos()).isNull();
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
