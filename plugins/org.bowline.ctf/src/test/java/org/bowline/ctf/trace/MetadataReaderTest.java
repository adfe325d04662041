/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.metadata.VariantClass;

final class MetadataReaderTest {
    @Test
    void aMissingFileIsAnErrorThatSaysSo(@TempDir Path directory) {
        assertThatThrownBy(() -> MetadataReader.read(directory.resolve("metadata"))).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("there is no such file");
        assertThatThrownBy(() -> MetadataReader.read(directory)).isInstanceOf(TraceReadException.class);
    }

    @Test
    void anEmptyFileIsAnError(@TempDir Path directory) throws Exception {
        Path file = Files.createFile(directory.resolve("metadata"));
        assertThatThrownBy(() -> MetadataReader.read(file)).isInstanceOf(TraceReadException.class).hasMessageContaining("empty");
    }

    @Test
    void aHugeFileIsRefusedUnread(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("metadata");
        try (java.io.RandomAccessFile sparse = new java.io.RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength((64L << 20) + 1);
        }
        assertThatThrownBy(() -> MetadataReader.read(file)).isInstanceOf(TraceReadException.class).hasMessageContaining("67108865 bytes");
    }

    @Test
    void theRepositorysRecordingsRead() throws Exception {
        for (byte[] bytes : Samples.recorded()) {
            TraceMetadata metadata = Samples.read(bytes);
            assertThat(metadata.warnings()).isEmpty();
            boolean kernel = metadata.environment("domain").equals("kernel");
            assertThat(metadata.eventClasses()).hasSizeGreaterThan(kernel ? 1000 : 10);
            assertThat(metadata.eventClasses()).extracting(EventClass::name).contains(kernel ? "sched_switch" : "wl:req_begin");
            assertThat(metadata.streams()).allSatisfy(stream -> assertThat(stream.clock()).isNotNull());
            assertThat(metadata.clocks()).singleElement().satisfies(clock -> assertThat(clock.absolute()).isTrue());
        }
    }

    @Test
    void bothFormatsOfTheSameWorkloadDescribeTheSameFields() throws Exception {
        List<byte[]> recorded = Samples.recorded();
        StructClass tsdl = payload(recorded.subList(0, 2), "net_dev_queue");
        StructClass json = payload(recorded.subList(2, 4), "net_dev_queue");
        assertThat(leaves("", json)).containsExactlyElementsOf(leaves("", tsdl));
    }

    private static StructClass payload(List<byte[]> files, String event) throws TraceReadException {
        for (byte[] file : files) {
            for (EventClass type : Samples.read(file).eventClasses()) {
                if (type.name().equals(event)) {
                    return type.payload();
                }
            }
        }
        throw new AssertionError("no event " + event);
    }

    /** Names, sizes, alignments and byte orders of all fields, locations included; paddings are left out, which only TSDL needs. */
    private static List<String> leaves(String name, FieldClass type) {
        if (type instanceof StructClass struct) {
            return struct.members().stream().filter(m -> !m.name().endsWith("_padding"))
                    .flatMap(m -> leaves(name + "." + m.name(), m.type()).stream())
                    .toList();
        }
        if (type instanceof VariantClass variant) {
            return Stream.concat(Stream.of(name + " by " + variant.selector()), variant.options().stream()
                    .flatMap(o -> leaves(name + "<" + o.name() + " " + o.ranges() + ">", o.type()).stream())).toList();
        }
        if (type instanceof ArrayClass array) {
            return Stream.concat(Stream.of(name + " of " + array.length()), leaves(name + "[]", array.element()).stream()).toList();
        }
        return type instanceof IntegerClass i
                ? List.of(name + " " + i.size() + " " + i.alignment() + " " + i.signed() + " " + i.byteOrder())
                : List.of(name + " " + type);
    }

    private static List<Path> metadataFiles(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.endsWith("metadata")).sorted().toList();
        }
    }

    @Test
    void everyMetadataFileOfTheSharedTracesReadsWithoutWarnings() throws Exception {
        Path traces = Samples.sharedTraces();
        List<Path> files = metadataFiles(traces).stream().filter(file -> !file.startsWith(traces.resolve("public/babeltrace/fail")))
                .toList();
        assertThat(files).hasSizeGreaterThan(50);
        for (Path file : files) {
            TraceMetadata metadata = MetadataReader.read(file);
            assertThat(metadata.warnings()).as(file.toString()).isEmpty();
            assertThat(metadata.eventClasses()).as(file.toString()).isNotEmpty();
        }
    }

    @Test
    void brokenMetadataOfTheSharedTracesIsRefused() throws Exception {
        Path fail = Samples.sharedTraces().resolve("public/babeltrace/fail");
        for (String name : List.of("metadata-syntax-error", "integer-range", "fail1", "smalltrace")) {
            assertThatThrownBy(() -> MetadataReader.read(fail.resolve(name).resolve("metadata"))).as(name)
                    .isInstanceOf(TraceReadException.class).hasMessageContaining("line ");
        }
    }

    @Test
    void eventClassesAreCountedAsBabeltraceCountsThem() throws Exception {
        Path traces = Samples.sharedTraces();
        assertThat(MetadataReader.read(traces.resolve("public/many-threads/metadata")).eventClasses()).hasSize(1181);
        assertThat(MetadataReader.read(traces.resolve("public/bug446190/metadata")).eventClasses()).hasSize(541);
        assertThat(MetadataReader.read(traces.resolve("public/synctraces/scp_src/metadata")).eventClasses()).hasSize(83);
        assertThat(MetadataReader.read(traces.resolve("lab/w1-ctf2/A/kernel/kernel/metadata")).eventClasses()).hasSize(1551);
    }
}
