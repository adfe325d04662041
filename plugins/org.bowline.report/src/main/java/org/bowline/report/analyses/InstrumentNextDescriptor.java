/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.HowRecorded;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Result;
import org.bowline.core.analysis.SizeQuestion;
import org.bowline.core.figures.Percent;
import org.bowline.core.finding.NextStep;
import org.bowline.core.function.CallGraph;
import org.bowline.core.function.CallShape;
import org.bowline.core.function.FunctionChoice;
import org.bowline.core.function.FunctionNames;
import org.bowline.core.model.Words;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.RecordedCalls;
import org.bowline.core.trace.RecordedProfiles;
import org.bowline.core.variance.NextFunctions;
import org.bowline.core.variance.NextFunctions.Candidate;
import org.bowline.core.variance.NextFunctions.OfLabel;
import org.bowline.core.variance.SizeFit;
import org.bowline.core.variance.VarianceTree;
import org.bowline.report.page.Section;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** Which functions to record next, so that the variance of requests is explained further. */
public final class InstrumentNextDescriptor implements Descriptor {
    private static final MathContext DIGITS = new MathContext(9);
    private static final int MOST_FACTORS = 1000;
    private static final int USUAL_FACTORS = 5;
    private static final int MOST_NAMED = 6;
    private static final int MOST_ON_PAGE = 100;
    /** Of the variance: another round explains no more than that. */
    private static final double LITTLE = 0.05;

    /** How many functions are told of each label. */
    private static final Parameter<Integer> FACTORS = Parameter.once("factors", "N",
            "The callees of how many functions, each as called on one path, are to be recorded next, of each label: those whose own time has the best factors (5).",
            () -> USUAL_FACTORS, InstrumentNextDescriptor::number);

    private static final AnalysisInfo INFO = new AnalysisInfo("instrument-next", "Functions to record next",
            "Tells which functions to record next, to find out further why intervals (requests) of one label differ in length: the callees of the functions whose own time has the best"
                    + " factors of the variance (VProfiler).",
            List.of("Begin with the function that handles a request, record, ask, and record again with the list that this prints, until little of the variance is left in functions that call others"
                    + " which were not recorded. So only a few functions cost time at a time.",
                    "Whom a function calls is read from the code of its file (x86-64; calls by name, and functions whose address is taken), which is looked for as with bowline variance."
                            + " Calls through pointers are not seen in code. Only functions of programs built with -finstrument-functions can be recorded."),
            "As for bowline variance, with profile functions.",
            List.of("bowline instrument-next tests/traces/three-tier --interval begin=wl:req_begin,end=wl:req_end,key=req,label=type"),
            Set.of(Asks.TOP, Asks.RANGE, Asks.PART, Asks.INTERVALS), List.of(FunctionQuestion.SYMBOLS, SizeQuestion.SIZE, FACTORS),
            "concepts/variance.md",
            61);

    private static final Result<NextFunctions> NEXT = Result.of(analysis -> {
        RecordedCalls recorded = analysis.calls();
        CallGraph graph = analysis.get(FunctionQuestion.CODE).graph();
        return recorded == null || graph == null ? NextFunctions.NONE
                : NextFunctions.of(analysis.get(VarianceDescriptor.FUNCTIONS), graph, FunctionChoice.of(recorded.chosen()),
                        analysis.question().get(FACTORS), analysis.progress());
    }, NextFunctions::caveats);

    private static final Result<CallShape> SHAPE = Result.of(analysis -> {
        RecordedCalls recorded = analysis.calls();
        FunctionNames names = analysis.get(FunctionQuestion.NAMES).functions();
        return recorded == null || names == null ? CallShape.NONE : CallShape.of(recorded.calls(), names);
    });

