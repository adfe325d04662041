/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.text;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/** One string for equal words, found by their bytes: metadata says the same few hundred words many thousand times. Words are ASCII. */
public final class WordTable {
    private @Nullable String[] words = new @Nullable String[1 << 10];
    private int count;

    /** The hash of one more byte after a word of the hash {@code hash}; 0 for the empty word. */
    public static int hash(int hash, byte next) {
        return hash * 31 + next;
    }

    /**
     * The word's string. O(length).
     *
     * @param hash made with {@link #hash} of all its bytes
     */
    public String word(byte[] bytes, int from, int length, int hash) {
        int mask = words.length - 1;
        int slot = spread(hash) & mask;
        for (String known = words[slot]; known != null; known = words[slot]) {
            if (equal(known, bytes, from, length)) {
                return known;
            }
            slot = (slot + 1) & mask;
        }
        String fresh = new String(bytes, from, length, StandardCharsets.ISO_8859_1);
        words[slot] = fresh;
        count++;
        if (count * 2 > words.length) {
            grow();
        }
        return fresh;
    }

    private static int spread(int hash) {
        int mixed = hash * 0x9E3779B9;
        return mixed ^ (mixed >>> 16);
    }

    private static boolean equal(String known, byte[] bytes, int from, int length) {
        if (known.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (known.charAt(i) != bytes[from + i]) {
                return false;
            }
        }
        return true;
    }

    private void grow() {
        @Nullable String[] old = words;
        words = new @Nullable String[old.length * 2];
        int mask = words.length - 1;
        for (String known : old) {
            if (known != null) {
                // String.hashCode is the same polynomial
                int slot = spread(known.hashCode()) & mask;
                while (words[slot] != null) {
                    slot = (slot + 1) & mask;
                }
                words[slot] = known;
            }
        }
    }
}
