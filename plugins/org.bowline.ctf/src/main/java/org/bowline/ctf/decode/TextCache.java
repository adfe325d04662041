/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.nio.ByteBuffer;
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

    /** The text of some bytes; what is no text becomes U+FFFD. */
    String text(ByteBuffer bytes, int at, int length, TextEncoding encoding) {
        if (length == 0) {
            return "";
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
