/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.bowline.core.analysis.Analysis;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.page.HtmlReport;

/** All that the installed analyses say of a run as one page for people. */
public final class RunPage {
    private RunPage() {}

    /** What a run is called by its traces: the last names of their paths. */
    public static String title(List<Path> traces) {
        return traces.stream().map(path -> {
            Path name = path.toAbsolutePath().normalize().getFileName();
            return name == null ? path.toString() : name.toString();
        }).collect(Collectors.joining(", "));
    }

    /**
     * Writes the page beside the tables of {@link RunFiles}.
     *
     * @param title what the run is called, see {@link #title}
     * @param version of the program
     */
    public static void write(Analysis analysis, String title, String version, ReportDirectory directory) throws IOException {
        directory.writePage(out -> HtmlReport.write(title, version, analysis, Descriptors.installed(), out));
    }
}
