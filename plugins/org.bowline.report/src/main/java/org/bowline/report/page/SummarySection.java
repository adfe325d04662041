/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.figures.Percent;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.Severity;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.SetAside;
import org.bowline.report.graph.Markup;
import org.bowline.report.text.TimeFormat;

/** What was analysed, in a few figures. */
final class SummarySection {
    private SummarySection() {}

    static Markup of(PageParts parts) {
        Analysis analysis = parts.analysis();
        Analysis shown = parts.shown();
        Findings findings = Findings.of(analysis);
        List<Caveat> caveats = parts.doubts().all();
        Timeline timeline = analysis.timeline();
        List<Knot> knots = shown.hierarchy().knotsAt(shown.thresholdNanos());
        long count = knots.stream().filter(knot -> knot.kind() == Knot.Kind.KNOT).count();
        long ran = analysis.totals().stream().filter(total -> !timeline.isIdle(total.thread()) && total.nanos(ThreadState.RUNNING) > 0)
                .count();
        String hosts = Objects.requireNonNull(analysis.sync()).hosts().stream().limit(6).map(host -> Names.shortened(host.name()))
                .collect(Collectors.joining(", "));
        IntervalPaths intervals = analysis.intervals();
        SetAside aside = FirstLook.leaves(analysis);
        boolean known = analysis.knowsWaits(); // else no thread and no knot would read as if there were none
        return Markup.of("""
                <section id="summary" aria-labelledby="h-summary"><h2 id="h-summary">Summary</h2>
                <p class="lead">%s, <span class="nums">%s to %s UTC</span>: %s.</p>
                %s
                <dl class="facts">%s</dl></section>
                """, TimeFormat.date(analysis.fromNanos()), TimeFormat.timeOfDay(analysis.fromNanos()),
                TimeFormat.timeOfDay(analysis.toNanos()),
                analysis.range().sentence(),
                Markup.when(aside != null && aside.threads() > 0,
                        "<p class=\"note\">Set aside: %s. Their waits start no chains; of the reports only threads has them.</p>",
                        aside == null ? "" : aside.phrase()),
                Markup.each(List.of(
                        fact("Range", TimeFormat.duration(analysis.toNanos() - analysis.fromNanos()), ""),
                        fact(timeline.hostCount() == 1 ? "Host" : "Hosts", timeline.hostCount(),
                                hosts + (timeline.hostCount() > 6 ? ", …" : "")),
                        known ? fact("Threads", analysis.totals().size(), ran + " of them ran") : new Markup(),
                        fact("Findings", findings.findings().size(), findings(findings)),
                        !known ? new Markup() : fact(count == 1 ? "Knot" : "Knots", count,
                                "at " + Percent.percent((double) shown.thresholdNanos() / shown.graph().rangeNanos()) + "; "
                                        + Words.count(knots.size() - count, "sink")),
                        intervals == null ? new Markup()
                                : fact("Intervals", intervals.paths().size(), Words.count(intervals.labels().size(), "label")),
                        caveats(caveats)),
                        fact -> fact));
    }

    private static String findings(Findings findings) {
        List<String> words = new ArrayList<>();
        for (int i = Severity.values().length - 1; i >= 0; i--) {
            Severity severity = Severity.values()[i];
            long count = findings.findings().stream().filter(finding -> finding.severity() == severity).count();
            if (count > 0) {
                words.add(severity == Severity.WARNING ? Words.count(count, severity.label()) : count + " " + severity.label());
            }
        }
        return words.isEmpty() ? "by " + Words.count(findings.rules().size(), "rule") : String.join(", ", words);
    }

    /** How many caveats there are, and how serious they are. */
    static Markup caveats(List<Caveat> caveats) {
        long serious = caveats.stream().filter(caveat -> caveat.severity() != Caveat.Severity.INFO).count();
        return fact("Caveats", caveats.size(), caveats.isEmpty() ? "nothing is known to be missing"
                : serious == 0 ? "notes only" : Words.count(serious, "warning"));
    }

    /** A figure with its name. */
    static Markup fact(String name, Object value, String more) {
        return Markup.of("<div><dt>%s</dt><dd><b>%s</b>%s</dd></div>", name, value,
                Markup.when(!more.isEmpty(), " <span>%s</span>", more));
    }
}
