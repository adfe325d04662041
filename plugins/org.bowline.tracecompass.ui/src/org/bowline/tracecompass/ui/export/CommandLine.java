/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.export;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.bowline.core.analysis.Merging;
import org.bowline.report.table.Format;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.core.waitfor.RangeChoice;

/** The command that does the same in a shell. */
public final class CommandLine {
    /** What a POSIX shell takes as it stands. */
    private static final String PLAIN = "[A-Za-z0-9_@%+=:,./-]+";

    private CommandLine() {}

    /**
     * The words of the command.
     *
     * @param traces directories of the traces
     * @param output where the reports go
     * @param format their format
     * @param range what of them: that of the work the command finds by itself
     * @param fromNanos begin of the range, ns since the epoch
     * @param toNanos its end
     * @param requests which pairs of events a person chose as the requests; none where the command finds them by itself
     * @param everybody whether nothing is set aside
     * @param merge which threads are one vertex of the graph
     * @param options what the analyses are told beyond that
     */
    static List<String> words(List<Path> traces, Path output, Format format, RangeChoice.Kind range, long fromNanos, long toNanos,
            List<String> requests, boolean everybody, Merging.Level merge, GivenOptions options) {
        List<String> words = new ArrayList<>(List.of("bowline", "analyze"));
        traces.forEach(trace -> words.add(trace.toString()));
        words.add("-o");
        words.add(output.toString());
        if (format != Format.CSV) {
            words.add("--format");
            words.add(format.extension());
        }
        if (range != RangeChoice.Kind.WORK) {
            words.addAll(List.of("--from", Long.toString(fromNanos), "--to", Long.toString(toNanos)));
        }
        requests.forEach(pair -> words.addAll(List.of("--interval", pair)));
        if (everybody) {
            words.add("--show-all");
        }
        if (merge != Merging.Level.USUAL) {
            words.addAll(List.of(Merging.MERGE.toString(), merge.label()));
        }
        words.addAll(options.words());
        return words;
    }

    /** Words as one line for a POSIX shell: what could be misread stands between single quotes. */
    public static String quoted(List<String> words) {
        return words.stream().map(CommandLine::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches(PLAIN) ? word : '\'' + word.replace("'", "'\\''") + '\'';
    }
}
