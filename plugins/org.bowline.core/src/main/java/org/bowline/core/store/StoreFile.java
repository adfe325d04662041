/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.TimelineColumns;

/**
 * Arrays of numbers in a file, each with a checksum. All numbers are little-endian.
 *
 * <pre>
 * 0   8 bytes  "Bowline", 0
 * 8   int      version of the format
 * 12  int      number of sections
 * 16  long     length of the file
 * 24  int      length of the fingerprint
 * 28  int      checksum of the header without these four bytes
 * 32           per section: int bytes per element, int checksum, long number of elements
 *              fingerprint, in UTF-8
 *              sections, each from a multiple of 8 on, zeros between
 * </pre>
 *
 * <p>A section's checksum is the CRC-32C of those of its chunks of 4 MiB, so that chunks can be read side by side.
 */
final class StoreFile {
    /** Raise it with every change of what is written. */
    static final int VERSION = 20;

    private static final byte[] MAGIC = {'B', 'o', 'w', 'l', 'i', 'n', 'e', 0};
    private static final int FIXED = 32;
    private static final int ENTRY = 16;
    private static final int CHECKSUM_AT = 28;
    private static final int ALIGNMENT = 8;
    private static final int CHUNK = 4 << 20;
    /** What is copied at a time: stays in a processor's cache. */
    private static final int PIECE = 256 << 10;
    private static final int LONGEST_FINGERPRINT = 1 << 16;
    private static final String WRITING = "Storing the analysis";
    private static final String READING = "Reading the stored analysis";

    private StoreFile() {}

    // writing

