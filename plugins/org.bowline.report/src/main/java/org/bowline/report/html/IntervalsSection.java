/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.LabelStatistics;
import org.bowline.core.interval.Latencies;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.PathRows;
import org.bowline.report.TimeFormat;

/** Requests: how long they take, where, and what a usual and the slowest one of each label look like. */
final class IntervalsSection {
    private static final int MOST_LABELS = 12;
    /** Rows of the table of labels: a label may be an address with a number in it. */
    static final int MOST_ROWS = 200;
    private static final int MOST_PARTS = 6;

    /** A label with its intervals that ended, ascending by length, and those of them that are shown. */
    private record Label(LabelStatistics statistics, List<NamedInterval> intervals, List<NamedInterval> examples,
            List<PathFigure> figures) {}

    private final IntervalPaths paths;
    private final List<Label> labels = new ArrayList<>();
    private final List<PathFigure> figures = new ArrayList<>();

    /** Finds the paths of the examples once more: those of the others are not kept. */
    IntervalsSection(IntervalPaths paths, Timeline timeline, Progress progress) {
        this.paths = paths;
        TreeMap<String, List<NamedInterval>> byLabel = new TreeMap<>();
        for (IntervalPaths.OfInterval path : paths.paths()) {
            byLabel.computeIfAbsent(path.interval().label(), label -> new ArrayList<>()).add(path.interval());
        }
        for (LabelStatistics statistics : shown(paths.labels())) {
            List<NamedInterval> intervals = byLabel.getOrDefault(statistics.label(), List.of()).stream()
                    .sorted(Comparator.comparingLong(NamedInterval::nanos).thenComparingLong(NamedInterval::beginNanos)).toList();
            List<NamedInterval> withPath = intervals.stream().filter(interval -> interval.thread() != Timeline.NONE).toList();
            List<NamedInterval> examples = new ArrayList<>();
            if (labels.size() < MOST_LABELS && !withPath.isEmpty()) {
                examples.add(withPath.get((withPath.size() - 1) / 2));
                if (withPath.size() > 2) {
                    examples.add(withPath.get(withPath.size() - 1));
                }
            }
            labels.add(new Label(statistics, intervals, examples,
                    examples.stream().map(interval -> figure(timeline, interval, progress)).toList()));
        }
    }

    /** By label; where there are too many to show, only those that took most time in all. */
    private static List<LabelStatistics> shown(List<LabelStatistics> all) {
        if (all.size() <= MOST_LABELS) {
            return all;
        }
        return all.stream().sorted(Comparator.comparingDouble((LabelStatistics label) -> (double) label.meanNanos() * label.count())
                .reversed().thenComparing(LabelStatistics::label)).limit(MOST_ROWS).toList();
    }

    private PathFigure figure(Timeline timeline, NamedInterval interval, Progress progress) {
        PathFigure figure = new PathFigure(
                CriticalPath.of(timeline, interval.thread(), interval.beginNanos(), interval.endNanos(), progress),
                "interval-" + figures.size());
        figures.add(figure);
        return figure;
    }

    /** The figures, for the script's data. */
    List<PathFigure> figures() {
        return figures;
    }

