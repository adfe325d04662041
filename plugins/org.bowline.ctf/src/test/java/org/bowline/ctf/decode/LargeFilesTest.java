/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bowline.ctf.decode.TinyTrace.packet;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;

class LargeFilesTest {
    @TempDir Path directory;

    @Test
    void aFileOfFiveGigabytesIsReadInWindows() throws IOException {
        TinyTrace tiny = new TinyTrace(directory);
        long size = 700L << 20;
        List<String> expected = new ArrayList<>();
        try (RandomAccessFile file = new RandomAccessFile(tiny.file("s").toFile(), "rw")) {
            // a file with holes: only the packets' first bytes are there
            for (int i = 0; i < 7; i++) {
                file.seek(i * size);
                file.write(packet(100L * i, 100L * i + 99, i).total(8 * size).tick(100L * i + 5, i).bytes());
                expected.add(100L * i + 5 + ":" + i);
            }
            file.setLength(7 * size);
        }
        Assumptions.assumeTrue(Files.size(tiny.file("s")) == 7 * size, "the file system has no files with holes");
        assertThat(tiny.read()).isEqualTo(expected);
        try (CtfTrace trace = tiny.open()) {
            assertThat(trace.streams().get(0).bytes()).isEqualTo(7 * size);
            assertThat(trace.caveats()).isEmpty();
        }
    }

    @Test
    void aPacketOfMoreThanTwoGigabytesIsRefusedByName() throws IOException {
        TinyTrace tiny = new TinyTrace(directory);
        long size = 3L << 30;
        try (RandomAccessFile file = new RandomAccessFile(tiny.file("s").toFile(), "rw")) {
            file.write(packet(100, 199, 0).total(8 * size).tick(105, 1).bytes());
            file.seek(size);
            file.write(packet(200, 299, 1).tick(205, 2).bytes());
        }
        assertThat(tiny.read()).containsExactly("lost(100-199,-1)", "205:2");
        try (CtfTrace trace = tiny.open()) {
            assertThat(trace.caveats()).singleElement().satisfies(caveat -> assertThat(caveat.text()).contains("larger than 2 GiB"));
        }
    }

    @Test
    void windowsBeginAtPacketsAndAreReused() throws IOException, TraceReadException {
        Path path = directory.resolve("bytes");
        byte[] bytes = new byte[1000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        Files.write(path, bytes);
        MappedFile file = new MappedFile(path, 1000, 100);
        int first = file.require(0, 60);
        assertThat(file.require(60, 40)).isEqualTo(first);
        int second = file.require(90, 60);
        assertThat(second).isNotEqualTo(first);
        assertThat(file.start(second)).isEqualTo(90);
        assertThat(file.window(second).get(5)).isEqualTo((byte) 95);
        int wide = file.require(200, 500);
        assertThat(file.window(wide).capacity()).isEqualTo(500);
        int last = file.require(990, 500);
        assertThat(file.window(last).capacity()).isEqualTo(10);
    }
}
