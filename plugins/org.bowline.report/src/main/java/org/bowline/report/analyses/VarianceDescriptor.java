/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.FoldedPaths;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.IntervalLabels;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Result;
import org.bowline.core.analysis.SizeQuestion;
import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.figures.Percent;
import org.bowline.core.function.FunctionNames;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.model.Words;
import org.bowline.core.trace.RecordedCalls;
import org.bowline.core.variance.Factor;
import org.bowline.core.variance.FunctionVariance;
import org.bowline.core.variance.PathVariance;
import org.bowline.core.variance.SizeFit;
import org.bowline.core.variance.VarianceTree;
import org.bowline.core.variance.WorkVariance;
import org.bowline.report.rows.PathRows;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** Why requests of one kind differ in length. */
public final class VarianceDescriptor implements Descriptor {
    private static final MathContext DIGITS = new MathContext(9);
    private static final int MOST_FUNCTIONS = 3;

    private static final AnalysisInfo INFO = new AnalysisInfo("variance", "Variance",
            "Finds out why intervals (requests) of one label differ in length: splits the variance of their critical paths by thread, by function where those"
                    + " were recorded, and by what the thread did or waited for there (VProfiler).",
            List.of("A factor is the variance of a part, or the covariance of two parts that vary together. Factors are listed from the largest score:"
                    + " how much of the variance is theirs, and how specific they are. Shares may be above 100 % or negative, as parts that vary"
                    + " against each other take from the whole.",
                    "Where begins and ends of functions were recorded, the same is told by call path (a function that is called at two places is two parts) and by"
                            + " function wherever it was called. Names come from files with the recorded build id: in --symbols, in a folder bin or symbols at or above the"
                            + " recording, or at the recorded path on this machine.",
                    "With --size the same is told at equal sizes: what goes with the size of the request, along a straight line, is taken off each part. Factors are then listed by what is"
                            + " left. Requests whose size is not known are left out of both figures, and a caveat says how many."),
            "The events that begin and end the intervals (profile requests), and scheduling events with wake-ups and interrupts (profile"
                    + " waits-network); for functions profile functions.",
            List.of("bowline variance tests/traces/three-tier --interval begin=wl:req_begin,end=wl:req_end,key=req,label=type",
                    "bowline variance tests/traces/three-tier --interval begin=wl:req_begin,end=wl:req_end,key=req,label=type --format csv",
                    "bowline variance tests/traces/three-tier --interval begin=wl:req_begin,end=wl:req_end,key=req --size event=wl:req_begin,key=req,field=type"),
            Set.of(Asks.TOP, Asks.RANGE, Asks.PART, Asks.INTERVALS),
            List.of(IntervalLabels.LABEL, FunctionQuestion.SYMBOLS, SizeQuestion.SIZE, FirstLook.UNFOLD),
            "concepts/variance.md", 60);

    /** The variance by function; nothing where none were recorded. */
    static final Result<FunctionVariance> FUNCTIONS = Result.of(analysis -> functions(analysis, PathNames.stable(analysis.timeline())),
            FunctionVariance::caveats);
    private static final Result<List<PathVariance>> VARIANCE = Result
            .of(analysis -> threads(analysis, PathNames.stable(analysis.timeline())));

    // the same in texts: a pool is one part
    private static final Result<FunctionVariance> FOLDED_FUNCTIONS = Result.of(analysis -> FoldedPaths.isFolded(analysis)
            ? functions(analysis, FoldedPaths.names(analysis)) : analysis.get(FUNCTIONS));
    private static final Result<List<PathVariance>> FOLDED = Result.of(analysis -> FoldedPaths.isFolded(analysis)
            ? threads(analysis, FoldedPaths.names(analysis)) : analysis.get(VARIANCE));

    /** The variance by service and queueing; nothing where programs do not tell for whom their threads work. */
    private static final Result<List<PathVariance>> WORK = Result
            .of(analysis -> WorkVariance.of(analysis.matched(), analysis.get(SizeQuestion.SIZES), analysis.progress()));

    /**
     * A factor of a label's variance.
     *
     * @param view by what is split
     * @param of the split
     * @param rank place among the factors of the label and view, from 1
     * @param factor the factor
     */
    record Row(View view, PathVariance of, int rank, Factor factor) {
        PathVariance.Node node(int part) {
            return of.nodes().get(of.tree().tree().node(part));
        }