    void write(Html html, Doubts doubts) {
        html.open("section", "id", "intervals", "aria-labelledby", "h-intervals").element("h2", "Intervals", "id", "h-intervals");
        boolean unfinished = !paths.unfinished().isEmpty();
        html.element("p", Words.count(paths.paths().size(), "interval") + " of " + Words.count(paths.labels().size(), "label")
                + ": how long each took, and who had the time of its critical path."
                + (unfinished ? " " + paths.unfinished().size()
                        + " more had not ended when the recording did: medians and percentiles count them with"
                        + " the time for which they lasted at least." : ""),
                "class", "lead");
        doubts.beside(html, Doubts.Room.INTERVALS);
        Tables.open(html, "Latency per label");
        List<String> head = new ArrayList<>(List.of("Label", "#Count", "#Median", "#Mean", "#95 % up to", "#Longest"));
        if (unfinished) {
            head.addAll(2, List.of("#Not ended", "#The oldest for"));
        }
        Tables.head(html, head.toArray(new String[0]));
        html.open("tbody");
        for (Label label : labels) {
            LabelStatistics figuresOf = label.statistics();
            html.open("tr").element("th", name(label), "scope", "row").element("td", Integer.toString(figuresOf.count()), "class", "num");
            Latencies latencies = figuresOf.latencies();
            if (unfinished) {
                html.element("td", Integer.toString(latencies.unfinished()), "class", "num").element("td",
                        latencies.unfinished() == 0 ? "" : TimeFormat.duration(latencies.oldestUnfinishedNanos()), "class", "num");
            }
            boolean ended = figuresOf.count() > 0;
            html.element("td", TimeFormat.latency(latencies.median()), "class", "num")
                    .element("td", ended ? TimeFormat.duration(figuresOf.meanNanos()) : "", "class", "num")
                    .element("td", TimeFormat.latency(latencies.percentile(95)), "class", "num")
                    .element("td", ended ? TimeFormat.duration(longest(label)) : "", "class", "num").close();
        }
        html.close();
        Tables.close(html);
        if (paths.labels().size() > labels.size()) {
            html.element("p", "These took the most time in all; " + Words.count(paths.labels().size() - labels.size(), "more label is",
                    "more labels are") + " in the report interval-path.", "class", "note");
        }
        long least = labels.stream().filter(label -> !label.intervals().isEmpty()).mapToLong(label -> label.intervals().get(0).nanos())
                .min()
                .orElse(1);
        long most = labels.stream().mapToLong(IntervalsSection::longest).max().orElse(1);
        html.open("div", "class", "cards");
        for (int i = 0; i < Math.min(MOST_LABELS, labels.size()); i++) {
            Label label = labels.get(i);
            new Histogram(label.intervals().stream().mapToLong(NamedInterval::nanos).toArray(), least, most, label.statistics()).write(html,
                    name(label), "histogram-" + i);
        }
        html.close();
        html.element("p",
                "All histograms have the same axis of time, with steps of equal ratio; up is the number of intervals. Lines: median (long dashes) and 95 % (short).",
                "class", "note");
        if (!figures.isEmpty()) {
            PathFigure.keys(html, figures);
        }
        for (int i = 0; i < Math.min(MOST_LABELS, labels.size()); i++) {
            label(html, labels.get(i), i == 0);
        }
        if (labels.size() > MOST_LABELS) {
            html.element("p", "The other labels are in the table above, or in the report interval-path.", "class", "note");
        }
        html.close().line();
    }

    private static String name(Label label) {
        return label.statistics().label().isEmpty() ? "(no label)" : Html.name(label.statistics().label());
    }

    private static long longest(Label label) {
        return label.intervals().isEmpty() ? 0 : label.intervals().get(label.intervals().size() - 1).nanos();
    }

    private static void label(Html html, Label label, boolean open) {
        if (open) {
            html.open("details", "class", "card label", "open", "");
        } else {
            html.open("details", "class", "card label");
        }
        html.open("summary").element("b", name(label)).text(": where the time goes, a usual one, the slowest one").close();
        Tables.open(html, "Parts of the critical paths of " + name(label));
        Tables.head(html, "Host", "Thread", "State", "By", "Detail", "#Median", "#95 % up to", "#Of mean");
        html.open("tbody");
        LabelStatistics statistics = label.statistics();
        for (LabelStatistics.Part part : statistics.parts().subList(0, Math.min(MOST_PARTS, statistics.parts().size()))) {
            html.open("tr").named("td", part.host()).named("th", part.thread(), "scope", "row").element("td", part.state().label())
                    .element("td", part.cause().label()).named("td", PathRows.detail(part.kind(), part.cause(), part.target()))
                    .element("td", TimeFormat.duration(part.medianNanos()), "class", "num")
                    .element("td", TimeFormat.duration(part.p95Nanos()), "class", "num")
                    .element("td", Words.percent(statistics.share(part)), "class", "num")
                    .close();
        }
        html.close();
        Tables.close(html);
        if (statistics.parts().size() > MOST_PARTS) {
            html.element("p", "… and " + Words.count(statistics.parts().size() - MOST_PARTS, "smaller part") + '.', "class", "note");
        }
        for (int i = 0; i < label.figures().size(); i++) {
            PathFigure figure = label.figures().get(i);
            NamedInterval interval = label.examples().get(i);
            String which = (i == 0 ? "A usual one" : "The slowest one")
                    + (interval.key().isEmpty() ? "" : ", key " + Html.name(interval.key()));
            html.open("figure").open("figcaption").element("b", which).text(": " + TimeFormat.duration(interval.nanos()) + " from ")
                    .element("span", TimeFormat.timeOfDay(interval.beginNanos()), "class", "nums").close();
            PathSection.controls(html, figure);
            figure.write(html, "Critical path of an interval: " + name(label) + ", " + which);
            PathSection.readout(html, figure);
            html.close();
        }
        html.close().line();
    }
}
