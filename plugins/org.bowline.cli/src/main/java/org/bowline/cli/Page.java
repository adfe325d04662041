/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.util.List;

import org.bowline.core.model.Caveat;
import org.bowline.report.CaveatText;
import org.bowline.report.Report;
import org.bowline.report.TextTable;

/** A text on the standard output: headings, lines that break where the terminal ends, tables, caveats. */
final class Page {
    /** How many caveats are told in words. */
    static final int MOST_CAVEATS = 8;

    private static final String INDENT = "  ";

    private final Output out;
    private final Terminal terminal;
    private boolean empty = true;

    Page(Output out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Begins a section. */
    void heading(String text) throws IOException {
        if (!empty) {
            out.line("");
        }
        empty = false;
        out.line(terminal.colour() ? "\u001b[1m" + TextTable.printable(text) + "\u001b[0m" : TextTable.printable(text));
    }

    /** A paragraph below the heading; its further lines are indented more. */
    void paragraph(String text) throws IOException {
        empty = false;
        String rest = INDENT + TextTable.printable(text);
        while (rest.length() > terminal.width()) {
            int space = rest.lastIndexOf(' ', terminal.width());
            if (rest.substring(0, Math.max(0, space)).isBlank()) {
                break; // one long word
            }
            out.line(rest.substring(0, space).stripTrailing());
            rest = INDENT + INDENT + rest.substring(space + 1).stripLeading();
        }
        out.line(rest);
    }

    /** The first rows as a table below the heading, and how many more there are. */
    <R> void table(Report<R> report, List<? extends R> rows, int most) throws IOException {
        table(report, rows, most, INDENT.length());
    }

    /** The same, indented as wanted. */
    <R> void table(Report<R> report, List<? extends R> rows, int most, int indent) throws IOException {
        empty = false;
        TextTable.write(report, rows.size() > most ? rows.subList(0, most) : rows, indent, terminal.width(), out);
        if (rows.size() > most) {
            out.line(" ".repeat(indent) + "... and " + (rows.size() - most) + " more");
        }
    }

    /**
     * The most severe caveats in words; nothing if there are none.
     *
     * @param all where to find those that are not told, as the end of a sentence; empty if nowhere
     */
    void caveats(List<Caveat> caveats, String all) throws IOException {
        if (caveats.isEmpty()) {
            return;
        }
        heading("Caveats");
        for (String sentence : CaveatText.sentences(caveats, MOST_CAVEATS, all)) {
            paragraph(sentence);
        }
    }
}
