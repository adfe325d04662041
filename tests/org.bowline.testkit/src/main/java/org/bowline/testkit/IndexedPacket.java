/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A packet of a stream with an index, and where both say when it begins and ends: places for {@link Damage}. Found without the reader that is
 * under test: the index file has a fixed layout, and the packet has the same values in its first bytes.
 *
 * @param stream the stream file
 * @param number of the packet in it
 * @param last whether it is the last one
 * @param begin clock value of its begin
 * @param end of its end
 * @param beginAt where the packet says when it begins
 * @param endAt where it says when it ends
 * @param entryAt where its index entry has begin and end, one after the other
 */
public record IndexedPacket(Path stream, int number, boolean last, long begin, long end, long beginAt, long endAt, long entryAt) {
    private static final int HEADER_BYTES = 16;
    private static final int SEARCHED_BYTES = 256;

    /** All packets of a trace's streams that have an index, in order of their files. */
    public static List<IndexedPacket> of(Path trace) throws IOException {
        List<IndexedPacket> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(trace.resolve("index"))) {
            for (Path index : files.sorted().toList()) {
                String name = index.getFileName().toString();
                add(trace.resolve(name.substring(0, name.length() - ".idx".length())), index, all);
            }
        }
        return all;
    }

    private static void add(Path stream, Path index, List<IndexedPacket> all) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(index));
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(stream));
        int size = in.getInt(12);
        int number = 0;
        for (int at = HEADER_BYTES; at < in.limit(); at += size) {
            int offset = (int) in.getLong(at);
            long begin = in.getLong(at + 24);
            long end = in.getLong(at + 32);
            int beginAt = find(bytes, offset, begin);
            all.add(new IndexedPacket(stream, number++, at + size >= in.limit(), begin, end, beginAt,
                    find(bytes, beginAt + Long.BYTES, end), at + 24L));
        }
    }

    private static int find(ByteBuffer bytes, int from, long value) throws IOException {
        for (int at = from; at < from + SEARCHED_BYTES; at++) {
            if (bytes.getLong(at) == value || Long.reverseBytes(bytes.getLong(at)) == value) {
                return at;
            }
        }
        throw new IOException("no packet says " + value + " from byte " + from + " on");
    }

    /** The same packet in a copy of the trace. */
    public IndexedPacket in(Path trace) {
        return new IndexedPacket(trace.resolve(stream.getFileName().toString()), number, last, begin, end, beginAt, endAt, entryAt);
    }

    /** Its index file. */
    public Path index() {
        return stream.resolveSibling("index").resolve(stream.getFileName() + ".idx");
    }

    /** Changes 64 bits of a file, by exclusive or with these; done twice it is as before. */
    public static void change(Path file, long at, long bits) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            byte[] bytes = new byte[Long.BYTES];
            access.seek(at);
            access.readFully(bytes);
            ByteBuffer value = ByteBuffer.wrap(bytes).order(ByteOrder.BIG_ENDIAN);
            value.putLong(0, value.getLong(0) ^ bits);
            access.seek(at);
            access.write(bytes);
        }
    }
}
