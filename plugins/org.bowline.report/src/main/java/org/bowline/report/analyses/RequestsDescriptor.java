/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CounterQuestion;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.FoldedPaths;
import org.bowline.core.analysis.IntervalLabels;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.RequestTrends;
import org.bowline.core.analysis.Result;
import org.bowline.core.analysis.SlowWaits;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.figures.Percent;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.LatencyHistogram;
import org.bowline.core.interval.PathDifference;
import org.bowline.core.interval.PathDifferences;
import org.bowline.core.model.Words;
import org.bowline.report.analyses.RequestTables.Differing;
import org.bowline.report.analyses.RequestTables.Label;
import org.bowline.report.analyses.RequestTables.Request;
import org.bowline.report.page.Section;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** How long requests take, which are the slowest, and what these spend their time on that others do not. */
public final class RequestsDescriptor implements Descriptor {
    private static final int USUAL_PERCENT = 99;

    private static final AnalysisInfo INFO = new AnalysisInfo("requests", "Requests",
            "Tells how long requests of each label take and how much they differ, which are the slowest, and what the slow ones do that typical ones do not.",
            List.of("What is different in the slow ones: the slowest 1 % of a label (--slow p95: 5 %; never fewer than 5) against the typical ones, which lie between the 25th and the"
                    + " 75th percentile. The critical paths of both are added up by thread, state, cause and target, and the means are compared; in brackets stands the 95 % interval"
                    + " of the difference. A label with fewer than 20 requests is not compared, and a caveat says how many it has.",
                    "What sets the labels apart: the same for the requests of a label against those of all others, if there are 2 to 12 labels; of two labels once, for the one with the longer requests.",
                    "Where programs tell which module they are in (bowline tags), the modules on the critical paths are told, and with which one the time differs most: its covariance"
                            + " with the length of a request, as a part of the variance. bowline tags --on-path has all of them.",
                    "The line of blocks is a histogram on an axis that all labels share, in steps of equal ratio."),
            "The events that begin and end the requests (profile requests); for what is different scheduling events with wake-ups and interrupts (profile waits-network).",
            List.of("bowline requests tests/traces/three-tier --interval begin=wl:req_begin,end=wl:req_end,key=req,label=type",
                    "bowline requests tests/traces/three-tier --interval begin=wl:req_begin,end=wl:req_end,key=req --slow p90",
                    "bowline requests tests/traces/three-tier --interval begin=wl:req_begin,end=wl:req_end,key=req,label=type --by thread"),
            Set.of(Asks.TOP, Asks.RANGE, Asks.PART, Asks.INTERVALS),
            List.of(IntervalLabels.LABEL, SlowWaits.SLOW, RequestGroups.BY, TagQuestion.EVENTS, CounterQuestion.COUNTERS, FirstLook.UNFOLD),
            "concepts/variance.md", 55);

    private static final int STEPS = 24;
    private static final String HISTOGRAM = "how many are how long";
    private static final String BLOCKS = " ▁▂▃▄▅▆▇█";
    private static final int MOST_ON_PAGE = 100;

    private static final Result<PathDifferences> DIFFERENCES = Result
            .of(analysis -> differences(analysis, PathNames.stable(analysis.timeline())), PathDifferences::caveats);
    /** The same in sentences: a pool is one part. */
    private static final Result<PathDifferences> FOLDED = Result.of(analysis -> FoldedPaths.isFolded(analysis)
            ? differences(analysis, FoldedPaths.names(analysis)) : analysis.get(DIFFERENCES));

    private static final Report<Request> SLOWEST = new Report<>("slowest", () -> List.of(
            Column.text("label", row -> row.interval().label()),
            Column.text("key", row -> row.interval().key()),
            Column.duration("took", row -> row.interval().nanos()),
            Column.instant("begin", row -> row.interval().beginNanos()),
            Column.instant("end", row -> row.interval().endNanos()),
            Column.text("ended by", row -> row.thread().isEmpty() ? row.host() : row.thread() + " (" + row.host() + ')'),
            Column.text("", row -> row.hasEnded() ? "" : "had not ended")));

    private static PathDifferences differences(Analysis analysis, PathNames names) {
        IntervalPaths paths = analysis.intervals();
        return paths == null ? new PathDifferences(List.of(), List.of())
                : PathDifferences.of(names, paths, percent(analysis.question()), analysis.progress());
    }

