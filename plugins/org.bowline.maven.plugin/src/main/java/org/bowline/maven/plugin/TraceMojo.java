/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.figures.Threshold;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Words;
import org.bowline.core.trace.IntervalNames;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.SpinSpec;
import org.bowline.core.trace.TagSpec;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.analyses.RunPage;
import org.bowline.report.analyses.ThreadName;
import org.bowline.report.export.ReportDirectory;

/** What all goals that read traces have in common. */
abstract class TraceMojo extends WorkMojo {
    /** The traces: directories (every trace below one is read, of as many hosts as there are) or .zip files of such. One run, not several. */
    @Parameter(property = "bowline.traces", defaultValue = "${project.build.directory}/bowline-trace")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private List<@Nullable File> traces;

    /**
     * Which pairs of events are the units of work, each as {@code begin=EVENT,end=EVENT,key=FIELD,label=FIELD}: pairs of events with the same
     * key, on any threads or hosts; the label names the sort. Key and label may be left out. Or {@code syscalls=recv..send}, the requests that a
     * program answers, or {@code syscalls=send..recv}, those that it asks, from its system calls; {@code packets=recv..send} and
     * {@code packets=send..recv} are the same from packets between recorded hosts.
     */
    @Parameter private @Nullable List<@Nullable String> intervals;

    /**
     * What the figures, knots and findings are about: {@code intervals}, from the first interval to the last; {@code work}, where the same threads wait for each
     * other again and again; or {@code all} of the traces and everybody in them. What lies around the work is mostly waiting for it, and hides its knots. Default: intervals if
     * there are any, else work.
     */
    @Parameter(property = "bowline.range") private @Nullable String range;

    /**
     * Which events tell the module that a thread is in, each as {@code event=EVENT,path=FIELD} or {@code begin=EVENT,end=EVENT,path=FIELD}, perhaps with {@code ,bytes=FIELD}. Default:
     * those of Bowline's annotations.
     */
    @Parameter private @Nullable List<@Nullable String> tags;

    /**
     * Events between which a thread polls instead of sleeping, so that this counts as waiting, each as {@code begin=EVENT,end=EVENT,owner=FIELD} or {@code begin=EVENT,end=EVENT,object=FIELD}, perhaps with
     * {@code ,acquired=FIELD}. Those of Bowline's annotations are known.
     */
    @Parameter private @Nullable List<@Nullable String> spins;

    /**
     * Options of the analyses, as the command line has them, each as {@code NAME=VALUE}, or as {@code NAME} if it has no value: {@code merge=similar}, {@code blame=holder},
     * {@code nic-capacity=eth0=1Gbit}, {@code show-all}. One that takes several values is given several times. The page Maven plug-in lists them all.
     */
    @Parameter private @Nullable List<@Nullable String> options;

    /** Knots are taken apart as long as their lightest edge is not heavier than this: a share of the range like 10%, or a time like 5ms. Default: 20%. */
    @Parameter(property = "bowline.threshold") private @Nullable String threshold;

    /** The wait-for graph starts from the waits of these processes only, each the NAME (or HOST:NAME) of one of its threads. Default: all threads. */
    @Parameter private @Nullable List<@Nullable String> processes;

    /** Other thresholds of rules, each as {@code RULE.SETTING=VALUE}, or {@code RULE=off} to leave one out. */
    @Parameter private @Nullable List<@Nullable String> rules;

    /** Whether a trace that is broken or cut off fails the goal. If not, what can be read is used, and the log says what is missing. */
    @Parameter(property = "bowline.strict", defaultValue = "true") private boolean strict;

    /** The name of the project, for titles. */
    @Parameter(defaultValue = "${project.name}", readonly = true) private @Nullable String project;

    @Override
    final boolean hasNothingToDo() {
        boolean none = !traces.isEmpty() && traces.stream().allMatch(trace -> trace != null && SessionMojo.isWithoutTests(trace));
        if (none) {
            getLog().info("No tests were run, so nothing was recorded to " + traces.get(0) + ": there is nothing to look at.");
        }
        return none;
    }

    /**
     * What is asked for, and of which traces.
     *
     * @param traces directories or archives
     * @param question of them
     * @param spins which events tell that a thread polls
     */
    record Request(List<Path> traces, Question question, List<SpinSpec> spins) {}