    /** What a row says of its function. */
    private enum Role {
        /** To be recorded next. */
        NEXT,
        /** It was recorded, and stays in the list. */
        KEEP,
        /** It cannot be recorded as it is built. */
        NOT_BUILT;

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * A function, and why it is told.
     *
     * @param label null if it is in the list only
     * @param rank place of the factor among those of the label, from 1
     * @param parent who calls it; empty if nobody that was recorded does
     * @param callee what the code of the parent says of it; null if it was recorded
     * @param shape the tree of the calls
     */
    private record Row(@Nullable OfLabel label, int rank, @Nullable Candidate why, Role role, String function, String parent,
            CallGraph.@Nullable Callee callee, CallShape shape) {
        private Optional<BigDecimal> round() {
            CallShape.OfFunction of = shape.functions().get(role == Role.KEEP ? function : parent);
            return of == null || of.depth() == 0 ? Optional.empty()
                    : Optional.of(BigDecimal.valueOf(of.depth() + (role == Role.KEEP ? 0 : 1)));
        }

        private long callPaths() {
            CallShape.OfFunction of = role == Role.KEEP ? shape.functions().get(function) : null;
            return of == null ? 0 : of.callPaths();
        }

        String factor() {
            return label == null || why == null ? "" : phrase(label, why);
        }

        Optional<BigDecimal> figure(boolean share) {
            if (label == null || why == null) {
                return Optional.empty();
            }
            double value = share ? InstrumentNextDescriptor.share(label, why) : score(label, why);
            return Double.isNaN(value) ? Optional.empty() : Optional.of(new BigDecimal(value, DIGITS));
        }
    }

    private static final Report<Row> REPORT = new Report<>("instrument-next",
            """
            With `--interval`, where functions were recorded: which to record next, one row per label and function, and those that stay in the list. The functions of the rows `next` and `keep` are
            what `bowline-record --functions` takes. [Variance](../concepts/variance.md#which-functions-next) says how they are found.""",
            () -> List.of(Column.text("label", "the sort of interval",
                    "text; empty for a function that is in the list and on no path of a best factor",
                    row -> row.label() == null ? "" : row.label().paths().label()),
                    Column.perhaps("rank", "place of the factor among those of the label", "1, 2, …; empty as before",
                            row -> row.rank() == 0 ? Optional.empty() : Optional.of(BigDecimal.valueOf(row.rank()))),
                    Column.text("function", "the function", "name", Row::function),
                    Column.text("role",
                            "`next`: to be recorded next; `keep`: it was recorded, and is on the path of the factor or in the list; `not-built`: the parent calls it, but it was not built with"
                                    + " `-finstrument-functions`",
                            "word", row -> row.role().label()),
                    Column.text("parent", "who calls it: of `next` and `not-built` the function whose own time varies",
                            "name; empty if nobody that was recorded does",
                            Row::parent),
                    Column.text("file", "the name of its program or library", "text; empty for `keep`",
                            row -> row.callee() == null ? "" : row.callee().file()),
                    Column.text("known_by",
                            "`call`: the code of the parent calls it; `address`: it takes its address, so it is inlined there, or called through a pointer",
                            "word; empty for `keep`",
                            row -> row.callee() == null ? "" : row.callee().how().name().toLowerCase(Locale.ROOT)),
                    Column.text("factor", "what varies, as text of `bowline variance` says it", "text; empty as `label`", Row::factor),
                    Column.perhaps("share", "its share of the variance of the intervals; at equal sizes, where sizes are known",
                            "empty as `label`, or if these do not vary",
                            row -> row.figure(true)),
                    Column.perhaps("score_ns2", "by what factors are listed, as in [variance](#variance)", "ns² > 0; empty as `label`",
                            row -> row.figure(false)),
                    Column.text("record",
                            "how it gets recorded: `list`, by `bowline-record --functions`; `rebuild`, by `-finstrument-functions` of the compiler",
                            "word",
                            row -> row.role() == Role.NOT_BUILT ? "rebuild" : "list"),
                    Column.perhaps("round",
                            "how many calls deep it is, the first recorded function counted as 1: in a loop that begins with that one it cannot be recorded in an earlier round",
                            "1, 2, …; empty if it was not entered, or its callers are not known", Row::round),
                    Column.number("call_paths",
                            "how many call paths of the recording end in it: over all that was recorded they add up to the size of the tree",
                            "≥ 0; 0 unless it was recorded", Row::callPaths)));

    /** A line of the text. */
    private record Line(OfLabel label, Candidate candidate) {}