    private static int percent(Question question) {
        int said = question.get(SlowWaits.SLOW);
        return said == 0 ? USUAL_PERCENT : said;
    }

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(new ReportTable<>(RequestTables.LABELS, RequestTables::labels, Analysis::intervalsWanted),
                new ReportTable<>(RequestTables.REQUESTS, RequestTables::requests, Analysis::intervalsWanted),
                new ReportTable<>(RequestGroups.REPORT, RequestGroups::rows, Analysis::intervalsWanted),
                new ReportTable<>(WorkTables.BY_LABEL, WorkTables::byLabel, WorkTables::areThere),
                new ReportTable<>(ThroughputTable.REPORT, ThroughputTable::rows, Analysis::intervalsWanted),
                new ReportTable<>(RequestTables.DIFFERENCES, analysis -> differing(analysis.get(DIFFERENCES)), Analysis::intervalsWanted));
    }

    @Override
    public List<Result<?>> results(Analysis analysis) {
        return analysis.intervalsWanted() ? List.of(Analysis.INTERVALS, DIFFERENCES, CounterQuestion.LOG, CounterQuestion.REQUESTS)
                : List.of();
    }

    @Override
    public void check(Question question, Output output) {
        if (question.intervals().isEmpty()) {
            throw new IllegalArgumentException("--interval is needed, which says what the requests are");
        }
    }

    @Override
    public void text(TextPage page, Analysis analysis, int most) throws IOException {
        IntervalPaths paths = analysis.intervals();
        if (paths == null) {
            return;
        }
        page.heading("Requests: " + Words.count(paths.paths().size(), "interval")
                + (paths.paths().isEmpty() ? "" : ", " + PathText.range(paths)));
        if (paths.labels().isEmpty()) {
            page.paragraph(PathText.noInterval(analysis));
            return;
        }
        List<Label> labels = RequestTables.labels(analysis);
        long least = labels.stream().filter(Label::hasEnded).mapToLong(label -> label.latencies().percentile(0).nanos()).min().orElse(1);
        long longest = labels.stream().mapToLong(label -> label.latencies().longestNanos()).max().orElse(1);
        List<String> left = page.table(new Report<>("labels", columns(paths, least, longest)), labels, most);
        if (longest > 0 && !left.contains(HISTOGRAM)) {
            page.paragraph(
                    "Histograms from " + TimeFormat.duration(least) + " to " + TimeFormat.duration(longest) + ", in steps of equal ratio.");
        }
        RequestGroups.text(page, analysis, most);
        WorkTables.text(page, analysis, most);
        CounterText.requests(page, analysis, most);
        differences(page, analysis, analysis.get(FOLDED).all(), most);
        trends(page, analysis, most);
        if (!analysis.get(TagQuestion.PATHS).labels().isEmpty()) {
            page.heading("Which modules the requests spend their time in");
            TagPathText.lines(page, analysis, most);
        }
        page.heading("The slowest");
        page.table(SLOWEST, RequestTables.requests(analysis), most);
    }

    private static List<Column<Label>> columns(IntervalPaths paths, long least, long longest) {
        List<Column<Label>> columns = new ArrayList<>(List.of(
                Column.text("label", Label::name),
                Column.number("ended", label -> label.latencies().ended()),
                Column.text("mean", label -> label.hasEnded() ? TimeFormat.duration(Math.round(label.latencies().meanNanos())) : ""),
                Column.text("deviation",
                        label -> label.hasEnded() ? TimeFormat.duration(Math.round(label.latencies().standardDeviationNanos())) : ""),
                Column.text("of mean", label -> label.hasEnded() ? Percent.percent(label.latencies().variationCoefficient()) : ""),
                Column.text("median", label -> TimeFormat.latency(label.latencies().median())),
                Column.text("p95", label -> TimeFormat.latency(label.latencies().percentile(95))),
                Column.text("p99", label -> TimeFormat.latency(label.latencies().percentile(99))),
                Column.text("longest", label -> label.hasEnded() ? TimeFormat.duration(label.latencies().longestNanos()) : ""),
                Column.text("per second", label -> Words.number(label.perSecond())),
                Column.text(HISTOGRAM,
                        label -> blocks(new LatencyHistogram(label.latencies().endedNanos(), least, longest, STEPS)))));
        if (!paths.unfinished().isEmpty()) {
            columns.add(2, Column.number("not ended", label -> label.latencies().unfinished()));
        }
        return columns;
    }

    /** A step with any request in it has a block. */
    private static String blocks(LatencyHistogram histogram) {
        StringBuilder text = new StringBuilder();
        int high = BLOCKS.length() - 1;
        for (int step = 0; step < histogram.steps(); step++) {
            int count = histogram.count(step);
            text.append(BLOCKS.charAt(count == 0 ? 0 : (int) Math.max(1, Math.round((double) high * count / histogram.most()))));
        }
        return "|" + text + "|";
    }

    private static void differences(TextPage page, Analysis analysis, List<PathDifference> all, int most) throws IOException {
        differences(page, analysis, "What is different in the slow ones", all, PathDifference.Kind.SLOW, most);
        differences(page, analysis, "What sets the labels apart", all, PathDifference.Kind.LABEL, most);
    }

    private static void differences(TextPage page, Analysis analysis, String heading, List<PathDifference> all,
            PathDifference.Kind kind, int most) throws IOException {
        List<PathDifference> some = all.stream().filter(one -> one.kind() == kind).toList();
        if (some.isEmpty()) {
            return;
        }
        page.heading(heading + (FoldedPaths.isFolded(analysis) ? "; " + FoldedPaths.NOTE : ""));
        if (isMirrored(some)) {
            int longer = some.get(0).moreNanos() < some.get(1).moreNanos() ? 1 : 0;
            page.paragraph(RequestText.sentence(analysis, some.get(longer), some.get(1 - longer)));
            return;
        }
        for (PathDifference one : some.subList(0, Math.min(most, some.size()))) {
            page.paragraph(RequestText.sentence(analysis, one));
        }
        if (some.size() > most) {
            page.paragraph("... and " + Words.count(some.size() - most, "more label"));
        }
    }

    /** Those that take longer, or less time, the later they begin. */
    private static void trends(TextPage page, Analysis analysis, int most) throws IOException {
        List<String> lines = analysis.get(RequestTrends.RESULT).entrySet().stream()
                .filter(entry -> entry.getValue().isSlower() || entry.getValue().isFaster())
                .map(entry -> RequestText.trend(analysis, entry.getKey(), entry.getValue())).toList();
        if (lines.isEmpty()) {
            return;
        }
        page.heading("What changes with time");
        for (String line : lines.subList(0, Math.min(most, lines.size()))) {
            page.paragraph(line);
        }
        if (lines.size() > most) {
            page.paragraph("... and " + Words.count(lines.size() - most, "more label"));
        }
    }

    /** Of two labels what sets the one apart sets the other apart, with the opposite sign. */
    private static boolean isMirrored(List<PathDifference> some) {
        return some.size() == 2 && some.get(0).kind() == PathDifference.Kind.LABEL && some.get(0).others() == some.get(1).count()
                && some.get(1).others() == some.get(0).count();
    }

    /** The summary has the critical paths of the intervals; what they differ by is a question of its own. */
    @Override
    public void brief(TextPage page, Analysis analysis, int most, boolean files) {
        // nothing
    }

    @Override
    public List<Section> sections(Analysis analysis) {
        if (!analysis.intervalsWanted()) {
            return List.of();
        }
        List<Section> sections = new ArrayList<>(WorkTables.sections(analysis));
        List<Differing> differing = differing(analysis.get(FOLDED));
        if (!differing.isEmpty()) {
            sections.add(Section.of("slow-requests", "Slow requests", 52,
                    "What the slowest requests of a label spend more time on than typical ones (slow), and what sets the requests of a label apart from others (label): means"
                            + " of the parts of their critical paths, and the 95 % interval of the difference.",
                    RequestTables.DIFFERENCES, differing, MOST_ON_PAGE));
        }
        return sections;
    }

    private static List<Differing> differing(PathDifferences differences) {
        List<Differing> rows = new ArrayList<>();
        differences.all().forEach(one -> rows.addAll(RequestTables.differing(one)));
        return rows;
    }
}
