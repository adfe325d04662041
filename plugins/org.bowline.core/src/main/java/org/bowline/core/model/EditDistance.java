/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.model;

import java.util.Collection;
import java.util.List;

/** How far apart two words are that somebody typed: letters that are missing, too many or others, and neighbours that changed places (optimal string alignment). */
public final class EditDistance {
    /** A word of so many letters may have one wrong and be meant for another one; of twice as many, two. */
    private static final int LETTERS_OF_A_SLIP = 3;

    private EditDistance() {}

    /** Of some words those for which one that was typed may be meant, in their order. */
    public static List<String> meant(String typed, Collection<String> words) {
        return words.stream().filter(word -> of(typed, word) <= typed.length() / LETTERS_OF_A_SLIP).toList();
    }

    /** The number of such slips. O(length × length). */
    public static int of(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                boolean same = a.charAt(i - 1) == b.charAt(j - 1);
                row[j] = Math.min(last[j - 1] + (same ? 0 : 1), 1 + Math.min(last[j], row[j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
        }
        return row[b.length()];
    }
}
