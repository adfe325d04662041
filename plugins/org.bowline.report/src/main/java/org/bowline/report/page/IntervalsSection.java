/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CodeQuestion;
import org.bowline.core.analysis.FoldedPaths;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.figures.Percent;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.LabelStatistics;
import org.bowline.core.interval.Latencies;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.interval.Throughput;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.PathRows;
import org.bowline.report.rows.WaitCodeRow;
import org.bowline.report.text.TimeFormat;

/** Requests: how long they take, where, and what a usual and the slowest one of each label look like. */
public final class IntervalsSection {
    private static final int MOST_LABELS = 12;
    /** Rows of the table of labels: a label may be an address with a number in it. */
    static final int MOST_ROWS = 200;
    private static final int MOST_PARTS = 6;

    /** A label with its intervals that ended, ascending by length, and those of them that are shown. */
    private record Label(LabelStatistics statistics, List<NamedInterval> intervals, List<Example> examples) {
        Latencies latencies() {
            return statistics.latencies();
        }

        boolean hasEnded() {
            return statistics.count() > 0;
        }

        /** Whether it is known what an interval of it waited for. */
        boolean hasPath() {
            return !statistics.parts().isEmpty() || !examples.isEmpty();
        }

        long longest() {
            return intervals.isEmpty() ? 0 : intervals.get(intervals.size() - 1).nanos();
        }
    }

    private record Example(String which, NamedInterval interval, PathFigure figure) {}

    private final IntervalPaths paths;
    private final Analysis analysis;
    private final Throughput throughput;
    private final List<Label> labels = new ArrayList<>();
    private final List<PathFigure> figures = new ArrayList<>();

