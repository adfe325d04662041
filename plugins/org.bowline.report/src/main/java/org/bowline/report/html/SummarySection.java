/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.util.stream.Collectors;

import org.bowline.core.finding.Severity;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.report.TimeFormat;

/** What was analysed, in a few figures. */
final class SummarySection {
    private SummarySection() {}

    static void write(Html html, HtmlInput input) {
        Timeline timeline = input.timeline();
        html.open("section", "id", "summary", "aria-labelledby", "h-summary").element("h2", "Summary", "id", "h-summary");
        html.open("p", "class", "lead").text(TimeFormat.date(input.fromNanos()) + ", ").element("span",
                TimeFormat.timeOfDay(input.fromNanos()) + " to " + TimeFormat.timeOfDay(input.toNanos()) + " UTC", "class", "nums")
                .text(input.fromNanos() > timeline.startNanos() || input.toNanos() < timeline.endNanos()
                        ? ", a part of a recording of " + TimeFormat.duration(timeline.endNanos() - timeline.startNanos()) + "."
                        : ", the whole recording.")
                .close();
        html.open("dl", "class", "facts");
        fact(html, "Range", TimeFormat.duration(input.toNanos() - input.fromNanos()), "");
        fact(html, timeline.hostCount() == 1 ? "Host" : "Hosts", Integer.toString(timeline.hostCount()),
                input.sync().hosts().stream().limit(6).map(host -> Html.name(host.name())).collect(Collectors.joining(", "))
                        + (timeline.hostCount() > 6 ? ", …" : ""));
        long ran = input.totals().stream().filter(total -> !timeline.isIdle(total.thread()) && total.nanos(ThreadState.RUNNING) > 0)
                .count();
        fact(html, "Threads", Integer.toString(input.totals().size()), ran + " of them ran");
        findings(html, input);
        var knots = input.knots().knotsAt(input.thresholdNanos());
        long count = knots.stream().filter(knot -> knot.kind() == Knot.Kind.KNOT).count();
        fact(html, count == 1 ? "Knot" : "Knots", Long.toString(count),
                "at " + Words.percent((double) input.thresholdNanos() / input.graph().rangeNanos()) + "; "
                        + Words.count(knots.size() - count, "sink"));
        IntervalPaths intervals = input.intervals();
        if (intervals != null) {
            fact(html, "Intervals", Integer.toString(intervals.paths().size()), Words.count(intervals.labels().size(), "label"));
        }
        long warnings = input.caveats().stream().filter(caveat -> caveat.severity() != Caveat.Severity.INFO).count();
        fact(html, "Caveats", Integer.toString(input.caveats().size()),
                warnings == 0 ? "notes only" : Words.count(warnings, "warning"));
        html.close(2).line();
    }

    private static void findings(Html html, HtmlInput input) {
        StringBuilder words = new StringBuilder();
        for (int i = Severity.values().length - 1; i >= 0; i--) {
            Severity severity = Severity.values()[i];
            long count = input.findings().findings().stream().filter(finding -> finding.severity() == severity).count();
            if (count > 0) {
                words.append(words.isEmpty() ? "" : ", ")
                        .append(severity == Severity.WARNING ? Words.count(count, severity.label()) : count + " " + severity.label());
            }
        }
        fact(html, "Findings", Integer.toString(input.findings().findings().size()),
                words.isEmpty() ? "by " + Words.count(input.findings().rules().size(), "rule") : words.toString());
    }

    /** A figure with its name. */
    static void fact(Html html, String name, String value, String more) {
        html.open("div").element("dt", name).open("dd").element("b", value);
        if (!more.isEmpty()) {
            html.text(" ").element("span", more);
        }
        html.close(2);
    }
}