    static void write(FileChannel channel, byte[] fingerprint, List<?> sections, Progress progress) throws IOException {
        if (fingerprint.length > LONGEST_FINGERPRINT) {
            throw new IllegalArgumentException("a fingerprint of " + fingerprint.length + " bytes is too long");
        }
        int headerBytes = FIXED + ENTRY * sections.size() + fingerprint.length;
        long[] lengths = new long[sections.size()];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = bytes(sections.get(i));
        }
        long[] positions = positions(headerBytes, lengths);
        long end = positions[lengths.length];
        ByteBuffer header = ByteBuffer.allocate(headerBytes).order(ByteOrder.LITTLE_ENDIAN);
        header.put(MAGIC).putInt(VERSION).putInt(lengths.length).putLong(end).putInt(fingerprint.length).putInt(0);
        ByteBuffer buffer = ByteBuffer.allocateDirect(PIECE).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < lengths.length; i++) {
            Object array = sections.get(i);
            ByteBuffer checksums = ByteBuffer.allocate(Integer.BYTES * chunks(lengths[i])).order(ByteOrder.LITTLE_ENDIAN);
            for (long chunk = 0; chunk < lengths[i]; chunk += CHUNK) {
                CRC32C checksum = new CRC32C();
                long chunkEnd = Math.min(lengths[i], chunk + CHUNK);
                for (long piece = chunk; piece < chunkEnd; piece += PIECE) {
                    progress.check();
                    progress.report(WRITING, (double) (positions[i] + piece) / end);
                    fill(buffer, array, piece, (int) Math.min(PIECE, chunkEnd - piece));
                    checksum.update(buffer.duplicate());
                    writeAll(channel, buffer, positions[i] + piece);
                }
                checksums.putInt((int) checksum.getValue());
            }
            header.putInt(elementBytes(array)).putInt(crc(checksums.array(), 0, checksums.capacity()))
                    .putLong(lengths[i] / elementBytes(array));
        }
        header.put(fingerprint);
        header.putInt(CHECKSUM_AT, headerChecksum(header.array()));
        writeAll(channel, header.flip(), 0);
        if (channel.size() < end) {
            writeAll(channel, ByteBuffer.allocate(1), end - 1); // zeros after the last section
        }
    }

    private static void writeAll(FileChannel channel, ByteBuffer buffer, long position) throws IOException {
        long at = position;
        while (buffer.hasRemaining()) {
            at += channel.write(buffer, at);
        }
    }

    private static void fill(ByteBuffer buffer, Object array, long fromByte, int bytes) {
        int size = elementBytes(array);
        int from = (int) (fromByte / size);
        int count = bytes / size;
        buffer.clear();
        if (array instanceof long[] longs) {
            buffer.asLongBuffer().put(longs, from, count);
        } else if (array instanceof int[] ints) {
            buffer.asIntBuffer().put(ints, from, count);
        } else if (array instanceof short[] shorts) {
            buffer.asShortBuffer().put(shorts, from, count);
        } else {
            buffer.put((byte[]) array, from, count);
        }
        buffer.position(0).limit(bytes);
    }

    private static int elementBytes(Object array) {
        if (array instanceof long[]) {
            return Long.BYTES;
        }
        if (array instanceof int[]) {
            return Integer.BYTES;
        }
        return array instanceof short[] ? Short.BYTES : Byte.BYTES;
    }

    private static long bytes(Object array) {
        return (long) java.lang.reflect.Array.getLength(array) * elementBytes(array);
    }

    /** Where each section begins, and where the file ends. */
    private static long[] positions(long headerBytes, long[] lengths) {
        long[] positions = new long[lengths.length + 1];
        positions[0] = align(headerBytes);
        for (int i = 0; i < lengths.length; i++) {
            positions[i + 1] = align(Math.addExact(positions[i], lengths[i]));
        }
        return positions;
    }

    private static long align(long position) {
        return Math.addExact(position, ALIGNMENT - 1) & -ALIGNMENT;
    }

    private static int chunks(long bytes) {
        return Math.toIntExact((bytes + CHUNK - 1) / CHUNK);
    }

    private static int crc(byte[] bytes, int from, int to) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, from, to - from);
        return (int) checksum.getValue();
    }

    static int headerChecksum(byte[] header) {
        CRC32C checksum = new CRC32C();
        checksum.update(header, 0, CHECKSUM_AT);
        checksum.update(header, CHECKSUM_AT + Integer.BYTES, header.length - CHECKSUM_AT - Integer.BYTES);
        return (int) checksum.getValue();
    }

    // reading

    /** @throws DamagedStoreException if the file is not one that {@link #write} has written with this fingerprint */
    static List<Object> read(FileChannel channel, byte[] fingerprint, Progress progress) throws IOException {
        int sections = TimelineColumns.count() + 1;
        ByteBuffer header = ByteBuffer.allocate(FIXED + ENTRY * sections + fingerprint.length).order(ByteOrder.LITTLE_ENDIAN);
        long length = channel.size();
        if (length < header.capacity()) {
            throw new DamagedStoreException("shorter than its header");
        }
        readAll(channel, header, 0);
        header.flip();
        byte[] magic = new byte[MAGIC.length];
        header.get(magic);
        if (!Arrays.equals(magic, MAGIC) || header.getInt() != VERSION || header.getInt() != sections || header.getLong() != length
                || header.getInt() != fingerprint.length) {
            throw new DamagedStoreException("another format, or of other traces");
        }
        if (header.getInt() != headerChecksum(header.array())) {
            throw new DamagedStoreException("the header is damaged");
        }
        byte[] stored = Arrays.copyOfRange(header.array(), FIXED + ENTRY * sections, header.capacity());
        if (!Arrays.equals(stored, fingerprint)) {
            throw new DamagedStoreException("of other traces");
        }
        return readSections(channel, header, sections, length, progress);
    }

    // Complex: its steps share arrays over all sections.
    private static List<Object> readSections(FileChannel channel, ByteBuffer header, int sections, long length, Progress progress)
            throws IOException {
        int[] size = new int[sections];
        int[] checksum = new int[sections];
        long[] elements = new long[sections];
        long[] bytes = new long[sections];
        for (int i = 0; i < sections; i++) {
            size[i] = header.getInt();
            checksum[i] = header.getInt();
            elements[i] = header.getLong();
            boolean known = size[i] == Long.BYTES || size[i] == Integer.BYTES || size[i] == Short.BYTES || size[i] == Byte.BYTES;
            if (!known || elements[i] < 0 || elements[i] > length / size[i] || elements[i] > Integer.MAX_VALUE - ALIGNMENT) {
                throw new DamagedStoreException("a section is larger than the file");
            }
            bytes[i] = elements[i] * size[i];
        }
        long[] positions = positions(header.capacity(), bytes);
        if (positions[sections] != length || length > Runtime.getRuntime().maxMemory()) {
            throw new DamagedStoreException("the sections do not fill the file, or more than the memory");
        }
        // zeroing memory takes as long as reading it: side by side, too
        List<Object> arrays = IntStream.range(0, sections).parallel().mapToObj(i -> allocate(size[i], (int) elements[i])).toList();
        List<Chunk> chunks = new ArrayList<>();
        int[][] checksums = new int[sections][];
        for (int i = 0; i < sections; i++) {
            checksums[i] = new int[chunks(bytes[i])];
            for (int c = 0; c < checksums[i].length; c++) {
                chunks.add(new Chunk(i, c));
            }
        }
        AtomicInteger done = new AtomicInteger();
        try {
            chunks.parallelStream().forEach(chunk -> {
                progress.check();
                long from = (long) chunk.index * CHUNK;
                int part = (int) Math.min(CHUNK, bytes[chunk.section] - from);
                checksums[chunk.section][chunk.index] = copy(channel, positions[chunk.section] + from, arrays.get(chunk.section), from,
                        part);
                progress.report(READING, (double) done.incrementAndGet() / chunks.size());
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (int i = 0; i < sections; i++) {
            ByteBuffer all = ByteBuffer.allocate(Integer.BYTES * checksums[i].length).order(ByteOrder.LITTLE_ENDIAN);
            all.asIntBuffer().put(checksums[i]);
            if (crc(all.array(), 0, all.capacity()) != checksum[i]) {
                throw new DamagedStoreException("section " + i + " is damaged");
            }
        }
        return arrays;
    }

    private record Chunk(int section, int index) {}

    private static Object allocate(int elementBytes, int elements) {
        return switch (elementBytes) {
            case Long.BYTES -> new long[elements];
            case Integer.BYTES -> new int[elements];
            case Short.BYTES -> new short[elements];
            default -> new byte[elements];
        };
    }

    /** Copies a part of a section from the file; returns its checksum. */
    private static int copy(FileChannel channel, long position, Object array, long fromByte, int bytes) {
        CRC32C checksum = new CRC32C();
        ByteBuffer buffer = ByteBuffer.allocateDirect(Math.min(PIECE, bytes)).order(ByteOrder.LITTLE_ENDIAN);
        int size = elementBytes(array);
        try {
            for (int piece = 0; piece < bytes; piece += PIECE) {
                int count = Math.min(PIECE, bytes - piece);
                buffer.clear().limit(count);
                readAll(channel, buffer, position + piece);
                buffer.flip();
                checksum.update(buffer.duplicate());
                int at = (int) ((fromByte + piece) / size);
                if (array instanceof long[] longs) {
                    buffer.asLongBuffer().get(longs, at, count / size);
                } else if (array instanceof int[] ints) {
                    buffer.asIntBuffer().get(ints, at, count / size);
                } else if (array instanceof short[] shorts) {
                    buffer.asShortBuffer().get(shorts, at, count / size);
                } else {
                    buffer.get((byte[]) array, at, count);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return (int) checksum.getValue();
    }

    private static void readAll(FileChannel channel, ByteBuffer buffer, long position) throws IOException {
        long at = position;
        while (buffer.hasRemaining()) {
            int count = channel.read(buffer, at);
            if (count < 0) {
                throw new DamagedStoreException("cut off while it was read");
            }
            at += count;
        }
    }
}