        /** The two, or the one and null. */
        PathVariance.@Nullable Node second() {
            return factor.isPair() ? node(factor.second()) : null;
        }

        boolean isRest(int part) {
            return of.tree().tree().isBody(part);
        }

        String state(int part) {
            PathVariance.Node node = node(part);
            return isRest(part) ? "rest" : node.state() == null ? "" : node.state().label();
        }

        String detail(int part) {
            PathVariance.Node node = node(part);
            return node.state() == null ? "" : PathRows.detail(node.kind(), node.cause(), node.target());
        }

        double share() {
            return of.tree().share(factor);
        }

        /** A figure of what is left at equal sizes; empty if that is not known, or not a number. */
        Optional<BigDecimal> adjusted(ToDoubleFunction<SizeFit> figure) {
            SizeFit size = of.size();
            double value = size == null ? Double.NaN : figure.applyAsDouble(size);
            return Double.isNaN(value) ? Optional.empty() : Optional.of(decimal(value));
        }

        String phrase(int part) {
            PathVariance.Node node = node(part);
            String inside = inside(node);
            if (isRest(part)) {
                return part == of.tree().tree().body(0) ? "the rest" : join(who(node), inside, "the rest");
            }
            String cause = node.cause().label();
            return node.state() == null ? join(who(node), inside)
                    : join(who(node), state(part) + (cause.isEmpty() ? "" : " (" + cause + ')'), detail(part))
                            + (inside.isEmpty() ? "" : " inside " + inside);
        }

        private static String who(PathVariance.Node node) {
            return node.thread().isEmpty() ? "" : node.thread() + " (" + node.host() + ')';
        }

        private static String join(String... parts) {
            return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
        }

        /** The innermost functions: {@code fsync inside commit inside handle}. */
        private static String inside(PathVariance.Node node) {
            List<String> functions = new ArrayList<>(node.functions().isEmpty() ? List.of() : List.of(node.functions().split(";", -1)));
            Collections.reverse(functions);
            return String.join(" inside ", functions.subList(0, Math.min(MOST_FUNCTIONS, functions.size())));
        }
    }

    /** By what the critical paths are split. */
    enum View {
        /** Threads, then what they did. */
        THREAD("by thread"),
        /** Threads, then functions by call path, then what was done there. */
        CALL_PATH("by call path"),
        /** Functions wherever they were called, then what was done there. */
        FUNCTION("by function"),
        /** Whether a thread works for it. */
        WORK("by service and queueing");

        private final String words;

