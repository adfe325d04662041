/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.model;

/**
 * What a reader may be shown of a text that a trace has: threads, hosts and intervals may be named anything, and a damaged trace names them at
 * random. Every table, page, picture and file for people takes its texts through here; nothing else decides what is harmless.
 */
public final class PlainText {
    /** Stands for what is not shown. */
    public static final char REPLACEMENT = '\ufffd';
    private static final char ELLIPSIS = '…';

    private PlainText() {}

    /**
     * Whether a character is seen where it stands and steers nothing: control characters move a terminal's cursor, format characters (like
     * U+202E) turn the direction of writing or are not seen at all, and halves of characters are none.
     */
    public static boolean isVisible(int c) {
        if (c >= 0x20 && c < 0x7f) {
            return true;
        }
        if (Character.isISOControl(c) || (c & 0xfffe) == 0xfffe || c >= 0xfdd0 && c <= 0xfdef) {
            return false;
        }
        return switch (Character.getType(c)) {
            case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE -> false;
            default -> true;
        };
    }

    /** The text of which everything is seen; line breaks and tabs stay. */
    public static String visible(String text) {
        return visible(text, REPLACEMENT, "\n\t");
    }

    /**
     * The same with another sign for what is not shown.
     *
     * @param keep characters that stay whatever they are
     */
    public static String visible(String text, char sign, String keep) {
        int length = text.length();
        int at = 0;
        while (at < length && (isPlain(text.charAt(at)) || keep.indexOf(text.charAt(at)) >= 0)) {
            at++;
        }
        if (at == length) {
            return text;
        }
        StringBuilder result = new StringBuilder(length).append(text, 0, at);
        text.codePoints().skip(at).forEach(c -> result.appendCodePoint(isVisible(c) || keep.indexOf(c) >= 0 ? c : sign));
        return result.toString();
    }

    private static boolean isPlain(char c) {
        return c >= 0x20 && c < 0x7f;
    }

    /** At most so many characters of a text: where it is longer, its begin and its end, which tell most names apart. */
    public static String shorten(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int length = text.codePointCount(0, text.length());
        if (length <= most) {
            return text;
        }
        int tail = Math.max(0, (most - 1) / 2);
        int head = Math.max(0, most - 1 - tail);
        return text.substring(0, text.offsetByCodePoints(0, head)) + ELLIPSIS + text.substring(text.offsetByCodePoints(0, length - tail));
    }
}
