/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.metadata.TextEncoding;

/**
 * Texts that were decoded lately: thread names come again and again, and need not become a new string each time. Direct-mapped by a hash
 * of the bytes; long texts are not kept.
 */
final class TextCache {
    private static final int SLOTS = 1 << 12;
    private static final int LONGEST_BYTES = 64;
    private static final Charset UTF_32BE = Charset.forName("UTF-32BE");
    private static final Charset UTF_32LE = Charset.forName("UTF-32LE");

    private final byte[][] keys = new byte[SLOTS][];
    private final byte[] encodings = new byte[SLOTS];
    private final @Nullable String[] texts = new String[SLOTS];

    private static final int SHORT_BYTES = 16;
    private static final int SHORT_BITS = 10;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    /** Two longs each: the bytes of a short text, filled up with NUL. */
    private final long[] shortKeys = new long[2 << SHORT_BITS];
    private final @Nullable String[] shortTexts = new String[1 << SHORT_BITS];

    /**
     * The UTF-8 text at a position, to its first NUL: without a loop, as two longs.
     *
     * @param bytes little-endian, with at least sixteen bytes from there on
     * @param bounded the text ends with the sixteenth byte if no NUL comes before
     * @return null if no NUL comes and it is not bounded
     */
    @Nullable
    String shortText(ByteBuffer bytes, int at, boolean bounded) {
        long low = bytes.getLong(at);
        long high = bytes.getLong(at + 8);
        long lowNuls = (low - LOW_BITS) & ~low & HIGH_BITS;
        long highNuls = (high - LOW_BITS) & ~high & HIGH_BITS;
        if ((lowNuls | highNuls) == 0 && !bounded) {
            return null;
        }
        // the lowest bit of the nuls is in the first NUL; ones below that byte, all ones if there is none
        low &= ((lowNuls & -lowNuls) >>> 7) - 1;
        high &= ((highNuls & -highNuls) >>> 7) - 1;
        // nothing of the second half if the first one ends the text
        high &= ~((lowNuls | -lowNuls) >> 63);
        return known(low, high);
    }

    private String known(long low, long high) {
        int slot = (int) ((low * 0x9E3779B97F4A7C15L + high * 0xC2B2AE3D27D4EB4FL) >>> (64 - SHORT_BITS));
        if (shortKeys[2 * slot] != low || shortKeys[2 * slot + 1] != high) {
            slot ^= 1;
        }
        String known = shortTexts[slot];
        if (known != null && shortKeys[2 * slot] == low && shortKeys[2 * slot + 1] == high) {
            return known;
        }
        return keep(low, high, slot);
    }

    private String keep(long low, long high, int second) {
        int slot = shortTexts[second ^ 1] == null ? second ^ 1 : second;
        ByteBuffer key = ByteBuffer.allocate(SHORT_BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(low).putLong(high);
        int length = high != 0 ? 16 - Long.numberOfLeadingZeros(high) / 8 : 8 - Long.numberOfLeadingZeros(low) / 8;
        String text = new String(key.array(), 0, length, StandardCharsets.UTF_8);
        shortKeys[2 * slot] = low;
        shortKeys[2 * slot + 1] = high;
        shortTexts[slot] = text;
        return text;
    }

    /** The text of some bytes; what is no text becomes U+FFFD. */
    String text(ByteBuffer bytes, int at, int length, TextEncoding encoding) {
        if (length == 0) {
            return "";
        }
        if (length <= SHORT_BYTES && encoding.unitBytes() == 1) {
            // the same string as where there was room to read two longs
            return known(bytesAt(bytes, at, Math.min(length, 8)), bytesAt(bytes, at + 8, length - 8));
        }
        if (length > LONGEST_BYTES) {
            return decode(bytes, at, length, encoding);
        }
        long hash = encoding.ordinal();
        int i = 0;
        for (; i + 8 <= length; i += 8) {
            hash = mix(hash ^ bytes.getLong(at + i));
        }
        for (; i < length; i++) {
            hash = mix(hash ^ bytes.get(at + i));
        }
        int slot = (int) mix(hash) & (SLOTS - 1);
        String known = texts[slot];
        if (known != null && encodings[slot] == encoding.ordinal() && same(keys[slot], bytes, at, length)) {
            return known;
        }
        byte[] key = new byte[length];
        bytes.get(at, key);
        String text = new String(key, charset(encoding));
        keys[slot] = key;
        encodings[slot] = (byte) encoding.ordinal();
        texts[slot] = text;
        return text;
    }

    /** The first in the low end; NUL beyond the length. */
    private static long bytesAt(ByteBuffer bytes, int at, int length) {
        long word = 0;
        for (int i = length - 1; i >= 0; i--) {
            word = word << 8 | (bytes.get(at + i) & 0xFF);
        }
        return word;
    }

    /** Lets every bit reach every other: names often differ in their last letter only. */
    private static long mix(long bits) {
        long mixed = (bits ^ bits >>> 32) * 0x9E3779B97F4A7C15L;
        return mixed ^ mixed >>> 29;
    }

    private static boolean same(byte[] key, ByteBuffer bytes, int at, int length) {
        if (key.length != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (key[i] != bytes.get(at + i)) {
                return false;
            }
        }
        return true;
    }

    static String decode(ByteBuffer bytes, int at, int length, TextEncoding encoding) {
        byte[] copy = new byte[length];
        bytes.get(at, copy);
        return new String(copy, charset(encoding));
    }

    private static Charset charset(TextEncoding encoding) {
        return switch (encoding) {
            case NONE, UTF8 -> StandardCharsets.UTF_8;
            case UTF16BE -> StandardCharsets.UTF_16BE;
            case UTF16LE -> StandardCharsets.UTF_16LE;
            case UTF32BE -> UTF_32BE;
            case UTF32LE -> UTF_32LE;
        };
    }
}