        View(String words) {
            this.words = words;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Why intervals differ, a row per label and factor. */
    private static final Report<Row> REPORT = new Report<>("variance",
            """
            With `--interval`: what the differences between intervals of one label are made of, one row per label and factor, the largest score first. A factor is
            the variance of a part of the critical paths, or the covariance of two parts with the same parent. The parts of an interval are threads, those of a thread
            what it did. Labels with fewer than two intervals that have a path are left out. [Variance](../concepts/variance.md) says how the figures come about.""",
            () -> List.of(
                    Column.text("label", "the sort of interval", "text", row -> row.of().label()),
                    Column.number("intervals", "how many of the label have a path", "≥ 2", row -> row.of().tree().count()),
                    Column.number("rank", "place among the factors of the label", "1, 2, …", Row::rank),
                    Column.text("kind", "`variance` of a part, or `covariance` of two", "word",
                            row -> row.factor().isPair() ? "covariance" : "variance"),
                    Column.text("host", "where the part is", "name; empty for what is left of an interval",
                            row -> row.node(row.factor().first()).host()),
                    Column.text("name", "the thread's name", "text; empty for what is left of an interval",
                            row -> row.node(row.factor().first()).thread()),
                    Column.text("state", "what it did: as in [critical-path](#critical-path), or `rest` for what is in no other part",
                            "word; empty for a thread as a whole", row -> row.state(row.factor().first())),
                    Column.text("cause", "what it waited for, as in [critical-path](#critical-path)", "empty unless blocked",
                            row -> row.node(row.factor().first()).cause().label()),
                    Column.text("detail", "more words, as in [critical-path](#critical-path)", "text, may be empty",
                            row -> row.detail(row.factor().first())),
                    Column.text("with_host", "where the other part of a covariance is", "empty for a variance",
                            row -> row.second() == null ? "" : row.node(row.factor().second()).host()),
                    Column.text("with_name", "its thread's name", "empty for a variance",
                            row -> row.second() == null ? "" : row.node(row.factor().second()).thread()),
                    Column.text("with_state", "as `state`", "empty for a variance",
                            row -> row.second() == null ? "" : row.state(row.factor().second())),
                    Column.text("with_cause", "as `cause`", "empty for a variance",
                            row -> row.second() == null ? "" : row.node(row.factor().second()).cause().label()),
                    Column.text("with_detail", "as `detail`", "empty for a variance",
                            row -> row.second() == null ? "" : row.detail(row.factor().second())),
                    Column.perhaps("mean_ns", "mean time in the part; an interval without the part counts with 0",
                            "ns ≥ 0; empty for a covariance",
                            row -> row.factor().isPair() ? Optional.empty()
                                    : Optional.of(decimal(row.of().tree().meanNanos(row.factor().first())))),
                    Column.decimal("contribution_ns2", "what it adds to the variance of its parent: the variance, or twice the covariance",
                            "ns²; of a covariance perhaps negative", row -> decimal(row.factor().contributionNanos2())),
                    Column.perhaps("share", "the same as a share of the variance of the intervals",
                            "may be above 1, or negative; empty if these do not vary",
                            row -> Double.isNaN(row.share()) ? Optional.empty() : Optional.of(decimal(row.share()))),
                    Column.number("specificity", "the square of how much deeper than the interval it is", "0, 1, 4, 9, …",
                            row -> row.factor().specificity()),
                    Column.text("view",
                            "by what is split: `thread`; `call-path` and `function` where begins and ends of functions were recorded; `work` (service and queueing) where programs tell for which request their threads work",
                            "word",
                            row -> row.view().label()),
                    Column.text("functions",
                            "the functions that it was in, the outermost first, with `;` between; in the view `function` the innermost alone; in the view `work` what the time was",
                            "text; empty in the view `thread`, and in no function", row -> row.node(row.factor().first()).functions()),
                    Column.text("with_functions", "as `functions`", "empty for a variance",
                            row -> row.second() == null ? "" : row.node(row.factor().second()).functions()),
                    Column.decimal("score_ns2", "by what factors are listed: specificity × variance, or × covariance",
                            "ns²; of a covariance perhaps negative", row -> decimal(row.factor().score())),
                    Column.perhaps("adjusted_contribution_ns2",
                            "with `--size`: `contribution_ns2` of what is left of the parts at equal sizes",
                            "ns²; of a covariance perhaps negative; empty without sizes, if they do not differ, or are known of fewer than 3",
                            row -> row.adjusted(size -> size.contributionNanos2(row.factor()))),
                    Column.perhaps("adjusted_share", "the same as a share of what is left of the variance of the intervals",
                            "may be above 1, or negative; empty as before, or if nothing is left",
                            row -> row.adjusted(size -> size.share(row.factor()))),
                    Column.perhaps("adjusted_score_ns2", "`score_ns2` at equal sizes", "ns²; empty as before",
                            row -> row.adjusted(size -> size.score(row.factor()))),
                    Column.perhaps("size_share", "which part of the variance of the intervals goes with their size (r²)",
                            "0 … 1; empty as before", row -> row.adjusted(SizeFit::share)),
                    Column.perhaps("ns_per_size", "by how much longer an interval is for each 1 of size, along the straight line",
                            "ns; empty as before", row -> row.adjusted(SizeFit::nanosPerSize))));

    /** Below the tables: neither follows from the figures that are in them. */
    private static final String ORDER = "The order is by share and by how specific a line is: what a thread does stands before the thread as a whole, whose share has the same time in it. With a second name"
            + " a line is what the two vary by together (twice their covariance), below 0 where one is long when the other is short. So shares may exceed 100 %, and do not add up to it.";

    private static final Report<Row> TEXT = new Report<>("factors", () -> List.of(
            Column.text("what varies", row -> row.phrase(row.factor().first())),
            Column.text("together with", row -> row.second() == null ? "" : row.phrase(row.factor().second())),
            Column.text("mean",
                    row -> row.second() == null ? TimeFormat.duration(Math.round(row.of().tree().meanNanos(row.factor().first()))) : ""),
            Column.text("of the variance", row -> Double.isNaN(row.share()) ? "" : Percent.percent(row.share()))));

    private static final Report<Row> ADJUSTED = new Report<>("adjusted-factors", () -> Stream.concat(TEXT.columns().stream(), Stream.of(
            Column.text("at equal sizes", (Row row) -> {
                SizeFit size = row.of().size();
                return size == null || Double.isNaN(size.share(row.factor())) ? "" : Percent.percent(size.share(row.factor()));
            }))).toList());

    private static FunctionVariance functions(Analysis analysis, PathNames called) {
        RecordedCalls recorded = analysis.calls();
        FunctionNames names = analysis.get(FunctionQuestion.NAMES).functions();
        return recorded == null || names == null ? FunctionVariance.NONE
                : FunctionVariance.of(called, analysis.matched().intervals(), recorded.calls(), names, analysis.get(SizeQuestion.SIZES),
                        analysis.progress());
    }

    private static List<PathVariance> threads(Analysis analysis, PathNames called) {
        IntervalPaths paths = analysis.intervals();
        return paths == null ? List.of() : PathVariance.of(called, paths, analysis.get(SizeQuestion.SIZES), analysis.progress());
    }

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(new ReportTable<>(REPORT, VarianceDescriptor::rows, Analysis::intervalsWanted));
    }

