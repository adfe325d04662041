/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.nio.ByteBuffer;

import org.jspecify.annotations.Nullable;

/**
 * A {@link Field} in one long, so that reading it costs one load of the description, one of the anchor and one of the bytes, without a
 * branch that depends on the field: which fields come when is what a processor cannot foresee. What does not fit is read by the
 * {@link Field} itself.
 *
 * <pre>
 * bits  0–31 distance from the anchor, in bits      bit 50     integer is signed and shorter than 64 bits
 * bits 32–43 anchor                                  bit 51     integer is big endian
 * bits 44–49 64 − size of an integer                 bits 52–53 kind; 0: read the field itself
 * </pre>
 */
final class QuickField {
    /** To be read by the field. */
    static final long NONE = 0;
    /** Room that a quick text takes in the buffer, whatever its length. */
    static final int TEXT_BYTES = 16;
    /** Bytes that a quick integer is read from, whatever its size. */
    private static final int WORD_BYTES = 8;

    private static final long MAX_DELTA = Integer.MAX_VALUE;
    private static final int ANCHOR_SHIFT = 32;
    private static final int ANCHOR_MASK = (1 << 12) - 1;
    private static final int UNUSED_SHIFT = 44;
    private static final int SIGNED_SHIFT = 50;
    private static final long BIG_ENDIAN = 1L << 51;
    private static final int KIND_SHIFT = 52;
    private static final int INTEGER = 1;
    /** Sixteen bytes of text, up to the first NUL if there is one: the names of threads. */
    private static final int TEXT = 2;
    /** Text to a NUL that is known to come. */
    private static final int STRING = 3;

    private QuickField() {}

    static long of(@Nullable Field field) {
        if (field == null || field.delta() > MAX_DELTA || field.anchor() > ANCHOR_MASK) {
            return NONE;
        }
        long place = field.delta() | (long) field.anchor() << ANCHOR_SHIFT;
        return switch (field.shape()) {
            case INTEGER -> Bits.isWithinOneWord(field.form()) ? place | integer(field.form()) : NONE;
            case TEXT -> field.encoding().unitBytes() == 1 && field.count() == TEXT_BYTES ? place | (long) TEXT << KIND_SHIFT : NONE;
            case STRING -> field.encoding().unitBytes() == 1 ? place | (long) STRING << KIND_SHIFT : NONE;
            case REAL, ARRAY, OPAQUE -> NONE;
        };
    }

    private static long integer(int form) {
        int size = Bits.size(form);
        long signed = Bits.signed(form) && size < Long.SIZE ? 1L << SIGNED_SHIFT : 0;
        return (long) INTEGER << KIND_SHIFT | (long) (Long.SIZE - size) << UNUSED_SHIFT | signed | (Bits.bigEndian(form) ? BIG_ENDIAN : 0);
    }

    /** The anchor that the field lies behind; of {@link #NONE} the base anchor. */
    static int anchor(long quick) {
        return (int) (quick >>> ANCHOR_SHIFT) & ANCHOR_MASK;
    }

    /** Its first bit. */
    static long position(long quick, long anchor) {
        return anchor + (int) quick;
    }

    /** Whether {@link #integer(ByteBuffer, long, long)} can read it at this position. */
    static boolean isInteger(ByteBuffer bytes, long quick, long position) {
        return quick >>> KIND_SHIFT == INTEGER && (position >>> 3) + WORD_BYTES <= bytes.limit();
    }

    /** The integer at a position. */
    static long integer(ByteBuffer bytes, long quick, long position) {
        long word = bytes.getLong((int) (position >>> 3));
        int shift = (int) position & 7;
        int unused = (int) (quick >>> UNUSED_SHIFT) & 63;
        long high = (quick & BIG_ENDIAN) != 0 ? Long.reverseBytes(word) << shift : word << (unused - shift);
        long negative = (high >>> 63) & (quick >>> SIGNED_SHIFT);
        return (high >>> unused) - (negative << -unused);
    }

    /** Whether {@link TextCache#shortText} may be asked for it at this position. */
    static boolean isText(ByteBuffer bytes, long quick, long position) {
        return quick >>> KIND_SHIFT >= TEXT && (position >>> 3) + TEXT_BYTES <= bytes.limit();
    }

    /** Whether the text ends with its sixteenth byte at the latest. */
    static boolean isBounded(long quick) {
        return quick >>> KIND_SHIFT == TEXT;
    }
}
