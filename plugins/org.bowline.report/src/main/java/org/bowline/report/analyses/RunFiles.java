/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.progress.Progress;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.table.Format;
import org.bowline.report.table.Report;
import org.bowline.report.table.Reports;

/** All that the installed analyses say of a run, as a directory: the files of {@code bowline analyze -o}, of the Maven plug-in and of the desktop's export. */
public final class RunFiles {
    private RunFiles() {}

    /** Makes a directory ready, see {@link ReportDirectory#prepare}. */
    public static ReportDirectory prepare(Path directory, Progress progress) throws IOException {
        return ReportDirectory.prepare(directory, reports(), forms(), progress);
    }

    /** Whether a directory holds a file that the next run replaces or removes, in whichever format it is. */
    public static boolean areIn(Path directory) {
        return ReportDirectory.holds(directory, reports(), forms());
    }

    private static List<Report<?>> reports() {
        List<Report<?>> known = Descriptors.installed().files();
        known.addAll(Reports.COMPARISON);
        known.addAll(Reports.SWEEPS);
        return known;
    }

    private static List<String> forms() {
        return Descriptors.installed().forms().stream().map(Form::fileName).toList();
    }

    /** Who gets tables. */
    public interface TableSink {
        /** The next table. */
        <R> void table(Report<R> report, List<? extends R> rows) throws IOException;
    }

    /** All tables that a run has, one after the other. */
    public static void tables(Analysis analysis, TableSink sink) throws IOException {
        for (Descriptor one : Descriptors.installed().all()) {
            for (ReportTable<?> table : one.tables()) {
                give(table, analysis, sink);
            }
        }
        sink.table(Reports.CAVEATS, Descriptors.installed().caveats(analysis));
    }

    private static <R> void give(ReportTable<R> table, Analysis analysis, TableSink sink) throws IOException {
        if (table.isThere().test(analysis)) {
            sink.table(table.report(), table.rows().apply(analysis));
        }
    }

    /** Writes all tables; they are in place after {@link ReportDirectory#commit}. */
    public static void write(Analysis analysis, ReportDirectory directory, Format format) throws IOException {
        tables(analysis, new TableSink() {
            @Override
            public <R> void table(Report<R> report, List<? extends R> rows) throws IOException {
                directory.write(report, rows, format);
            }
        });
    }

    /** Writes a form that is not a table. */
    public static void write(Form form, Analysis analysis, ReportDirectory directory) throws IOException {
        directory.writeFile(form.fileName(), out -> form.content().write(analysis, out));
    }
}