    @Override
    public List<Result<?>> results(Analysis analysis) {
        return analysis.intervalsWanted() ? List.of(Analysis.INTERVALS, SizeQuestion.SIZES, FUNCTIONS) : List.of();
    }

    @Override
    public void check(Question question, Output output) {
        if (question.intervals().isEmpty()) {
            throw new IllegalArgumentException("--interval is needed, which says what the intervals are");
        }
        SizeQuestion.check(question);
    }

    @Override
    public void text(TextPage page, Analysis analysis, int most) throws IOException {
        List<PathVariance> labels = analysis.get(FOLDED);
        page.heading("Variance of the intervals" + (FoldedPaths.isFolded(analysis) ? "; " + FoldedPaths.NOTE : ""));
        List<PathVariance> work = analysis.get(WORK);
        if (labels.isEmpty() && !work.isEmpty()) {
            workAlone(page, analysis, work, most);
            return;
        }
        if (labels.isEmpty()) {
            page.paragraph("No label has two intervals with a critical path"
                    + (analysis.get(SizeQuestion.SIZES).isAsked() ? " and a size." : ".")
                    + (analysis.knowsWaits() ? ""
                            : " There is no kernel trace, and no thread tells for which interval it works (bowline_interval_switch), so only how long intervals are is known: bowline requests tells it."));
        }
        for (PathVariance label : labels.subList(0, Math.min(most, labels.size()))) {
            heading(page, analysis, label);
            FunctionVariance functions = analysis.get(FOLDED_FUNCTIONS);
            if (!functions.paths().isEmpty() || work.stream().anyMatch(one -> one.label().equals(label.label()))) {
                page.paragraph(View.THREAD.words + ':');
            }
            page.table(text(label), listed(View.THREAD, label), most, 4);
            split(page, View.CALL_PATH, functions.paths(), label, most);
            split(page, View.FUNCTION, functions.merged(), label, most);
            split(page, View.WORK, work, label, most);
        }
        if (labels.size() > most) {
            page.paragraph("... and " + Words.count(labels.size() - most, "more label"));
        }
        if (!labels.isEmpty()) {
            page.paragraph(ORDER);
        }
    }

    private static void heading(TextPage page, Analysis analysis, PathVariance label) throws IOException {
        VarianceTree tree = label.tree();
        page.paragraph(LabelWords.calledOrAll(analysis, label.label()) + ": " + Words.count(tree.count(), "interval") + ", mean "
                + TimeFormat.duration(Math.round(tree.meanNanos(0))) + ", standard deviation "
                + TimeFormat.duration(Math.round(Math.sqrt(tree.varianceNanos2(0)))));
        if (analysis.get(SizeQuestion.SIZES).isWanted(label.label())) {
            page.paragraph(size(label, analysis.get(SizeQuestion.SIZES).name()));
        }
    }

