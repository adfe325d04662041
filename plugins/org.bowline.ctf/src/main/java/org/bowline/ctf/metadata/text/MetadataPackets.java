/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.text;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.TraceReadException;

/**
 * Metadata in packets: each has a header of 37 bytes (magic, UUID, checksum, content and packet size in bits, three scheme bytes, version)
 * and text up to its content size. The magic tells the byte order. O(bytes).
 */
public final class MetadataPackets {
    private static final int MAGIC = 0x75D11D57;
    private static final int HEADER_BYTES = 37;
    private static final int UUID_OFFSET = 4;
    private static final int CONTENT_SIZE_OFFSET = 24;
    private static final int PACKET_SIZE_OFFSET = 28;
    private static final int COMPRESSION_OFFSET = 32;
    private static final int ENCRYPTION_OFFSET = 33;
    private static final int CHECKSUM_OFFSET = 34;
    private static final int MAJOR_OFFSET = 35;
    private static final int MINOR_OFFSET = 36;

    private MetadataPackets() {}

    /** The byte order of the file's packets, or null if it has none. */
    public static @Nullable ByteOrder byteOrder(byte[] file) {
        if (file.length < Integer.BYTES) {
            return null;
        }
        int first = ByteBuffer.wrap(file).getInt(0);
        if (first == MAGIC) {
            return ByteOrder.BIG_ENDIAN;
        }
        return first == Integer.reverseBytes(MAGIC) ? ByteOrder.LITTLE_ENDIAN : null;
    }

    /** Joins the texts of all packets. */
    public static MetadataText unwrap(Path path, byte[] file, ByteOrder order) throws TraceReadException {
        ByteBuffer buffer = ByteBuffer.wrap(file).order(order);
        byte[] text = new byte[file.length];
        int length = 0;
        List<int[]> pieces = new ArrayList<>();
        String uuid = "";
        boolean paddingCut = false;
        int at = 0;
        for (int packet = 0; at < file.length; packet++) {
            if (file.length - at < HEADER_BYTES) {
                throw bad(path, packet, at, "the file ends within the header of a metadata packet (" + (file.length - at) + " of "
                        + HEADER_BYTES + " bytes)");
            }
            if (buffer.getInt(at) != MAGIC) {
                throw bad(path, packet, at,
                        "no metadata packet begins here: its magic number is 0x" + Integer.toHexString(buffer.getInt(at))
                                + " instead of 0x" + Integer.toHexString(MAGIC));
            }
            String own = uuid(file, at + UUID_OFFSET);
            if (packet == 0) {
                uuid = own;
            } else if (!own.equals(uuid)) {
                throw bad(path, packet, at,
                        "the metadata packet belongs to another trace: its UUID is " + own + ", the first packet's " + uuid);
            }
            checkSchemes(path, packet, at, file);
            long contentBits = Integer.toUnsignedLong(buffer.getInt(at + CONTENT_SIZE_OFFSET));
            long packetBits = Integer.toUnsignedLong(buffer.getInt(at + PACKET_SIZE_OFFSET));
            if (contentBits % Byte.SIZE != 0 || packetBits % Byte.SIZE != 0) {
                throw bad(path, packet, at,
                        "the metadata packet's sizes, " + contentBits + " and " + packetBits + " bits, are not whole bytes");
            }
            int room = file.length - at;
            long content = contentBits / Byte.SIZE;
            long size = packetBits / Byte.SIZE;
            if (content < HEADER_BYTES || content > size) {
                throw bad(path, packet, at,
                        "the metadata packet's content size of " + content + " bytes does not fit between its header of "
                                + HEADER_BYTES + " and its size of " + size + " bytes");
            }
            if (content > room) {
                throw bad(path, packet, at, "the metadata packet has " + content + " bytes of content, but the file ends after " + room);
            }
            int bytes = (int) content - HEADER_BYTES;
            pieces.add(new int[] {length, at + HEADER_BYTES});
            System.arraycopy(file, at + HEADER_BYTES, text, length, bytes);
            length += bytes;
            paddingCut = size > room;
            at = paddingCut ? file.length : at + (int) size;
        }
        int[] start = new int[pieces.size()];
        long[] offset = new long[pieces.size()];
        for (int i = 0; i < start.length; i++) {
            start[i] = pieces.get(i)[0];
            offset[i] = pieces.get(i)[1];
        }
        MetadataText result = new MetadataText(path, text, length, nil(uuid) ? "" : uuid, start, offset);
        if (paddingCut) {
            result.warn(length, "the last metadata packet's padding is cut off; its content is whole");
        }
        return result;
    }

    private static void checkSchemes(Path path, int packet, int at, byte[] file) throws TraceReadException {
        int major = file[at + MAJOR_OFFSET] & 0xFF;
        int minor = file[at + MINOR_OFFSET] & 0xFF;
        if (!(major == 1 && minor == 8) && !(major == 2 && minor == 0)) {
            throw bad(path, packet, at, "the metadata packet is of version " + major + "." + minor + "; versions 1.8 and 2.0 are known");
        }
        if (file[at + COMPRESSION_OFFSET] != 0 || file[at + ENCRYPTION_OFFSET] != 0 || file[at + CHECKSUM_OFFSET] != 0) {
            throw bad(path, packet, at, "the metadata packet is compressed, encrypted or checksummed, which no known tracer does");
        }
    }

    /** Sixteen bytes as a UUID's usual text. */
    public static String uuid(byte[] bytes, int at) {
        StringBuilder text = new StringBuilder(36);
        for (int i = 0; i < 16; i++) {
            if (i == 4 || i == 6 || i == 8 || i == 10) {
                text.append('-');
            }
            text.append(Character.forDigit((bytes[at + i] >> 4) & 0xF, 16)).append(Character.forDigit(bytes[at + i] & 0xF, 16));
        }
        return text.toString();
    }

    private static boolean nil(String uuid) {
        return uuid.chars().allMatch(c -> c == '0' || c == '-');
    }

    private static TraceReadException bad(Path path, int packet, int at, String wrong) {
        return TraceReadException.of(path, packet, at, wrong, "copy the trace again from where it was recorded", null);
    }
}
