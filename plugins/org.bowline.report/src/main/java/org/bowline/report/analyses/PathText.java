/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CodeQuestion;
import org.bowline.core.analysis.FoldedPaths;
import org.bowline.core.analysis.IntervalLabels;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.criticalpath.PathSort;
import org.bowline.core.criticalpath.PathTotals;
import org.bowline.core.figures.Percent;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.LabelStatistics;
import org.bowline.core.interval.Latencies;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.rows.PathRows;
import org.bowline.report.rows.Vertex;
import org.bowline.report.rows.WaitCodeRow;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** Critical paths for a reader: totals first. */
final class PathText {
    private static final int MOST_PARTS = 6;

    /** A part of a path, or of the paths of a label. */
    private record Line(String host, String name, String state, String cause, String detail, long nanos, long p95Nanos, double share,
            String code) {}

    private static final List<Column<Line>> PART = List.of(
            Column.text("host", Line::host),
            Column.text("thread", Line::name),
            Column.text("state", Line::state),
            Column.text("cause", Line::cause),
            Column.text("detail", Line::detail));

    private PathText() {}

    /** Where the time of one path went. */
    static void path(TextPage page, Analysis analysis, CriticalPath path, int most) throws IOException {
        Timeline timeline = path.timeline();
        PathTotals totals = PathTotals.of(path);
        page.heading("Critical path of " + Vertex.of(timeline, path.thread()).selector() + ", " + TimeFormat.timeOfDay(path.fromNanos())
                + " to "
                + TimeFormat.timeOfDay(path.toNanos()) + " (" + TimeFormat.duration(totals.nanos()) + ", " + Words.count(path.size(), "leg")
                + ")");
        StringBuilder hosts = new StringBuilder("by host:");
        for (PathTotals.OfHost host : totals.hosts()) {
            hosts.append(hosts.toString().endsWith(":") ? " " : ", ").append(timeline.hostName(host.host())).append(' ')
                    .append(percent(host.nanos(), totals.nanos()));
        }
        page.paragraph(hosts.toString());
        StringBuilder states = new StringBuilder("by state:");
        for (PathTotals.OfState state : totals.states()) {
            states.append(states.toString().endsWith(":") ? " " : ", ").append(state.state().label())
                    .append(state.cause().label().isEmpty() ? "" : " (" + state.cause().label() + ')').append(' ')
                    .append(percent(state.nanos(), totals.nanos()));
        }
        page.paragraph(states.toString());
        TagPathText.byModule(page, analysis, "");
        boolean code = CodeQuestion.isKnown(analysis);
        page.table(new Report<>("path-parts", columns("time", false, code)), totals.parts().stream()
                .map(part -> line(timeline, part, totals.nanos(), code ? WaitCodeRow.words(CodeQuestion.heaviest(analysis, part)) : ""))
                .toList(), most);
        if (code) {
            page.paragraph(KnotText.OF_CODE);
        }
    }

    /** Where the time of the intervals of each label went: medians. */
    static void intervals(TextPage page, Analysis analysis, IntervalPaths paths, int most) throws IOException {
        boolean known = paths.knowsParts();
        page.heading((known ? "Critical paths of " : "") + Words.count(paths.paths().size(), "interval")
                + (paths.paths().isEmpty() ? "" : ", " + range(paths)) + (FoldedPaths.isFolded(analysis) ? "; " + FoldedPaths.NOTE : ""));
        if (!known) {
            page.paragraph(PathRows.NOT_KNOWN);
        }
        if (paths.labels().isEmpty()) {
            page.paragraph(noInterval(analysis));
            return;
        }
        boolean code = CodeQuestion.isKnown(analysis);
        int shown = 0;
        for (LabelStatistics label : FoldedPaths.labels(analysis)) {
            if (shown++ == most) {
                page.paragraph("... and " + Words.count(paths.labels().size() - most, "more label"));
                return;
            }
            page.paragraph(lengths(analysis, label));
            if (label.parts().isEmpty()) {
                continue;
            }
            page.table(new Report<>("label-parts", columns("median", true, code)),
                    label.parts().stream()
                            .map(part -> line(part, label.share(part),
                                    code ? WaitCodeRow.words(CodeQuestion.heaviest(analysis, label.label(), part)) : ""))
                            .toList(),
                    MOST_PARTS, 4);
            if (analysis.pathThread() == Timeline.NONE) { // else the modules are those of that thread's path
                TagPathText.byModule(page, analysis, label.label());
            }
        }
        if (code) {
            page.paragraph(KnotText.OF_CODE);
        }
    }

    /** How long the intervals of a label took. */
    private static String lengths(Analysis analysis, LabelStatistics label) {
        Latencies latencies = label.latencies();
        return LabelWords.calledOrAll(analysis, label.label()) + ": " + Words.count(label.count(), "interval")
                + (latencies.unfinished() == 0 ? "" : " and " + latencies.unfinished() + " that had not ended, the oldest after "
                        + TimeFormat.duration(latencies.oldestUnfinishedNanos()))
                + ", median " + TimeFormat.latency(latencies.median())
                + (label.count() == 0 ? ""
                        : ", mean " + (latencies.unfinished() == 0 ? "" : "of those that ended ") + TimeFormat.duration(label.meanNanos()))
                + ", p95 " + TimeFormat.latency(latencies.percentile(95))
                + ", p99 " + TimeFormat.latency(latencies.percentile(99));
    }

    /** Why there is none. */
    static String noInterval(Analysis analysis) {
        String unknown = IntervalLabels.unknown(analysis);
        if (!unknown.isEmpty()) {
            return unknown;
        }
        return analysis.matched().caveats().stream().anyMatch(caveat -> caveat.kind().startsWith("interval-"))
                ? "No begin in the range has an end: the caveats say more. Is the key the same in both events?"
                : "No interval begins or ends in the range. Did the load run in that time?";
    }

    /** From the first begin to the last end, as options. */
    static String range(IntervalPaths paths) {
        long from = Long.MAX_VALUE;
        long to = Long.MIN_VALUE;
        for (IntervalPaths.OfInterval path : paths.paths()) {
            from = Math.min(from, path.interval().beginNanos());
            to = Math.max(to, path.interval().endNanos());
        }
        return "--from " + TimeFormat.timeOfDay(from) + " --to " + TimeFormat.timeOfDay(to);
    }

    private static List<Column<Line>> columns(String time, boolean statistics, boolean code) {
        List<Column<Line>> columns = new ArrayList<>(PART);
        columns.add(Column.duration(time, Line::nanos));
        if (statistics) {
            columns.add(Column.duration("p95", Line::p95Nanos));
        }
        columns.add(Column.text(statistics ? "of mean" : "share", line -> Percent.percent(line.share(), 1)));
        if (code) {
            columns.add(Column.text("mostly in", Line::code));
        }
        return columns;
    }

    private static Line line(LabelStatistics.Part part, double share, String code) {
        PathSort sort = part.sort();
        return new Line(sort.host(), sort.thread(), sort.state().label(), sort.cause().label(),
                PathRows.detail(sort.kind(), sort.cause(), sort.target()), part.medianNanos(), part.p95Nanos(), share, code);
    }

    private static Line line(Timeline timeline, PathPart part, long whole, String code) {
        Vertex vertex = Vertex.of(timeline, part.thread());
        return new Line(vertex.host(), vertex.name(), part.state().label(), part.cause().label(),
                PathRows.detail(timeline, part.kind(), part.cause(), part.target()), part.nanos(), 0, share(part.nanos(), whole), code);
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    private static String percent(long part, long whole) {
        return Percent.percent(share(part, whole), 1);
    }
}