    /** Where it is not known what threads did, but for whom they worked. */
    private static void workAlone(TextPage page, Analysis analysis, List<PathVariance> work, int most) throws IOException {
        for (PathVariance label : work.subList(0, Math.min(most, work.size()))) {
            heading(page, analysis, label);
            page.table(text(label), listed(View.WORK, label), most, 4);
        }
        if (work.size() > most) {
            page.paragraph("... and " + Words.count(work.size() - most, "more label"));
        }
        page.paragraph(
                "Service is the time in which at least one thread works for a request, queueing the rest, as programs tell it (bowline:interval_switch)."
                        + (analysis.knowsWaits() ? ""
                                : " There is no kernel trace, so it is not known what threads did meanwhile: record profile waits-minimal, too."));
    }

    /** What the size of the requests explains. */
    private static String size(PathVariance label, String name) {
        SizeFit size = label.size();
        if (size == null) {
            return "The sizes (" + name + ") " + (label.tree().count() < SizeFit.FEWEST ? "are too few" : "do not differ")
                    + ": there is nothing to adjust.";
        }
        String more = size.nanosPerSize() < 0 ? " shorter" : " longer";
        return (Double.isNaN(size.share()) ? "" : Percent.percent(size.share()) + " of the variance goes with the size (" + name + ", mean "
                + Words.number(size.meanSize()) + "): " + perSize(Math.abs(size.nanosPerSize())) + more + ". ")
                + "At equal sizes the standard deviation is " + TimeFormat.duration(Math.round(Math.sqrt(size.varianceNanos2()))) + '.';
    }

    /** A request may take far less than a nanosecond for each byte. */
    private static String perSize(double nanos) {
        long many = 1;
        while (many < 1_000_000_000 && nanos > 0 && nanos * many < 100) {
            many *= 10;
        }
        return "for each " + many + " of it " + TimeFormat.duration(Math.round(nanos * many));
    }

    private static Report<Row> text(PathVariance label) {
        return label.size() == null ? TEXT : ADJUSTED;
    }

    /** By score: of what is left at equal sizes, where that is known. */
    private static List<Row> listed(View view, PathVariance label) {
        SizeFit size = label.size();
        return size == null ? rows(view, label)
                : rows(view, label).stream().sorted(Comparator.comparing(Row::factor, size.byScore())).toList();
    }

    /** The summary has the critical paths of the intervals; what they differ by is a question of its own. */
    @Override
    public void brief(TextPage page, Analysis analysis, int most, boolean files) {
        // nothing
    }

    private static void split(TextPage page, View view, List<PathVariance> all, PathVariance label, int most) throws IOException {
        for (PathVariance one : all) {
            if (one.label().equals(label.label())) {
                page.paragraph(view.words
                        + (one.tree().count() == label.tree().count() ? "" : ", " + Words.count(one.tree().count(), "interval")) + ':');
                page.table(text(one), listed(view, one), most, 4);
            }
        }
    }

    private static List<Row> rows(Analysis analysis) {
        List<Row> rows = new ArrayList<>();
        analysis.get(VARIANCE).forEach(label -> rows.addAll(rows(View.THREAD, label)));
        FunctionVariance functions = analysis.get(FUNCTIONS);
        functions.paths().forEach(label -> rows.addAll(rows(View.CALL_PATH, label)));
        functions.merged().forEach(label -> rows.addAll(rows(View.FUNCTION, label)));
        analysis.get(WORK).forEach(label -> rows.addAll(rows(View.WORK, label)));
        return rows;
    }

    /** All factors but the interval itself, which explains everything and says nothing, and what can have no time. */
    private static List<Row> rows(View view, PathVariance label) {
        List<Row> rows = new ArrayList<>();
        for (Factor factor : label.tree().factors()) {
            boolean isRest = view == View.WORK && (label.tree().tree().isBody(factor.first())
                    || factor.isPair() && label.tree().tree().isBody(factor.second())); // service and queueing are all there is
            if (factor.first() != 0 && !isRest) {
                rows.add(new Row(view, label, rows.size() + 1, factor));
            }
        }
        return rows;
    }

    private static BigDecimal decimal(double value) {
        return new BigDecimal(value, DIGITS);
    }
}