    private static final Report<Line> TEXT = new Report<>("functions", () -> List.of(
            Column.text("what varies", line -> phrase(line.label(), line.candidate())),
            Column.text("of the variance", line -> Percent.percent(share(line.label(), line.candidate()))),
            Column.text("record next", line -> next(line.candidate()))));

    private static int number(String text) {
        if (!text.matches("[1-9][0-9]{0,3}") || Integer.parseInt(text) > MOST_FACTORS) {
            throw new IllegalArgumentException("is not a number from 1 to " + MOST_FACTORS);
        }
        return Integer.parseInt(text);
    }

    private static String phrase(OfLabel label, Candidate candidate) {
        VarianceDescriptor.Row row = new VarianceDescriptor.Row(VarianceDescriptor.View.CALL_PATH, label.paths(), 0, candidate.factor());
        return row.phrase(candidate.factor().first())
                + (candidate.factor().isPair() ? " together with " + row.phrase(candidate.factor().second()) : "");
    }

    private static double share(OfLabel label, Candidate candidate) {
        SizeFit size = label.paths().size();
        return size == null ? label.paths().tree().share(candidate.factor()) : size.share(candidate.factor());
    }

    private static double score(OfLabel label, Candidate candidate) {
        SizeFit size = label.paths().size();
        return size == null ? candidate.factor().score() : size.score(candidate.factor());
    }

    private static String next(Candidate candidate) {
        return switch (candidate.state()) {
            case OPEN -> named(candidate.next().stream().map(CallGraph.Callee::name).toList());
            case CLOSED -> candidate.notBuilt().isEmpty() ? "its callees are recorded"
                    : "not built for it: " + named(candidate.notBuilt().stream().map(CallGraph.Callee::name).toList());
            case UNKNOWN -> "its callees are not known";
        };
    }

    private static String named(Collection<String> names) {
        return names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                + (names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more" : "");
    }

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(new ReportTable<>(REPORT, InstrumentNextDescriptor::rows, InstrumentNextDescriptor::isThere));
    }

    private static boolean isThere(Analysis analysis) {
        return analysis.intervalsWanted() && analysis.calls() != null;
    }

    @Override
    public List<Result<?>> results(Analysis analysis) {
        return isThere(analysis) ? List.of(Analysis.INTERVALS, SizeQuestion.SIZES, VarianceDescriptor.FUNCTIONS, NEXT) : List.of();
    }

    @Override
    public void check(Question question, Output output) {
        if (question.intervals().isEmpty()) {
            throw new IllegalArgumentException("--interval is needed, which says what the intervals are");
        }
        SizeQuestion.check(question);
    }

    private static List<Row> rows(Analysis analysis) {
        List<Row> rows = new ArrayList<>();
        CallShape shape = analysis.get(SHAPE);
        Set<String> kept = new HashSet<>();
        for (OfLabel label : analysis.get(NEXT).labels()) {
            Set<String> here = new HashSet<>();
            for (int i = 0; i < label.candidates().size(); i++) {
                Candidate one = label.candidates().get(i);
                for (CallGraph.Callee callee : one.next()) {
                    if (here.add(callee.name())) {
                        rows.add(new Row(label, i + 1, one, Role.NEXT, callee.name(), one.name(), callee, shape));
                    }
                }
                for (CallGraph.Callee callee : one.notBuilt()) {
                    if (here.add(callee.name())) {
                        rows.add(new Row(label, i + 1, one, Role.NOT_BUILT, callee.name(), one.name(), callee, shape));
                    }
                }
                for (int depth = one.path().size() - 1; depth >= 0; depth--) {
                    if (isName(one.path().get(depth)) && here.add(one.path().get(depth))) {
                        rows.add(new Row(label, i + 1, one, Role.KEEP, one.path().get(depth), depth == 0 ? "" : one.path().get(depth - 1),
                                null, shape));
                        kept.add(FunctionChoice.original(one.path().get(depth)));
                    }
                }
            }
        }
        list(analysis).names().stream().filter(name -> !kept.contains(name))
                .forEach(name -> rows.add(new Row(null, 0, null, Role.KEEP, name, "", null, shape)));
        return rows;
    }

