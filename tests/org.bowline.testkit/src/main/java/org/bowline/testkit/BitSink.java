/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A packet under construction: bytes and a position in bits. Little endian integers fill a byte from its low end, big endian ones from its
 * high end, as CTF wants it.
 */
final class BitSink {
    private static final VarHandle LE16 = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LE32 = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LE64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BE16 = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle BE32 = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle BE64 = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] bytes;
    private long bit;

    BitSink(int capacityBytes) {
        bytes = new byte[capacityBytes];
    }

    byte[] bytes() {
        return bytes;
    }

    long bit() {
        return bit;
    }

    void seek(long newBit) {
        bit = newBit;
    }

    void align(int bits) {
        bit = (bit + bits - 1) & -(long) bits;
    }

    void integer(long value, int size, boolean bigEndian) {
        if ((bit & 7) == 0) {
            int at = (int) (bit >>> 3);
            switch (size) {
                case 8 -> bytes[at] = (byte) value;
                case 16 -> (bigEndian ? BE16 : LE16).set(bytes, at, (short) value);
                case 32 -> (bigEndian ? BE32 : LE32).set(bytes, at, (int) value);
                case 64 -> (bigEndian ? BE64 : LE64).set(bytes, at, value);
                default -> {
                    bits(value, size, bigEndian);
                    return;
                }
            }
            bit += size;
        } else {
            bits(value, size, bigEndian);
        }
    }

    private void bits(long value, int size, boolean bigEndian) {
        long rest = value;
        int left = size;
        while (left > 0) {
            int at = (int) (bit >>> 3);
            int used = (int) (bit & 7);
            int n = Math.min(8 - used, left);
            int mask = (1 << n) - 1;
            int shift = bigEndian ? 8 - used - n : used;
            int part = (int) (bigEndian ? value >>> (left - n) : rest) & mask;
            bytes[at] = (byte) (bytes[at] & ~(mask << shift) | part << shift);
            rest >>>= n;
            left -= n;
            bit += n;
        }
    }

    /** Bytes as they are, at a byte boundary. */
    void raw(byte[] source, int length) {
        System.arraycopy(source, 0, bytes, (int) (bit >>> 3), length);
        bit += 8L * length;
    }

    /** Zero bytes. */
    void zeros(int length) {
        int at = (int) (bit >>> 3);
        java.util.Arrays.fill(bytes, at, at + length, (byte) 0);
        bit += 8L * length;
    }
}
