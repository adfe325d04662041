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
 * is believed only if its packets follow each other without a gap from the stream file's first byte to its last and its first packet says
 * the same; each further packet is checked when it is read.
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
        List<Path> missing = new ArrayList<>();
        try (DirectoryStream<Path> indexes = Files.newDirectoryStream(directory.resolve(FOLDER), "*" + SUFFIX)) {
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
        if (!Files.isRegularFile(path)) {
            return null;
        }
        String wrong;
        try {
            if (Files.size(path) > HEADER_BYTES + file.size()) {
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

    private static String parse(ByteBuffer in, MappedFile file, TraceLayout layout, PacketDecoder decoder, PacketIndex index)
            throws TraceReadException {
        if (in.limit() < HEADER_BYTES || in.getInt(0) != MAGIC) {
            return "it is no index file";
        }
        int minor = in.getInt(8);
        int entryBytes = in.getInt(12);
        boolean numbered = minor >= 1 && entryBytes >= ENTRY_BYTES_1_1;
        if (in.getInt(4) != 1 || entryBytes < ENTRY_BYTES_1_0) {
            return "its version is unknown";
        }
        if ((in.limit() - HEADER_BYTES) % entryBytes != 0) {
            return "its size is no multiple of its entries' size";
        }
        long expected = 0;
        long before = Long.MIN_VALUE;
        int streamIndex = -1;
        for (int at = HEADER_BYTES; at < in.limit(); at += entryBytes) {
            long sizeBits = in.getLong(at + 8);
            long contentBits = in.getLong(at + 16);
            long begin = in.getLong(at + 24);
            long end = in.getLong(at + 32);
            if (in.getLong(at) != expected || sizeBits <= 0 || sizeBits % 8 != 0 || sizeBits / 8 > file.size() - expected) {
                return "packet " + index.count + " is not where it should be";
            }
            if (contentBits <= 0 || contentBits > sizeBits || Long.compareUnsigned(begin, end) > 0 || begin < before) {
                return "the sizes or times of packet " + index.count + " cannot be";
            }
            if (sizeBits / 8 > MappedFile.MAX_PIECE_BYTES) {
                return "packet " + index.count + " is larger than 2 GiB";
            }
            int packet = index.add(expected, sizeBits / 8, contentBits, 0);
            index.window[packet] = file.require(expected, sizeBits / 8);
            if (packet == 0) {
                long fault = decoder.decode(file.window(index.window[0]), 0, sizeBits / 8);
                if (fault != 0 || decoder.totalBits != sizeBits || decoder.contentBits != contentBits
                        || (decoder.has(Machine.BEGIN_CYCLES) && decoder.registers[Machine.BEGIN_CYCLES] != begin)) {
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
            before = begin;
            expected += sizeBits / 8;
        }
        return expected == file.size() ? "" : "its packets end " + (file.size() - expected)
                + (file.size() - expected == 1 ? " byte" : " bytes") + " before the stream file does";
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
