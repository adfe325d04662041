/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.model.Caveat;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.text.CompareText;
import org.bowline.runs.RunFacts;
import org.bowline.runs.compare.CompareRows;
import org.bowline.runs.compare.Comparison;
import org.bowline.runs.compare.Difference;
import org.bowline.runs.compare.Measure.Better;
import org.bowline.runs.compare.Measure.Kind;

/** Whether a set of runs may replace another: a verdict for each measure of which one direction is better. */
final class RunChecks {
    private static final String CHECK = "worse";
    private static final String CHANGED = "changed";

    private final boolean changesFail;
    private final boolean notComparableFails;

    /**
     * Rules for a comparison.
     *
     * @param changesFail whether whatever differs by more than chance fails, better or not
     * @param notComparableFails whether a measure that is not in all runs fails
     */
    RunChecks(boolean changesFail, boolean notComparableFails) {
        this.changesFail = changesFail;
        this.notComparableFails = notComparableFails;
    }

    /** The verdicts on NEW; at least one is neither passed nor skipped if nothing could be judged. */
    List<Verdict> judge(Comparison comparison, List<RunFacts> base, List<RunFacts> fresh) {
        List<Verdict> verdicts = new ArrayList<>();
        for (Caveat caveat : comparison.caveats()) {
            if (caveat.kind().equals(Comparison.COPY)) {
                verdicts.add(Verdict.error("runs", "", caveat.text()));
            }
        }
        if (comparison.differences().stream().noneMatch(one -> one.measure().kind() == Kind.LATENCY_P50 && !Double.isNaN(one.p()))) {
            verdicts.add(
                    Verdict.error("runs", "", "there is no latency to compare. The runs have no intervals, or none with a label that is in"
                            + " all of them: name intervals where the runs are made (parameter intervals of the goal analyze)"));
        }
        for (Difference one : comparison.differences()) {
            if (one.measure().kind().better() != Better.NEITHER) {
                verdicts.add(judge(one));
            } else if (changesFail && one.verdict() == Difference.Verdict.CHANGED) {
                CompareRow row = CompareRows.row(one);
                verdicts.add(Verdict.failed(CHANGED, CompareText.name(row), CompareText.figures(row)));
            }
        }
        Comparison.missingOrHanging(base, fresh)
                .forEach((label, words) -> verdicts.add(Verdict.failed("intervals", '\'' + label + '\'', words)));
        return verdicts;
    }

    private Verdict judge(Difference one) {
        CompareRow row = CompareRows.row(one);
        String name = CompareText.name(row);
        String seen = CompareText.figures(row);
        return switch (one.verdict()) {
            case REGRESSION -> Verdict.failed(CHECK, name, seen);
            case IMPROVEMENT, CHANGED -> changesFail ? Verdict.failed(CHECK, name, seen + "; failOnChange is set")
                    : Verdict.passed(CHECK, name, seen);
            case WITHIN_NOISE -> Verdict.passed(CHECK, name, seen);
            case NOISE_UNKNOWN -> Verdict.error(CHECK, name, seen + ". Make at least two runs of each, better five");
            case NOT_COMPARABLE -> notComparableFails ? Verdict.failed(CHECK, name, seen + "; failOnNotComparable is set")
                    : Verdict.skipped(CHECK, name, seen);
        };
    }
}