    /** What is asked for. */
    final Request request() throws MojoExecutionException {
        List<Path> paths = new ArrayList<>();
        for (File trace : traces) {
            if (trace == null) {
                throw new MojoExecutionException("Parameter traces: an element is empty.");
            }
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
        NextStep.Call call = new NextStep.Call("bowline", "bowline-record", paths.stream().map(Path::toString).toList());
        Question question = AnalysisOptions.in(Question.WORK, texts("options", options)).about(intervals(), range()).at(threshold())
                .from(ThreadName.processes(texts("processes", processes).stream().map(ThreadName::new).toList()));
        return new Request(paths,
                question.with(RuleSet.PARAMETER, ruleSet()).with(NextStep.CALL, call).with(TagQuestion.EVENTS, tags()), spins());
    }

    /** Reads the traces; tells the log what is not known. */
    final Analysis analysis(Request request) throws MojoExecutionException, IOException {
        Analysis analysis;
        try {
            OpenOptions options = new OpenOptions(strict, true, List.of(), null).withSpins(request.spins());
            analysis = Analysis.of(request.traces(), options, request.question(), progress());
        } catch (ThreadName.NoSuchThreadException e) {
            throw new MojoExecutionException("Parameter processes: " + e.getMessage(), e);
        } catch (IntervalNames.UnknownNameException e) {
            List<String> given = new ArrayList<>();
            if (hasIntervals()) {
                given.add("intervals");
            }
            if (!request.question().get(TagQuestion.EVENTS).isEmpty()) {
                given.add("tags");
            }
            if (!request.spins().isEmpty()) {
                given.add("spins");
            }
            throw new MojoExecutionException(
                    (given.size() == 1 ? "Parameter " : "Parameters ") + Words.list(given, "and") + ": " + e.getMessage() + ".", e);
        }
        if (request.question().part() == Question.Part.INTERVALS && !analysis.intervalsWanted()) {
            throw new MojoExecutionException(
                    "Parameter range: intervals needs the parameter intervals, which says what they are, or a recording"
                            + " with annotated requests.");
        }
        checkNames(analysis);
        for (Caveat caveat : Descriptors.installed().caveats(analysis)) {
            switch (caveat.severity()) {
                case ERROR, WARNING -> getLog().warn(line(caveat));
                case INFO -> getLog().debug(line(caveat));
            }
        }
        long whole = analysis.timeline().endNanos() - analysis.timeline().startNanos();
        if (analysis.knowsWaits() && analysis.toNanos() - analysis.fromNanos() < whole) {
            getLog().info("Looked at " + analysis.range().sentence() + " (parameter range).");
        }
        return analysis;
    }

    /** That there is what the options name, before the long work. */
    private static void checkNames(Analysis analysis) throws MojoExecutionException {
        try {
            Descriptors.installed().all().forEach(one -> one.check(analysis));
        } catch (IllegalArgumentException e) {
            throw new MojoExecutionException("Parameter options: " + e.getMessage() + '.', e);
        }
    }

    /** Writes the page for people beside the reports. */
    final void writePage(Analysis analysis, Request request, ReportDirectory directory) throws IOException {
        String title = RunPage.title(request.traces());
        RunPage.write(analysis, project == null || project.isBlank() ? title : project + ": " + title, version(), directory);
    }

    /** Whether units of work are asked for. */
    final boolean hasIntervals() {
        return intervals != null && !intervals.isEmpty();
    }

    private Question.Part range() throws MojoExecutionException {
        String chosen = range;
        if (chosen == null) {
            return hasIntervals() ? Question.Part.INTERVALS : Question.Part.WORK;
        }
        try {
            return Question.Part.of(chosen.strip());
        } catch (IllegalArgumentException e) {
            throw new MojoExecutionException("Parameter range: " + e.getMessage() + ".", e);
        }
    }

    private @Nullable Threshold threshold() throws MojoExecutionException {
        try {
            return threshold == null ? null : Threshold.parse(threshold.strip());
        } catch (IllegalArgumentException e) {
            throw new MojoExecutionException("Parameter threshold: " + e.getMessage() + '.', e);
        }
    }

    private List<IntervalSpec> intervals() throws MojoExecutionException {
        List<IntervalSpec> specs = new ArrayList<>();
        for (String text : texts("intervals", intervals)) {
            try {
                specs.add(IntervalSpec.parse(text));
            } catch (IllegalArgumentException e) {
                throw new MojoExecutionException("Parameter intervals, '" + text + "': " + e.getMessage() + ".", e);
            }
        }
        return specs;
    }

    private List<TagSpec> tags() throws MojoExecutionException {
        List<TagSpec> specs = List.of();
        for (String text : texts("tags", tags)) {
            try {
                specs = TagSpec.plus(specs, text);
            } catch (IllegalArgumentException e) {
                throw new MojoExecutionException("Parameter tags, '" + text + "': " + e.getMessage() + ".", e);
            }
        }
        return specs;
    }

    private List<SpinSpec> spins() throws MojoExecutionException {
        List<SpinSpec> specs = new ArrayList<>();
        for (String text : texts("spins", spins)) {
            try {
                specs.add(SpinSpec.parse(text));
            } catch (IllegalArgumentException e) {
                throw new MojoExecutionException("Parameter spins, '" + text + "': " + e.getMessage() + ".", e);
            }
        }
        return specs;
    }

    /** The rules with the thresholds that were asked for. */
    final RuleSet ruleSet() throws MojoExecutionException {
        RuleSet set = RuleSet.installed();
        for (String text : texts("rules", rules)) {
            try {
                set = set.with(text);
            } catch (IllegalArgumentException e) {
                throw new MojoExecutionException("Parameter rules, '" + text + "': " + e.getMessage() + ".", e);
            }
        }
        return set;
    }
}
