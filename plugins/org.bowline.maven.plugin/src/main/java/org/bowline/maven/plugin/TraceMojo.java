/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.IntervalNames;
import org.bowline.core.analysis.IntervalSpec;
import org.bowline.core.analysis.OpenOptions;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.study.Study;
import org.bowline.report.ReportDirectory;
import org.bowline.report.TimeFormat;
import org.bowline.report.html.HtmlInput;
import org.bowline.report.run.StudyReports;

/** What all goals that read traces have in common. */
abstract class TraceMojo extends AbstractMojo {
    /** The traces: directories (every trace below one is read, of as many hosts as there are) or .zip files of such. One run, not several. */
    @Parameter(property = "bowline.traces", defaultValue = "${project.build.directory}/bowline-trace")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private List<File> traces;

    /**
     * Which pairs of events are the units of work, each as {@code begin=EVENT,end=EVENT,key=FIELD,label=FIELD}: pairs of events with the same
     * key, on any threads or hosts; the label names the sort. Key and label may be left out.
     */
    @Parameter private @Nullable List<String> intervals;

    /**
     * What the figures, knots and findings are about: {@code intervals}, from the first interval to the last, or {@code all} of the traces. What
     * lies around the intervals is mostly waiting for work, and hides the knots of the work. Default: intervals if there are any.
     */
    @Parameter(property = "bowline.range") private @Nullable String range;

    /** Other thresholds of rules, each as {@code RULE.SETTING=VALUE}, or {@code RULE=off} to leave one out. */
    @Parameter private @Nullable List<String> rules;

    /** Whether a trace that is broken or cut off fails the goal. If not, what can be read is used, and the log says what is missing. */
    @Parameter(property = "bowline.strict", defaultValue = "true") private boolean strict;

    /** Leaves the goal out. */
    @Parameter(property = "bowline.skip", defaultValue = "false") private boolean skip;

    /** Does the work. */
    abstract void run() throws MojoExecutionException, MojoFailureException, IOException;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("Bowline is left out (bowline.skip).");
            return;
        }
        try {
            run();
        } catch (CancelledException e) {
            throw new MojoExecutionException("Bowline was stopped.", e);
        } catch (FileSystemException e) {
            throw new MojoExecutionException("Bowline cannot read or write a file: " + reason(e) + ".", e);
        } catch (IOException e) {
            throw new MojoExecutionException("Bowline: " + e.getMessage(), e);
        }
    }

    /** Reads the traces and computes everything; tells the log what was found and what is not known. */
    final Study study() throws MojoExecutionException, IOException {
        return study(request());
    }

    /** What is asked for. */
    final Study.Request request() throws MojoExecutionException {
        List<Path> paths = new ArrayList<>();
        for (File trace : traces) {
            if (!trace.exists()) {
                throw new MojoExecutionException(
                        "There is no trace at " + trace + " (parameter traces). Record one with the goal record, or"
                                + " name the directory where one is.");
            }
            paths.add(trace.toPath());
        }
        if (paths.isEmpty()) {
            throw new MojoExecutionException("No trace is named (parameter traces).");
        }
        return new Study.Request(paths, new OpenOptions(strict, true, List.of(), null), intervals(), range(), ruleSet());
    }

    /** The same, of a request. */
    final Study study(Study.Request request) throws MojoExecutionException, IOException {
        Study study;
        try {
            study = Study.of(request, progress());
        } catch (IntervalNames.UnknownNameException e) {
            throw new MojoExecutionException("Parameter intervals: " + e.getMessage() + ".", e);
        }
        for (Caveat caveat : study.caveats()) {
            switch (caveat.severity()) {
                case ERROR, WARNING -> getLog().warn(line(caveat));
                case INFO -> getLog().debug(line(caveat));
            }
        }
        long whole = study.timeline().endNanos() - study.timeline().startNanos();
        if (study.toNanos() - study.fromNanos() < whole) {
            getLog().info("Looked at the " + TimeFormat.duration(study.toNanos() - study.fromNanos())
                    + " from the first interval to the last, of "
                    + TimeFormat.duration(whole) + " recorded (parameter range).");
        }
        return study;
    }

    /** Writes the page for people beside the reports. */
    final void writePage(Study study, Study.Request request, ReportDirectory directory) throws IOException {
        String version = getClass().getPackage().getImplementationVersion();
        StudyReports.writePage(study, HtmlInput.title(request.traces()), version == null ? "development" : version, directory, progress());
    }

    /** Told how far the work is. */
    final Progress progress() {
        return new LogProgress();
    }

    private static String line(Caveat caveat) {
        return (caveat.host().isEmpty() ? "" : "host " + caveat.host() + ": ") + caveat.text() + " [" + caveat.kind() + ']';
    }

    /** Whether units of work are asked for. */
    final boolean hasIntervals() {
        return intervals != null && !intervals.isEmpty();
    }

    private Study.Range range() throws MojoExecutionException {
        String chosen = range;
        if (chosen == null) {
            return hasIntervals() ? Study.Range.INTERVALS : Study.Range.ALL;
        }
        Study.Range of;
        try {
            of = Study.Range.of(chosen.strip());
        } catch (IllegalArgumentException e) {
            throw new MojoExecutionException("Parameter range: " + e.getMessage() + ".", e);
        }
        if (of == Study.Range.INTERVALS && !hasIntervals()) {
            throw new MojoExecutionException("Parameter range: intervals needs the parameter intervals, which says what they are.");
        }
        return of;
    }

    private List<IntervalSpec> intervals() throws MojoExecutionException {
        List<IntervalSpec> specs = new ArrayList<>();
        for (String text : intervals == null ? List.<String>of() : intervals) {
            try {
                specs.add(IntervalSpec.parse(text.strip()));
            } catch (IllegalArgumentException e) {
                throw new MojoExecutionException("Parameter intervals, '" + text + "': " + e.getMessage() + ".", e);
            }
        }
        return specs;
    }

    /** The rules with the thresholds that were asked for. */
    final RuleSet ruleSet() throws MojoExecutionException {
        RuleSet set = RuleSet.installed();
        for (String text : rules == null ? List.<String>of() : rules) {
            try {
                set = set.with(text);
            } catch (IllegalArgumentException e) {
                throw new MojoExecutionException("Parameter rules, '" + text + "': " + e.getMessage() + ".", e);
            }
        }
        return set;
    }

    private static String reason(FileSystemException e) {
        String what = e.getReason();
        if (what == null) {
            what = e instanceof java.nio.file.NoSuchFileException ? "it does not exist"
                    : e instanceof java.nio.file.AccessDeniedException ? "permission denied" : e.getClass().getSimpleName();
        }
        return e.getFile() + ": " + what;
    }
}
