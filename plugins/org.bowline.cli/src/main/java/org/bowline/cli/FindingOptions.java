/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.ThreadTotals;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.FindingContext;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.finding.Severity;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.progress.Progress;
import org.bowline.core.waitfor.WaitForGraph;

/** Which rules look, with which thresholds, and what is bad enough to fail. */
final class FindingOptions {
    @Option(names = "--rule", paramLabel = "RULE.SETTING=VALUE",
            description = "Another threshold of a rule, or RULE=off to leave it out (docs/reference/findings.md). May be given several times.") private List<String> overrides = new ArrayList<>();

    @Option(names = "--fail-on", paramLabel = "SEVERITY",
            description = "End with exit code 1 if there is a finding of this severity or worse: info, warning or critical.") private @Nullable Severity failOn;

    /** What may be shared with the rules, as it is there already. */
    record Known(WaitForGraph graph, KnotOptions.Knots knots, List<ThreadTotals> totals, @Nullable IntervalPaths intervals) {}

    /**
     * All rules with the user's thresholds; before the long work, since a typing error should not cost any.
     *
     * @throws Failure of usage if a rule or setting is not there
     */
    RuleSet rules() {
        RuleSet rules = RuleSet.installed();
        for (String override : overrides) {
            try {
                rules = rules.with(override);
            } catch (IllegalArgumentException e) {
                throw Failure.usage("--rule " + override + ": " + e.getMessage());
            }
        }
        return rules;
    }

    /** Runs the rules. */
    static Findings run(RuleSet rules, Analysis analysis, RangeOptions.Range range, KnotOptions knots, Known known, Progress progress) {
        FindingContext.Builder context = FindingContext.of(analysis).range(range.fromNanos(), range.toNanos())
                .chosen(knots.chosen(analysis.timeline())).graph(known.graph(), known.knots().knots()).totals(known.totals())
                .progress(progress);
        if (known.intervals() != null) {
            context.intervals(known.intervals());
        }
        return rules.run(context.build());
    }

    /** The exit code; says why on the standard error if it is not the one of success. */
    int exitCode(Shell shell, Findings findings) {
        Severity bad = failOn;
        if (bad == null) {
            return ExitCode.FINE;
        }
        List<Finding> failing = findings.atLeast(bad);
        if (failing.isEmpty()) {
            return ExitCode.FINE;
        }
        shell.complain(Summary.count(failing.size(), "finding") + " at or above " + bad.label() + " (--fail-on): "
                + String.join(", ", failing.stream().map(Finding::rule).distinct().toList()) + '.');
        return ExitCode.FINDINGS;
    }
}