    /** Not a place in a file, and not the callers that were lost. */
    private static boolean isName(String function) {
        return function.matches("[A-Za-z0-9_.$@]+") && !function.startsWith("0x");
    }

    private static FunctionChoice list(Analysis analysis) {
        RecordedCalls recorded = analysis.calls();
        return recorded == null ? FunctionChoice.ALL : FunctionChoice.of(recorded.chosen());
    }

    @Override
    public void text(TextPage page, Analysis analysis, int most) throws IOException {
        page.heading("Functions to record next");
        if (!analysis.knowsWaits()) { // calls are those of known threads: whether any were recorded is not known here
            page.paragraph("It is not known in which functions the intervals spent their time: " + UnknownWaits.WHY
                    + ". Record one, too:");
            page.paragraph(command(analysis, List.of("FUNCTION")));
            return;
        }
        if (analysis.calls() == null) {
            page.paragraph(
                    "No functions were recorded. Build the program with -finstrument-functions, and begin with the function that handles a request:");
            page.paragraph(command(analysis, List.of("FUNCTION")));
            page.paragraph(
                    "A program as it is tells when functions begin, and not when they end: --probe FILE:FUNCTION of bowline-record makes an event of that,"
                            + " and --interval begin=FUNCTION,end=OTHER the time from one to another.");
            return;
        }
        NextFunctions next = analysis.get(NEXT);
        if (next.labels().isEmpty()) {
            page.paragraph("No label has two intervals with a critical path that can be split by function.");
            return;
        }
        for (OfLabel label : next.labels().subList(0, Math.min(most, next.labels().size()))) {
            VarianceTree tree = label.paths().tree();
            page.paragraph(LabelWords.calledOrAll(analysis, label.paths().label()) + ": " + Words.count(tree.count(), "interval")
                    + ", mean " + TimeFormat.duration(Math.round(tree.meanNanos(0))) + ", standard deviation "
                    + TimeFormat.duration(Math.round(Math.sqrt(tree.varianceNanos2(0)))));
            page.paragraph(shares(label));
            List<Line> lines = label.candidates().stream().map(one -> new Line(label, one)).toList();
            if (!lines.isEmpty()) {
                page.table(TEXT, lines, most, 4);
            }
        }
        if (next.labels().size() > most) {
            page.paragraph("... and " + Words.count(next.labels().size() - most, "more label"));
        }
        page.paragraph(tree(analysis.get(SHAPE)));
        page.paragraph(advice(next, list(analysis)));
        page.paragraph(command(analysis, toRecord(analysis)));
        String probes = probes(next);
        if (!probes.isEmpty()) {
            page.paragraph(
                    "Functions that were not built for it can be recorded when they begin (how often and when, not for how long; as root): "
                            + probes);
        }
    }

    /** Options that record the begin of what was not built for more; empty where the file is not known, or there is none. */
    private static String probes(NextFunctions next) {
        return next.labels().stream().flatMap(label -> label.candidates().stream()).flatMap(one -> one.notBuilt().stream())
                .filter(callee -> !callee.file().isEmpty() && isName(callee.name()))
                .map(callee -> "--probe PATH/" + callee.file() + ':' + callee.name()).distinct().limit(MOST_NAMED)
                .collect(Collectors.joining(" "));
    }

    private static String shares(OfLabel label) {
        if (Double.isNaN(label.open())) {
            return "They do not differ.";
        }
        return "Of the variance " + Percent.percent(label.open()) + " goes with functions that call others which were not recorded, "
                + Percent.percent(label.closed()) + " with functions that do not, "
                + (label.unknown() == 0 ? "" : Percent.percent(label.unknown()) + " with functions whose callees are not known, ") + "and "
                + Percent.percent(label.outside()) + " with time in no recorded function.";
    }

    /** How far the loop went, as far as the recording tells. */
    private static String tree(CallShape shape) {
        return shape.callPaths() == 0 ? "No recorded function was entered."
                : "The tree of calls has " + Words.count(shape.callPaths(), "call path") + " of "
                        + Words.count(shape.functions().size(), "function")
                        + ", up to " + Words.count(shape.deepest(), "function") + " deep: "
                        + (shape.rounds() == 1 ? "it is what a first round has." : "a loop that begins with one function has it in round "
                                + shape.rounds() + " at the earliest.");
    }

