/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.files.FileFailure;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.LabelStatistics;
import org.bowline.report.analyses.Descriptor;
import org.bowline.runs.Baseline;
import org.bowline.runs.RunFacts;

/** What is wrong, and whether that is bad enough to fail. */
final class FindingsCommand extends AnalysisCommand {
    private @Nullable VerdictOptions verdict;
    private @Nullable Written written;
    private @Nullable Baseline accepted;

    FindingsCommand(Descriptor descriptor, Shell shell) {
        super(descriptor, shell);
    }

    private static final class Written {
        @Option(names = "--write-baseline", paramLabel = "FILE",
                description = "Write what is found, and the knots, as a baseline: what is accepted from now on.") private @Nullable Path file;
    }

    @Override
    List<Object> mixins() {
        List<Object> all = super.mixins();
        VerdictOptions options = new VerdictOptions();
        Written file = new Written();
        verdict = options;
        written = file;
        all.addAll(List.of(options, file));
        return all;
    }

    @Override
    void prepare(Question question) throws IOException {
        accepted = verdict == null ? null : verdict.baseline(question.get(RuleSet.PARAMETER));
    }

    @Override
    int finish(Analysis analysis) throws IOException {
        Path file = written == null ? null : written.file;
        if (file != null) {
            write(file, analysis);
        }
        return verdict == null ? ExitCode.FINE : verdict.exitCode(shell, analysis, accepted);
    }

    /** Those of intervals that ended. */
    static Set<String> labels(Analysis analysis) {
        IntervalPaths intervals = analysis.intervals();
        return intervals == null ? Set.of()
                : intervals.labels().stream().filter(label -> label.count() > 0).map(LabelStatistics::label).collect(Collectors.toSet());
    }

    private void write(Path file, Analysis analysis) {
        Set<String> labels = labels(analysis);
        try {
            Baseline baseline = Baseline.of(RunFacts.findings(Findings.of(analysis)), RunFacts.knots(analysis), labels,
                    RunFacts.hosts(analysis));
            baseline.write(file);
            shell.complain("wrote the baseline " + file + (labels.size() > baseline.labelCount()
                    ? " without the " + labels.size() + " labels of intervals: so many are names of requests, not of sorts of them."
                    : "."));
        } catch (IOException e) {
            throw Failure.output(
                    "cannot write the baseline " + file + ": " + FileFailure.reason(e) + ". Give another file with --write-baseline", e);
        }
    }
}
