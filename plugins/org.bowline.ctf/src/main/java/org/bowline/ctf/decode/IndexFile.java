/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.ReadCaveat;
import org.bowline.ctf.TraceReadException;

/**
 * LTTng's index files ({@code index/STREAM.idx}, big endian, versions 1.0 and 1.1): they save the walk over all packet headers. An index
 * is believed only if its packets follow each other without a gap from the stream file's first byte to its last, at times that can be
 * ({@link PacketTimes}), and its first packet has the same size; each packet is checked when it is read, the first and the last, which the
 * range of the stream depends on, already here.
 */
final class IndexFile {
    private static final String FOLDER = "index";
    private static final String SUFFIX = ".idx";
    private static final int MAGIC = 0xC1F1DCC1;
    private static final int HEADER_BYTES = 16;
    private static final int ENTRY_BYTES_1_0 = 7 * 8;
    private static final int ENTRY_BYTES_1_1 = 9 * 8;

    /** Not wrong, but the stream has more: packet numbers came to LTTng's packets before they came to its index. */
    private static final String LACKS = "it lacks the packets' numbers or times";

    private IndexFile() {}

    private static Path of(Path stream) {
        return stream.resolveSibling(FOLDER).resolve(stream.getFileName() + SUFFIX);
    }

    /** Files of a trace's directory that have an index with packets but are not there, in order of their names. */
    static List<Path> withoutStream(Path directory) {
        Path folder = directory.resolve(FOLDER);
        if (!Files.isDirectory(folder)) {
            return List.of(); // who opens a FIFO waits until somebody writes to it
        }
        List<Path> missing = new ArrayList<>();
        try (DirectoryStream<Path> indexes = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path index : indexes) {
                String name = String.valueOf(index.getFileName());
                Path stream = directory.resolve(name.substring(0, name.length() - SUFFIX.length()));
                if (Files.notExists(stream) && hasPackets(stream)) {
                    missing.add(stream);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return List.of(); // no indexes, or none to read
        }
        missing.sort(null);
        return missing;
    }

    /** Whether a file has an index with packets: then it is, or was, a data stream, whatever it holds now. */
    static boolean hasPackets(Path stream) {
        Path path = of(stream);
        if (!Files.isRegularFile(path)) {
            return false; // none, or one that would never be read to its end
        }
        try (InputStream in = Files.newInputStream(path)) {
            byte[] begin = in.readNBytes(HEADER_BYTES + 1);
            return begin.length > HEADER_BYTES && ByteBuffer.wrap(begin).getInt(0) == MAGIC;
        } catch (IOException e) {
            return false; // none, or none to read
        }
    }

    /**
     * Reads the index of a stream file.
     *
     * @return null if there is none, or none to believe (a caveat says so)
     */
    static @Nullable PacketIndex read(MappedFile file, TraceLayout layout, PacketDecoder decoder, Caveats caveats)
            throws TraceReadException {
        Path path = of(file.path());
        if (Files.notExists(path) || !Files.isDirectory(file.path().resolveSibling(FOLDER))) {
            return null;
        }
        String wrong;
        try {
            if (!Files.isRegularFile(path)) {
                wrong = "it is not a file";
            } else if (Files.size(path) > HEADER_BYTES + file.size()) {
                wrong = "it is larger than the stream file";
            } else {
                PacketIndex index = new PacketIndex();
                wrong = parse(ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.BIG_ENDIAN), file, layout, decoder, index);
                if (wrong.isEmpty()) {
                    return index;
                }
                if (wrong.equals(LACKS)) {
                    return null;
                }
            }
        } catch (IOException e) {
            wrong = "it cannot be read (" + e.getMessage() + ")";
        }
        caveats.add(ReadCaveat.Kind.INDEX_IGNORED, file.path(), Caveats.WHOLE_FILE, 1, Long.MIN_VALUE, Long.MAX_VALUE,
                "The index file " + path + " was ignored and the packets were found in the stream itself: " + wrong + ".");
        return null;
    }

