/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.finding.Severity;
import org.bowline.core.model.Words;
import org.bowline.runs.Baseline;
import org.bowline.runs.FindingFact;
import org.bowline.runs.KnotFact;
import org.bowline.runs.RunFacts;

/** What is bad enough to fail. */
final class VerdictOptions {
    @Option(names = "--fail-on", paramLabel = "SEVERITY",
            description = "End with exit code 1 if there is a finding of this severity or worse: info, warning or critical.") private @Nullable Severity failOn;

    @Option(names = "--baseline", paramLabel = "FILE|DIR",
            description = "Findings that are in this baseline do not count for --fail-on, unless they are worse now: a file that "
                    + "findings --write-baseline wrote, or a directory that analyze -o wrote. Without --fail-on, --fail-on info is meant, and knots "
                    + "that are not in it fail, too, as do labels of intervals that only it has.") private @Nullable Path baseline;

    /**
     * What is accepted; before the long work.
     *
     * @throws Failure if it cannot be read, is of another version, or names rules that there are not
     */
    @Nullable
    Baseline baseline(RuleSet rules) throws IOException {
        Path path = baseline;
        return path == null ? null : Baseline.read(path, rules.infos().stream().map(RuleInfo::id).toList());
    }

    // Complex: one condition for each reason to fail, with its sentence.
    /** The exit code; says why on the standard error if it is not the one of success. */
    int exitCode(Shell shell, Analysis analysis, @Nullable Baseline accepted) {
        Severity bad = failOn != null ? failOn : accepted != null ? Severity.INFO : null;
        if (bad == null) {
            return ExitCode.FINE;
        }
        List<FindingFact> all = RunFacts.findings(Findings.of(analysis));
        List<KnotFact> knots = accepted == null ? List.of() : RunFacts.knots(analysis);
        List<String> failing = (accepted == null ? all : accepted.unknown(all, RunFacts.hosts(analysis))).stream()
                .filter(one -> one.severity().compareTo(bad) >= 0)
                .map(FindingFact::rule).toList();
        List<KnotFact> fresh = accepted == null || failOn != null ? List.of() : accepted.newKnots(knots, RunFacts.hosts(analysis));
        List<String> missing = accepted == null || analysis.intervals() == null ? List.of()
                : accepted.missingLabels(FindingsCommand.labels(analysis));
        if (!missing.isEmpty()) {
            shell.complain("no interval of " + Words.count(missing.size(), "label") + " of the baseline ended (--baseline): "
                    + String.join(", ", missing) + '.');
        }
        if (failing.isEmpty() && fresh.isEmpty() && missing.isEmpty()) {
            if (accepted != null) {
                tellKnown(shell, all, knots, accepted, RunFacts.hosts(analysis));
            }
            return ExitCode.FINE;
        }
        String known = accepted == null ? "" : " that the baseline does not have";
        if (!failing.isEmpty()) {
            shell.complain(Words.count(failing.size(), "finding") + " at or above " + bad.label() + known
                    + (failOn == null ? " (--baseline): " : " (--fail-on): ") + String.join(", ", failing.stream().distinct().toList())
                    + '.');
        }
        if (!fresh.isEmpty()) {
            shell.complain(Words.count(fresh.size(), "knot") + known + " (--baseline): "
                    + String.join("; ", fresh.stream().map(knot -> knot.key().text()).toList()) + '.');
        }
        return ExitCode.FINDINGS;
    }

    /** What stands above and does not count, as a text that ends with success should say why. */
    private void tellKnown(Shell shell, List<FindingFact> findings, List<KnotFact> knots, Baseline accepted, SortedSet<String> hosts) {
        int known = findings.size() - accepted.unknown(findings, hosts).size();
        List<String> words = new ArrayList<>(List.of(Words.count(known, "finding")));
        if (failOn == null) {
            words.add(Words.count(knots.stream().filter(KnotFact::isKnot).count(), "knot"));
        }
        shell.complain(String.join(" and ", words) + " in the baseline, nothing new"
                + (failOn == null ? "" : " at or above " + failOn.label() + " (--fail-on)") + '.');
    }
}
