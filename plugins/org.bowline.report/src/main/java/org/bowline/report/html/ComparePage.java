/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.report.CompareRow;
import org.bowline.report.CompareText;
import org.bowline.report.PooledChange;

/**
 * A comparison as one page of HTML that needs nothing else, not even a script: what came out, then a box plot of the runs per measure with the
 * ratio's confidence interval, and the same as tables. The page's content security policy allows no network and no script at all.
 */
public final class ComparePage {
    /** More figures than that nobody looks at; the table has all. */
    private static final int MOST_FIGURES = 24;
    /** The head of a page says early who made it. */
    private static final int HEAD_BYTES = 4096;
    /** Where no verdicts tell what is worth it. */
    private static final int MOST_WITHOUT_VERDICT = 6;
    /** What differs, in the summary. */
    private static final int MOST_LINES = 12;
    /** Median, 99th percentile and throughput stay in their order. */
    private static final int MOST_IN_ORDER = 3;
    /** Caveats of all figures. */
    private static final Set<String> EVERYWHERE = Set.of("noise-unknown", "few-runs", "no-intervals", "no-label-in-common");

    /** A part of the page. */
    private enum Part {
        OUTCOMES("outcomes", "Latency and throughput", "What users feel, per label."),
        CAUSES("causes", "Causes of waits", "What ended the waits: of the critical paths of a label, per interval; and of all threads."),
        PATHS("paths", "Critical paths", "The share of each part in the critical paths; parts below 1 % are left out."),
        KNOTS("knots", "Knots", "The weight of knots and sinks, per second of a run; 0 in runs without them.");

        private final String id;
        private final String title;
        private final String lead;

        Part(String id, String title, String lead) {
            this.id = id;
            this.title = title;
            this.lead = lead;
        }

        private static Part of(CompareRow row) {
            return switch (row.measure()) {
                case "interval-cause", "wait-cause" -> CAUSES;
                case "path-share", "thread-path-share" -> PATHS;
                case "knot" -> KNOTS;
                default -> OUTCOMES;
            };
        }

        /** Whether a caveat is of these figures. */
        private boolean isTouchedBy(Caveat caveat) {
            return switch (caveat.kind()) {
                case "lengths-differ" -> this != PATHS;
                case "labels-differ" -> this == OUTCOMES;
                case "fall-over" -> this == OUTCOMES || this == CAUSES;
                case "hosts-differ" -> this != OUTCOMES;
                default -> false;
            };
        }

        List<CompareInput.Measure> of(CompareInput input) {
            return input.measures().stream().filter(measure -> of(measure.row()) == this).toList();
        }
    }

    private ComparePage() {}

