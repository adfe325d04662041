/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads integers of 1 to 64 bits at any bit position of a little-endian view of a packet. A <em>form</em> tells how: the low bits the
 * kind, then size and sign, so that one int describes a field. Little-endian fields begin in the low bits of a byte, big-endian ones in
 * the high bits.
 *
 * <p>Every method may throw {@link IndexOutOfBoundsException} at the end of the buffer, which callers turn into a broken packet.
 */
final class Bits {
    static final int U8 = 0;
    static final int S8 = 1;
    static final int U16_LE = 2;
    static final int S16_LE = 3;
    static final int U32_LE = 4;
    static final int S32_LE = 5;
    static final int I64_LE = 6;
    static final int U16_BE = 7;
    static final int S16_BE = 8;
    static final int U32_BE = 9;
    static final int S32_BE = 10;
    static final int I64_BE = 11;
    /** Any size at any bit, first bit in the low end. */
    static final int ANY_LE = 12;
    /** Any size at any bit, first bit in the high end. */
    static final int ANY_BE = 13;
    /** As {@link #ANY_LE}, the value's bits in the other order. */
    static final int REVERSED_LE = 14;
    /** As {@link #ANY_BE}, the value's bits in the other order. */
    static final int REVERSED_BE = 15;
    /** LEB128; the size of the form is not used. */
    static final int LEB128 = 16;

    private static final int KIND_MASK = 0x1F;
    private static final int SIZE_SHIFT = 5;
    private static final int SIZE_MASK = 0x7F;
    private static final int SIGNED = 1 << 12;
    private static final int LEB128_LIMIT = 64;

    private Bits() {}

    // Complex: a table of forms, one line for each.
    /**
     * The form of a fixed-size integer.
     *
     * @param byteAligned the position is known to be a multiple of 8
     */
    static int form(int size, boolean signed, ByteOrder order, boolean reversed, boolean byteAligned) {
        boolean little = order == ByteOrder.LITTLE_ENDIAN;
        int kind;
        if (reversed) {
            kind = little ? REVERSED_LE : REVERSED_BE;
        } else if (byteAligned && size == 8) {
            kind = signed ? S8 : U8;
        } else if (byteAligned && size == 16) {
            kind = (little ? U16_LE : U16_BE) + (signed ? 1 : 0);
        } else if (byteAligned && size == 32) {
            kind = (little ? U32_LE : U32_BE) + (signed ? 1 : 0);
        } else if (byteAligned && size == 64) {
            kind = little ? I64_LE : I64_BE;
        } else {
            kind = little ? ANY_LE : ANY_BE;
        }
        return kind | (size << SIZE_SHIFT) | (signed ? SIGNED : 0);
    }

    /** The form of a LEB128 integer. */
    static int variableForm(boolean signed) {
        return LEB128 | (signed ? SIGNED : 0);
    }

    static int size(int form) {
        return (form >> SIZE_SHIFT) & SIZE_MASK;
    }

    static boolean signed(int form) {
        return (form & SIGNED) != 0;
    }

    /** Whether the eight bytes from the field's first one on hold all of it, and in the usual order of bits. */
    static boolean isWithinOneWord(int form) {
        int kind = form & KIND_MASK;
        return kind < ANY_LE || ((kind == ANY_LE || kind == ANY_BE) && size(form) <= Long.SIZE - 7);
    }

    static boolean bigEndian(int form) {
        int kind = form & KIND_MASK;
        return (kind >= U16_BE && kind <= I64_BE) || kind == ANY_BE || kind == REVERSED_BE;
    }

    /**
     * Reads an integer.
     *
     * @param bytes in little-endian order
     * @param bit position of its first bit
     */
    static long read(ByteBuffer bytes, int form, long bit) {
        int at = (int) (bit >>> 3);
        switch (form & KIND_MASK) {
            case U8:
                return bytes.get(at) & 0xFF;
            case S8:
                return bytes.get(at);
            case U16_LE:
                return bytes.getShort(at) & 0xFFFF;
            case S16_LE:
                return bytes.getShort(at);
            case U32_LE:
                return bytes.getInt(at) & 0xFFFFFFFFL;
            case S32_LE:
                return bytes.getInt(at);
            case I64_LE:
                return bytes.getLong(at);
            case U16_BE:
                return Short.reverseBytes(bytes.getShort(at)) & 0xFFFF;
            case S16_BE:
                return Short.reverseBytes(bytes.getShort(at));
            case U32_BE:
                return Integer.reverseBytes(bytes.getInt(at)) & 0xFFFFFFFFL;
            case S32_BE:
                return Integer.reverseBytes(bytes.getInt(at));
            case I64_BE:
                return Long.reverseBytes(bytes.getLong(at));
            case LEB128:
                return readLeb128(bytes, at, signed(form));
            default:
                return readAny(bytes, form, bit);
        }
    }

