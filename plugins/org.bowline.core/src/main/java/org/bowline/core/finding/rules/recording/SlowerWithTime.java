/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.recording;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.analysis.RequestTrends;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.interval.Trend;
import org.bowline.core.model.PlainText;

/** Requests that take longer the later they begin: what they search or write grows, or is never given back. O(requests × log requests). */
public final class SlowerWithTime implements Rule {
    private static final Setting<Double> MIN_EXCESS = Setting.share("min-excess", 0.2,
            "share of the time of a label's requests that they would not take if all took as long at the median as the first quarter");
    private static final int MOST_OF_LABEL = 100;
    private static final RuleInfo INFO = new RuleInfo("slower-with-time", "Slower with time",
            "the events that begin and end requests (profile requests)",
            "Requests of a label, 20 or more that ended, take longer the later they begin. At the median the last quarter of them takes one and "
                    + "a half times as long as the first. Length and begin have a rank correlation of 0.3 or more that is 4 standard deviations from "
                    + "chance. They would take min-excess less time if all took as long at the median as the first quarter.",
            "What costs more with every request has no bound: a list that is searched, a file or table that grows, memory, connections or locks that are not given back. A recording shows its begin.",
            "Compare the paths of the first and the last requests: bowline variance tells which part of the requests varies, bowline requests --from and --to which part of the late ones is long. If more of them are under way at"
                    + " a time, more load may be the cause.",
            List.of(MIN_EXCESS));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        Map<String, Trend> trends = analysis.get(RequestTrends.RESULT);
        if (trends.isEmpty()) {
            return RuleOutcome
                    .notApplicable("it is not said which events begin and end requests, or no label has " + Trend.FEWEST + " that ended");
        }
        List<Finding> findings = new ArrayList<>();
        trends.forEach((label, trend) -> {
            if (trend.isSlower() && trend.excess() >= settings.get(MIN_EXCESS)) {
                findings.add(finding(analysis, label, trend));
            }
        });
        double most = trends.values().stream().filter(Trend::isSlower).mapToDouble(Trend::excess).max().orElse(0);
        return RuleOutcome.of(findings, most == 0 ? "no requests take longer the later they begin"
                : "requests that take longer the later they begin would take at most " + percent(most) + " less time if they did not");
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return NextStep.requests(analysis, "variance");
    }

    private static Finding finding(Analysis analysis, String label, Trend trend) {
        String name = PlainText.shorten(LabelWords.calledOrAll(analysis, label), MOST_OF_LABEL);
        return Finding.of(INFO, Severity.WARNING, trend.excess()).subject(name)
                .summary("Requests take longer the later they begin (" + name + "): the first quarter of " + trend.count() + " takes "
                        + duration(trend.firstNanos()) + " at the median, the last " + duration(trend.lastNanos())
                        + " (rank correlation of length and time " + String.format(Locale.ROOT, "%.2f", trend.correlation())
                        + "), while " + number(trend.firstAtOnce()) + " and " + number(trend.lastAtOnce())
                        + " of them are under way on average. If all took as long at the median as the first quarter they would take "
                        + percent(trend.excess()) + " less time (an estimate).")
                .evidence(new Evidence.Range(analysis.fromNanos(), analysis.toNanos(), "the range that was looked at")).estimate().build();
    }
}
