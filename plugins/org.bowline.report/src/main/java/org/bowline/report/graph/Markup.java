/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import java.util.function.Function;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;

import org.bowline.core.model.PlainText;

/**
 * A growing piece of HTML or SVG, written as it will stand in the file, with {@code %s} for each value:
 *
 * <pre>{@code
 * Markup.of("""
 *         <li class="%s"><b>%s</b>
 *         %s</li>
 *         """, style, name, sentence);
 * }</pre>
 *
 * A value is text and is escaped, wherever it stands. Only another piece is inserted as it is; a {@code double} is a coordinate. The compiler
 * refuses a template that is not a constant and counts the values (Error Prone, {@link FormatMethod}); a text outside of an attribute's quotes and a
 * piece that could end them are refused when they are met.
 *
 * <p>Line breaks and indentation within a template are for readers of the source: beside a tag, or a {@code %s} that has the line for itself, nothing
 * comes of them, elsewhere a space. An empty line is a line break of the file, as is the end of a template's last line.
 */
public final class Markup {
    /** Characters of a text that are shown: a name in a damaged trace may have any length. */
    public static final int MOST_CHARACTERS = 4_000;
    private static final String HOLE = "%s";

    /** A text that is too long for its place: the element that begins before it gets the whole as its title. */
    public record Titled(String shown, String whole) {}

    private final StringBuilder out = new StringBuilder();

    /** A piece. */
    @FormatMethod
    public static Markup of(@FormatString String template, Object... values) {
        return new Markup().add(template, values);
    }

    /** A piece for each, one after the other. */
    public static <T> Markup each(Iterable<T> all, Function<? super T, Markup> piece) {
        Markup markup = new Markup();
        all.forEach(one -> markup.out.append(piece.apply(one).out));
        return markup;
    }

    /** A piece if a condition holds, else nothing. */
    @FormatMethod
    public static Markup when(boolean condition, @FormatString String template, Object... values) {
        return condition ? of(template, values) : new Markup();
    }

    /** Markup as it is: of this program, never of a trace. */
    public static Markup raw(String markup) {
        Markup result = new Markup();
        result.out.append(markup);
        return result;
    }

    /** Appends a piece. */
    @FormatMethod
    public Markup add(@FormatString String template, Object... values) {
        String line = joined(template);
        boolean inTag = false;
        boolean inQuotes = false;
        int next = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (line.startsWith(HOLE, i)) {
                insert(values[next++], inTag, inQuotes);
                i++;
            } else if (c != '%' || line.charAt(++i) == '%') {
                out.append(c);
                inQuotes ^= inTag && c == '"';
                inTag = inQuotes || c != '>' && (inTag || c == '<');
            } else {
                throw new IllegalArgumentException("neither %s nor %%: " + template);
            }
        }
        if (inTag) {
            throw new IllegalArgumentException("ends inside of a tag: " + template);
        }
        return this;
    }

    private static String joined(String template) {
        if (template.indexOf('\n') < 0) {
            return template;
        }
        StringBuilder joined = new StringBuilder(template.length());
        String before = "";
        for (String indented : template.split("\n", -1)) {
            String line = indented.strip();
            if (line.isEmpty()) {
                joined.append('\n');
            } else if (!before.isEmpty() && !before.endsWith(">") && !line.startsWith("<") && !before.equals(HOLE) && !line.equals(HOLE)) {
                joined.append(' ');
            }
            joined.append(line);
            before = line;
        }
        return joined.toString();
    }

    private void insert(Object value, boolean inTag, boolean inQuotes) {
        if (value instanceof Markup piece) {
            if (inQuotes && piece.out.indexOf("\"") >= 0) {
                throw new IllegalArgumentException("ends the attribute that it stands in: " + piece);
            }
            out.append(piece.out);
        } else if (inTag && !inQuotes) {
            throw new IllegalArgumentException("a text in a tag, outside of quotes: " + value);
        } else if (value instanceof Titled text) {
            out.setLength(out.length() - 1);
            add(" title=\"%s\">", text.whole).escape(text.shown);
        } else {
            escape(value instanceof Double number ? number(number) : value.toString());
        }
    }

    private void escape(String text) {
        PlainText.visible(cut(text, MOST_CHARACTERS)).codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(c);
            }
        });
    }

    /**
     * A text of at most so many characters, the last of which is … if it is cut.
     *
     * @param most nothing is left of a text if it is 0 or less
     */
    public static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        if (most < 2) {
            return most < 1 ? "" : "…";
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1) + '…';
    }

    /** A coordinate with one digit of the fraction at most. */
    public static String number(double value) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        long tenths = Math.round(Math.abs(value) * 10);
        return (value < 0 && tenths > 0 ? "-" : "") + tenths / 10 + (tenths % 10 == 0 ? "" : "." + tenths % 10);
    }

    /** Whether there is nothing in it. */
    public boolean isEmpty() {
        return out.isEmpty();
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
