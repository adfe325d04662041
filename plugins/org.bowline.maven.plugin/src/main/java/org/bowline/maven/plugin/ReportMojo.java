/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.File;
import java.io.IOException;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Findings;
import org.bowline.report.analyses.RunFiles;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.table.Format;

/** Writes what was found beside the project's site: a page to look at, the findings as text, and all reports as CSV and JSON. */
@Mojo(name = "report", defaultPhase = LifecyclePhase.SITE, threadSafe = true)
public final class ReportMojo extends TraceMojo {
    /** Name of the text. */
    static final String TEXT = "findings.txt";

    /** Where it goes. */
    @Parameter(property = "bowline.site", defaultValue = "${project.build.directory}/site/bowline")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private File siteDirectory;

    @Override
    void run() throws MojoExecutionException, IOException {
        checkSettings();
        try (ReportDirectory directory = RunFiles.prepare(siteDirectory.toPath(), progress())) {
            Request request = request();
            Analysis analysis = analysis(request);
            int files = write(analysis, request, directory);
            getLog().info("Wrote " + TEXT + " and " + files + " reports to " + siteDirectory + '.');
        }
    }

    /** How many files there are beside the text. */
    private int write(Analysis analysis, Request request, ReportDirectory directory) throws IOException {
        try {
            writePage(analysis, request, directory);
            for (Format format : Format.values()) {
                RunFiles.write(analysis, directory, format);
            }
            String text = text(Findings.of(analysis));
            directory.writeText(TEXT, out -> out.write(text));
            return directory.commit().written().size() - 1;
        } catch (IOException e) {
            throw unwritable(siteDirectory, e);
        }
    }

    private static String text(Findings findings) {
        StringBuilder text = new StringBuilder();
        text.append(findings.findings().size()).append(findings.findings().size() == 1 ? " finding\n" : " findings\n");
        for (Finding finding : findings.findings()) {
            text.append('\n').append(finding.severity().label()).append("  ").append(finding.rule()).append("\n  ")
                    .append(finding.summary());
            text.append(finding.estimate() ? " (estimate)" : "");
            text.append("\n  Why: ").append(finding.why()).append("\n  Try: ").append(finding.advice()).append('\n');
        }
        text.append('\n');
        for (Findings.Status status : findings.rules()) {
            if (status.state() != Findings.State.FIRED) {
                text.append(status.rule()).append(": ").append(status.state().label()).append(", ").append(status.reason()).append('\n');
            }
        }
        return text.toString();
    }
}