    // Complex: one condition for each reason not to believe an index.
    private static String parse(ByteBuffer in, MappedFile file, TraceLayout layout, PacketDecoder decoder, PacketIndex index)
            throws TraceReadException {
        if (in.limit() < HEADER_BYTES || in.getInt(0) != MAGIC) {
            return "it is not an index file";
        }
        int minor = in.getInt(8);
        int entryBytes = in.getInt(12);
        boolean numbered = minor >= 1 && entryBytes >= ENTRY_BYTES_1_1;
        if (in.getInt(4) != 1 || entryBytes < ENTRY_BYTES_1_0) {
            return "its version is unknown";
        }
        if ((in.limit() - HEADER_BYTES) % entryBytes != 0) {
            return "its size is not a multiple of its entries' size";
        }
        long expected = 0;
        int streamIndex = -1;
        for (int at = HEADER_BYTES; at < in.limit(); at += entryBytes) {
            long sizeBits = in.getLong(at + 8);
            long contentBits = in.getLong(at + 16);
            if (in.getLong(at) != expected || sizeBits <= 0 || sizeBits % 8 != 0 || sizeBits / 8 > file.size() - expected) {
                return "packet " + index.count + " is not where it should be";
            }
            if (contentBits <= 0 || contentBits > sizeBits) {
                return "the size of packet " + index.count + " cannot be";
            }
            if (sizeBits / 8 > MappedFile.MAX_PIECE_BYTES) {
                return "packet " + index.count + " is larger than 2 GiB";
            }
            int packet = index.add(expected, sizeBits / 8, contentBits, 0);
            index.window[packet] = file.require(expected, sizeBits / 8);
            if (packet == 0) {
                long fault = decoder.decode(file.window(index.window[0]), 0, sizeBits / 8);
                if (fault != 0 || decoder.totalBits != sizeBits || decoder.contentBits != contentBits) {
                    return "the first packet says otherwise";
                }
                if ((decoder.has(Machine.SEQUENCE) && !numbered) || !decoder.has(Machine.BEGIN_CYCLES)) {
                    return LACKS;
                }
                streamIndex = decoder.streamIndex;
            }
            if (layout.streamIndex(in.getLong(at + 48)) != streamIndex) {
                return "packet " + packet + " belongs to another stream class";
            }
            note(index, packet, in, at, decoder);
            expected += sizeBits / 8;
        }
        if (expected != file.size()) {
            return "its packets end " + (file.size() - expected) + (file.size() - expected == 1 ? " byte" : " bytes")
                    + " before the stream file does";
        }
        return index.count == 0 ? "" : times(file, layout.streams().get(streamIndex), decoder, index);
    }

    /** Compares the times of all entries with each other, and of the first and the last one with their packets. */
    private static String times(MappedFile file, StreamLayout stream, PacketDecoder decoder, PacketIndex index) {
        PacketTimes times = new PacketTimes(index, stream.clock);
        int wrong = times.check();
        if (wrong >= 0) {
            return "the times of packet " + wrong + " cannot be";
        }
        int last = index.count - 1;
        for (int packet = 0; packet < index.count; packet += Math.max(1, last)) {
            // what else is wrong with the packet is found when it is read
            if (decoder.decode(file, index.window[packet], index.offsetBytes[packet], index.sizeBytes[packet]) == 0
                    && !PacketTimes.agrees(index, packet, decoder)) {
                if (times.isRightAgainstIndex(packet, decoder, stream.headerProgram)) {
                    return "the time of packet " + packet + " is not what the packet and its first event say";
                }
                index.fault[packet] = (int) Faults.INDEX_TIMES;
            }
        }
        return "";
    }

    /** The first packet's decoder tells what the packets of this stream have at all. */
    private static void note(PacketIndex index, int packet, ByteBuffer in, int at, PacketDecoder first) {
        index.beginCycles[packet] = in.getLong(at + 24);
        index.endCycles[packet] = in.getLong(at + 32);
        int flags = PacketIndex.HAS_BEGIN | PacketIndex.HAS_END | PacketIndex.FROM_INDEX;
        if (first.has(Machine.DISCARDED)) {
            flags |= PacketIndex.HAS_DISCARDED;
            index.discarded[packet] = in.getLong(at + 40);
        }
        if (first.has(Machine.SEQUENCE)) {
            flags |= PacketIndex.HAS_SEQUENCE;
            index.sequence[packet] = in.getLong(at + 64);
        }
        index.flags[packet] = flags;
    }
}
