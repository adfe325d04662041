/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import org.bowline.core.files.Content;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.report.table.Format;
import org.bowline.report.table.Report;
import org.bowline.report.text.CaveatText;
import org.bowline.report.text.TextPage;

/** What goes to the standard output: a text to read, or a report for a program. */
final class FormatOptions {
    private static final String ALL = "--format json has all of them";

    @Option(names = "--format", paramLabel = "csv|json",
            description = "Print a report for programs (columns: docs/reference/csv.md). Default: a text to read.")
    @Nullable Format format;

    /** Writes the text to read. */
    interface Text {
        void write(TextPage page) throws IOException;
    }

    /**
     * Prints the report, or the text if no format is asked for. Caveats are part of JSON and of the text; beside CSV they go
     * to the standard error.
     */
    <R> void print(Shell shell, Report<R> report, List<? extends R> rows, List<Caveat> caveats, Text text) throws IOException {
        print(shell, format, report, rows, caveats, text);
    }

    /** The same for a format from elsewhere. */
    static <R> void print(Shell shell, @Nullable Format format, Report<R> report, List<? extends R> rows, List<Caveat> caveats, Text text)
            throws IOException {
        shell.progress().clear();
        if (format == null) {
            TextPage page = shell.page();
            text.write(page);
            page.caveats(caveats, ALL);
        } else if (format == Format.JSON) {
            format.write(report, rows, caveats, shell.out());
        } else {
            format.write(report, rows, shell.out());
            warn(shell, caveats);
        }
        shell.out().flush();
    }

    /** Prints what is no table; caveats as beside CSV. */
    static void print(Shell shell, List<Caveat> caveats, Content content) throws IOException {
        shell.progress().clear();
        content.write(shell.out());
        warn(shell, caveats);
        shell.out().flush();
    }

    private static void warn(Shell shell, List<Caveat> caveats) {
        List<Caveat> serious = caveats.stream().filter(caveat -> caveat.severity() != Severity.INFO).toList();
        CaveatText.sentences(serious, TextPage.MOST_CAVEATS, ALL).forEach(shell::complain);
    }
}
