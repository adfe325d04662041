/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.util.Locale;

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

/**
 * Computes everything from the traces and writes the reports that {@code bowline analyze -o} writes: all of them, or none. Findings go to the
 * log; they fail nothing here, see the goal check.
 */
@Mojo(name = "analyze", defaultPhase = LifecyclePhase.POST_INTEGRATION_TEST, threadSafe = true)
public final class AnalyzeMojo extends TraceMojo {
    /** Where the reports go. Files of others in it stay. */
    @Parameter(property = "bowline.output", defaultValue = "${project.build.directory}/bowline")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private File outputDirectory;

    /** Format of the reports: csv or json. */
    @Parameter(property = "bowline.format", defaultValue = "csv")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private String format;

    /** The JUnit XML file of the goal check: that of an earlier build is deleted first, so that it is not taken for a verdict on these traces. */
    @Parameter(property = "bowline.junit", defaultValue = "${project.build.directory}/bowline-reports/TEST-bowline.xml")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private File junitFile;

    @Override
    File verdict() {
        return junitFile;
    }

    @Override
    void run() throws MojoExecutionException, IOException {
        forgetVerdict();
        checkSettings();
        Format chosen = format(format);
        try (ReportDirectory directory = RunFiles.prepare(outputDirectory.toPath(), progress())) {
            Request request = request();
            Analysis analysis = analysis(request);
            ReportDirectory.Outcome outcome = write(analysis, request, directory, chosen);
            for (Finding finding : Findings.of(analysis).findings()) {
                getLog().info(finding.severity().label() + ' ' + finding.rule() + ": " + finding.summary());
            }
            getLog().info("Wrote " + outcome.written().size() + " reports to " + outputDirectory + '.');
        }
    }

    private ReportDirectory.Outcome write(Analysis analysis, Request request, ReportDirectory directory, Format as) throws IOException {
        try {
            RunFiles.write(analysis, directory, as);
            writePage(analysis, request, directory);
            return directory.commit();
        } catch (IOException e) {
            throw unwritable(outputDirectory, e);
        }
    }

    static Format format(String text) throws MojoExecutionException {
        for (Format one : Format.values()) {
            if (one.extension().equals(text.toLowerCase(Locale.ROOT))) {
                return one;
            }
        }
        throw new MojoExecutionException("Parameter format, '" + text + "': csv and json are known.");
    }
}
