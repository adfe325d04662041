/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.text;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import org.bowline.core.model.Caveat;
import org.bowline.report.table.Report;

/** A text to read: headings, lines that break where the screen ends, tables, caveats. */
public final class TextPage {
    /** How many caveats are told in words. */
    public static final int MOST_CAVEATS = 8;

    private static final String INDENT = "  ";
    /** Between two sentences; names that begin with a small letter do not begin one. */
    private static final Pattern SENTENCES = Pattern.compile("(?<=\\.) (?=\\p{Lu})");

    private static final Pattern UNIT = Pattern.compile("(?:%|[nµm]?s|min|h|[kMG]?i?B|ppm)(?![\\p{L}\\d])");

    private final Appendable out;
    private final int width;
    private final boolean colour;
    private boolean empty = true;
    private Set<Caveat> ofWhole = Set.of();

    /**
     * An empty page.
     *
     * @param out is not closed
     * @param width columns of the screen, or {@link TextTable#UNLIMITED}
     * @param colour whether headings may be bold, as terminals do it
     */
    public TextPage(Appendable out, int width, boolean colour) {
        this.out = out;
        this.width = width;
        this.colour = colour;
    }

    /** Begins a section. */
    public void heading(String text) throws IOException {
        if (!empty) {
            line("");
        }
        line(colour ? "\u001b[1m" + TextTable.printable(text) + "\u001b[0m" : TextTable.printable(text));
    }

    /** A paragraph that needs no heading: what is to be read first. Where it takes several lines, each sentence begins one. */
    public void lead(String text) throws IOException {
        String printable = TextTable.printable(text);
        if (printable.length() <= width) {
            line(printable);
            return;
        }
        String indent = "";
        for (String sentence : SENTENCES.split(printable)) {
            wrapped(indent + sentence, INDENT + INDENT + INDENT);
            indent = INDENT + INDENT;
        }
    }

    /** A command below it, on a line of its own however long, as who copies it should get no line breaks. */
    public void paste(String before, String command) throws IOException {
        line(INDENT + before + TextTable.printable(command));
    }

    /** A paragraph below the heading; its further lines are indented more. */
    public void paragraph(String text) throws IOException {
        wrapped(INDENT + TextTable.printable(text));
    }

    private void wrapped(String text) throws IOException {
        wrapped(text, INDENT + INDENT);
    }

    private void wrapped(String text, String indent) throws IOException {
        String rest = text;
        while (rest.length() > width) {
            int space = rest.lastIndexOf(' ', width);
            while (space > 0 && isBeforeUnit(rest, space)) {
                space = rest.lastIndexOf(' ', space - 1);
            }
            if (rest.substring(0, Math.max(0, space)).isBlank()) {
                break; // one long word
            }
            line(rest.substring(0, space).stripTrailing());
            rest = indent + rest.substring(space + 1).stripLeading();
        }
        line(rest);
    }

    /** Whether a space is between a number and its unit, which are read as one. */
    private static boolean isBeforeUnit(String text, int space) {
        return Character.isDigit(text.charAt(space - 1)) && UNIT.matcher(text).region(space + 1, text.length()).lookingAt();
    }

    /** The first rows as a table below the heading, and how many more there are; the headings of the columns that are left out, as the screen is not wide enough. */
    public <R> List<String> table(Report<R> report, List<? extends R> rows, int most) throws IOException {
        return table(report, rows, most, INDENT.length());
    }

    /** The same, indented as wanted. */
    public <R> List<String> table(Report<R> report, List<? extends R> rows, int most, int indent) throws IOException {
        empty = false;
        List<String> left = TextTable.write(report, rows.size() > most ? rows.subList(0, most) : rows, indent, width, out);
        if (rows.size() > most) {
            line(" ".repeat(indent) + "... and " + (rows.size() - most) + " more");
        }
        if (!left.isEmpty()) {
            wrapped(" ".repeat(indent) + "Left out, as they do not fit: " + String.join(", ", left)
                    + ". A wider terminal shows them, and reports for programs have them (--format csv; analyze: -o DIR).");
        }
        return left;
    }

    /** Says which caveats hold for more than the part of the recording that the text is about: they are told apart from the others. */
    public void ofWholeRecording(Collection<Caveat> caveats) {
        ofWhole = Set.copyOf(caveats);
    }

    /**
     * The most severe caveats in words; nothing if there are none.
     *
     * @param all where to find those that are not told, as the end of a sentence; empty if nowhere
     */
    public void caveats(List<Caveat> caveats, String all) throws IOException {
        caveats("Caveats", caveats.stream().filter(caveat -> !ofWhole.contains(caveat)).toList(), all);
        caveats("Caveats of the whole recording, not of the range alone", caveats.stream().filter(ofWhole::contains).toList(), all);
    }

    private void caveats(String heading, List<Caveat> caveats, String all) throws IOException {
        if (!caveats.isEmpty()) {
            heading(heading);
            for (String sentence : CaveatText.sentences(caveats, MOST_CAVEATS, all)) {
                paragraph(sentence);
            }
        }
    }

    private void line(String text) throws IOException {
        empty = false;
        out.append(text).append('\n');
    }
}
