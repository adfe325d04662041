/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.Caveat;
import org.bowline.report.analyses.SweepFiles;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.table.Format;
import org.bowline.report.text.SweepText;
import org.bowline.runs.ResultDirectory;
import org.bowline.runs.sweep.Sweep;
import org.bowline.runs.sweep.SweepResults;

/** What the goals have in common that compare builds at several numbers of clients. */
abstract class LevelsMojo extends WorkMojo {
    /** The build that the others are compared with. Default: that of the plan, or the first one of the runs. */
    @Parameter(property = "bowline.base") private @Nullable String base;

    /**
     * How much throughput a build may lose against the base at a number of clients, each as {@code [LOAD:]CLIENTS=PERCENT}. {@code *=PERCENT} (or {@code LOAD:*=PERCENT}) is for
     * every level that has no limit of its own. Without any, every loss fails the build that is more than chance.
     */
    @Parameter private @Nullable List<@Nullable String> maxLoss;

    /** A build has fallen where its throughput is more than this below its own peak at fewer clients. At a level where any build has, none is compared. */
    @Parameter(property = "bowline.fallen", defaultValue = "20%")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private String fallen;

    /** Whether a level at which a build has fallen, so that nothing can be compared there, fails the build. If not, it is skipped, and the log says so. */
    @Parameter(property = "bowline.failOnNotComparable", defaultValue = "false") private boolean failOnNotComparable;

    /** Whether runs may be missing or have failed. If not, each fails the build: a server that crashes is not slower, and so would not be noticed. */
    @Parameter(property = "bowline.allowFailedRuns", defaultValue = "false") private boolean allowFailedRuns;

    /** Where the comparison goes: report.html to look at, sweep.csv and caveats.csv; of the goal sweep also the runs. Files of others in it stay. */
    @Parameter(property = "bowline.sweepDirectory", defaultValue = "${project.build.directory}/bowline-sweep")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    File sweepDirectory;

    /** The JUnit XML file, with a test case for each build and level. */
    @Parameter(property = "bowline.sweepJunit", defaultValue = "${project.build.directory}/bowline-reports/TEST-bowline-sweep.xml")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    File junitFile;

    @Override
    final File verdict() {
        return junitFile;
    }

    /** What is asked of the builds. */
    final Sweep.Question question(@Nullable String planned) throws MojoExecutionException {
        double share = Percent.parse(fallen).map(BigDecimal::doubleValue).orElse(Double.NaN);
        if (!(share > 0 && share < 1)) {
            throw new MojoExecutionException(
                    "Parameter fallen: '" + fallen + "' is not a share between 0% and 100%, like 20%.");
        }
        return new Sweep.Question(base == null ? planned : base.strip(), share, List.of());
    }

    /** The limits, checked before the long work. */
    final List<LevelLimit> limits() throws MojoExecutionException {
        return LevelLimit.parse(texts("maxLoss", maxLoss));
    }

    /**
     * Compares, writes the comparison, and judges.
     *
     * @param runs a file of runs, or a directory with one
     * @param expected builds that have to be there; null if any may be
     */
    final List<Verdict> judge(Path runs, Sweep.Question question, List<LevelLimit> limits, @Nullable SortedSet<LevelChecks.Place> expected)
            throws MojoExecutionException, IOException {
        SweepInput input;
        if (ResultDirectory.is(sweepDirectory.toPath())) {
            throw new MojoExecutionException("Parameter sweepDirectory: " + sweepDirectory
                    + " holds the results of a run, which the goal analyze wrote; its page would be lost. Name another directory.");
        }
        try (ReportDirectory reports = SweepFiles.prepare(sweepDirectory.toPath(), progress())) {
            input = SweepResults.read(runs, question, SweepResults.Recordings.ALL, version(), progress());
            write(input, reports);
        } catch (Sweep.UnknownBuildException e) {
            throw new MojoExecutionException("Parameter base: " + e.getMessage() + ".", e);
        }
        for (Caveat caveat : input.caveats()) {
            if (!LevelChecks.judges(caveat)) {
                getLog().warn(line(caveat));
            }
        }
        for (String load : input.loads()) {
            for (String sentence : SweepText.sentences(input, load)) {
                getLog().info((load.isEmpty() ? "" : load + ": ") + sentence);
            }
        }
        getLog().info("Wrote the comparison to " + sweepDirectory + '.');
        return new LevelChecks(input, failOnNotComparable, allowFailedRuns).judge(limits, expected);
    }

    private void write(SweepInput input, ReportDirectory reports) throws IOException {
        try {
            SweepFiles.write(input, reports, Format.CSV, progress());
            reports.commit();
        } catch (IOException e) {
            throw unwritable(sweepDirectory, e);
        }
    }
}
