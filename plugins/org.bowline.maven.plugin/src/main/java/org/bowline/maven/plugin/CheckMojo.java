/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Set;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Words;
import org.bowline.core.sync.SyncCaveat;
import org.bowline.report.analyses.Descriptors;
import org.bowline.runs.Baseline;
import org.bowline.runs.RunFacts;

/**
 * Fails the build if the software waits more than it may. Every limit becomes a test case of a JUnit XML file that CI systems show. A limit that
 * names a label, host or cause that is not there fails as well, as do events that were lost: a build is never green because nothing was looked
 * at.
 */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class CheckMojo extends TraceMojo {
    private static final Set<String> LOST = Set.of("discarded-events", "discarded-packets");
    /** Of a file that ends early nothing else tells; where something does, it is of the same. One that begins late is that of a flight recorder, and what follows is whole: that is in the log. */
    private static final String UNTOLD = "lost-events";
    private static final Set<String> TOLD = Set.of("discarded-events", "discarded-packets", "broken-packet", "truncated", "other-trace",
            "unrecorded-processors");
    /** What strict refuses to read, and what contradicts itself; the rule lost-events counts the same. */
    private static final Set<String> BROKEN = Set.of("broken-packet", "truncated", "unreadable-trace", "unreadable-archive",
            "missing-metadata", "other-trace", "contradicting-switches", "impossible-cpu", "impossible-thread", "impossible-time",
            "impossible-clock", "unrecorded-processors");
    private static final Set<String> CLOCKS = Set.of(SyncCaveat.Kind.CLOCK_AS_RECORDED.label(), SyncCaveat.Kind.SYNC_FAILED.label(),
            SyncCaveat.Kind.TIMELESS.label());

    /**
     * Limits of latency, each as {@code LABEL=TIME}: 99 % of the intervals of the label take no longer. {@code *=TIME} is for every label that has no limit of its own.
     */
    @Parameter private @Nullable List<@Nullable String> maxP99;

    /**
     * Limits of intervals that hang, each as {@code LABEL=PERCENT}: of the intervals of the label that began no more lasted three times as long as 95 % of the others and had not
     * ended when the recording did. {@code *=PERCENT} is for every label that has no limit of its own, 1 % if it is not given.
     */
    @Parameter private @Nullable List<@Nullable String> maxUnfinished;

    /** How many intervals have to be there, each as {@code LABEL=COUNT}: so many of the label ended, or more. {@code *=COUNT} is for every label that has no limit of its own. */
    @Parameter private @Nullable List<@Nullable String> minCount;

    /**
     * Limits of shares, each as {@code [LABEL@][HOST:]WHAT=PERCENT}: of the critical paths of the intervals (of a label; on a host) no more is
     * spent blocked by a cause (thread, timer, disk, network, device, ipi, kernel, unknown) or in a state (running, runnable, preempted, blocked).
     */
    @Parameter private @Nullable List<@Nullable String> maxShare;

    /**
     * Limits of modules, each as {@code [HOST:]PATH[@WITHIN]=PERCENT}: of the time for which threads ran (on a host; within another module) no more is that of the module and those
     * within it, as tags tell.
     */
    @Parameter private @Nullable List<@Nullable String> maxTagShare;

    /** Whether a knot (threads and devices that wait only for each other) that is not in the baseline fails the build. Needs the parameter baseline. */
    @Parameter(property = "bowline.noNewKnots", defaultValue = "false") private boolean noNewKnots;

    /** The severity from which on a finding fails the build: info, warning or critical. With a baseline only findings that it does not have. */
    @Parameter(property = "bowline.failOn") private @Nullable String failOn;

    /**
     * What is accepted: a file that writeBaseline (or {@code bowline findings --write-baseline}) wrote and that is committed, or a directory of reports. A
     * label of intervals that it has and the run has not fails the build.
     */
    @Parameter(property = "bowline.baseline") private @Nullable File baseline;

    /** Writes the file baseline from this run, so that all it has is accepted, and judges nothing: give it once on the command line, and commit the file. */
    @Parameter(property = "bowline.writeBaseline", defaultValue = "false") private boolean writeBaseline;

    /**
     * Whether a trace may pass of which a part is not known: events were lost or the file of a processor ends early, it is damaged, a host's clock is not known, or a share may be beyond its limit in
     * time of which nothing is known. Figures are lower bounds then, or doubtful.
     */
    @Parameter(property = "bowline.allowLostEvents", defaultValue = "false") private boolean allowLostEvents;

    /** The JUnit XML file. */
    @Parameter(property = "bowline.junit", defaultValue = "${project.build.directory}/bowline-reports/TEST-bowline.xml")
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private File junitFile;

    @Override
    File verdict() {
        return junitFile;
    }

    @Override
    void run() throws MojoExecutionException, MojoFailureException, IOException {
        gate(junitFile, this::judge);
    }

    // Complex: asks one question after the other, each only if its parameter is given.
    private List<Verdict> judge() throws MojoExecutionException, IOException {
        checkSettings();
        if (writeBaseline) {
            return List.of(written());
        }
        List<String> p99 = texts("maxP99", maxP99);
        List<String> unfinished = texts("maxUnfinished", maxUnfinished);
        List<String> counts = texts("minCount", minCount);
        List<String> shares = texts("maxShare", maxShare);
        List<String> tagShares = texts("maxTagShare", maxTagShare);
        boolean ofIntervals = !p99.isEmpty() || !unfinished.isEmpty() || !counts.isEmpty();
        if (!ofIntervals && shares.isEmpty() && tagShares.isEmpty() && !noNewKnots && failOn == null) {
            throw new MojoExecutionException(
                    "There is nothing to check: give maxP99, maxUnfinished, minCount, maxShare, maxTagShare, noNewKnots or failOn.");
        }
        if (noNewKnots && baseline == null) {
            throw new MojoExecutionException(
                    "noNewKnots needs the parameter baseline: the knots that are accepted. Give a file, write it once with"
                            + " -Dbowline.writeBaseline, and commit it.");
        }
        Baseline accepted = baseline == null ? null
                : Baseline.read(baseline.toPath(), ruleSet().infos().stream().map(RuleInfo::id).toList());
        Analysis analysis = analysis(request());
        List<Caveat> caveats = Descriptors.installed().caveats(analysis);
        Checks checks = new Checks(RunFacts.of("this run", analysis, caveats), Sight.of(analysis), allowLostEvents);
        caveats.stream().filter(caveat -> !isToldBy(caveats, caveat)).forEach(caveat -> judge(caveat, checks));
        if (hasIntervals()) {
            checks.intervals();
        }
        if (!analysis.knowsWaits() && !ofIntervals) {
            checks.error("check", "",
                    "there is no kernel trace, so none of the limits can be judged. Record one (profile waits-network, as root), or limit"
                            + " what needs none: maxP99, maxUnfinished, minCount");
        }
        if (hasIntervals() && accepted != null) {
            checks.labels(accepted);
        }
        checks.maxP99(p99);
        if (hasIntervals() || !unfinished.isEmpty()) {
            checks.maxUnfinished(unfinished);
        }
        checks.minCount(counts);
        shares.forEach(checks::maxShare);
        tagShares.forEach(checks::maxTagShare);
        if (noNewKnots && accepted != null) {
            checks.noNewKnots(accepted);
        }
        if (failOn != null) {
            checks.failOn(failOn.strip(), accepted);
        }
        return checks.verdicts();
    }

    /** Accepts what there is. */
    private Verdict written() throws MojoExecutionException, IOException {
        File file = baseline;
        if (file == null || file.isDirectory()) {
            throw new MojoExecutionException("writeBaseline needs the parameter baseline: the file to write.");
        }
        Analysis analysis = analysis(request());
        RunFacts run = RunFacts.of("this run", analysis, Descriptors.installed().caveats(analysis));
        Baseline accepted = Baseline.of(run.findings(), run.knots(), run.lengths().keySet(), run.hosts());
        try {
            accepted.write(file.toPath());
        } catch (IOException e) {
            throw unwritable(file, e);
        }
        return Verdict.skipped("writeBaseline", "", "wrote " + file + " with " + Words.count(accepted.findingCount(), "finding") + " and "
                + Words.count(accepted.knotCount(), "knot") + ", and judged nothing. Commit it");
    }

    /** Whether another caveat that fails the build is of the same loss. */
    private static boolean isToldBy(List<Caveat> all, Caveat caveat) {
        return caveat.kind().equals(UNTOLD)
                && all.stream().anyMatch(other -> other.host().equals(caveat.host()) && TOLD.contains(other.kind()));
    }

    /** What makes figures doubtful fails; what a person should know is in the log. */
    private void judge(Caveat caveat, Checks checks) {
        if (!allowLostEvents && LOST.contains(caveat.kind())) {
            checks.error("trace", caveat.host(),
                    caveat.text() + " What was lost may be what is looked for: record with larger buffers"
                            + " or fewer events, or set allowLostEvents");
        } else if (!allowLostEvents && (caveat.kind().equals(UNTOLD) || BROKEN.contains(caveat.kind()))) {
            checks.error("trace", caveat.host(),
                    caveat.text() + " What is missing may be what is looked for: record again, or set allowLostEvents");
        } else if (!allowLostEvents && CLOCKS.contains(caveat.kind())) {
            checks.error("clock", caveat.host(), caveat.text()
                    + " What happens across hosts cannot be judged: record packets (profile waits-network), or set allowLostEvents");
        } else if (caveat.kind().equals(SyncCaveat.Kind.APART.label())) {
            getLog().warn(caveat.host() + ": " + caveat.text());
        } else if (caveat.kind().startsWith("interval-") && caveat.severity() == Caveat.Severity.INFO) {
            getLog().info(caveat.text());
        }
    }
}
