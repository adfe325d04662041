/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;

import org.bowline.core.model.PlainText;

/** A growing piece of HTML or SVG. All text and all values of attributes are escaped here; only {@link #raw} is not. */
final class Html {
    /** Characters of a text, or of an attribute for readers, that are shown: a name in a damaged trace may have any length. */
    static final int MOST_CHARACTERS = 4_000;
    /** Characters of a name where there may be thousands of names. */
    private static final int MOST_OF_NAME = 100;
    /** Characters of all titles of such names: a page of thousands of them must still open. */
    private static final int MOST_OF_TITLES = 100_000;
    /** The attributes that may be longer: shapes, and styles and policies of this package. */
    private static final Set<String> LONG = Set.of("d", "content", "style");

    private final StringBuilder out = new StringBuilder(1 << 14);
    private int titles;
    private final Deque<String> open = new ArrayDeque<>();

    /** Begins an element; attributes are names and values in turn. */
    Html open(String tag, String... attributes) {
        start(tag, attributes);
        open.push(tag);
        return this;
    }

    /** Ends the element begun last. */
    Html close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** Ends so many elements. */
    Html close(int count) {
        for (int i = 0; i < count; i++) {
            close();
        }
        return this;
    }

    /** An element without an end. */
    Html single(String tag, String... attributes) {
        start(tag, attributes);
        return this;
    }

    /** An element of SVG without content. */
    Html shape(String tag, String... attributes) {
        start(tag, attributes);
        out.setLength(out.length() - 1);
        out.append("/>");
        return this;
    }

    /** An element with a text. */
    Html element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** Text. */
    Html text(String text) {
        escape(cut(text, MOST_CHARACTERS), out);
        return this;
    }

    /** Markup as it is: of this package, never of a trace. */
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    /** A line break in the source, for readers of it. */
    Html line() {
        out.append('\n');
        return this;
    }

    private void start(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(LONG.contains(attributes[i]) ? attributes[i + 1] : cut(attributes[i + 1], MOST_CHARACTERS), out);
            out.append('"');
        }
        out.append('>');
    }

    /** A coordinate with one digit of the fraction at most. */
    static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    /** A text of at most so many characters. */
    static String cut(String text, int most) {
        return text.length() <= most ? text
                : text.substring(0, Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1) + '…';
    }

    /** A name from a trace that is not too long for one among thousands. */
    static String name(String text) {
        return PlainText.shorten(text, MOST_OF_NAME);
    }

    /** An element with a name from a trace; where it is too long to be shown, the whole of it is its title. */
    Html named(String tag, String name, String... attributes) {
        String shown = name(name);
        if (shown.equals(name) || titles > MOST_OF_TITLES) {
            return element(tag, shown, attributes);
        }
        String[] titled = Arrays.copyOf(attributes, attributes.length + 2);
        titled[attributes.length] = "title";
        titled[attributes.length + 1] = name;
        titles += Math.min(name.length(), MOST_CHARACTERS);
        return element(tag, shown, titled);
    }

    /** What a reader sees of a text: control characters, and those that turn the direction of writing, are replaced. */
    static String clean(String text) {
        return PlainText.visible(text);
    }

    private static void escape(String text, StringBuilder to) {
        PlainText.visible(text).codePoints().forEach(c -> {
            switch (c) {
                case '<' -> to.append("&lt;");
                case '>' -> to.append("&gt;");
                case '&' -> to.append("&amp;");
                case '"' -> to.append("&quot;");
                case '\'' -> to.append("&#39;");
                default -> to.appendCodePoint(c);
            }
        });
    }

    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("not closed: " + open);
        }
        return out.toString();
    }
}
