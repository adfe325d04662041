/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Experiment;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.LabelStatistics;
import org.bowline.core.model.Caveat;
import org.bowline.core.study.Study;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.FindingRows;
import org.bowline.report.Reports;
import org.bowline.report.run.Baseline;
import org.bowline.report.run.KnotFact;
import org.bowline.report.run.RunFacts;

/** What is wrong, in order of weight. */
@Command(name = "findings",
        description = "Looks for what makes the recorded system slow, or the recording unfit: prints each finding with why it matters, what to try and what to look at.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  bowline findings tests/traces/lock-contention",
            "  bowline findings tests/traces/wperf-example --all --rule disk-bound-sync-writes.min-share=30%%",
            "  bowline findings tests/traces/three-tier --fail-on critical",
            "  bowline findings tests/traces/lost-events --format csv > findings.csv"})
final class FindingsCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final TraceOptions traces = new TraceOptions();
    @Mixin private final SyncOptions sync = new SyncOptions();
    @Mixin private final RangeOptions range = new RangeOptions();
    @Mixin private final WorkRangeOption work = new WorkRangeOption();
    @Mixin private final IntervalOptions intervals = new IntervalOptions();
    @Mixin private final KnotOptions knots = new KnotOptions();
    @Mixin private final FindingOptions options = new FindingOptions();
    @Mixin private final FormatOptions format = new FormatOptions();
    @Mixin private final TopOption top = new TopOption();
    @Mixin final CommonOptions common;

    @Option(names = "--write-baseline", paramLabel = "FILE",
            description = "Write what is found, and the knots, as a baseline: what is accepted from now on.") private @Nullable Path written;

    @Option(names = "--all", description = "Tell also of the rules that found nothing, and why.") private boolean all;

    @Option(names = "--evidence",
            description = "With --format: print what the findings point at, in the columns of finding-evidence.csv.") private boolean evidence;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    FindingsCommand(Shell shell) {
        this.shell = shell;
        common = new CommonOptions(shell);
    }

    @Override
    public Integer call() throws IOException {
        if (evidence && format.format == null) {
            throw new ParameterException(spec.commandLine(), "--evidence chooses what --format prints: --format csv or json is needed");
        }
        work.check(intervals);
        int most = top.most();
        RuleSet rules = options.rules();
        Baseline accepted = options.baseline(rules);
        Experiment experiment = traces.open(shell, sync);
        Analysis analysis = experiment.analyze(shell.progress());
        Study study = work.choose(analysis, range, intervals, shell.progress()).study(analysis, knots).rules(rules)
                .run(shell.progress());
        Timeline timeline = study.timeline();
        Findings findings = study.findings();
        List<Caveat> caveats = study.caveats();
        if (evidence) {
            format.print(shell, Reports.EVIDENCE, FindingRows.evidence(timeline, findings), caveats, page -> {});
        } else {
            format.print(shell, Reports.FINDINGS, FindingRows.of(findings), caveats, page -> {
                FindingText.whole(page, timeline, findings, rules.infos(), most);
                if (all) {
                    FindingText.rules(page, findings);
                }
            });
        }
        if (written != null) {
            write(written, findings, RunFacts.knots(study), labels(study));
        }
        return options.exitCode(shell, study, accepted);
    }

    /** Those of intervals that ended. */
    static Set<String> labels(Study study) {
        IntervalPaths intervals = study.intervals();
        return intervals == null ? Set.of()
                : intervals.labels().stream().filter(label -> label.count() > 0).map(LabelStatistics::label).collect(Collectors.toSet());
    }

    private void write(Path file, Findings findings, List<KnotFact> knots, Set<String> labels) {
        try {
            Baseline baseline = Baseline.of(RunFacts.findings(findings), knots, labels);
            baseline.write(file);
            shell.complain("wrote the baseline " + file + (labels.size() > baseline.labelCount()
                    ? " without the " + labels.size() + " labels of intervals: so many are names of requests, not of sorts of them."
                    : "."));
        } catch (IOException e) {
            throw Failure.output(
                    "cannot write the baseline " + file + ": " + Failure.reason(e) + ". Give another file with --write-baseline", e);
        }
    }
}
