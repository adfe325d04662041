/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.io.ByteArrayOutputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes packets bit by bit, as the format's text says it: the slow and obvious opposite of {@link Bits}. */
final class BitWriter {
    private byte[] bytes = new byte[64];
    private long at;
    private final ByteOrder order;

    BitWriter(ByteOrder order) {
        this.order = order;
    }

    static BitWriter littleEndian() {
        return new BitWriter(ByteOrder.LITTLE_ENDIAN);
    }

    static BitWriter bigEndian() {
        return new BitWriter(ByteOrder.BIG_ENDIAN);
    }

    long position() {
        return at;
    }

    BitWriter align(int bits) {
        at = (at + bits - 1) / bits * bits;
        reserve(at);
        return this;
    }

    /** An integer at the present bit. */
    BitWriter integer(long value, int size) {
        return integer(value, size, order, false);
    }

    BitWriter integer(long value, int size, ByteOrder byteOrder, boolean reversed) {
        reserve(at + size);
        for (int i = 0; i < size; i++) {
            // the i-th bit that is recorded: from the low end of the value (little endian) or from its high end
            int place = byteOrder == ByteOrder.LITTLE_ENDIAN ? i : size - 1 - i;
            int bit = (int) (value >>> (reversed ? size - 1 - place : place)) & 1;
            long position = at + i;
            int shift = byteOrder == ByteOrder.LITTLE_ENDIAN ? (int) (position & 7) : 7 - (int) (position & 7);
            if (bit != 0) {
                bytes[(int) (position >>> 3)] |= (byte) (1 << shift);
            }
        }
        at += size;
        return this;
    }

    BitWriter u8(long value) {
        return integer(value, 8);
    }

    BitWriter u16(long value) {
        return integer(value, 16);
    }

    BitWriter u32(long value) {
        return integer(value, 32);
    }

    BitWriter u64(long value) {
        return integer(value, 64);
    }

    BitWriter bytes(byte[] more) {
        for (byte b : more) {
            u8(b);
        }
        return this;
    }

    /** Text and its NUL. */
    BitWriter string(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8)).u8(0);
    }

    /** Text in a fixed number of bytes. */
    BitWriter text(String text, int length) {
        return bytes(Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), length));
    }

    BitWriter leb128(long value, boolean signed) {
        long rest = value;
        while (true) {
            long low = rest & 0x7F;
            rest = signed ? rest >> 7 : rest >>> 7;
            boolean last = signed ? (rest == 0 && (low & 0x40) == 0) || (rest == -1 && (low & 0x40) != 0) : rest == 0;
            u8(last ? low : low | 0x80);
            if (last) {
                return this;
            }
        }
    }

    /** Overwrites an integer that was written before. */
    BitWriter patch(long position, long value, int size) {
        long end = at;
        for (long i = position; i < position + size; i++) {
            bytes[(int) (i >>> 3)] &= (byte) ~(1 << (order == ByteOrder.LITTLE_ENDIAN ? i & 7 : 7 - (i & 7)));
        }
        at = position;
        integer(value, size);
        at = end;
        return this;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, (int) ((at + 7) / 8));
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private void reserve(long bits) {
        if ((bits + 7) / 8 > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max((bits + 7) / 8, 2L * bytes.length));
        }
    }
}
