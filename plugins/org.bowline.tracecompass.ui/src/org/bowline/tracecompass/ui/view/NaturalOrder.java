/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.Comparator;

/** The order in which people expect names that have numbers in them: 2 before 10, {@code type 9} before {@code type 10}. */
public final class NaturalOrder {
    /** Digits are compared as the number that they are, the rest as text; what is the same so, by its characters. */
    public static final Comparator<String> OF_TEXTS = ((Comparator<String>) NaturalOrder::compare).thenComparing(Comparator.naturalOrder());

    private NaturalOrder() {}

    private static int compare(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() && j < b.length()) {
            int different;
            if (isDigit(a.charAt(i)) && isDigit(b.charAt(j))) {
                int endA = end(a, i);
                int endB = end(b, j);
                different = numbers(a.substring(i, endA), b.substring(j, endB));
                i = endA;
                j = endB;
            } else {
                different = Character.compare(a.charAt(i++), b.charAt(j++));
            }
            if (different != 0) {
                return different;
            }
        }
        return Integer.compare(a.length() - i, b.length() - j);
    }

    private static boolean isDigit(char one) {
        return one >= '0' && one <= '9';
    }

    private static int end(String text, int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** Of any length: those of a key may have more digits than a long. */
    private static int numbers(String a, String b) {
        String one = a.replaceFirst("^0+", "");
        String other = b.replaceFirst("^0+", "");
        return one.length() == other.length() ? one.compareTo(other) : Integer.compare(one.length(), other.length());
    }
}