    /**
     * Writes the page; does not close the writer. O(measures × runs²): points that would cover one another are moved.
     *
     * @param input what to show
     * @param out UTF-8
     * @param progress asked whether to stop
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public static void write(CompareInput input, Writer out, Progress progress) throws IOException {
        Html html = new Html();
        PageHead.write(html, "Comparison of runs", input.version(), "", HtmlReport.asset("report.css") + HtmlReport.asset("compare.css"));
        html.open("body").element("a", "Skip to what came out", "href", "#summary", "class", "skip");
        html.open("header").open("div", "class", "title").element("p", "Bowline comparison", "class", "brand")
                .element("h1", "NEW against BASE: " + Words.count(input.newRuns().size(), "run") + " against "
                        + input.baseRuns().size())
                .close(2).line();
        html.open("nav", "aria-label", "Sections").open("ul");
        link(html, "summary", "Summary");
        for (Part part : Part.values()) {
            if (!part.of(input).isEmpty()) {
                link(html, part.id, part.title);
            }
        }
        link(html, "runs", "Runs");
        link(html, "caveats", "Caveats");
        html.close(2).line();
        html.open("main", "id", "main");
        summary(html, input);
        for (Part part : Part.values()) {
            progress.check();
            part(html, part, input);
        }
        runs(html, input);
        Doubts.section(html, input.caveats());
        html.close();
        html.element("footer", "Made by Bowline " + input.version() + ". This page needs no network.");
        html.close(2).line();
        out.write("<!DOCTYPE html>\n");
        out.write(html.toString());
        out.flush();
    }

    /**
     * Whether a file is a page that Bowline wrote, so that a new one may take its place.
     *
     * @throws IOException if it cannot be read
     */
    public static boolean isPage(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8).contains(PageHead.GENERATOR);
        }
    }

    private static void link(Html html, String id, String text) {
        html.open("li").element("a", text, "href", '#' + id).close();
    }

    private static void summary(Html html, CompareInput input) {
        List<CompareRow> rows = input.measures().stream().map(CompareInput.Measure::row).toList();
        html.open("section", "id", "summary", "aria-labelledby", "h-summary").element("h2", "What came out", "id", "h-summary");
        html.element("p", CompareText.summary(rows), "class", "sentence");
        List<CompareRow> differing = rows.stream().filter(CompareText::differs).toList();
        if (!differing.isEmpty()) {
            html.open("ul", "class", "all-caveats");
            for (CompareRow row : differing.subList(0, Math.min(MOST_LINES, differing.size()))) {
                html.open("li").element("span", CompareText.verdict(row), "class", "badge " + CompareFigures.style(row)).text(" ")
                        .element("b", CompareText.name(row)).text(" " + CompareFigures.reading(row)).close();
            }
            if (differing.size() > MOST_LINES) {
                html.element("li", "and " + (differing.size() - MOST_LINES) + " more, in the tables");
            }
            html.close();
        }
        long serious = input.caveats().stream().filter(caveat -> caveat.severity() != Caveat.Severity.INFO).count();
        html.open("dl", "class", "facts");
        SummarySection.fact(html, "BASE", Words.count(input.baseRuns().size(), "run"), intervals(input, true));
        SummarySection.fact(html, "NEW", Words.count(input.newRuns().size(), "run"), intervals(input, false));
        if (CompareText.isNoiseUnknown(rows)) {
            SummarySection.fact(html, "Measures", Integer.toString(rows.size()), "");
            SummarySection.fact(html, "Noise", "unknown", "no verdicts");
        } else {
            SummarySection.fact(html, "Beyond chance", Integer.toString(differing.size()), "of " + Words.count(rows.size(), "measure"));
            SummarySection.fact(html, "No difference shown",
                    Long.toString(rows.stream().filter(row -> row.verdict().equals("within-noise")).count()), "which is not “equal”");
        }
        SummarySection.fact(html, "Caveats", Integer.toString(input.caveats().size()),
                input.caveats().isEmpty() ? "nothing is known to be missing"
                        : serious == 0 ? "notes only" : Words.count(serious, "warning"));
        html.close();
        Doubts.beside(html, input.caveats().stream().filter(caveat -> EVERYWHERE.contains(caveat.kind())).toList(), 0);
        guide(html, input);
        html.close().line();
    }

    private static String intervals(CompareInput input, boolean base) {
        long count = input.latencies().stream().flatMap(latency -> (base ? latency.base() : latency.fresh()).stream())
                .mapToLong(run -> run.length).sum();
        return input.latencies().isEmpty() ? "" : Words.count(count, "interval");
    }

    private static void guide(Html html, CompareInput input) {
        html.open("details", "class", "card label").open("summary").text("How to read the figures").close();
        html.element("p",
                "Each point is a run: an empty one of BASE, a full one of NEW. The upright line is the median, the box holds the middle "
                        + "half of the runs (drawn from " + BoxStatistics.FEWEST_FOR_BOX
                        + " runs on), whiskers reach the furthest run within one and a half box lengths. Every figure has an axis of its own, which need "
                        + "not begin at 0.",
                "class", "note wide-text");
        html.element("p",
                "“All intervals” puts the intervals of all runs together, on an axis of equal ratios: the box holds their middle half, "
                        + "whiskers reach from the 1st to the 99th percentile, small dots are the shortest and the longest, points the medians of the runs "
                        + "(with one run, its intervals, if they are " + BoxStatistics.MOST_POINTS + " at most).",
                "class", "note wide-text");
        html.element("p",
                "Below stands the ratio NEW ÷ BASE: ◆ is what was seen, the line its 95 % confidence interval (an arrow where it goes "
                        + "on). A change that lies in the grey band would be seen in less than 80 % of such comparisons. g is the effect size of Hedges: "
                        + "the difference in standard deviations of runs. p is adjusted for all measures that were looked at; verdicts rest on it.",
                "class", "note wide-text");
        long seed = input.latencies().stream().map(CompareInput.Latency::median).filter(PooledChange::hasInterval)
                .mapToLong(PooledChange::seed).findFirst().orElse(PooledChange.NONE.seed());
        if (seed != PooledChange.NONE.seed()) {
            html.element("p", "Intervals of “all intervals” are by resampling, with the seed " + seed + ".", "class", "note wide-text");
        }
        html.close().line();
    }

    private static void part(Html html, Part part, CompareInput input) {
        List<CompareInput.Measure> measures = part.of(input);
        if (measures.isEmpty()) {
            return;
        }
        html.open("section", "id", part.id, "aria-labelledby", "h-" + part.id).element("h2", part.title, "id", "h-" + part.id);
        html.element("p", part.lead, "class", "lead");
        if (measures.stream().allMatch(measure -> measure.row().verdict().equals("noise-unknown"))) {
            html.element("p", "The noise between runs is not known: points only, no verdicts.", "class", "caveats");
        }
        Doubts.beside(html, input.caveats().stream().filter(part::isTouchedBy).toList(),
                input.caveats().stream().filter(caveat -> caveat.kind().equals("run-in-doubt")).count());
        int number = 0;
        int left = MOST_FIGURES;
        List<CompareInput.Measure> worth = part == Part.OUTCOMES ? measures
                : measures.stream().filter(ComparePage::isWorthAFigure).toList();
        if (worth.isEmpty() && CompareText.isNoiseUnknown(measures.stream().map(CompareInput.Measure::row).toList())) {
            worth = measures.subList(0, Math.min(MOST_WITHOUT_VERDICT, measures.size()));
        }
        for (Map.Entry<String, List<CompareInput.Measure>> group : groups(worth).entrySet()) {
            if (left == 0) {
                break;
            }
            List<CompareInput.Measure> drawn = group.getValue().subList(0, Math.min(left, group.getValue().size()));
            left -= drawn.size();
            html.element("h3", group.getValue().get(0).row().label().isEmpty() ? group.getKey() : "Label " + group.getKey()).open("div",
                    "class", "cards");
            for (CompareInput.Latency latency : part == Part.OUTCOMES ? input.latencies() : List.<CompareInput.Latency>of()) {
                if (CompareText.label(latency.label()).equals(group.getKey())) {
                    CompareFigures.latency(html, latency, part.id + "-all-" + number);
                }
            }
            for (CompareInput.Measure measure : drawn) {
                CompareFigures.measure(html, measure, part.id + '-' + number++);
            }
            html.close().line();
        }
        if (measures.size() > number) {
            html.element("p", rest(worth, measures.size() - number, number), "class", "note");
        }
        if (part == Part.OUTCOMES) {
            CompareTables.verdicts(html, part.title, measures);
        } else {
            html.open("details", "class", "card label").open("summary").text("Verdicts: " + Words.count(measures.size(), "measure"))
                    .close();
            CompareTables.verdicts(html, part.title, measures);
            html.close();
        }
        html.open("details", "class", "card label raw").open("summary").text("The figures of each run").close();
        CompareTables.values(html, part.title, measures);
        html.close(2).line();
    }

    /** Of what explains outcomes: what differs, and what came or went. The rest would bury it. */
    private static boolean isWorthAFigure(CompareInput.Measure measure) {
        CompareRow row = measure.row();
        return CompareText.differs(row) || row.measure().equals("knot") && (row.base() == 0) != (row.fresh() == 0)
                && !row.verdict().equals("noise-unknown");
    }

    private static String rest(List<CompareInput.Measure> worth, int left, int drawn) {
        boolean differs = worth.size() > drawn && CompareText.differs(worth.get(worth.size() - 1).row());
        return (drawn == 0 ? Words.count(left, "measure") : Words.count(left, "more measure"))
                + (differs ? ": those that are drawn are the most certain, the table has all."
                        : drawn == 0 ? ", none with a difference: see the table." : " in the table.");
    }

    /** By heading: those with a difference first, and in each what differs first. */
    private static Map<String, List<CompareInput.Measure>> groups(List<CompareInput.Measure> measures) {
        Map<String, List<CompareInput.Measure>> found = new LinkedHashMap<>();
        measures.forEach(measure -> found.computeIfAbsent(heading(measure.row()), key -> new ArrayList<>()).add(measure));
        Comparator<CompareInput.Measure> first = Comparator.comparing(measure -> !CompareText.differs(measure.row()));
        Map<String, List<CompareInput.Measure>> sorted = new LinkedHashMap<>();
        found.entrySet().stream()
                .sorted(Map.Entry.<String, List<CompareInput.Measure>>comparingByValue(
                        Comparator.comparing(group -> group.stream().noneMatch(measure -> CompareText.differs(measure.row()))))
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(group -> sorted.put(group.getKey(), group.getValue().size() <= MOST_IN_ORDER ? group.getValue()
                        : group.getValue().stream().sorted(first).toList()));
        return sorted;
    }

    private static String heading(CompareRow row) {
        return switch (row.measure()) {
            case "wait-cause" -> "All threads";
            case "thread-path-share" -> "The thread's own critical path";
            case "knot" -> "Knots and sinks";
            default -> CompareText.label(row.label());
        };
    }

    private static void runs(Html html, CompareInput input) {
        html.open("section", "id", "runs", "aria-labelledby", "h-runs").element("h2", "Runs", "id", "h-runs");
        Tables.open(html, "Runs of both sets");
        Tables.head(html, "Set", "#Number", "Run");
        html.open("tbody");
        names(html, "BASE", input.baseRuns());
        names(html, "NEW", input.newRuns());
        html.close();
        Tables.close(html);
        html.close().line();
    }

    private static void names(Html html, String set, List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            html.open("tr").element("td", set).element("td", Integer.toString(i + 1), "class", "num")
                    .element("th", names.get(i), "scope", "row").close();
        }
    }
}
