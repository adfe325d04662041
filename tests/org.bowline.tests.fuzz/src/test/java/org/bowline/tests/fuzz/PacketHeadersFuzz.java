/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.ctf.trace.MetadataReader;
import org.bowline.testkit.IndexedPacket;
import org.bowline.testkit.ToldEvents;
import org.bowline.testkit.sim.KernelTraceGenerator;
import org.bowline.testkit.sim.KernelTraceGenerator.Options;

/**
 * Streams with index files that match them, and then changes: of the times of one packet or of its index entry, which must leave all other
 * packets and the range as they were; or of several places of headers and entries, with packets lost, doubled or swapped, which must be read
 * or reported.
 */
final class PacketHeadersFuzz {
    private static final Scratch SCRATCH = new Scratch();
    private static final Intact INTACT = generate();
    /** What the reader lets pass between an event and its packet. */
    private static final long SLACK = 100_000_000;
    private static final int MOST_CHANGES = 6;
    private static final int HEADER_BYTES = 88;
    private static final int ENTRY_BYTES = 72;

    /** The trace before it is changed: its files, where its packets say their times, and what the reader tells of it. */
    private record Intact(Map<String, byte[]> files, List<IndexedPacket> packets, TraceMetadata metadata, ToldEvents told) {}

    private static Intact generate() {
        try {
            Path folder = SCRATCH.folder();
            KernelTraceGenerator.generate(new Options(1_500, 1, 2, 2, 3, true, true, 4096, 300, 0), folder);
            Path trace = folder.resolve("A/kernel");
            Map<String, byte[]> files = new TreeMap<>();
            try (var all = Files.walk(trace)) {
                for (Path file : all.filter(Files::isRegularFile).toList()) {
                    files.put(trace.relativize(file).toString(), Files.readAllBytes(file));
                }
            }
            TraceMetadata metadata = MetadataReader.read(trace.resolve("metadata"));
            return new Intact(files, IndexedPacket.of(trace), metadata, ToldEvents.read(trace, metadata));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @FuzzTest
    void costTheirPacketsAtMost(FuzzedDataProvider data) throws IOException {
        SCRATCH.clear();
        INTACT.files.forEach(SCRATCH::file);
        if (data.consumeBoolean()) {
            changeOneTime(data);
        } else {
            changeAnything(data);
        }
    }

    private static void changeOneTime(FuzzedDataProvider data) throws IOException {
        IndexedPacket packet = data.pickValue(INTACT.packets).in(SCRATCH.folder());
        boolean end = data.consumeBoolean();
        boolean entry = data.consumeBoolean();
        long bits = data.consumeBoolean() ? 1L << data.consumeInt(0, 63) : data.consumeLong();
        if (entry) {
            IndexedPacket.change(packet.index(), packet.entryAt() + (end ? Long.BYTES : 0), bits);
        } else {
            IndexedPacket.change(packet.stream(), end ? packet.endAt() : packet.beginAt(), bits);
        }
        ToldEvents told = ToldEvents.read(SCRATCH.folder(), INTACT.metadata);
        Path damaged = packet.stream().getFileName();
        assertThat(told.events(event -> !event.file().equals(damaged)))
                .isEqualTo(INTACT.told.events(event -> !event.file().equals(damaged)));
        assertThat(
                runsLeftOut(INTACT.told.events(event -> event.file().equals(damaged)), told.events(event -> event.file().equals(damaged))))
                .as("runs of events that are gone").isLessThanOrEqualTo(1);
        for (ToldEvents.Event event : told.events()) {
            assertThat(event.from()).isGreaterThanOrEqualTo(INTACT.told.beginNanos() - SLACK);
            assertThat(event.to()).isLessThanOrEqualTo(INTACT.told.endNanos() + SLACK);
        }
        assertThat(told.beginNanos()).isGreaterThanOrEqualTo(INTACT.told.beginNanos());
        assertThat(told.endNanos()).isLessThanOrEqualTo(INTACT.told.endNanos());
    }

    /** How many runs of a list another one lacks that is the same otherwise. */
    private static int runsLeftOut(List<ToldEvents.Event> all, List<ToldEvents.Event> some) {
        int runs = 0;
        int next = 0;
        boolean within = false;
        for (ToldEvents.Event event : all) {
            boolean there = next < some.size() && some.get(next).equals(event);
            runs += !there && !within ? 1 : 0;
            within = !there;
            next += there ? 1 : 0;
        }
        assertThat(next).as("events that were told before, too").isEqualTo(some.size());
        return runs;
    }

    private static void changeAnything(FuzzedDataProvider data) throws IOException {
        long bytes = 0;
        for (int changes = data.consumeInt(1, MOST_CHANGES); changes > 0; changes--) {
            IndexedPacket packet = data.pickValue(INTACT.packets).in(SCRATCH.folder());
            long bits = data.consumeBoolean() ? 1L << data.consumeInt(0, 63) : data.consumeLong();
            switch (data.consumeInt(0, 4)) {
                case 0 -> IndexedPacket.change(packet.stream(), packet.beginAt() - 32 + data.consumeInt(0, HEADER_BYTES), bits);
                case 1 -> IndexedPacket.change(packet.index(), packet.entryAt() - 24 + data.consumeInt(0, ENTRY_BYTES - Long.BYTES), bits);
                case 2 -> { // both say the same wrong time
                    boolean end = data.consumeBoolean();
                    IndexedPacket.change(packet.stream(), end ? packet.endAt() : packet.beginAt(), Long.reverseBytes(bits));
                    IndexedPacket.change(packet.index(), packet.entryAt() + (end ? Long.BYTES : 0), bits);
                }
                case 3 -> swap(packet, data.pickValue(INTACT.packets).in(SCRATCH.folder()));
                default -> Files.deleteIfExists(packet.index());
            }
            if (!Files.exists(packet.index())) {
                break;
            }
        }
        try (var files = Files.list(SCRATCH.folder())) {
            bytes = files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
        }
        ReadOptions options = data.consumeBoolean() ? ReadOptions.STRICT : ReadOptions.TOLERANT;
        try (CtfTrace trace = CtfTrace.open(SCRATCH.folder(), INTACT.metadata, options)) {
            Scratch.readAll(trace, bytes);
        } catch (TraceReadException expected) {
            // refused
        }
    }

    /** Puts the first 4 KiB of a packet, all there is of most, in the place of another's. */
    private static void swap(IndexedPacket one, IndexedPacket other) throws IOException {
        byte[] from = Files.readAllBytes(one.stream());
        byte[] to = Files.readAllBytes(other.stream());
        int at = (int) one.beginAt() - 32;
        int there = (int) other.beginAt() - 32;
        System.arraycopy(from, at, to, there, Math.min(4096, Math.min(from.length - at, to.length - there)));
        Files.write(other.stream(), to);
    }
}