    private static long readAny(ByteBuffer bytes, int form, long bit) {
        int kind = form & KIND_MASK;
        int size = size(form);
        int at = (int) (bit >>> 3);
        int shift = (int) (bit & 7);
        boolean little = kind == ANY_LE || kind == REVERSED_LE;
        long word = wordAt(bytes, at, (shift + size + 7) >>> 3);
        long value;
        if (little) {
            value = word >>> shift;
            if (shift + size > 64) {
                value |= (long) (bytes.get(at + 8) & 0xFF) << (64 - shift);
            }
            if (size < 64) {
                value &= (1L << size) - 1;
            }
        } else {
            long high = Long.reverseBytes(word) << shift;
            if (shift + size > 64) {
                high |= (bytes.get(at + 8) & 0xFF) >>> (8 - shift);
            }
            value = high >>> (64 - size);
        }
        if (kind == REVERSED_LE || kind == REVERSED_BE) {
            value = Long.reverse(value) >>> (64 - size);
        }
        return signed(form) ? (value << (64 - size)) >> (64 - size) : value;
    }

    /** Up to eight bytes from {@code at}, the first in the low end; at least {@code needed} of them (at most 8) must be there. */
    private static long wordAt(ByteBuffer bytes, int at, int needed) {
        if (at + 8 <= bytes.limit()) {
            return bytes.getLong(at);
        }
        long word = 0;
        for (int i = Math.min(needed, 8) - 1; i >= 0; i--) {
            word = (word << 8) | (bytes.get(at + i) & 0xFF);
        }
        return word;
    }

    /** The value of a LEB128 integer; bits beyond the 64th are dropped. */
    static long readLeb128(ByteBuffer bytes, int at, boolean signed) {
        long value = 0;
        int shift = 0;
        for (int i = at;; i++) {
            byte b = bytes.get(i);
            if (shift < LEB128_LIMIT) {
                value |= (long) (b & 0x7F) << shift;
            }
            shift += 7;
            if (b >= 0) {
                return signed && shift < LEB128_LIMIT && (b & 0x40) != 0 ? value | (-1L << shift) : value;
            }
        }
    }

    /**
     * Number of bytes of a LEB128 integer, or −1 if it does not end before {@code limit} or is longer than a 64-bit value can be.
     */
    static int leb128Length(ByteBuffer bytes, int at, int limit) {
        int stop = Math.min(limit, at + 10);
        for (int i = at; i < stop; i++) {
            if (bytes.get(i) >= 0) {
                return i - at + 1;
            }
        }
        return -1;
    }

    /** Index of the first NUL byte in [at, limit), or −1; eight bytes at a time. */
    static int indexOfNul(ByteBuffer bytes, int at, int limit) {
        int i = at;
        for (; i + 8 <= limit; i += 8) {
            long word = bytes.getLong(i);
            long zeros = (word - 0x0101010101010101L) & ~word & 0x8080808080808080L;
            if (zeros != 0) {
                return i + (Long.numberOfTrailingZeros(zeros) >>> 3);
            }
        }
        for (; i < limit; i++) {
            if (bytes.get(i) == 0) {
                return i;
            }
        }
        return -1;
    }

    /** Index of the first NUL unit of {@code unit} bytes in [at, limit), or −1. */
    static int indexOfNul(ByteBuffer bytes, int at, int limit, int unit) {
        if (unit == 1) {
            return indexOfNul(bytes, at, limit);
        }
        for (int i = at; i + unit <= limit; i += unit) {
            if (unit == 2 ? bytes.getShort(i) == 0 : bytes.getInt(i) == 0) {
                return i;
            }
        }
        return -1;
    }

    /** A floating-point value of 16, 32 or 64 bits from its pattern. */
    static double real(long pattern, int size) {
        return switch (size) {
            case 16 -> half((int) pattern);
            case 32 -> Float.intBitsToFloat((int) pattern);
            default -> Double.longBitsToDouble(pattern);
        };
    }

    private static double half(int pattern) {
        int exponent = (pattern >> 10) & 0x1F;
        int fraction = pattern & 0x3FF;
        double magnitude;
        if (exponent == 0) {
            magnitude = fraction * 0x1p-24;
        } else if (exponent == 0x1F) {
            magnitude = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        } else {
            magnitude = (1024 + fraction) * Math.scalb(1.0, exponent - 25);
        }
        return (pattern & 0x8000) != 0 ? -magnitude : magnitude;
    }
}
