/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bowline.ctf.decode.TinyTrace.packet;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.ReadCaveat;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;

/** What stands in the place of a stream or an index and is none; copies; streams of other traces. A FIFO that is opened blocks for ever. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SpecialFilesTest {
    @TempDir Path directory;

    private static byte[] stream() {
        return BitWriter.join(packet(100, 200, 0).tick(110, 1).bytes(), packet(200, 300, 1).tick(210, 2).bytes());
    }

    private static byte[] index() {
        long size = packet(100, 200, 0).tick(110, 1).bytes().length;
        return TinyTrace.index(new long[] {0, 8 * size, 8 * size, 100, 200, 0, 0, 0, 0}, new long[] {size, 8 * size, 8 * size, 200, 300, 0,
            0, 0, 1});
    }

    private void fifo(String name) throws IOException, InterruptedException {
        Files.createDirectories(directory.resolve(name).resolveSibling(""));
        boolean made;
        try {
            made = new ProcessBuilder("mkfifo", directory.resolve(name).toString()).start().waitFor(1, TimeUnit.MINUTES);
        } catch (IOException e) {
            made = false;
        }
        Assumptions.assumeTrue(made && Files.exists(directory.resolve(name)), "there is no mkfifo");
    }

    private static List<String> texts(TinyTrace trace) throws TraceReadException {
        try (CtfTrace open = trace.open()) {
            TinyTrace.read(open);
            return open.caveats().stream().map(ReadCaveat::text).toList();
        }
    }

    @Test
    void aFifoAsAnIndexIsToldAndNotRead() throws IOException, InterruptedException {
        TinyTrace trace = new TinyTrace(directory).write("s", stream()).write("t");
        fifo("index/s.idx");
        fifo("index/t.idx");
        fifo("index/u.idx");
        assertThat(trace.read()).containsExactly("110:1", "210:2");
        assertThat(trace.caveats()).containsExactly("INDEX_IGNORED 1");
        assertThat(texts(trace)).singleElement().asString().contains("s.idx", "it is not a file");
    }

    @Test
    @Timeout(60)
    void aFifoInPlaceOfTheFolderOfIndexesIsToldAndNotOpened() throws IOException, InterruptedException {
        TinyTrace trace = new TinyTrace(directory).write("s", stream());
        fifo("index");
        assertThat(trace.read()).containsExactly("110:1", "210:2");
        assertThat(texts(trace)).singleElement().asString().contains("/index: it is a FIFO");
    }

    @Test
    void aFifoOrADirectoryInThePlaceOfAStreamIsTold() throws IOException, InterruptedException {
        TinyTrace trace = new TinyTrace(directory).write("s", stream()).write("index/s.idx", index()).write("index/t.idx", index())
                .write("index/u.idx", index());
        Files.createDirectory(directory.resolve("t"));
        fifo("u");
        fifo("v");
        Files.createDirectory(directory.resolve("w"));
        assertThat(trace.read()).containsExactly("110:1", "210:2");
        assertThat(trace.caveats()).containsExactly("BROKEN_PACKET 1", "BROKEN_PACKET 1", "FOREIGN_FILE 1");
        assertThat(texts(trace)).satisfiesExactly(
                text -> assertThat(text).contains("/t, packet 0: it is a directory, but its index has packets"),
                text -> assertThat(text).contains("/u, packet 0: it is a FIFO").contains("its index has packets"),
                text -> assertThat(text).contains("/v: it is a FIFO"));
    }

    @Test
    void aFifoAsMetadataIsRefused() throws IOException, InterruptedException {
        new TinyTrace(directory).write("s", stream());
        Files.delete(directory.resolve("metadata"));
        fifo("metadata");
        assertThat(CtfTrace.isTrace(directory)).isFalse();
        assertThatThrownBy(() -> CtfTrace.open(directory, ReadOptions.TOLERANT)).isInstanceOf(TraceReadException.class)
                .hasMessageContainingAll("metadata", "it is not a file");
    }

    @Test
    void aTailThatWasNeverWrittenIsNotSearchedToItsEnd() throws IOException {
        TinyTrace trace = new TinyTrace(directory).write("s", stream());
        long size = 1L << 40;
        try (RandomAccessFile file = new RandomAccessFile(trace.file("s").toFile(), "rw")) {
            file.setLength(size);
        } catch (IOException e) {
            Assumptions.abort("the file system has no files with holes of that size");
        }
        assertThat(trace.read()).containsExactly("110:1", "210:2", "lost(210-210,-1)");
        assertThat(trace.caveats()).containsExactly("BROKEN_PACKET 1");
    }

    @Test
    void afterABrokenPacketTheNextIsFoundThoughItIsFarAway() throws IOException {
        byte[] last = packet(300, 400, 2).tick(310, 3).bytes();
        TinyTrace trace = new TinyTrace(directory).write("s", stream());
        try (RandomAccessFile file = new RandomAccessFile(trace.file("s").toFile(), "rw")) {
            file.seek(60L << 20);
            file.write(last);
        }
        assertThat(trace.read()).contains("110:1", "210:2", "310:3");
    }

    @Test
    void aCopyOfAStreamIsReadOnceAndTold() throws IOException {
        TinyTrace trace = new TinyTrace(directory).write("s", stream()).write("s (copy)", stream());
        assertThat(trace.read()).containsExactly("110:1", "210:2");
        assertThat(trace.caveats()).containsExactly("DUPLICATE_STREAM 1");
        assertThat(texts(trace)).singleElement().asString().contains("s (copy)", "It was read once");
        // cut off, and in the place of the first
        trace.write("s", packet(100, 200, 0).tick(110, 1).bytes());
        assertThat(trace.read()).containsExactly("110:1", "210:2");
        assertThat(trace.caveats()).containsExactly("DUPLICATE_STREAM 1");
    }

    @Test
    void aCopyWhoseBytesDifferIsToldAndRead() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory).write("s", stream()).write("t",
                BitWriter.join(packet(100, 200, 0).tick(110, 1).bytes(), packet(200, 300, 1).tick(210, 9).bytes()));
        assertThat(trace.read()).filteredOn(line -> line.endsWith(":1")).hasSize(2);
        assertThat(trace.caveats()).contains("DUPLICATE_STREAM 1");
        assertThat(texts(trace).get(0)).contains("Their bytes differ");
    }

    @Test
    void processorsWithPacketsOfTheSameTimeAreNoCopies() throws TraceReadException {
        TinyTrace trace = new TinyTrace(directory);
        for (int cpu = 0; cpu < 3; cpu++) {
            trace.write("c_" + cpu,
                    new TinyTrace.PacketBuilder(0xC1FC1FC1L, TinyTrace.UUID, 0, cpu, 100, 200, 0, 0, cpu).tick(110, 1).bytes());
        }
        assertThat(trace.read()).hasSize(3);
        assertThat(trace.caveats()).isEmpty();
    }

    @Test
    void aStreamOfAnotherTraceIsTold() throws TraceReadException {
        byte[] other = new TinyTrace.PacketBuilder(0xC1FC1FC1L, "ff" + TinyTrace.UUID.substring(2), 0, 5, 100, 200, 0, 0, 3).tick(110, 9)
                .bytes();
        TinyTrace trace = new TinyTrace(directory).write("s", stream()).write("t", other);
        assertThat(trace.read()).containsExactly("110:1", "210:2");
        assertThat(trace.caveats()).containsExactly("OTHER_TRACE 1");
    }

    @Test
    void aTraceWithNothingButPacketsOfAnotherIsRefused() {
        byte[] other = new TinyTrace.PacketBuilder(0xC1FC1FC1L, "ff" + TinyTrace.UUID.substring(2), 0, 5, 100, 200, 0, 0, 3).tick(110, 9)
                .bytes();
        TinyTrace trace = new TinyTrace(directory).write("s", other);
        assertThatThrownBy(trace::open).isInstanceOf(TraceReadException.class).hasMessageContainingAll("UUID", "no other packets",
                "metadata");
    }
}