    /** Finds the paths of the examples once more: those of the others are not kept. */
    private IntervalsSection(IntervalPaths paths, Analysis analysis, Timeline timeline, Progress progress) {
        this.paths = paths;
        this.analysis = analysis;
        throughput = Throughput.of(analysis.matched().intervals(), analysis.fromNanos(), analysis.toNanos());
        TreeMap<String, List<NamedInterval>> byLabel = new TreeMap<>();
        for (IntervalPaths.OfInterval path : paths.paths()) {
            byLabel.computeIfAbsent(path.interval().label(), label -> new ArrayList<>()).add(path.interval());
        }
        for (LabelStatistics statistics : shown(FoldedPaths.labels(analysis))) {
            List<NamedInterval> intervals = byLabel.getOrDefault(statistics.label(), List.of()).stream()
                    .sorted(Comparator.comparingLong(NamedInterval::nanos).thenComparingLong(NamedInterval::beginNanos)).toList();
            List<NamedInterval> withPath = intervals.stream().filter(interval -> interval.thread() != Timeline.NONE).toList();
            List<Example> examples = new ArrayList<>();
            if (labels.size() < MOST_LABELS && !withPath.isEmpty()) {
                examples.add(example("A typical one", timeline, withPath.get((withPath.size() - 1) / 2), progress));
                if (withPath.size() > 2) {
                    examples.add(example("The slowest one", timeline, withPath.get(withPath.size() - 1), progress));
                }
            }
            labels.add(new Label(statistics, intervals, examples));
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

    private Example example(String which, Timeline timeline, NamedInterval interval, Progress progress) {
        PathFigure figure = new PathFigure(
                CriticalPath.of(timeline, interval.thread(), interval.beginNanos(), interval.endNanos(), progress),
                "interval-" + figures.size());
        figures.add(figure);
        return new Example(which, interval, figure);
    }

    /** The section, if intervals were wanted and one has ended. */
    public static List<Section> of(PageParts parts) {
        IntervalPaths paths = parts.analysis().intervals();
        if (paths == null || paths.paths().isEmpty()) {
            return List.of();
        }
        IntervalsSection section = new IntervalsSection(paths, parts.analysis(), parts.analysis().timeline(), parts.progress());
        section.figures.forEach(parts::add);
        Section all = new Section("intervals", "Intervals", 51, section.of(parts.doubts(), parts.names()));
        Label first = section.longest();
        return first == null ? List.of(all)
                : List.of(new Section("requests", "A typical and a slow one", 12, section.of(first)), all);
    }

    /** The label whose intervals took most time in all, among those of which paths are drawn; null if there is none. */
    private @Nullable Label longest() {
        return labels.stream().filter(label -> !label.examples().isEmpty())
                .max(Comparator.comparingDouble((Label label) -> (double) label.statistics().meanNanos() * label.statistics().count()))
                .orElse(null);
    }

    /** Where a typical interval of the label spends its time, and where the slowest does. */
    private Markup of(Label label) {
        LabelStatistics statistics = label.statistics();
        return Markup.of("""
                <section id="requests" aria-labelledby="h-requests"><h2 id="h-requests">A typical and a slow one: %s</h2>
                <p class="lead">%s, median %s, p99 %s: who had the time of its critical path, at every moment.%s</p>
                %s
                %s
                </section>
                """, name(label), Words.count(statistics.count(), "interval"), TimeFormat.latency(statistics.latencies().median()),
                TimeFormat.latency(statistics.latencies().percentile(99)),
                labels.size() > 1 ? " This label took most time in all; the others are under Intervals." : "",
                examples(label), PathFigure.keys(label.examples().stream().map(Example::figure).toList()));
    }

    private Markup examples(Label label) {
        return Markup.each(label.examples(), example -> {
            String which = example.which()
                    + (example.interval().key().isEmpty() ? "" : ", key " + Names.shortened(example.interval().key()));
            return Markup.of("""
                    <figure><figcaption><b>%s</b>: %s from <span class="nums">%s</span></figcaption>
                    %s
                    </figure>""", which, TimeFormat.duration(example.interval().nanos()),
                    TimeFormat.timeOfDay(example.interval().beginNanos()),
                    example.figure().withControls("Critical path of an interval: " + name(label) + ", " + which));
        });
    }

    private Markup of(Doubts doubts, Names names) {
        boolean unfinished = !paths.unfinished().isEmpty();
        List<Table.Column<Label>> columns = new ArrayList<>(List.of(
                Table.head("Label", this::name),
                Table.number("Count", label -> label.statistics().count()),
                Table.number("Median", label -> TimeFormat.latency(label.latencies().median())),
                Table.number("Mean", label -> label.hasEnded() ? TimeFormat.duration(label.statistics().meanNanos()) : ""),
                Table.aside("Deviation",
                        label -> label.hasEnded() ? TimeFormat.duration(Math.round(label.latencies().standardDeviationNanos())) : ""),
                Table.aside("Of mean", label -> label.hasEnded() ? Percent.percent(label.latencies().variationCoefficient()) : ""),
                Table.number("p95", label -> TimeFormat.latency(label.latencies().percentile(95))),
                Table.number("p99", label -> TimeFormat.latency(label.latencies().percentile(99))),
                Table.number("Longest", label -> label.hasEnded() ? TimeFormat.duration(label.longest()) : "")));
        if (unfinished) {
            columns.addAll(2, List.of(Table.number("Not ended", label -> label.latencies().unfinished()),
                    Table.number("The oldest for", label -> label.latencies().unfinished() == 0 ? ""
                            : TimeFormat.duration(label.latencies().oldestUnfinishedNanos()))));
        }
        List<Label> drawn = labels.stream().limit(MOST_LABELS).toList();
        Markup details = new Markup();
        drawn.stream().filter(Label::hasPath).forEach(label -> details.add("%s", details(label, details.isEmpty(), names)));
        return Markup.of("""
                <section id="intervals" aria-labelledby="h-intervals"><h2 id="h-intervals">Intervals</h2>
                <p class="lead">%s of %s: how long each took%s%s</p>
                %s
                %s
                %s
                <div class="cards">%s</div>
                <p class="note">All histograms have the same axis of time, with steps of equal ratio; up is the number of intervals.
                Lines: median (long dashes) and 95 %% (short).</p>
                <h3>How many end over time</h3>
                <div class="cards">%s</div>
                <p class="note">Along the range from its begin, in slices of %s; up is how many end in a second, of each label up to its own most. The last slice may be shorter, and counts like the others. Those that did not end are not in it.</p>
                %s
                %s
                %s
                </section>
                """, Words.count(paths.paths().size(), "interval"), Words.count(paths.labels().size(), "label"),
                paths.knowsParts() ? ", and who had the time of its critical path." : ". " + PathRows.NOT_KNOWN,
                unfinished
                        ? " " + paths.unfinished().size() + " more had not ended when the recording did: medians and percentiles count them"
                                + " with the time for which they lasted at least."
                        : "",
                doubts.beside(Doubts.Room.INTERVALS),
                Table.of("Latency per label", columns, labels),
                Markup.when(paths.labels().size() > labels.size(),
                        "<p class=\"note\">These took the most time in all; %s in the report interval-path.</p>",
                        Words.count(paths.labels().size() - labels.size(), "more label is", "more labels are")),
                histograms(drawn), throughput(drawn), TimeFormat.duration(throughput.sliceNanos()),
                figures.isEmpty() ? new Markup() : PathFigure.keys(figures),
                details,
                Markup.when(labels.size() > MOST_LABELS,
                        "<p class=\"note\">The other labels are in the table above, or in the report interval-path.</p>"));
    }

    private Markup histograms(List<Label> drawn) {
        long least = labels.stream().filter(label -> !label.intervals().isEmpty()).mapToLong(label -> label.intervals().get(0).nanos())
                .min().orElse(1);
        long most = labels.stream().mapToLong(Label::longest).max().orElse(1);
        Markup histograms = new Markup();
        for (int i = 0; i < drawn.size(); i++) {
            Label label = drawn.get(i);
            histograms.add("%s", new Histogram(label.intervals().stream().mapToLong(NamedInterval::nanos).toArray(), least, most,
                    label.statistics()).figure(name(label), "histogram-" + i));
        }
        return histograms;
    }

    private Markup throughput(List<Label> drawn) {
        ThroughputFigure figure = new ThroughputFigure(throughput);
        Markup figures = new Markup();
        for (int i = 0; i < drawn.size(); i++) {
            if (drawn.get(i).hasEnded()) {
                figures.add("%s", figure.of(drawn.get(i).statistics().label(), name(drawn.get(i)), "throughput-" + i));
            }
        }
        return figures;
    }

    private String name(Label label) {
        return label.statistics().label().isEmpty() ? "(no label)"
                : Names.shortened(LabelWords.called(analysis.question(), label.statistics().label()));
    }

    private Markup details(Label label, boolean open, Names names) {
        LabelStatistics statistics = label.statistics();
        List<LabelStatistics.Part> parts = statistics.parts();
        List<Table.Column<LabelStatistics.Part>> columns = new ArrayList<>(List.of(
                Table.text("Host", part -> names.of(part.sort().host())),
                Table.head("Thread", part -> names.of(part.sort().thread())),
                Table.text("State", part -> part.sort().state().label()),
                Table.text("By", part -> part.sort().cause().label()),
                Table.text("Detail", part -> names.of(PathRows.detail(part.sort().kind(), part.sort().cause(), part.sort().target()))),
                Table.number("Median", part -> TimeFormat.duration(part.medianNanos())),
                Table.number("p95", part -> TimeFormat.duration(part.p95Nanos())),
                Table.aside("Of mean", part -> Percent.percent(statistics.share(part)))));
        if (CodeQuestion.isKnown(analysis)) {
            columns.add(Table.text("Mostly in", "wrap",
                    part -> names.of(WaitCodeRow.words(CodeQuestion.heaviest(analysis, statistics.label(), part)))));
        }
        return Markup.of("""
                <details class="card label"%s><summary><b>%s</b>: where the time goes, a typical one, the slowest one</summary>
                %s
                %s
                %s
                %s
                </details>
                """, Markup.when(open, " open=\"\""), name(label),
                Table.of("Parts of the critical paths of " + name(label), columns,
                        parts.stream().limit(MOST_PARTS).toList()),
                Markup.when(parts.size() > MOST_PARTS, "<p class=\"note\">… and %s.</p>",
                        Words.count(parts.size() - MOST_PARTS, "smaller part")),
                analysis.pathThread() == Timeline.NONE ? PathModules.line(analysis, statistics.label()) : new Markup(),
                label.equals(longest()) ? Markup.of("<p class=\"note\">Its paths are at the <a href=\"#requests\">top</a>.</p>")
                        : examples(label));
    }
}
