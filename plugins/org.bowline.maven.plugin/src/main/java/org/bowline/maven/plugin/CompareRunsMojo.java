/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.report.analyses.CompareFiles;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.table.Format;
import org.bowline.report.text.CompareText;
import org.bowline.runs.ResultDirectory;
import org.bowline.runs.RunFacts;
import org.bowline.runs.compare.CompareRows;
import org.bowline.runs.compare.Comparison;

/**
 * Compares two sets of runs, as {@code bowline compare} does, and fails the build where latency, throughput or a cause of waits is worse by more than chance. The runs are results of the
 * goal analyze, or of {@code bowline analyze -o}: those of the software as it was, and those of the software as it is. For builds at several numbers of clients see the goal compare.
 */
@Mojo(name = "compare-runs", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class CompareRunsMojo extends WorkMojo {
    /** The runs to compare with: folders of results, or folders that hold such folders. Two runs at least, better five. */
    @Parameter(required = true)
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private List<@Nullable File> baseRuns;

    /** The runs in question, likewise. */
    @Parameter(required = true)
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private List<@Nullable File> newRuns;

    /** Whether everything that differs by more than chance fails the build, also what is better, and what is neither. */
    @Parameter(property = "bowline.failOnChange", defaultValue = "false") private boolean failOnChange;

    /** Whether a measure that cannot be compared, as it is not in all runs, fails the build. If not, it is skipped, and the log says so. */
    @Parameter(property = "bowline.failOnNotComparable", defaultValue = "false") private boolean failOnNotComparable;

    /** Where the comparison goes: report.html to look at, compare.csv, compare-runs.csv, compare-findings.csv and caveats.csv. Files of others in it stay. */
    @Parameter(property = "bowline.compareDirectory", defaultValue = "${project.build.directory}/bowline-compare")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private File compareDirectory;

    /** The JUnit XML file, with a test case for each measure. */
    @Parameter(property = "bowline.compareJunit", defaultValue = "${project.build.directory}/bowline-reports/TEST-bowline-compare.xml")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private File junitFile;

    @Override
    File verdict() {
        return junitFile;
    }

    @Override
    void run() throws MojoExecutionException, MojoFailureException, IOException {
        gate(junitFile, this::judged);
    }

    private List<Verdict> judged() throws MojoExecutionException, IOException {
        checkSettings();
        List<Path> base = runs("baseRuns", baseRuns);
        List<Path> fresh = runs("newRuns", newRuns);
        checkApart(base, fresh);
        Path directory = compareDirectory.toPath();
        if (ResultDirectory.is(directory)) {
            throw new MojoExecutionException("Parameter compareDirectory: " + directory
                    + " holds the results of a run, which the goal analyze wrote; its page would be lost. Name another directory.");
        }
        try (ReportDirectory reports = CompareFiles.prepare(directory, progress())) {
            List<RunFacts> ofBase = read(base);
            List<RunFacts> ofFresh = read(fresh);
            Comparison comparison = Comparison.of(ofBase, ofFresh);
            write(comparison, ofBase, ofFresh, reports);
            for (Caveat caveat : comparison.caveats()) {
                getLog().warn(line(caveat));
            }
            getLog().info(CompareText.summary(CompareRows.of(comparison), CompareRows.findings(ofBase, ofFresh)));
            getLog().info("Wrote the comparison to " + directory + '.');
            return new RunChecks(failOnChange, failOnNotComparable).judge(comparison, ofBase, ofFresh);
        }
    }

    /** The runs in some folders: at least two, as the noise between runs is not known otherwise, and each once. */
    private static List<Path> runs(String parameter, List<@Nullable File> folders) throws MojoExecutionException, IOException {
        List<Path> runs = new ArrayList<>();
        Set<Path> seen = new HashSet<>();
        for (File folder : folders) {
            if (folder == null) {
                throw new MojoExecutionException("Parameter " + parameter + ": an element is empty.");
            }
            for (Path run : within(parameter, folder.toPath())) {
                if (!seen.add(run.toRealPath())) {
                    throw new MojoExecutionException("Parameter " + parameter + ": the run " + run
                            + " is given twice; the same run again tells nothing of the noise between runs.");
                }
                runs.add(run);
            }
        }
        if (runs.size() < 2) {
            throw new MojoExecutionException(
                    "Parameter " + parameter + ": at least two runs are needed, as the noise between runs is not known otherwise; "
                            + (runs.isEmpty() ? "there is none." : "there is only " + runs.get(0) + '.'));
        }
        return runs;
    }

    private static List<Path> within(String parameter, Path folder) throws MojoExecutionException, IOException {
        if (!Files.exists(folder)) {
            throw new MojoExecutionException("There is no " + folder + " (parameter " + parameter
                    + "). Name folders of results, which the goal analyze wrote.");
        }
        List<Path> within = ResultDirectory.is(folder) ? List.of(folder)
                : Files.isDirectory(folder) ? ResultDirectory.within(folder) : List.of();
        if (within.isEmpty()) {
            throw new MojoExecutionException("There is no run in " + folder + " (parameter " + parameter
                    + "): it is not a folder of results, and holds none. Of a recording make results first, with the goal analyze.");
        }
        return within;
    }

    /** A run differs from itself by nothing, so a gate over a slip of the pen would never fail. */
    private static void checkApart(List<Path> base, List<Path> fresh) throws MojoExecutionException, IOException {
        Set<Path> seen = new HashSet<>();
        for (Path run : base) {
            seen.add(run.toRealPath());
        }
        for (Path run : fresh) {
            if (seen.contains(run.toRealPath())) {
                throw new MojoExecutionException(
                        "The run " + run + " is in baseRuns and in newRuns; it differs from itself by nothing, so the check"
                                + " could not fail. Name other runs for one of the two.");
            }
        }
    }

    private List<RunFacts> read(List<Path> paths) throws IOException {
        List<RunFacts> runs = new ArrayList<>();
        for (Path path : paths) {
            progress().check();
            runs.add(ResultDirectory.read(path));
        }
        return runs;
    }

    private void write(Comparison comparison, List<RunFacts> base, List<RunFacts> fresh, ReportDirectory reports) throws IOException {
        try {
            CompareFiles.write(CompareRows.input(version(), comparison, base, fresh), CompareRows.of(comparison),
                    CompareRows.runs(comparison, base, fresh), reports, Format.CSV, progress());
            reports.commit();
        } catch (IOException e) {
            throw unwritable(compareDirectory, e);
        }
    }
}