    /** Where the loop stands, and whether to go on; the command comes after it. */
    private static String advice(NextFunctions next, FunctionChoice chosen) {
        boolean isMore = next.labels().stream().flatMap(label -> label.candidates().stream()).anyMatch(one -> !one.next().isEmpty());
        String now = Words.count(next.recorded(), "function was", "functions were") + " recorded, ";
        if (!chosen.isList()) {
            return now
                    + "all that the programs announce: none is left to add. A list makes a recording cheaper; these are on the paths to what varies most:";
        }
        now += next.left().isEmpty() ? "and their code calls no others that can be: what is left to know is called through pointers. "
                : Words.count(next.left().size(), "more", "more") + " can be that their code calls, directly or through others. ";
        if (!isMore) {
            return now
                    + "The callees of the functions whose time varies most are recorded: this is the last round. The list that it was made with:";
        }
        return now + (next.labels().stream().allMatch(label -> !(label.open() >= LITTLE))
                ? "Another round explains little: less than 5 % of the variance goes with functions that call others which were not recorded. If it is wanted:"
                : "Next round:");
    }

    private static List<String> toRecord(Analysis analysis) {
        Set<String> names = new LinkedHashSet<>(list(analysis).names());
        for (Role role : List.of(Role.KEEP, Role.NEXT)) {
            rows(analysis).stream().filter(row -> row.role() == role).forEach(row -> names.add(FunctionChoice.original(row.function())));
        }
        return List.copyOf(names);
    }

    /** As it can be pasted, but for the program: with the profiles that this recording has, as what varies is known by these. */
    private static String command(Analysis analysis, List<String> functions) {
        RecordedProfiles recorded = analysis.get(HowRecorded.PROFILES);
        Set<List<String>> profiles = new LinkedHashSet<>();
        pairs(recorded.kernel().isEmpty() ? List.of("--profile", "waits-network") : recorded.kernel()).forEach(profiles::add);
        for (IntervalSpec spec : analysis.question().intervals()) {
            if (spec.source() == IntervalSpec.Source.SYSTEM_CALLS) {
                profiles.add(List.of("--profile", "syscalls"));
            } else if (spec.source() == IntervalSpec.Source.PACKETS) {
                profiles.add(List.of("--profile", "waits-network"));
            } else {
                for (String event : List.of(spec.beginEvent(), spec.endEvent())) {
                    int colon = event.indexOf(':');
                    String provider = event.substring(0, Math.max(0, colon));
                    profiles.add(provider.equals("bowline") ? List.of("--profile", "requests")
                            : List.of("--event", colon > 0 ? provider + ":*" : event));
                }
            }
        }
        pairs(recorded.programs()).forEach(profiles::add);
        return "sudo " + NextStep.quoted(analysis.question().get(NextStep.CALL).recorder()) + " start "
                + profiles.stream().flatMap(List::stream).map(NextStep::quoted).collect(Collectors.joining(" "))
                + " --profile functions --functions "
                + String.join(",", functions) + " -- COMMAND";
    }

    /** An option and its value each. */
    private static List<List<String>> pairs(List<String> words) {
        List<List<String>> pairs = new ArrayList<>();
        for (int i = 0; i + 1 < words.size(); i += 2) {
            pairs.add(words.subList(i, i + 2));
        }
        return pairs;
    }

    /** What to record next is for who looks at functions; a summary of a recording has no room for it. */
    @Override
    public void brief(TextPage page, Analysis analysis, int most, boolean files) {
        // nothing
    }

    @Override
    public List<Section> sections(Analysis analysis) {
        if (!isThere(analysis)) {
            return List.of();
        }
        List<Row> rows = rows(analysis);
        return rows.isEmpty() ? List.of() : List.of(Section.of("instrument-next", "Functions to record next", 76,
                tree(analysis.get(SHAPE)) + ' ' + advice(analysis.get(NEXT), list(analysis)) + ' ' + command(analysis, toRecord(analysis)),
                REPORT, rows, MOST_ON_PAGE));
    }
}
